"""Versions of what the players that search rest on. Those of a yardstick never change; a better one gets a new number.

The numbers of the search itself are beside it (search/rounds.py, search/candidates.py, search/card_play.py, and
belief/hiding.py for what hiding costs). tests/golden/decisions.txt shows whether any of this has changed for a
yardstick: then the number that changed becomes a part of `Version`.
"""

from typing import NamedTuple

from heimlich.bots.heimlich_co.belief.settings import BELIEF_1, BELIEF_4, BeliefSettings
from heimlich.bots.heimlich_co.value.network import LATEST_NETWORKS


class Version(NamedTuple):
    """One version of a player's belief and networks."""

    belief: BeliefSettings
    networks: int


VERSION_1 = Version(BELIEF_1, 1)  # frozen: `master1`
CHAMPION = Version(BELIEF_4, 3)  # where there is no network of version 3, the one before it
LATEST = Version(BELIEF_1, LATEST_NETWORKS)
