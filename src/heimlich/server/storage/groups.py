"""Standing groups of guests: who belongs to them, the link by which friends join, and their tables.

The link is the only way into a group, and its only name outside the database. Whoever is removed, or has an old link,
has no way back: removing somebody makes a new link. A change locks its group first, so that of two changes at the same
moment the second one sees what the first one did. Results are those of the plays, so they are stored nowhere else.
"""

import contextlib
from collections.abc import Sequence

from msgspec import MsgspecError, Struct
from sqlalchemy import Connection, delete, exists, func, insert, select, update

from heimlich.server.storage.guests import new_id
from heimlich.server.storage.plays import StoredPlay
from heimlich.server.storage.schema import (
    group_members,
    group_tables,
    groups,
    guests,
    plays,
    season_tables,
    seasons,
    tables,
    visits,
)
from heimlich.server.storage.store import FINISHED_STAGES, STARTED_STAGES, Listing
from heimlich.server.table.afterwards.plays import NOT_PLAYED, decode_play
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId
from heimlich.server.table.setup.naming import LONGEST_GROUP, check_name, distinct, usable_name
from heimlich.server.table.situation import Stage

MOST_MEMBERS = 60
MOST_GROUPS = 20  # of one guest
MOST_OPEN = 30  # unfinished tables that are listed
MOST_COUNTED = 4000  # plays of one group, the latest
OPEN_STAGES = (Stage.WAITING.value, *STARTED_STAGES)


class Group(Struct, frozen=True):
    """A group, as stored."""

    id: str
    link: str
    name: str
    created_at: int


class Member(Struct, frozen=True):
    """A member. `name` differs from those of all other members; it is "" for a guest without a nickname."""

    guest: GuestId
    number: int
    name: str
    joined_at: int
    is_called: bool


class Membership(Struct, frozen=True):
    """A group in the list of a guest."""

    group: Group
    members: int
    keeps: bool


class KnownGroup(Struct, frozen=True):
    """A group in the file with everything about a guest."""

    name: str
    joined_at: int
    keeps: bool
    is_called: bool


class GuestPlay(Struct, frozen=True):
    """A play at a table of a group, and the guest whose play it is."""

    guest: GuestId
    stored: StoredPlay


# Finding


def find_group(connection: Connection, link: str, *, lock: bool = False) -> Group:
    """Find the group that a link leads to; `lock` it for a change. Refuse a link that leads nowhere."""
    wanted = select(groups.c.id, groups.c.link, groups.c.name, groups.c.created_at).where(groups.c.link == link)
    row = None if "\0" in link else connection.execute(wanted.with_for_update() if lock else wanted).first()
    if row is None:
        raise Refused("group", "there is no such group, or its link is no longer valid")
    return Group(*row)


def members_of(connection: Connection, group: Group) -> list[Member]:
    """List the members of a group, the one who keeps it first."""
    at = group_members.c
    wanted = select(at.guest, at.number, guests.c.nickname, at.joined_at, at.is_called)
    wanted = wanted.join(guests, guests.c.id == at.guest).where(at.group_id == group.id)
    found: list[Member] = []
    for guest, number, nickname, joined_at, is_called in connection.execute(wanted.order_by(at.rank, at.number)):
        name = distinct(usable_name(nickname), [member.name for member in found])
        found.append(Member(guest, number, name, joined_at, is_called))
    return found


def groups_of(connection: Connection, guest: GuestId) -> list[Membership]:
    """List the groups of a guest, the one joined first first."""
    at = group_members.c
    wanted = select(groups.c.id, groups.c.link, groups.c.name, groups.c.created_at)
    wanted = wanted.join(group_members, at.group_id == groups.c.id).where(at.guest == guest)
    found = [Group(*row) for row in connection.execute(wanted.order_by(at.joined_at, groups.c.id))]
    return [_membership(group, members_of(connection, group), guest) for group in found]


def _membership(group: Group, members: Sequence[Member], guest: GuestId) -> Membership:
    return Membership(group, len(members), bool(members) and members[0].guest == guest)


def known_groups(connection: Connection, guest: GuestId) -> list[KnownGroup]:
    """Collect everything about a guest's groups that concerns this guest alone."""
    known = []
    for one in groups_of(connection, guest):
        member = next(member for member in members_of(connection, one.group) if member.guest == guest)
        known.append(KnownGroup(one.group.name, member.joined_at, one.keeps, member.is_called))
    return known


def group_of_table(connection: Connection, table: str, guest: GuestId) -> Group | None:
    """Find the group that a table was opened for, by itself or for a season; None unless this guest is a member."""
    opened = select(group_tables.c.group_id).where(group_tables.c.table_id == table)
    season = select(seasons.c.group_id).join(season_tables, season_tables.c.season_id == seasons.c.id)
    season = season.where(season_tables.c.table_id == table)
    at = group_members.c
    wanted = select(groups.c.id, groups.c.link, groups.c.name, groups.c.created_at)
    wanted = wanted.join(group_members, at.group_id == groups.c.id).where(at.guest == guest)
    row = connection.execute(wanted.where(groups.c.id.in_(opened) | groups.c.id.in_(season))).first()
    return None if row is None else Group(*row)


