"""Processes on one database: which are alive, which one acts for a table (its lease), and their connected guests.

A process reports regularly that it is alive. The lease of a table that no process holds, or whose process has been
silent for too long, may be taken by another. A process gives the lease of a table up to the one through which its
guests are connected, for that one has the table in memory anyway. Should two act all the same, the log's numbers let
only one succeed.
"""

import hashlib
import secrets
import socket
from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update

from heimlich.server.settings import Settings
from heimlich.server.storage.conflicts import insert_missing
from heimlich.server.storage.guests import lock_known
from heimlich.server.storage.schema import leases, presences, processes, tables
from heimlich.server.table.clocks import DAY
from heimlich.server.table.situation import Stage

KEPT_STAGES = (Stage.PLAYING.value,)


class Attention(Enum):
    """The attention of a guest to a table: none, a connection with a page that nobody looks at, or looking."""

    GONE = auto()
    CONNECTED = auto()
    LOOKING = auto()


def new_process_id(settings: Settings) -> str:
    """Make a unique name for a process; the first half is a hash of the address where it listens."""
    where = f"{socket.gethostname()} {settings.host} {settings.port}" if settings.port else secrets.token_hex()
    return f"{hashlib.sha256(where.encode()).hexdigest()[:12]}-{secrets.token_hex(9)}"


def succeed(connection: Connection, process: str) -> None:
    """Free what an earlier process at this address held: it must be dead, for only one can listen there."""
    earlier = f"{process.partition('-')[0]}-%"
    for column in (leases.c.process, presences.c.process, processes.c.id):
        connection.execute(delete(column.table).where(column.like(earlier)))


def say_alive(connection: Connection, process: str, now_ms: int, silent_before_ms: int) -> None:
    """Report that this process is alive, and delete those that were silent for too long."""
    done = connection.execute(update(processes).where(processes.c.id == process).values(heard_at=now_ms))
    if not done.rowcount:
        connection.execute(insert(processes).values(id=process, heard_at=now_ms))
    ahead = now_ms + (now_ms - silent_before_ms)  # a dead process may have had a wrong clock
    dead = select(processes.c.id).where((processes.c.heard_at < silent_before_ms) | (processes.c.heard_at > ahead))
    gone = list(connection.execute(dead).scalars())
    if gone:
        connection.execute(delete(leases).where(leases.c.process.in_(gone)))
        connection.execute(delete(presences).where(presences.c.process.in_(gone)))
        connection.execute(delete(processes).where(processes.c.id.in_(gone)))


def note_process(connection: Connection, process: str, now_ms: int) -> None:
    """Write a row that nobody acts on, to test whether writing succeeds."""
    old = processes.c.heard_at < now_ms - DAY
    name = f"~{process}"  # not the process itself, which must not seem to act for tables
    connection.execute(delete(processes).where(processes.c.id.like("~%"), (processes.c.id == name) | old))
    connection.execute(insert(processes).values(id=name, heard_at=now_ms))


def database_time(connection: Connection) -> int:
    """Read the database's clock, which all processes on it share; PostgreSQL only."""
    return int(connection.exec_driver_sql("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").scalar_one())


def say_goodbye(connection: Connection, process: str) -> None:
    """Delete everything of this process, so that others may take over at once."""
    connection.execute(delete(leases).where(leases.c.process == process))
    connection.execute(delete(presences).where(presences.c.process == process))
    connection.execute(delete(processes).where(processes.c.id == process))


def played(connection: Connection) -> list[str]:
    """List all tables at which a game is on."""
    return list(connection.execute(select(tables.c.id).where(tables.c.stage.in_(KEPT_STAGES))).scalars())


def unleased(connection: Connection, most: int) -> list[str]:
    """List tables at which a game is on and for which no process acts."""
    wanted = (
        select(tables.c.id)
        .outerjoin(leases, leases.c.table_id == tables.c.id)
        .where(tables.c.stage.in_(KEPT_STAGES), leases.c.table_id.is_(None))
        .order_by(tables.c.id)
        .limit(most)
    )
    return list(connection.execute(wanted).scalars())


def take_leases(connection: Connection, names: Sequence[str], process: str) -> set[str]:
    """Take the leases of those tables that no process acts for; return which of them this process holds then."""
    rows = [{"table_id": name, "process": process} for name in names]
    insert_missing(connection, leases, rows)
    return leased_by(connection, process) & set(names)


def release(connection: Connection, names: Sequence[str], process: str) -> None:
    """Give up the leases of these tables."""
    connection.execute(delete(leases).where(leases.c.table_id.in_(names), leases.c.process == process))


def hand_over(connection: Connection, process: str, kept: Collection[str] = ()) -> set[str]:
    """Give leases of tables whose guests are all connected through other processes to the one with most of them.

    Only live processes count. Tables in `kept` are left alone. Return the tables.
    """
    at, elsewhere = presences.c, presences.alias()
    here = exists().where(elsewhere.c.table_id == at.table_id, elsewhere.c.process == process)
    found = connection.execute(
        select(at.table_id, at.process)
        .join(leases, (leases.c.table_id == at.table_id) & (leases.c.process == process))
        .join(processes, processes.c.id == at.process)
        .where(at.process != process, ~here)
        .group_by(at.table_id, at.process)
        .order_by(func.count(), at.process)
    )
    best = {table: other for table, other in found if table not in kept}  # of each table the last: it has most of them
    for table, other in sorted(best.items()):
        own = (leases.c.table_id == table) & (leases.c.process == process)
        connection.execute(update(leases).where(own).values(process=other))
    return set(best)


def leased_by(connection: Connection, process: str) -> set[str]:
    """List the tables whose leases this process holds; after a long sleep that may be fewer than it believes."""
    return set(connection.execute(select(leases.c.table_id).where(leases.c.process == process)).scalars())


_GONE = delete(presences).where(
    presences.c.table_id == bindparam("at"),
    presences.c.guest == bindparam("who"),
    presences.c.process == bindparam("through"),
)


def note_presences(connection: Connection, process: str, changes: Mapping[tuple[str, str], Attention]) -> None:
    """Store which guests are connected to a table through this process now, which are looking, and which are gone.

    Guests who have just been deleted get no row: nothing of them may be left.
    """
    known = lock_known(connection, {guest for (_, guest), there in changes.items() if there is not Attention.GONE})
    keys = [{"at": table, "who": guest, "through": process} for table, guest in changes]
    connection.execute(_GONE, keys)
    here = [
        {"table_id": table, "guest": guest, "process": process, "looking": there is Attention.LOOKING}
        for (table, guest), there in changes.items()
        if there is not Attention.GONE and guest in known
    ]
    if here:
        connection.execute(insert(presences), here)


def present_at(connection: Connection, names: Sequence[str], *, looking: bool = False) -> dict[str, set[str]]:
    """Find the guests who are connected to each of these tables, through any process; or only those who are looking."""
    found: dict[str, set[str]] = {name: set() for name in names}
    wanted = select(presences.c.table_id, presences.c.guest).where(presences.c.table_id.in_(names))
    if looking:
        wanted = wanted.where(presences.c.looking)
    for table, guest in connection.execute(wanted) if names else ():
        found[table].add(guest)
    return found
