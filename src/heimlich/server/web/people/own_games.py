"""A guest's own games over HTTP: the finished ones, by page and by kind, and the figures over them."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import Parameter
from msgspec import Struct

from heimlich.server.live.afterwards.results import keep_missed_results
from heimlich.server.live.service import Service
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.plays import StoredPlay, read_plays, summaries_of
from heimlich.server.table.afterwards.figures import Choice, GuestFigures, Kinds, figures_of, kinds_of
from heimlich.server.table.audience.summaries import TableSummary
from heimlich.server.table.situation import Stage
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import count_request

AnyRequest = Request[Any, Any, Any]
ON_A_PAGE = 20  # games
Kind = Annotated[str | None, Parameter(max_length=40)]


class PlayedSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished game. Without a name: a guest who has none or is forgotten, or the table is gone."""

    name: str = ""
    bot: str = ""
    points: int | None = None
    agents: tuple[str, ...] = ()
    won: bool = False
    you: bool = False


class PlayedGame(Struct, frozen=True):
    """A finished game of the guest."""

    table: str
    ended_at: int
    game: str
    edition: str
    variants: tuple[str, ...]
    house: tuple[tuple[str, str], ...]
    result: str  # won, shared, lost, left, ended or closed
    company: str  # people, mixed, alone, or the name of a bot
    seats: tuple[PlayedSeat, ...]
    replay: bool  # it can be replayed


class PlayedGames(Struct, frozen=True):
    """One page of the guest's finished games, the latest first, and the figures over all that were asked for."""

    games: tuple[PlayedGame, ...]
    total: int
    page: int
    pages: int
    kinds: Kinds  # of all games, whatever was asked for
    figures: GuestFigures
    more: bool  # results of older games are still being worked out: ask again


@get("/api/guest/games", tags=["guests"], responses=TROUBLES)
async def list_own_games(
    guest: Guest,
    request: AnyRequest,
    service: Service,
    game: Kind = None,
    edition: Kind = None,
    company: Kind = None,
    result: Kind = None,
    players: Annotated[int | None, Parameter(ge=1, le=99)] = None,
    page: Annotated[int, Parameter(ge=0, le=10_000)] = 0,
) -> PlayedGames:
    """List the guest's finished games of some kind, with figures over them."""
    count_request(request, service)
    more = await keep_missed_results(service.hub, guest.id)
    every = await service.database.read(lambda found: read_plays(found, guest.id))
    choice = Choice(game or None, edition or None, players, company or None, result or None)
    return await _answer(service, every, choice, page, more=more)


async def _answer(
    service: Service, every: Sequence[StoredPlay], choice: Choice, page: int, *, more: bool
) -> PlayedGames:
    chosen = [one for one in every if choice.takes(one.play)]
    pages = max(1, -(-len(chosen) // ON_A_PAGE))
    page = min(page, pages - 1)
    shown = chosen[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    summaries = await service.database.read(lambda found: summaries_of(found, [one.table for one in shown]))
    figures = await asyncio.to_thread(figures_of, [one.play for one in chosen])
    return PlayedGames(
        games=tuple(_game(one, summaries) for one in shown),
        total=len(chosen),
        page=page,
        pages=pages,
        kinds=kinds_of([one.play for one in every]),
        figures=figures,
        more=more,
    )


def _game(one: StoredPlay, summaries: Mapping[str, TableSummary]) -> PlayedGame:
    play, summary = one.play, summaries.get(one.table)
    seats = tuple(
        PlayedSeat(
            name=summary.seats[number].name if summary and number < len(summary.seats) else "",
            bot=seat.bot,
            points=seat.points,
            agents=seat.agents,
            won=seat.won,
            you=number in play.own,
        )
        for number, seat in enumerate(play.seats)
    )
    return PlayedGame(
        table=one.table,
        ended_at=one.ended_at,
        game=play.game,
        edition=play.edition,
        variants=play.variants,
        house=play.house,
        result=play.result,
        company=play.company,
        seats=seats,
        replay=summary is not None and summary.stage in {Stage.OVER.value, Stage.ENDED.value},
    )
