"""Lets a bot speak when a game is over: whom or what it suspected, and why.

A witness says it, who was shown what the bot's seat could see, and nothing else. It says lines of the game's catalogue,
like those of the log, so that everyone reads them in their own language.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from heimlich.game import AnyGame, Line, Seat, Watcher
from heimlich.games import part_of
from heimlich.record import AnyStep
from heimlich.runner import show_past


class Witness(Watcher[Any], Protocol):
    """Watches like a bot that remembers, and speaks in the end."""

    def lines(self, view: Any, about: Sequence[Seat]) -> list[Line]:
        """Return what the witness says; of these seats, if there is something to say of them."""
        ...


def afterword(
    game: AnyGame,
    bot: str,
    seat: Seat,
    steps: Iterable[AnyStep],
    about: Sequence[Seat] = (),
    is_told: Callable[[list[Line]], bool] = lambda _: False,
) -> list[Line]:
    """Return what the bot on a seat says of a game, from what its seat saw of these steps.

    Bots of a kind often suspect alike. What another bot has told already is not said again: this one speaks of somebody
    else then, and is silent where it has nothing else to say.
    """
    witness: Witness = part_of(game.id, "bots", "afterwords").Afterword(bot)  # NumPy takes a while
    view = show_past(game, witness, seat, steps)
    if view is None:
        return []
    others = [[other] for other in range(view.table.players) if other != seat]
    ways = (witness.lines(view, whom) for whom in (about, *others))
    return next((lines for lines in ways if not is_told(lines)), [])
