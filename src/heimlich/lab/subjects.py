"""The parts of a game that a study needs: how it is simulated, and what is noted during play and at the end.

One file for each game, named after it, has a `SUBJECT`; no other file in the lab depends on the game.
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from heimlich.games import part_of

Array = Any
Notes = Any
Policy = Callable[[Any, Any, Array], Array]  # simulator, state, a random word for each game; the actions


class CountsByKind(NamedTuple):
    """Occurrences that repeat within a game, by kind: how many there were, and their total amount."""

    numbers: Array  # [kind, batch]
    amounts: Array  # [kind, batch]


class Subject(Protocol):
    """A game, as the lab sees it. The functions are pure and run in both array libraries."""

    counted: tuple[str, ...]  # what is counted for each game, in addition to its decisions
    nobody: str  # in words: no seat wins
    events: str  # the things of `parts`, in words
    kinds: tuple[str, ...]  # of the parts
    place: str  # what the kinds are, in words
    amount: str  # what the amounts are, in words
    policies: Mapping[str, Policy]
    slow_policies: frozenset[str]  # of these: no kernel plays them, and a survey takes fewer games
    surveyed: tuple[str, ...]  # house rules that a survey takes one by one, in addition to editions and variants

    def simulator(self, rules: Any, players: int, xp: ModuleType) -> Any:
        """The batch simulator (heimlich.sim) of this game."""
        ...

    def can_play(self, policy: str, rules: Any) -> bool:
        """Tell whether a policy knows how to play by these rules."""
        ...

    def nothing_noted(self, sim: Any, batch: int) -> Notes:
        """The notes before the first decision: a tree of arrays, like the states."""
        ...

    def note(self, sim: Any, notes: Notes, before: Any, after: Any) -> Notes:
        """Update the notes after a decision; where a game was over before, nothing has happened."""
        ...

    def counts(self, sim: Any, state: Any, notes: Notes) -> Mapping[str, Array]:
        """The counts at the end: a whole number, not below 0, for every word of `counted`."""
        ...

    def parts(self, sim: Any, state: Any, notes: Notes) -> CountsByKind:
        """The parts by kind, at the end."""
        ...

    def first(self, state: Any) -> Array:
        """The seat that began, [batch]."""
        ...

    def ending(self, state: Any) -> Array:
        """Return how each game ended: which of the game's `endings`, [batch]."""
        ...


def subject_of(game: str) -> Subject:
    """The subject of this game."""
    subject: Subject = part_of(game, "lab").SUBJECT
    return subject
