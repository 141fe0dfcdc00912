"""Rated games: what of a finished table counts for the ratings of its players, and why a game does not count.

A table is rated if its terms say so. All of this is made from the log alone, and only after the end.
"""

from collections.abc import Iterable

from msgspec import Struct

from heimlich.bots.characters import kind_of
from heimlich.bots.ratings import rating_of_bot
from heimlich.server.table.rows import Row, StoodIn
from heimlich.server.table.seats import GuestId, seats_of
from heimlich.server.table.situation import Situation, Stage

# Reasons for which a game does not count; the page has a sentence for each.
NOT_RATED = "not-rated"  # the terms do not say so
UNFINISHED = "unfinished"  # it is not over by the rules: it goes on, ended by agreement, or was closed
TAKEN_OVER = "taken-over"  # a bot stood in for somebody, if only for a while
ONE_DEVICE = "one-device"  # somebody played several seats
KNOWN_DEAL = "known-deal"  # deal and dice are those of a finished table or of a lesson
UNKNOWN_BOT = "unknown-bot"  # a bot took part that has no rating


class RatedSeat(Struct, frozen=True):
    """A seat of a rated game: a guest or a bot, and the place, from 1; those who share a place have equal numbers."""

    place: int
    guest: GuestId = ""
    bot: str = ""


class RatedGame(Struct, frozen=True):
    """The result of a game that counts."""

    table: str
    game: str
    ended_at: int
    seats: tuple[RatedSeat, ...]


def why_not_rated(now: Situation, rows: Iterable[Row]) -> str:
    """Return the reason for which a table's game does not count; "" if it counts."""
    if not now.terms.rated:
        return NOT_RATED
    people = [chair.who for chair in now.chairs if chair.who]
    if now.stage is not Stage.OVER or now.state is None or now.game.outcome(now.state) is None:
        return UNFINISHED
    if now.twin_of or now.script:
        return KNOWN_DEAL
    if not people or any(len(seats_of(now.chairs, who)) > 1 for who in people):
        return ONE_DEVICE
    if any(chair.stand_in for chair in now.chairs) or any(isinstance(row.data, StoodIn) for row in rows):
        return TAKEN_OVER
    if any(chair.bot and rating_of_bot(now.terms.game, len(now.chairs), chair.bot) is None for chair in now.chairs):
        return UNKNOWN_BOT
    return ""


def rated_game(now: Situation, rows: Iterable[Row]) -> RatedGame | None:
    """Return a finished table's result for the ratings; None if it does not count.

    Those who win, alone or together, share the first place, and all others the next: bots play for the win, too, and
    their ratings were measured by it.
    """
    if why_not_rated(now, rows):
        return None
    outcome = now.game.outcome(now.state)
    assert outcome is not None, "a game that counts is over"
    seats = tuple(
        RatedSeat(
            place=1 if seat in outcome.winners else 2,
            guest=now.people[chair.who - 1].guest if chair.who else "",
            bot=kind_of(chair.bot),
        )
        for seat, chair in enumerate(now.chairs)
    )
    return RatedGame(now.table, now.terms.game, now.stage_at, seats)
