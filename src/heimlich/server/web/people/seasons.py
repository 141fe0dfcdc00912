"""Seasons of groups over HTTP: begin one, play its next deal, see the ranking as far as one may.

Everything is for members alone. What a member gets of a deal that they have not finished is who is done with it.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import Parameter
from litestar.status_codes import HTTP_204_NO_CONTENT
from msgspec import Meta, Struct
from sqlalchemy import Connection

from heimlich.fairness import season_commitment
from heimlich.server.live.people.group_calls import call_to_season
from heimlich.server.live.people.guarding import check_may_look
from heimlich.server.live.people.seasons import finish_seasons, keep_missed_season_results, open_next_deal
from heimlich.server.live.service import Service
from heimlich.server.storage import seasons as stored
from heimlich.server.storage.groups import Member, group_of_table, member_group, members_of
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.seasons import Season, SeasonTable, SeasonWish
from heimlich.server.table.afterwards.season_ranking import DealPlayed, RankedMember, rank
from heimlich.server.table.setup.terms import Terms, check_pace
from heimlich.server.web.people.guests import guest_of
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of, count_request

AnyRequest = Request[Any, Any, Any]
Link = Annotated[str, Parameter(max_length=64)]
SeasonId = Annotated[str, Parameter(max_length=64)]
TableId = Annotated[str, Parameter(max_length=64)]


class NewSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """A season to begin: its rules, the bots of the other seats (one for all, or each), how many deals, how long."""

    name: Annotated[str, Meta(max_length=200)]
    terms: Terms
    bots: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(min_length=1, max_length=20)]
    deals: Annotated[int, Meta(ge=1, le=1000)]
    days: Annotated[int, Meta(ge=1, le=1000)]


class SeasonBegun(Struct, frozen=True):
    """The season's name in addresses."""

    season: str


class NextDeal(Struct, frozen=True):
    """The guest's table for a deal, whose number counts from 1."""

    table: str
    deal: int


class SeasonSummary(Struct, frozen=True):
    """A season in the list of a group."""

    season: str
    name: str
    terms: Terms
    bots: tuple[str, ...]
    deals: int
    created_at: int
    ends_at: int
    over: bool
    done: int  # deals that the guest is done with
    begun: bool  # one of the guest's tables waits to be finished
    players: int  # who have begun


class SeasonPlayer(Struct, frozen=True):
    """A member in the ranking; "" for a guest without a name."""

    name: str
    you: bool
    line: RankedMember


class SeasonPage(Struct, frozen=True):
    """A season as a member may see it. `seed` is "" until it is over; then it proves all deals."""

    season: SeasonSummary
    commitment: str
    seed: str
    keeper: bool  # the guest looks after the group
    ranking: tuple[SeasonPlayer, ...]


class TableGroup(Struct, frozen=True):
    """The group of a table, for its members: its link and name; and the season whose deal the table plays."""

    link: str
    name: str
    season: str = ""
    season_name: str = ""
    deals: int = 0


class TableGroupAnswer(Struct, frozen=True):
    """The group of a table, if it has one and the guest is a member."""

    group: TableGroup | None


@get("/api/groups/{link:str}/seasons", tags=["groups"], responses=TROUBLES)
async def list_seasons(link: Link, guest: Guest, request: AnyRequest, service: Service) -> list[SeasonSummary]:
    """List the seasons of a group, the newest first."""
    count_request(request, service)
    at = now_ms()

    def look(found: Connection) -> list[SeasonSummary]:
        group = member_group(found, link, guest.id)
        members = members_of(found, group)
        return [
            _summary(season, _counted(stored.season_tables_of(found, season), members), guest.id, at)
            for season in stored.seasons_of(found, group)
        ]

    return await service.database.read(look)


@post("/api/groups/{link:str}/seasons", tags=["groups"], responses=TROUBLES)
async def begin_season(link: Link, data: NewSeason, guest: Guest, request: AnyRequest, service: Service) -> SeasonBegun:
    """Begin a season: the same deals for every member of the group, who are called if they want that.

    While nobody has played in a season that is the same in everything, that one is returned: it was asked for twice.
    """
    check_pace(data.terms, service.settings.least_pace_ms)
    service.hub.quotas.count_season(address_of(request))
    wish = SeasonWish(data.name, data.terms, data.bots, data.deals, data.days)
    group, made, is_new = await service.database.write(
        lambda found: stored.make_season(found, link, guest.id, wish, now_ms())
    )
    if is_new:
        service.hub.spawn(call_to_season(service.hub, service.messenger, service.settings, group, made, guest))
    return SeasonBegun(made.id)


