"""Counts over games: whole numbers alone, so that tallies add up to the same in whatever order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Counts = Counter[int]


@dataclass
class Sums:
    """Over games, for one kind of what happens several times: numbers n, amounts a, and all of its game's numbers t."""

    n: int = 0
    a: int = 0
    t: int = 0
    nn: int = 0
    na: int = 0
    aa: int = 0
    nt: int = 0
    tt: int = 0

    def add(self, other: "Sums") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Tally:
    """The counts of some games."""

    games: int = 0
    counted: dict[str, Counts] = field(default_factory=dict)  # by what is counted: value → games
    endings: Counts = field(default_factory=Counter)  # number of the ending → games
    winners: Counts = field(default_factory=Counter)  # how many won together → games
    by_seat: list[Counts] = field(default_factory=list)  # seat: how many won together, this one among them → games
    by_order: list[Counts] = field(default_factory=list)  # the same from the seat that began
    parts: list[Sums] = field(default_factory=list)  # by kind, and last all kinds together

    def add(self, other: "Tally") -> None:
        """Add the counts of other games."""
        self.games += other.games
        for name, counts in other.counted.items():
            self.counted.setdefault(name, Counter()).update(counts)
        self.endings.update(other.endings)
        self.winners.update(other.winners)
        self.by_seat = _added(self.by_seat, other.by_seat)
        self.by_order = _added(self.by_order, other.by_order)
        self.parts = self.parts or [Sums() for _ in other.parts]
        for mine, theirs in zip(self.parts, other.parts, strict=True):
            mine.add(theirs)

    def as_plain(self) -> dict[str, Any]:
        """Convert to plain values for JSON."""
        return {
            "games": self.games,
            "counted": {name: _plain(counts) for name, counts in sorted(self.counted.items())},
            "endings": _plain(self.endings),
            "winners": _plain(self.winners),
            "by_seat": [_plain(counts) for counts in self.by_seat],
            "by_order": [_plain(counts) for counts in self.by_order],
            "parts": [list(vars(sums).values()) for sums in self.parts],
        }


def from_plain(plain: Mapping[str, Any]) -> Tally:
    """Read a tally from JSON; raises KeyError, TypeError or ValueError if it is none."""
    return Tally(
        games=int(plain["games"]),
        counted={name: _counts(counts) for name, counts in plain["counted"].items()},
        endings=_counts(plain["endings"]),
        winners=_counts(plain["winners"]),
        by_seat=[_counts(counts) for counts in plain["by_seat"]],
        by_order=[_counts(counts) for counts in plain["by_order"]],
        parts=[Sums(*map(int, sums)) for sums in plain["parts"]],
    )


def count_values(values: np.ndarray) -> Counts:
    """Count how often each whole number occurs."""
    if not len(values):
        return Counter()
    lowest = int(values.min())
    times = np.bincount(values.astype(np.int64) - lowest)
    found = np.flatnonzero(times)
    return Counter(dict(zip((found + lowest).tolist(), times[found].tolist(), strict=True)))


def count_wins(won: np.ndarray, seats: np.ndarray) -> list[Counts]:
    """For each place, how often it won, by how many won together; `seats` says who sits there [place, games]."""
    together = won.sum(axis=0)
    flags = np.take_along_axis(won, seats, axis=0)
    return [count_values(together[flag]) for flag in flags]


def sum_parts(numbers: np.ndarray, amounts: np.ndarray) -> list[Sums]:
    """The sums of every kind, [kind, games] each, and of all kinds together."""
    n, a = (np.concatenate([each, each.sum(axis=0)[None]], dtype=np.int64) for each in (numbers, amounts))
    t = np.broadcast_to(n[-1], n.shape)
    columns = [term.sum(axis=1).tolist() for term in (n, a, t, n * n, n * a, a * a, n * t, t * t)]
    return [Sums(*row) for row in zip(*columns, strict=True)]


def _added(mine: Sequence[Counts], theirs: Sequence[Counts]) -> list[Counts]:
    """Add two counters; Counter's own + leaves out zeros, which never occur here."""
    return [one + other for one, other in zip(mine, theirs, strict=True)] if mine else list(theirs)


def _plain(counts: Counts) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


def _counts(plain: Mapping[str, int]) -> Counts:
    return Counter({int(value): int(times) for value, times in plain.items()})
