"""Top Secret, the suitcase game, many games at once: `Simulator` is what one uses, `turn.py` where to start reading.

The files are named and ordered as in `heimlich.games.suitcases`, each a second copy of the rules there; what one game
does in an `if`, a batch does by selecting.
"""

from heimlich.sim.suitcases.simulator import Simulator

__all__ = ["Simulator"]
