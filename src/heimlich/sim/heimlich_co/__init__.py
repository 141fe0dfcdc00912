"""Heimlich & Co., many games at once: `Simulator` is what one uses, `turn.py` where to start reading.

The files are named and ordered as in `heimlich.games.heimlich_co`, each a second copy of the rules there; what one game
does in an `if`, a batch does by selecting.
"""

from heimlich.sim.heimlich_co.simulator import Simulator

__all__ = ["Simulator"]
