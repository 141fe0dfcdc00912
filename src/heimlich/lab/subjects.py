"""What a study must know of a game: how many games of it are simulated, what is noted on the way, and at the end.

One file for each game, named after it, has a `SUBJECT`; nothing else in the lab knows one game from another.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from heimlich.games import part_of

Array = Any
Notes = Any
Policy = Callable[[Any, Any, Array], Array]  # simulator, state, a random word for each game; the actions


class CountsByKind(NamedTuple):
    """Things that happen several times in a game, by kind: how often, and how much they came to."""

    numbers: Array  # [kind, batch]
    amounts: Array  # [kind, batch]


class Subject(Protocol):
    """A game, as the lab sees it. The functions are pure and run in both array libraries."""

    counted: tuple[str, ...]  # what is counted for each game, beside its decisions
    nobody: str  # in words: no seat wins
    events: str  # the things of `parts`, in words
    kinds: tuple[str, ...]  # of the parts
    place: str  # what the kinds are, in words
    amount: str  # what the amounts are, in words
    policies: Mapping[str, Policy]

    def simulator(self, rules: Any, players: int, xp: Any) -> Any:
        """Many games at once, as heimlich.sim has them."""
        ...

    def nothing_noted(self, sim: Any, batch: int) -> Notes:
        """Before the first decision: a tree of arrays, as the states are."""
        ...

    def note(self, sim: Any, notes: Notes, before: Any, after: Any) -> Notes:
        """After a decision; where a game was over before, nothing has happened."""
        ...

    def counts(self, sim: Any, state: Any, notes: Notes) -> Mapping[str, Array]:
        """At the end: a whole number, not below 0, for every word of `counted`."""
        ...

    def parts(self, sim: Any, state: Any, notes: Notes) -> CountsByKind:
        """At the end: the parts by kind."""
        ...

    def first(self, state: Any) -> Array:
        """The seat that began, [batch]."""
        ...

    def ending(self, state: Any) -> Array:
        """How each game ended: which of the game's `endings`, [batch]."""
        ...


def subject_of(game: str) -> Subject:
    """What a study must know of this game."""
    subject: Subject = part_of(game, "lab").SUBJECT
    return subject