# Changing


def make_group(connection: Connection, guest: GuestId, name: str, now_ms: int) -> Group:
    """Make a group, which this guest keeps."""
    group = Group(new_id(), new_id(), check_name(name, LONGEST_GROUP, "name"), now_ms)
    values = {"id": group.id, "link": group.link, "name": group.name, "last_number": 0, "created_at": now_ms}
    _check_room(connection, guest)
    connection.execute(insert(groups).values(values))
    _add(connection, group, guest, now_ms)
    return group


def join_group(connection: Connection, link: str, guest: GuestId, now_ms: int) -> Group:
    """Make a guest a member of the group that a link leads to; nothing changes for one who is."""
    group = find_group(connection, link, lock=True)
    members = members_of(connection, group)
    if any(member.guest == guest for member in members):
        return group
    if len(members) >= MOST_MEMBERS:
        raise Refused("limit", f"this group has {MOST_MEMBERS} members already")
    _check_room(connection, guest)
    _add(connection, group, guest, now_ms)
    return group


def _check_room(connection: Connection, guest: GuestId) -> None:
    """Refuse one group too many; lock the guest, who may be deleted, or join another group, at this moment."""
    known = select(guests.c.id).where(guests.c.id == guest).with_for_update()
    if connection.execute(known).first() is None:
        raise Refused("guest", "this guest has just been deleted")
    own = select(func.count()).where(group_members.c.guest == guest)
    if connection.execute(own).scalar_one() >= MOST_GROUPS:
        raise Refused("limit", f"you are in {MOST_GROUPS} groups already; leave one first")


def _add(connection: Connection, group: Group, guest: GuestId, now_ms: int) -> None:
    here = groups.c.id == group.id
    connection.execute(update(groups).where(here).values(last_number=groups.c.last_number + 1))
    number = connection.execute(select(groups.c.last_number).where(here)).scalar_one()
    values = {"group_id": group.id, "guest": guest, "number": number, "rank": number, "joined_at": now_ms}
    connection.execute(insert(group_members).values(is_called=False, **values))


def leave_group(connection: Connection, link: str, guest: GuestId) -> None:
    """Take a guest out of a group; the next member keeps it, and with the last one it goes."""
    group = member_group(connection, link, guest, lock=True)
    _drop(connection, group.id, guest)


def remove_member(connection: Connection, link: str, keeper: GuestId, number: int) -> str:
    """Take somebody else out of a group; return the new link, as the old one is known to who was removed."""
    group, members = kept_group(connection, link, keeper)
    member = _numbered(members, number)
    if member.guest == keeper:
        raise Refused("member", "you cannot remove yourself; you can leave the group")
    _drop(connection, group.id, member.guest)
    return _renew(connection, group)


def renew_link(connection: Connection, link: str, keeper: GuestId) -> str:
    """Make a new link; the old one leads nowhere from now on."""
    return _renew(connection, kept_group(connection, link, keeper)[0])


def _renew(connection: Connection, group: Group) -> str:
    link = new_id()
    connection.execute(update(groups).where(groups.c.id == group.id).values(link=link))
    return link


def rename_group(connection: Connection, link: str, keeper: GuestId, name: str) -> None:
    """Give a group another name."""
    group, _ = kept_group(connection, link, keeper)
    name = check_name(name, LONGEST_GROUP, "name")
    connection.execute(update(groups).where(groups.c.id == group.id).values(name=name))


def hand_over(connection: Connection, link: str, keeper: GuestId, number: int) -> None:
    """Let another member keep the group."""
    group, members = kept_group(connection, link, keeper)
    here = group_members.c.group_id == group.id
    heir = _numbered(members, number)
    lowest = connection.execute(select(func.min(group_members.c.rank)).where(here)).scalar_one()
    change = update(group_members).where(here, group_members.c.guest == heir.guest).values(rank=lowest - 1)
    connection.execute(change)


def delete_group(connection: Connection, link: str, keeper: GuestId) -> None:
    """Delete a group; its tables stay, as tables of nobody's group."""
    group, _ = kept_group(connection, link, keeper)
    connection.execute(delete(groups).where(groups.c.id == group.id))


def set_called(connection: Connection, link: str, guest: GuestId, *, called: bool) -> None:
    """Store whether a member wants to be called when a table is opened for the group."""
    group = member_group(connection, link, guest, lock=True)
    own = (group_members.c.group_id == group.id) & (group_members.c.guest == guest)
    connection.execute(update(group_members).where(own).values(is_called=called))


def member_group(connection: Connection, link: str, guest: GuestId, *, lock: bool = False) -> Group:
    """Find the group that a link leads to; refuse a guest who is not a member."""
    group = find_group(connection, link, lock=lock)
    own = select(group_members.c.number).where(group_members.c.group_id == group.id, group_members.c.guest == guest)
    if connection.execute(own).first() is None:
        raise Refused("member", "only members can do this; join the group first")
    return group


