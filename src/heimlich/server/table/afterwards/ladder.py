"""The ladder: the characters of a game from the easiest to the strongest, and which of them a guest has beaten."""

from collections.abc import Sequence

from msgspec import Struct

from heimlich.bots.characters import kind_of
from heimlich.bots.registry import UNRANKED, ladder, partners
from heimlich.games import GAMES
from heimlich.server.table.afterwards.plays import LEFT, LOST, SHARED, WON, FinishedGame

EQUALS = {"detective": "veteran"}  # characters of former tables, and the rung that they count for: a weaker one


class Rung(Struct, frozen=True):
    """A character: how often the guest has played with it, and how often they have won alone against it."""

    bot: str
    played: int
    beaten: int


class Ladder(Struct, frozen=True):
    """The ladder of one game, from the bottom; `next` is the lowest character that is not beaten yet, "" if all are.

    Those `beside` it have a style of their own, and are no step to anywhere.
    """

    game: str
    rungs: tuple[Rung, ...]
    next: str
    beside: tuple[Rung, ...] = ()


def ladders_of(plays: Sequence[FinishedGame]) -> tuple[Ladder, ...]:
    """Make the ladders of all games of which the guest has met a character."""
    return tuple(ladder for game in GAMES if (ladder := _ladder(game, plays)) is not None)


def _ladder(game: str, plays: Sequence[FinishedGame]) -> Ladder | None:
    counted = [
        play for play in plays if play.game == game and len(play.own) == 1 and play.result in {WON, SHARED, LOST, LEFT}
    ]
    steps = ladder(game)
    rungs = tuple(_rung(bot, counted) for bot in steps)
    beside = tuple(_rung(bot, counted) for bot in partners(game) if bot != UNRANKED and bot not in steps)
    if not any(rung.played for rung in (*rungs, *beside)):
        return None
    return Ladder(game, rungs, next((rung.bot for rung in rungs if not rung.beaten), ""), beside)


def _rung(bot: str, plays: Sequence[FinishedGame]) -> Rung:
    met = [play for play in plays if bot in {_character(seat.bot) for seat in play.seats if seat.bot}]
    return Rung(bot, len(met), sum(play.result == WON for play in met))


def _character(bot: str) -> str:
    kind = kind_of(bot)
    return EQUALS.get(kind, kind)
