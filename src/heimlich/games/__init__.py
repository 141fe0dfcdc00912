"""The games by name, and the one place that says where a game's parts live.

A game is a package of the same name in several rooms. Its parts are found by that name and loaded when they are first
needed, so that nothing is loaded for a game that is not played:

    heimlich.games.NAME.contract    NAME in capitals: the rules as heimlich.game describes them, and the displays
    heimlich.games.NAME.encoding    actions and views as numbers
    heimlich.games.NAME.achievements  achievements, what each seat has done in a finished game
    heimlich.sim.NAME               Simulator, for batches of games
    heimlich.bots.NAME.roster       BOTS, how each bot is made and what must be known of it without loading it
    heimlich.bots.NAME.afterwords   Afterword, what a bot says after a game
    heimlich.analysis.NAME.telling  tell, the story of a game that is over
    heimlich.analysis.NAME.hints    hints, what a careful player would look at
    heimlich.terminal.NAME          FACE, the look in the terminal
    heimlich.adapters.NAME          TableCode, a table in numbers for environments
    heimlich.lab.NAME               SUBJECT, what a study counts

A further game is a line in `PACKAGES` and these folders; tests/conformance/test_parts.py tells what is missing.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, cast

from heimlich.errors import HeimlichError
from heimlich.game import AnyGame

PACKAGES = {"heimlich-co": "heimlich_co", "suitcases": "suitcases"}


def part_of(game: str, room: str, inside: str = "") -> Any:
    """Load a game's module in a room: `part_of("suitcases", "bots", "afterwords")`."""
    return import_module(".".join(filter(None, ("heimlich", room, PACKAGES[game], inside))))


class Games(Mapping[str, AnyGame]):
    """The games by id, each loaded when it is first asked for.

    >>> list(GAMES)
    ['heimlich-co', 'suitcases']
    >>> GAMES["suitcases"].id
    'suitcases'
    """

    def __getitem__(self, name: str) -> AnyGame:
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(PACKAGES)

    def __len__(self) -> int:
        return len(PACKAGES)


@cache
def _load(name: str) -> AnyGame:
    return cast(AnyGame, getattr(part_of(name, "games", "contract"), PACKAGES[name].upper()))


GAMES = Games()


def game_named(name: str) -> AnyGame:
    """Return the game of that name; refuse a name that no game has.

    >>> game_named("chess")
    Traceback (most recent call last):
    heimlich.errors.HeimlichError: there is no game 'chess'; there are: heimlich-co, suitcases
    """
    if name not in GAMES:
        raise HeimlichError(f"there is no game '{name}'; there are: {', '.join(GAMES)}")
    return GAMES[name]
