"""Standing groups over HTTP. A group is known by its link alone: who has no valid link gets "there is no such group".

Somebody with the link sees the invitation: the group's name, who keeps it, and how many are in it. Members see each
other, the group's tables and its results. Of a table they see what anyone with that table's link may see.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, delete, get, patch, post, put
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct
from sqlalchemy import Connection

from heimlich.server.live.people.group_calls import call_to_table
from heimlich.server.live.people.groups import keep_missed_group_results, open_for_group
from heimlich.server.live.service import Service
from heimlich.server.storage import groups as stored
from heimlich.server.storage.groups import Group, GuestPlay, Member
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.plays import summaries_of
from heimlich.server.table.afterwards.group_results import GameScores, MemberPlay, scores_of
from heimlich.server.table.afterwards.plays import FinishedGame
from heimlich.server.table.audience.summaries import TableSummary, read_summary
from heimlich.server.table.setup.terms import Terms, check_pace
from heimlich.server.table.situation import Stage
from heimlich.server.web.people.guests import guest_of
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of, count_request

AnyRequest = Request[Any, Any, Any]
Link = Annotated[str, Parameter(max_length=64)]
MemberNumber = Annotated[int, Parameter(ge=1, le=1_000_000)]
ON_A_PAGE = 10  # past tables


class GroupName(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a group."""

    name: Annotated[str, Meta(max_length=200)]


class Heir(Struct, frozen=True, forbid_unknown_fields=True):
    """The member who is to keep the group."""

    member: Annotated[int, Meta(ge=1, le=1_000_000)]


class CallWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to be called, or not, when a table is opened for the group."""

    called: bool


class NewGroupTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a table for the group."""

    terms: Terms


class OpenedGroupTable(Struct, frozen=True):
    """The table: a new one, or one with the same terms that the guest has opened and that still waits."""

    table: str


class GroupLink(Struct, frozen=True):
    """A group's link from now on. Everyone who knows it can join."""

    link: str


class OwnGroup(Struct, frozen=True):
    """A group in the list of a guest, with its unfinished tables."""

    link: str
    name: str
    members: int
    keeper: bool  # the guest keeps it
    tables: tuple[TableSummary, ...]


class GroupMember(Struct, frozen=True, omit_defaults=True):
    """A member, as the others see them. Without a name: a guest who has none."""

    number: int
    name: str = ""
    keeper: bool = False
    you: bool = False


class PastSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished game. Without a name: a guest who has none or is forgotten, or the table is gone."""

    name: str = ""
    bot: str = ""
    points: int | None = None
    won: bool = False


class PastTable(Struct, frozen=True):
    """A finished game of the group."""

    table: str
    ended_at: int
    game: str
    edition: str
    ended: str  # over, or ended by agreement
    terms: Terms | None  # of the table; None if it is gone
    variants: tuple[str, ...]
    house: tuple[tuple[str, str], ...]
    seats: tuple[PastSeat, ...]
    replay: bool


class GroupPage(Struct, frozen=True):
    """A group as a member sees it."""

    link: str
    name: str
    members: tuple[GroupMember, ...]  # the one who keeps the group first
    called: bool  # the guest wants to be called when a table is opened
    tables: tuple[TableSummary, ...]  # unfinished, the newest first
    past: tuple[PastTable, ...]  # one page, the latest first
    page: int
    pages: int
    results: tuple[GameScores, ...]


class Invitation(Struct, frozen=True):
    """A group as somebody sees it who has its link."""

    name: str
    keeper: str
    members: int


class GroupAnswer(Struct, frozen=True):
    """A group: all of it for a member, the invitation for everybody else who knows the link."""

    invitation: Invitation
    group: GroupPage | None


@get("/api/guest/groups", tags=["groups"], responses=TROUBLES)
async def list_own_groups(guest: Guest, request: AnyRequest, service: Service) -> list[OwnGroup]:
    """List the guest's groups, each with its unfinished tables."""
    count_request(request, service)
    own = await service.database.read(lambda found: stored.groups_of(found, guest.id))
    return [
        OwnGroup(one.group.link, one.group.name, one.members, one.keeps, await _open_tables(service, one.group))
        for one in own
    ]


