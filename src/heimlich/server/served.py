"""The games that are served, each with its display."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from heimlich.game import AnyGame
from heimlich.games.heimlich_co import display as heimlich_co
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.games.suitcases import display as suitcases
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.server.refusals import Refused


class Served(NamedTuple):
    """A game, how its views are shown, and the first words of decisions whose moment could tell of a hand."""

    game: AnyGame
    display: Callable[[Any], dict[str, Any]]
    public: Callable[[Any], dict[str, Any]]  # of a display, what everyone sees …
    own: Callable[[Any], dict[str, Any]]  # … and what one seat alone does, which stands there as `own`
    held_words: frozenset[str]

    def is_held(self, action: str) -> bool:
        """Whether this decision takes effect only after the table's pace."""
        return action.split(" ", 1)[0] in self.held_words


SERVED: Mapping[str, Served] = {
    HEIMLICH_CO.id: Served(
        HEIMLICH_CO, heimlich_co.display, heimlich_co.public, heimlich_co.own, heimlich_co.HELD_WORDS
    ),
    SUITCASES.id: Served(SUITCASES, suitcases.display, suitcases.public, suitcases.own, suitcases.HELD_WORDS),
}


def served(name: str) -> Served:
    """The game of that name."""
    if name not in SERVED:
        raise Refused("terms", f"there is no game '{name[:40]}'; there are: {', '.join(SERVED)}")
    return SERVED[name]
