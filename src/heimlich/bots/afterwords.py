"""What a bot says when a game is over: whom or what it suspected, and why.

It is told by one who was shown what the bot's seat could see, and nothing else. What is said are lines of the game's
catalogue, like those of the log: every reader reads them in his own language.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from heimlich.game import AnyGame, Line, Seat, Watcher
from heimlich.games import part_of
from heimlich.record import AnyStep
from heimlich.runner import show_past


class Witness(Watcher[Any], Protocol):
    """Watches like a bot that remembers, and speaks in the end."""

    def lines(self, view: Any, about: Sequence[Seat]) -> list[Line]:
        """What is said, of these seats if there is something to say of them."""
        ...


def afterword(game: AnyGame, bot: str, seat: Seat, steps: Iterable[AnyStep], about: Sequence[Seat] = ()) -> list[Line]:
    """What the bot on a seat says of a game; of the steps it is shown what its seat saw of them."""
    witness: Witness = part_of(game.id, "bots", "afterwords").Afterword(bot)  # NumPy takes a while
    view = show_past(game, witness, seat, steps)
    return [] if view is None else witness.lines(view, about)