@post("/api/groups", tags=["groups"], responses=TROUBLES)
async def make_group(data: GroupName, guest: Guest, request: AnyRequest, service: Service) -> GroupLink:
    """Make a group; the guest who asks keeps it."""
    service.hub.quotas.count_group(address_of(request))
    made = await service.database.write(lambda found: stored.make_group(found, guest.id, data.name, now_ms()))
    return GroupLink(made.link)


@get("/api/groups/{link:str}", tags=["groups"], responses=TROUBLES)
async def show_group(
    link: Link,
    request: AnyRequest,
    service: Service,
    page: Annotated[int, Parameter(ge=0, le=10_000, description="of past tables")] = 0,
) -> GroupAnswer:
    """Show a group: to its members, or as an invitation to who has followed its link."""
    count_request(request, service)
    guest = await guest_of(request, service)
    group, members = await service.database.read(lambda found: _look(found, link))
    invitation = Invitation(group.name, members[0].name if members else "", len(members))
    own = next((member for member in members if guest is not None and member.guest == guest.id), None)
    return GroupAnswer(invitation, None if own is None else await _page(service, group, members, own, page))


@post("/api/groups/{link:str}/members", tags=["groups"], responses=TROUBLES)
async def join_group(link: Link, guest: Guest, service: Service) -> GroupLink:
    """Join a group; nothing changes for a member."""
    joined = await service.database.write(lambda found: stored.join_group(found, link, guest.id, now_ms()))
    return GroupLink(joined.link)


@delete("/api/groups/{link:str}/members", status_code=HTTP_204_NO_CONTENT, tags=["groups"], responses=TROUBLES)
async def leave_group(link: Link, guest: Guest, service: Service) -> None:
    """Leave a group. If the guest keeps it, the next member does so from now on; with the last member it is deleted."""
    await service.database.write(lambda found: stored.leave_group(found, link, guest.id))


@delete("/api/groups/{link:str}/members/{number:int}", status_code=HTTP_200_OK, tags=["groups"], responses=TROUBLES)
async def remove_member(link: Link, number: MemberNumber, guest: Guest, service: Service) -> GroupLink:
    """Remove a member; only for the one who keeps the group. The group gets a new link."""
    return GroupLink(await service.database.write(lambda found: stored.remove_member(found, link, guest.id, number)))


@post("/api/groups/{link:str}/link", tags=["groups"], responses=TROUBLES)
async def renew_link(link: Link, guest: Guest, service: Service) -> GroupLink:
    """Make a new link; the old one is void from now on. Only for the one who keeps the group."""
    return GroupLink(await service.database.write(lambda found: stored.renew_link(found, link, guest.id)))


@patch("/api/groups/{link:str}", status_code=HTTP_204_NO_CONTENT, tags=["groups"], responses=TROUBLES)
async def rename_group(link: Link, data: GroupName, guest: Guest, service: Service) -> None:
    """Give the group another name; only for the one who keeps it."""
    await service.database.write(lambda found: stored.rename_group(found, link, guest.id, data.name))


@put("/api/groups/{link:str}/keeper", status_code=HTTP_204_NO_CONTENT, tags=["groups"], responses=TROUBLES)
async def hand_over(link: Link, data: Heir, guest: Guest, service: Service) -> None:
    """Let another member keep the group; only for the one who keeps it."""
    await service.database.write(lambda found: stored.hand_over(found, link, guest.id, data.member))


@put("/api/groups/{link:str}/calls", status_code=HTTP_204_NO_CONTENT, tags=["groups"], responses=TROUBLES)
async def set_called(link: Link, data: CallWish, guest: Guest, service: Service) -> None:
    """Say whether to be called, on the devices that may be called, when a table is opened for the group."""
    await service.database.write(lambda found: stored.set_called(found, link, guest.id, called=data.called))


