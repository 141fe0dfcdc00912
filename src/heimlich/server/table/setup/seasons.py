"""Tables of a season: every member of a group plays the same deals, each at their own table, against the same bots.

Such a table starts when it is opened, and has one player. Its seed stays secret after its end, until the season is
over: others may still have the deal before them. What would let a player look ahead or be replaced is refused here.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from heimlich.game import Decision, Seat
from heimlich.server.table.clocks import NoClock
from heimlich.server.table.fold import fold
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import AnyData, BotAdded, Row, Sat
from heimlich.server.table.seats import GuestId
from heimlich.server.table.setup.opening import created, number_rows
from heimlich.server.table.setup.preparation import start
from heimlich.server.table.setup.terms import Terms, check_bot, check_terms

FEWEST_DEALS, MOST_DEALS = 2, 20
_BOTS = b"heimlich season bots 1"


class Deal(Struct, frozen=True):
    """One deal of a season: its number, from 0, and all that its tables have in common."""

    season: str
    number: int
    seed: bytes
    terms: Terms
    bots: tuple[str, ...]  # of the other seats, from the one after the player
    version: int  # of the rules

    @property
    def seat(self) -> Seat:
        """The player's seat: another one in each deal."""
        return self.number % self.terms.seats


def season_terms(wanted: Terms) -> Terms:
    """Return the terms of a season's tables: nobody looks on, no clock, no hints, and no rating."""
    terms = replace(wanted, public=False, watch=False, board=False, clock=NoClock(), hints=False, rated=False)
    check_terms(terms)
    return terms


def season_bots(terms: Terms, names: Sequence[str]) -> tuple[str, ...]:
    """Return the bot of each other seat: one name for all of them, or a name for each."""
    others = terms.seats - 1
    if len(names) not in {1, others}:
        raise Refused("bots", f"{len(names)} bots are named for {others} seats; name one for all, or one for each")
    for name in names:
        check_bot(terms.game, name)
    return tuple(names) * (others if len(names) == 1 else 1)


def open_deal(deal: Deal, who: GuestId, now_ms: int, *, table: str, salt: bytes, name: str = "") -> tuple[Row, ...]:
    """Return the first rows of a table for a deal: its player and its bots sit down, and the game starts."""
    first = created(
        deal.terms,
        who,
        name,
        table,
        deal.seed,
        version=deal.version,
        salt=salt.hex(),
        season=deal.season,
        deal=deal.number,
    )
    seats = deal.terms.seats
    rows: list[AnyData] = [first, Sat(1, deal.seat)]
    rows += [BotAdded((deal.seat + number) % seats, bot) for number, bot in enumerate(deal.bots, 1)]
    seated = number_rows(rows, 0, now_ms, who)
    started = start(fold(None, seated).situation, 1)
    return (*seated, *number_rows(started, len(seated), now_ms, who))


def bot_draws(seed: bytes, seat: Seat, past: Sequence[Any]) -> int:
    """Return the number from which a bot's draws for its next decision are made: equal wherever the deal is played.

    It depends on how many decisions the seat has made, and not on how others' answers were timed. Nobody can work out
    the seed, or later draws, from what a bot does.
    """
    made = sum(isinstance(event, Decision) and event.seat == seat for event in past)
    message = _BOTS + seat.to_bytes(4, "big") + made.to_bytes(4, "big")
    return int.from_bytes(hmac.digest(seed, message, hashlib.sha256)[:8], "big")
