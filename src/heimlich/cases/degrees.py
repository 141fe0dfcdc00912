"""The degrees of cases: who plays in them, and how sure the perfect observer must be at the stop.

The perfect observer is a spectator who knows how every kind of bot plays and forgets nothing (`bots` belief). All bars
are about the probability that it gives to the true owner of an agent.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Degree(NamedTuple):
    """A degree: its players, and its bars."""

    players: int
    bots: tuple[str, ...]  # of which each seat gets one; a name that stands here twice is twice as likely
    least: float  # the observer's probability of the owner that it is least sure of: at least this …
    below: float  # … and below this
    rounds: tuple[int, ...]  # played before the stop, at least; one of these numbers is drawn
    doubts: int = 0  # owners, at least, of which the observer is …
    doubted: float = 0.0  # … less sure than this


DEGREES: Mapping[str, Degree] = {
    "easy": Degree(3, ("gu", "gu", "g1"), 0.85, 1.01, (4, 5, 6)),
    "medium": Degree(4, ("gu", "decoy-30", "hider"), 0.60, 0.85, (4, 5), 2, 0.97),
    "hard": Degree(4, ("decoy-30", "decoy-60", "hider"), 0.40, 0.60, (4, 5), 2, 0.95),
}
LARGEST_SHARE = 0.5  # of all that speaks for a seat's own agent, the most that a single decision may carry
MOST_ROUNDS = 10  # played before the stop, at most