@get("/api/groups/{link:str}/seasons/{season:str}", tags=["groups"], responses=TROUBLES)
async def show_season(link: Link, season: SeasonId, guest: Guest, request: AnyRequest, service: Service) -> SeasonPage:
    """Show a season and its ranking, as far as the guest has played."""
    count_request(request, service)
    found = await service.database.read(
        lambda connection: stored.find_season(connection, member_group(connection, link, guest.id), season)
    )
    await keep_missed_season_results(service.hub, found)

    def look(connection: Connection) -> SeasonPage:
        group = member_group(connection, link, guest.id)
        now = stored.find_season(connection, group, season)
        return _page(now, stored.season_tables_of(connection, now), members_of(connection, group), guest)

    return await service.database.read(look)


@post("/api/groups/{link:str}/seasons/{season:str}/deals", tags=["groups"], responses=TROUBLES)
async def play_next_deal(link: Link, season: SeasonId, guest: Guest, request: AnyRequest, service: Service) -> NextDeal:
    """Open the guest's next deal; while one is not finished, return that one."""
    service.hub.whereabouts.note(guest.id, address_of(request))
    own = await open_next_deal(service.hub, link, season, guest)
    return NextDeal(own.table, own.deal + 1)


@post(
    "/api/groups/{link:str}/seasons/{season:str}/end",
    status_code=HTTP_204_NO_CONTENT,
    tags=["groups"],
    responses=TROUBLES,
)
async def end_season(link: Link, season: SeasonId, guest: Guest, service: Service) -> None:
    """End a season now; only for the one who keeps the group. What is not finished is closed."""
    await service.database.write(lambda found: stored.end_season(found, link, guest.id, season, now_ms()))
    await finish_seasons(service.hub, now_ms())


@get("/api/tables/{table:str}/group", tags=["tables"], responses=TROUBLES)
async def show_table_group(table: TableId, request: AnyRequest, service: Service) -> TableGroupAnswer:
    """Show to a member which group a table belongs to."""
    count_request(request, service)
    guest = await guest_of(request, service)
    now = (await service.hub.get(table)).table.now
    await check_may_look(service.hub, now, guest)
    if guest is None:
        return TableGroupAnswer(None)

    def look(found: Connection) -> TableGroup | None:
        group = group_of_table(found, table, guest.id)
        if group is None:
            return None
        if not now.season:
            return TableGroup(group.link, group.name)
        season = stored.find_season(found, group, now.season)
        return TableGroup(group.link, group.name, season.id, season.name, season.deals)

    return TableGroupAnswer(await service.database.read(look))


def _counted(found: Sequence[SeasonTable], members: Sequence[Member]) -> list[SeasonTable]:
    """Return the tables of those who are members of the group now."""
    known = {member.guest for member in members}
    return [one for one in found if one.guest in known]


def _summary(season: Season, found: Sequence[SeasonTable], guest: str, at_ms: int) -> SeasonSummary:
    own = [one for one in found if one.guest == guest]
    return SeasonSummary(
        season=season.id,
        name=season.name,
        terms=season.terms,
        bots=season.bots,
        deals=season.deals,
        created_at=season.created_at,
        ends_at=min(season.ends_at, season.over_at or season.ends_at),
        over=season.is_over(at_ms),
        done=sum(one.is_done for one in own),
        begun=any(not one.is_done for one in own),
        players=len({one.guest for one in found}),
    )


def _page(season: Season, found: Sequence[SeasonTable], members: Sequence[Member], guest: Guest) -> SeasonPage:
    counted = _counted(found, members)
    numbers = {member.guest: member.number for member in members}
    by_number = {member.number: member for member in members}
    is_over = bool(season.over_at)
    known = [one.deal for one in counted if one.guest == guest.id and one.is_finished]
    played = [
        DealPlayed(numbers[one.guest], one.deal, one.table, one.is_done, one.play if one.is_finished else None)
        for one in counted
    ]
    viewer = numbers[guest.id]
    ranking = rank(played, season.deals, viewer, range(season.deals) if is_over else known, is_over=is_over)
    return SeasonPage(
        season=_summary(season, counted, guest.id, now_ms()),
        commitment=season_commitment(season.seed, season.id),
        seed=season.seed.hex() if is_over else "",
        keeper=members[0].guest == guest.id,
        ranking=tuple(SeasonPlayer(by_number[one.member].name, one.member == viewer, one) for one in ranking),
    )


SEASONS = (list_seasons, begin_season, show_season, play_next_deal, end_season, show_table_group)