@delete("/api/groups/{link:str}", status_code=HTTP_204_NO_CONTENT, tags=["groups"], responses=TROUBLES)
async def delete_group(link: Link, guest: Guest, service: Service) -> None:
    """Delete the group; only for the one who keeps it. Its tables, and everybody's own results, stay."""
    await service.database.write(lambda found: stored.delete_group(found, link, guest.id))


@post("/api/groups/{link:str}/tables", tags=["groups"], responses=TROUBLES)
async def make_group_table(
    link: Link, data: NewGroupTable, guest: Guest, request: AnyRequest, service: Service
) -> OpenedGroupTable:
    """Open a table for the group: its members find it on their start page, and are called if they want that."""
    check_pace(data.terms, service.settings.least_pace_ms)
    service.hub.whereabouts.note(guest.id, address_of(request))
    group = await service.database.read(lambda found: stored.member_group(found, link, guest.id))
    table, is_new = await open_for_group(service.hub, group, data.terms, guest)
    if is_new:
        service.hub.spawn(call_to_table(service.hub, service.messenger, service.settings, group, table))
    return OpenedGroupTable(table)


def _look(connection: Connection, link: str) -> tuple[Group, list[Member]]:
    group = stored.find_group(connection, link)
    return group, stored.members_of(connection, group)


async def _open_tables(service: Service, group: Group) -> tuple[TableSummary, ...]:
    found = await service.database.read(lambda connection: stored.open_tables(connection, group))
    return tuple(summary for listing in found if (summary := read_summary(listing.summary)))


async def _page(service: Service, group: Group, members: Sequence[Member], own: Member, page: int) -> GroupPage:
    await keep_missed_group_results(service.hub, group)
    plays = await service.database.read(lambda found: stored.group_plays(found, group))
    over = {one.stored.table: one for one in plays if one.stored.play.result != Stage.CLOSED.value}
    pages = max(1, -(-len(over) // ON_A_PAGE))
    page = min(page, pages - 1)
    shown = list(over.values())[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    summaries = await service.database.read(lambda found: summaries_of(found, [one.stored.table for one in shown]))
    numbers = {member.guest: member.number for member in members}
    names = {member.guest: member.name for member in members}
    counted = [MemberPlay(one.guest, one.stored.table, one.stored.play) for one in plays]
    return GroupPage(
        link=group.link,
        name=group.name,
        members=tuple(
            GroupMember(member.number, member.name, member is members[0], member is own) for member in members
        ),
        called=own.is_called,
        tables=await _open_tables(service, group),
        past=tuple(_past(one, summaries.get(one.stored.table), plays, names) for one in shown),
        page=page,
        pages=pages,
        results=await asyncio.to_thread(scores_of, counted, numbers),
    )


def _past(one: GuestPlay, summary: TableSummary | None, plays: Sequence[GuestPlay], names: dict[str, str]) -> PastTable:
    """Describe a finished table. Where it is deleted, members are named by their plays, and nobody else is."""
    play, table = one.stored.play, one.stored.table
    known = {
        seat: names.get(other.guest, "")
        for other in plays
        if summary is None and other.stored.table == table
        for seat in other.stored.play.own
    }
    if summary is not None:
        known = {seat: info.name for seat, info in enumerate(summary.seats)}
    ended = Stage.ENDED if play.result == Stage.ENDED.value else Stage.OVER
    return PastTable(
        table=table,
        ended_at=one.stored.ended_at,
        game=play.game,
        edition=play.edition,
        ended=ended.value,
        terms=None if summary is None else summary.terms,
        variants=play.variants,
        house=play.house,
        seats=_seats(play, known),
        replay=summary is not None,
    )


def _seats(play: FinishedGame, names: dict[int, str]) -> tuple[PastSeat, ...]:
    return tuple(
        PastSeat(names.get(number, ""), seat.bot, seat.points, seat.won) for number, seat in enumerate(play.seats)
    )


GROUPS = (
    list_own_groups,
    make_group,
    show_group,
    join_group,
    leave_group,
    remove_member,
    renew_link,
    rename_group,
    hand_over,
    set_called,
    delete_group,
    make_group_table,
)