def kept_group(connection: Connection, link: str, keeper: GuestId) -> tuple[Group, list[Member]]:
    """Find and lock a group that this guest keeps, with its members; refuse everybody else."""
    group = member_group(connection, link, keeper, lock=True)
    members = members_of(connection, group)
    if members[0].guest != keeper:
        raise Refused("keeper", "only the member who keeps the group can do this")
    return group, members


def _numbered(members: Sequence[Member], number: int) -> Member:
    member = next((member for member in members if member.number == number), None)
    if member is None:
        raise Refused("member", f"the group has no member {number} (any more)")
    return member


def _drop(connection: Connection, group: str, guest: GuestId) -> None:
    at = group_members.c
    connection.execute(delete(group_members).where(at.group_id == group, at.guest == guest))
    left = exists().where(at.group_id == group)
    connection.execute(delete(groups).where(groups.c.id == group, ~left))


# Guests who go


def leave_groups(connection: Connection, leaving: Sequence[GuestId]) -> None:
    """Take guests out of all their groups."""
    at = group_members.c
    own = select(at.group_id).where(at.guest.in_(leaving))
    connection.execute(select(groups.c.id).where(groups.c.id.in_(own)).order_by(groups.c.id).with_for_update())
    for group, guest in connection.execute(select(at.group_id, at.guest).where(at.guest.in_(leaving))).all():
        _drop(connection, group, guest)


def join_memberships(connection: Connection, guest: GuestId, into: GuestId) -> None:
    """Give a guest's memberships to another; where both are members, the earlier and higher standing counts."""
    at = group_members.c
    own = select(at.group_id).where(at.guest == guest)
    connection.execute(select(groups.c.id).where(groups.c.id.in_(own)).order_by(groups.c.id).with_for_update())
    for row in connection.execute(select(group_members).where(at.guest == guest)).all():
        other = (at.group_id == row.group_id) & (at.guest == into)
        both = connection.execute(select(group_members).where(other)).first()
        if both is None:
            continue
        best = {"rank": min(row.rank, both.rank), "joined_at": min(row.joined_at, both.joined_at)}
        connection.execute(update(group_members).where(other).values(best))
        connection.execute(delete(group_members).where(at.group_id == row.group_id, at.guest == guest))
    connection.execute(update(group_members).where(at.guest == guest).values(guest=into))


# Tables


def open_tables(connection: Connection, group: Group) -> list[Listing]:
    """List the unfinished tables of a group, the newest first."""
    wanted = select(tables).join(group_tables, group_tables.c.table_id == tables.c.id)
    wanted = wanted.where(group_tables.c.group_id == group.id, tables.c.stage.in_(OPEN_STAGES))
    wanted = wanted.order_by(tables.c.created_at.desc(), tables.c.id).limit(MOST_OPEN)
    return [Listing(**row) for row in connection.execute(wanted).mappings()]


def group_plays(connection: Connection, group: Group) -> list[GuestPlay]:
    """Read all plays at tables of a group, the latest first."""
    at = plays.c
    wanted = select(at.guest, at.table_id, at.ended_at, at.play)
    wanted = wanted.join(group_tables, group_tables.c.table_id == at.table_id)
    wanted = wanted.where(group_tables.c.group_id == group.id, at.result != NOT_PLAYED)
    found = connection.execute(wanted.order_by(at.ended_at.desc(), at.table_id, at.guest).limit(MOST_COUNTED))
    read: list[GuestPlay] = []
    for guest, table, ended_at, text in found:
        with contextlib.suppress(MsgspecError):  # one that cannot be read can be made again
            read.append(GuestPlay(guest, StoredPlay(table, ended_at, decode_play(text))))
    return read


def group_tables_without_plays(connection: Connection, group: Group, most: int) -> list[str]:
    """List finished tables of a group for some of whose guests the plays are missing."""
    kept = exists().where(plays.c.guest == visits.c.guest, plays.c.table_id == visits.c.table_id)
    wanted = select(tables.c.id).distinct().join(group_tables, group_tables.c.table_id == tables.c.id)
    wanted = wanted.join(visits, visits.c.table_id == tables.c.id).where(group_tables.c.group_id == group.id, ~kept)
    wanted = wanted.where(tables.c.stage.in_(FINISHED_STAGES)).order_by(tables.c.id)
    return list(connection.execute(wanted.limit(most)).scalars())


def clear_groups(connection: Connection) -> None:
    """Delete groups without members, and the notes of tables of which nothing is left, neither the table nor a play."""
    connection.execute(delete(groups).where(~exists().where(group_members.c.group_id == groups.c.id)))
    is_there = exists().where(tables.c.id == group_tables.c.table_id)
    was_played = exists().where(plays.c.table_id == group_tables.c.table_id)
    connection.execute(delete(group_tables).where(~is_there, ~was_played))
