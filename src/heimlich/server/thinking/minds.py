"""Bots that remember, between two questions: a worker keeps some of them, so that each is shown only what is new to it.

So only what is new is sent to it. A worker that does not have the bot says so, and is sent the whole past.
"""

from collections.abc import Iterator
from typing import Any

from heimlich.bots.registry import make_bot
from heimlich.game import AnyGame, Bot, Watcher
from heimlich.games import GAMES
from heimlich.record import AnyStep, Step
from heimlich.runner import show_past
from heimlich.server.thinking.questions import TablePast

KEPT = 64


class Mind:
    """A bot at a seat, and how far it has followed its game."""

    def __init__(self, game: str, bot: str, past: TablePast) -> None:
        self.bot: Bot[Any, Any] = make_bot(game, bot)
        self._steps = Walk(GAMES[game], past)

    def follow(self, game: str, past: TablePast) -> None:
        """Show the bot what has happened since it was last asked."""
        if isinstance(self.bot, Watcher):
            show_past(GAMES[game], self.bot, past.seat, self._steps.on(past))

    @property
    def shown(self) -> int:
        """The number of events that it has been shown."""
        return self._steps.number


class Walk:
    """A game that is replayed bit by bit."""

    def __init__(self, game: AnyGame, past: TablePast) -> None:
        self._game = game
        self._state = game.new(game.ruleset(past.rules), past.players)
        self.number = 0

    def on(self, past: TablePast) -> Iterator[AnyStep]:
        """Replay the new events of a past; yield their steps."""
        for event in past.events[self.number - past.start :]:
            before, self._state = self._state, self._game.apply(self._state, event)
            self.number += 1
            yield Step(before, event, self._state)


class Forgotten(Exception):
    """This worker lacks the bot that has seen the beginning: the whole past is needed."""


class Minds:
    """The bots that were asked last."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, int, str], Mind] = {}

    def take(self, game: str, bot: str, past: TablePast) -> Mind:
        """Take out a bot that has seen all of this past; the caller keeps it again only if it did not fail."""
        mind = self._kept.pop(_key(game, bot, past), None)
        if mind is None or not past.start <= mind.shown <= past.end:
            if past.start:
                raise Forgotten
            mind = Mind(game, bot, past)
        mind.follow(game, past)
        return mind

    def keep(self, game: str, bot: str, past: TablePast, mind: Mind) -> None:
        """Keep a bot until it is asked again, or too many others were."""
        self._kept[_key(game, bot, past)] = mind
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]


def _key(game: str, bot: str, past: TablePast) -> tuple[str, str, int, str]:
    return game, past.table, past.seat, bot
