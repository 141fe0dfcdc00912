"""A guest's ratings and ladders over HTTP. Everybody sees their own alone.

A rating with its number of games is as good as a name: shown to others it would tell them which guests of two tables
are one person. So nobody gets anybody else's.
"""

import asyncio
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import Parameter
from msgspec import Struct

from heimlich.server.live.service import Service
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.plays import read_plays
from heimlich.server.storage.ratings import RatedPlay, read_rated
from heimlich.server.storage.store import read_rows
from heimlich.server.table.afterwards.ladder import Ladder, ladders_of
from heimlich.server.table.afterwards.rated import why_not_rated
from heimlich.server.table.afterwards.ratings import Rating, shown_rating, shown_uncertainty
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import seats_of
from heimlich.server.table.situation import FINISHED
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import count_request

AnyRequest = Request[Any, Any, Any]
SOON = "soon"  # it counts, and is being worked out
MOST_STEPS = 60  # latest ratings of a kind that are listed, for a curve


class ShownRating(Struct, frozen=True):
    """A rating as people see it: in 19 cases of 20 the true strength is within `uncertainty` of it."""

    rating: int
    uncertainty: int


class GuestRating(Struct, frozen=True):
    """The guest's rating in games of one kind, after so many games, and what it was after each, the latest first."""

    game: str
    players: int
    now: ShownRating
    games: int
    course: tuple[int, ...]


class GuestStanding(Struct, frozen=True):
    """The guest's ratings by game and number of players, and the ladders against the characters."""

    ratings: tuple[GuestRating, ...]
    ladders: tuple[Ladder, ...]


class RatedResult(Struct, frozen=True):
    """The guest's rating before and after a rated game; `why` says why it does not count ("": it counts)."""

    why: str
    before: ShownRating | None = None
    after: ShownRating | None = None
    games: int = 0


@get("/api/guest/standing", tags=["guests"], responses=TROUBLES)
async def show_standing(guest: Guest, request: AnyRequest, service: Service) -> GuestStanding:
    """Show the guest's ratings, and the ladders against the characters."""
    count_request(request, service)
    rated = await service.database.read(lambda found: read_rated(found, guest.id))
    plays = await service.database.read(lambda found: read_plays(found, guest.id))
    ladders = await asyncio.to_thread(ladders_of, [one.play for one in plays])
    return GuestStanding(tuple(_ratings(rated)), ladders)


@get("/api/tables/{table:str}/rating", tags=["tables"], responses=TROUBLES)
async def show_rated_result(
    table: Annotated[str, Parameter(max_length=64)], guest: Guest, request: AnyRequest, service: Service
) -> RatedResult:
    """Show what the result of a rated table did to the guest's rating, once the game is over."""
    count_request(request, service)
    now = (await service.hub.get(table)).table.now
    if now.stage not in FINISHED:
        raise Refused("stage", "the game is not over yet")
    if not seats_of(now.chairs, now.person(guest.id)):
        raise Refused("seat", "only those who played have a rating here")
    played = await service.database.read(lambda found: read_rated(found, guest.id))
    place = next((number for number, one in enumerate(played) if one.table == table), None)
    if place is None:
        rows = await service.database.read(lambda found: read_rows(found, table))
        return RatedResult(why_not_rated(now, rows) or SOON)
    one = played[place]
    games = sum((other.game, other.players) == (one.game, one.players) for other in played[place:])
    return RatedResult("", _shown(one.before), _shown(one.after), games)


def _shown(rating: Rating) -> ShownRating:
    return ShownRating(shown_rating(rating), shown_uncertainty(rating))


def _ratings(rated: Sequence[RatedPlay]) -> list[GuestRating]:
    """Group a guest's games, the latest first, by kind."""
    by_kind = sorted(rated, key=lambda one: (one.game, one.players))  # stable: the latest stays first
    made = []
    for (game, players), group in groupby(by_kind, key=lambda one: (one.game, one.players)):
        games = list(group)
        course = tuple(shown_rating(one.after) for one in games[:MOST_STEPS])
        made.append(GuestRating(game, players, _shown(games[0].after), len(games), course))
    return made
