"""Figures from deals: shares of wins with 95 % intervals, who beats whom, and whether a question is settled.

The unit is a deal, not a game: games of one deal share their luck, so each deal counts by its mean.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

from heimlich.arena.deals import EDGES, Contest, Dealt, Thinking

NORMAL = 1.96
ERROR = 0.05
SHARPEST_AT = 200  # deals: where the sequence of intervals is to be narrowest
FEWEST = 30  # deals before anything can be settled
NOTHING = Thinking(0, 0.0, 0.0, (0,) * (len(EDGES) + 1))


class Mean(NamedTuple):
    """A mean over deals, with half the width of its 95 % interval, and of one that holds at any time one looks."""

    value: float
    margin: float
    lasting: float
    deals: int

    def differs_from(self, bar: float) -> bool:
        """Tell whether it is settled on which side of a bar it lies, however often one has looked."""
        return self.deals >= FEWEST and abs(self.value - bar) > self.lasting


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of a value for each deal.

    The lasting interval is the normal mixture's confidence sequence (Robbins 1970; Waudby-Smith and others 2021).
    """
    number = len(values)
    if number < 2:
        return Mean(values[0] if values else 0.0, 1.0, 1.0, number)
    mean = sum(values) / number
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / (number - 1))
    wide = number * _RATE + 1
    lasting = deviation * sqrt(2 * wide / (number**2 * _RATE) * log(sqrt(wide) / ERROR))
    return Mean(mean, NORMAL * deviation / sqrt(number), lasting, number)


_RATE = (2 * log(1 / ERROR) + log(1 + 2 * log(1 / ERROR))) / SHARPEST_AT


class Standing(NamedTuple):
    """One contestant's results; a share of 1 / players is what the equal of all others gets."""

    label: str
    wins: Mean
    games: int
    thinking: Thinking
    found: Mean | None  # how many of the others find it out …
    right: Mean | None  # … and how many of its answers by belief are right, if that was looked at


class Standings:
    """The results of a contest so far."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        number = len(contest.everyone)
        self._shares, self._found, self._right = ([list[float]() for _ in range(number)] for _ in range(3))
        self._ahead: dict[tuple[int, int], list[float]] = {}
        self._games = [0] * number
        self._thinking = [NOTHING] * number
        self.deals: list[Dealt] = []

    def add(self, dealt: Dealt) -> None:
        """Add one deal."""
        self.deals.append(dealt)
        present = sorted({who for played in dealt.games for who in played.seats})
        means = {who: _mean_share(dealt, who) for who in present}
        for who in present:
            self._found[who] += _mean_if_any(dealt, who, "found")
            self._right[who] += _mean_if_any(dealt, who, "right")
        for who, mean in means.items():
            self._shares[who].append(mean)
            self._games[who] += sum(who in played.seats for played in dealt.games)
            for other in present:
                if other != who:
                    self._ahead.setdefault((who, other), []).append(mean - means[other])
        self._thinking = [_added(one, other) for one, other in zip(self._thinking, dealt.thinking, strict=True)]

    def rows(self) -> list[Standing]:
        """All contestants who were at a table, the strongest first."""
        found = [
            Standing(
                each.label,
                mean_of(self._shares[who]),
                self._games[who],
                self._thinking[who],
                mean_of(self._found[who]) if self._found[who] else None,
                mean_of(self._right[who]) if self._right[who] else None,
            )
            for who, each in enumerate(self.contest.everyone)
            if self._shares[who]
        ]
        return sorted(found, key=lambda row: -row.wins.value)

    def ahead(self, one: str, other: str) -> Mean | None:
        """By how much the one's share is above the other's at tables where both sit; None if they never did."""
        labels = [each.label for each in self.contest.everyone]
        values = self._ahead.get((labels.index(one), labels.index(other)))
        return None if values is None else mean_of(values)

    def settled(self, bar: float | None) -> bool:
        """Against an opponent: each contestant is above the bar or below it. Else: everyone's place is certain."""
        rows = self.rows()
        if self.contest.against is not None:
            fair = 1 / self.contest.players if bar is None else bar
            counted = [row for row in rows if row.label != self.contest.against.label]
            return len(counted) == len(self.contest.contestants) and all(row.wins.differs_from(fair) for row in counted)
        if len(rows) < len(self.contest.contestants):
            return False
        pairs = [self.ahead(one.label, other.label) for one, other in pairwise(rows)]
        return all(mean is not None and mean.differs_from(0.0) for mean in pairs)


def _mean_share(dealt: Dealt, who: int) -> float:
    """The mean share over all seats that a contestant had in a deal."""
    (share,) = _mean_if_any(dealt, who, "shares")
    return share


def _mean_if_any(dealt: Dealt, who: int, what: str) -> list[float]:
    """The mean of a value given for each seat, in a list; an empty list if it is not given."""
    values = [
        value
        for played in dealt.games
        for seat, value in zip(played.seats, getattr(played, what), strict=False)
        if seat == who
    ]
    return [sum(values) / len(values)] if values else []


def _added(one: Thinking, other: Thinking) -> Thinking:
    return Thinking(
        one.decisions + other.decisions,
        one.seconds + other.seconds,
        max(one.worst, other.worst),
        tuple(a + b for a, b in zip(one.within, other.within, strict=True)),
    )


def almost_always(thinking: Thinking, share: float = 0.99) -> float:
    """The edge below which this share of the decisions lies, in seconds; beyond the last one, the worst."""
    seen = 0
    for edge, number in zip(EDGES, thinking.within, strict=False):
        seen += number
        if seen >= share * thinking.decisions:
            return edge
    return thinking.worst


def all_of(contest: Contest, deals: Iterable[Dealt]) -> Standings:
    """The standings after these deals."""
    found = Standings(contest)
    for dealt in deals:
        found.add(dealt)
    return found
