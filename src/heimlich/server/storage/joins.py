"""Two guests who are one person: what goes over at once, and what follows table by table.

With its first transaction the joined guest is gone: no device, code or passkey of theirs works any more, and their
results are the other guest's. The tables follow one by one; a process that dies in between leaves the rest to the next.
"""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from heimlich.server.storage.groups import groups_of, join_memberships
from heimlich.server.storage.guests import tokens_of
from heimlich.server.storage.notices import announce
from heimlich.server.storage.passkeys import OF_GUEST
from heimlich.server.storage.ratings import join_ratings
from heimlich.server.storage.schema import departures, guests, joins, log, plays, presences, tables, visits
from heimlich.server.storage.seasons import join_season_tables
from heimlich.server.storage.store import FINISHED_STAGES, BrokenLog, note_visit, read_rows
from heimlich.server.table.people.joining import join_guest
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import encode_row
from heimlich.server.table.seats import GuestId

LINGERING_MS = 60_000  # in which a request that was on its way may still leave a trace


class Belongings(NamedTuple):
    """The things that a guest would leave behind: tables at which they have been, results of finished games, groups."""

    tables: int
    results: int
    groups: int


class PendingJoin(NamedTuple):
    """A guest who becomes part of another, and when that was asked for."""

    guest: GuestId
    into: GuestId
    at_ms: int


def belongings_of(connection: Connection, guest: GuestId) -> Belongings:
    """Count what a guest has."""
    came = set(connection.execute(select(visits.c.table_id).where(visits.c.guest == guest)).scalars())
    played = select(plays.c.table_id).where(plays.c.guest == guest, plays.c.play != "")
    return Belongings(len(came), len(list(connection.execute(played).scalars())), len(groups_of(connection, guest)))


def shared_tables(connection: Connection, one: GuestId, other: GuestId) -> list[str]:
    """List the unfinished tables at which both guests have been."""
    first, second = visits.alias(), visits.alias()
    wanted = select(tables.c.id).join(first, first.c.table_id == tables.c.id)
    wanted = wanted.join(second, second.c.table_id == tables.c.id)
    wanted = wanted.where(first.c.guest == one, second.c.guest == other, tables.c.stage.not_in(FINISHED_STAGES))
    return list(connection.execute(wanted).scalars())


def join(connection: Connection, guest: GuestId, into: GuestId, now_ms: int) -> list[str]:
    """Give a guest's results to another, delete the guest, and note that tables are to follow; return the tokens."""
    keys = tokens_of(connection, guest)
    join_memberships(connection, guest, into)  # groups are locked before guests, everywhere
    if connection.execute(select(guests.c.id).where(guests.c.id == guest).with_for_update()).first() is None:
        raise Refused("guest", "the guest of this device has just gone: deleted, or part of another guest")
    join_season_tables(connection, guest, into)
    _keep_name(connection, guest, into)
    connection.execute(delete(guests).where(guests.c.id == guest))  # first: nothing is added about them any more
    _move_plays(connection, guest, into)
    join_ratings(connection, guest, into)
    connection.execute(update(joins).where(joins.c.into == guest).values(into=into))
    for column in (*OF_GUEST, presences.c.guest):
        connection.execute(delete(column.table).where(column == guest))
    connection.execute(insert(joins).values(guest=guest, into=into, at_ms=now_ms))
    return keys


def _move_plays(connection: Connection, guest: GuestId, into: GuestId) -> None:
    """Move results; where both have one of the same table, both are made again from its log, if it is still there."""
    both = select(plays.c.table_id).where(plays.c.guest == guest)
    both = select(plays.c.table_id).where(plays.c.guest == into, plays.c.table_id.in_(both))
    shared = list(connection.execute(both).scalars())
    there = set(connection.execute(select(tables.c.id).where(tables.c.id.in_(shared))).scalars())
    connection.execute(delete(plays).where(plays.c.guest == guest, plays.c.table_id.in_(shared)))
    connection.execute(delete(plays).where(plays.c.guest == into, plays.c.table_id.in_(there)))
    connection.execute(update(plays).where(plays.c.guest == guest).values(guest=into))


def _keep_name(connection: Connection, guest: GuestId, into: GuestId) -> None:
    """Keep the earlier day of coming, and the nickname where the other guest has none."""
    found = {row.id: row for row in connection.execute(select(guests).where(guests.c.id.in_([guest, into])))}
    if len(found) == 2:
        values = {
            "nickname": found[into].nickname or found[guest].nickname,
            "created_at": min(row.created_at for row in found.values()),
        }
        connection.execute(update(guests).where(guests.c.id == into).values(values))


def joining(connection: Connection) -> list[PendingJoin]:
    """List the guests whose tables are still to follow."""
    return [PendingJoin(*row) for row in connection.execute(select(joins).order_by(joins.c.at_ms))]


def end_join(connection: Connection, guest: GuestId) -> None:
    """Forget that a guest was joined into another: nothing is left, not even the id."""
    for column in (presences.c.guest, joins.c.guest):
        connection.execute(delete(column.table).where(column == guest))


def forget_joins(connection: Connection, into: GuestId) -> None:
    """The guest is deleted: what was still to follow is to be forgotten, too."""
    for one in joining(connection):
        if one.into == into:
            connection.execute(insert(departures).values(guest=one.guest, at_ms=one.at_ms))
            connection.execute(delete(joins).where(joins.c.guest == one.guest))


def join_at(connection: Connection, table: str, guest: GuestId, into: GuestId, process: str) -> int | None:
    """Join a guest into another at one table; return the number of the row that was added, if any.

    An IntegrityError says that another process has added a row meanwhile: try again. While both sit in a game that is
    on, SitApart is raised.
    """
    stage = connection.execute(select(tables.c.stage).where(tables.c.id == table)).scalar()
    try:
        rows = read_rows(connection, table)
    except BrokenLog:
        rows = []  # nobody can read this log; its visit moves all the same
    added = join_guest(rows, guest, into, over=stage in FINISHED_STAGES)
    if added is not None:
        connection.execute(
            insert(log).values(table_id=table, seq=added.seq, at_ms=added.at_ms, row=encode_row(added).decode())
        )
        connection.execute(update(tables).where(tables.c.id == table, tables.c.host == guest).values(host=into))
        # A result that was made in the meantime knows only one of the two.
        connection.execute(delete(plays).where(plays.c.table_id == table, plays.c.guest.in_([guest, into])))
        if connection.dialect.name == "postgresql":
            announce(connection, [(process, table, added.seq)])
    connection.execute(delete(visits).where(visits.c.guest == guest, visits.c.table_id == table))
    note_visit(connection, into, table)
    return None if added is None else added.seq
