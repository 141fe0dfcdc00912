"""The games as the environments that researchers use: PettingZoo, Gymnasium, OpenSpiel; each needs its own extra.

All of them use the readable rules and the one numbering of actions and encoding of views that each game has in
its encoding.py. Nothing here knows a rule. `terms.py` says what is played, `codes.py` puts it into numbers, `match.py`
plays; then there is one file for each library. docs/research.md shows how they are used.
"""
