"""Guests who have asked to be forgotten: what is deleted at once, and what is rewritten table by table.

With its first transaction a guest has no name, device, code, passkey or result any more, and cannot be recognised. The
tables follow one by one, each whole in a transaction; a process that dies in between leaves the rest to the next one.
"""

from msgspec import MsgspecError
from sqlalchemy import Connection, delete, insert, select, update

from heimlich.server.storage.groups import leave_groups
from heimlich.server.storage.guests import new_id, tokens_of
from heimlich.server.storage.joins import forget_joins
from heimlich.server.storage.notices import announce
from heimlich.server.storage.passkeys import OF_GUEST
from heimlich.server.storage.plays import forget_plays
from heimlich.server.storage.ratings import forget_ratings
from heimlich.server.storage.schema import departures, guests, log, presences, stories, tables, visits
from heimlich.server.storage.store import BrokenLog, read_rows
from heimlich.server.table.audience.summaries import decode_summary, encode_summary
from heimlich.server.table.people.forgetting import Rewritten, forget_guest, without_names
from heimlich.server.table.rows import encode_row
from heimlich.server.table.seats import GuestId

LINGERING_MS = 60_000  # in which a request that was on its way may still leave a trace


def depart(connection: Connection, guest: GuestId, now_ms: int) -> list[str]:
    """Delete a guest's name, devices, codes, passkeys, groups and results; tables are to follow. Return the tokens."""
    keys = tokens_of(connection, guest)
    leave_groups(connection, [guest])
    # The guest first: whoever adds something about them at this moment (`lock_known`) does so before, and it is deleted
    # below, or finds nobody.
    for column in (guests.c.id, *OF_GUEST, presences.c.guest):
        connection.execute(delete(column.table).where(column == guest))
    forget_plays(connection, guest)
    forget_joins(connection, guest)
    forget_ratings(connection, [guest])
    if connection.execute(select(departures.c.guest).where(departures.c.guest == guest)).first() is None:
        connection.execute(insert(departures).values(guest=guest, at_ms=now_ms))
    return keys


def departing(connection: Connection) -> list[tuple[GuestId, int]]:
    """List the guests of whom traces may be left, with the time at which they asked."""
    found = connection.execute(select(departures.c.guest, departures.c.at_ms).order_by(departures.c.at_ms))
    return [(guest, at_ms) for guest, at_ms in found]


def tables_of(connection: Connection, guest: GuestId) -> list[str]:
    """List the tables to which a guest came."""
    return list(connection.execute(select(visits.c.table_id).where(visits.c.guest == guest)).scalars())


def end_departure(connection: Connection, guest: GuestId) -> None:
    """Forget that a guest was to be forgotten: nothing is left, not even the id."""
    forget_plays(connection, guest)
    forget_ratings(connection, [guest])
    for column in (presences.c.guest, departures.c.guest):
        connection.execute(delete(column.table).where(column == guest))


def forget_at(connection: Connection, table: str, guest: GuestId, process: str) -> int | None:
    """Rewrite a table's log and its entry in the list without a guest; return the number of the row that was added.

    An IntegrityError says that another process has added a row meanwhile: try again.
    """
    try:
        gone = forget_guest(read_rows(connection, table), guest, new_id())
    except BrokenLog:
        gone = None  # nobody can read this log, and nothing of it is shown
    if gone is not None:
        _rewrite(connection, table, gone)
        if connection.dialect.name == "postgresql":
            announce(connection, [(process, table, gone.added.seq)])
    connection.execute(delete(visits).where(visits.c.guest == guest, visits.c.table_id == table))
    return None if gone is None else gone.added.seq


def _rewrite(connection: Connection, table: str, gone: Rewritten) -> None:
    added = gone.added
    connection.execute(
        insert(log).values(table_id=table, seq=added.seq, at_ms=added.at_ms, row=encode_row(added).decode())
    )
    for row in gone.changed:
        place = (log.c.table_id == table) & (log.c.seq == row.seq)
        connection.execute(update(log).where(place).values(row=encode_row(row).decode()))
    connection.execute(delete(stories).where(stories.c.table_id == table))  # it is told again, without this guest's pad
    listed = connection.execute(select(tables.c.summary).where(tables.c.id == table)).scalar()
    if listed is None:
        return
    changes = {"host": ""} if gone.is_host else {}
    try:
        changes["summary"] = encode_summary(without_names(decode_summary(listed), gone))
    except MsgspecError:
        changes["summary"] = ""  # nobody could read it
    connection.execute(update(tables).where(tables.c.id == table).values(**changes))
