"""Delete, by itself, tables that nobody has touched for months, and guests who are at no table any more.

This runs in small transactions, so that no move waits for it. `heimlich admin tidy` lists and deletes such tables, too.
"""

from functools import partial

from sqlalchemy import Connection, delete, exists, select

from heimlich.server.logs import log
from heimlich.server.storage import store
from heimlich.server.storage.database import Database
from heimlich.server.storage.schema import guests, visits
from heimlich.server.table.clocks import DAY

PIECE = 20  # tables in one transaction
MANY = 500  # guests in one transaction
GUEST_DAYS = 30  # after which a guest who is at no table is forgotten
INCREMENTAL = 2  # SQLite's number for incremental auto_vacuum
PAGES = 500  # of a SQLite file that are freed in one transaction


async def clean(database: Database, days: int, now_ms: int) -> None:
    """Run one round of deleting. With 0 days nothing is ever deleted."""
    if not days:
        return
    before = now_ms - days * DAY
    names = await database.read(lambda connection: store.old_tables(connection, before))
    tables = people = 0
    for start in range(0, len(names), PIECE):
        piece = names[start : start + PIECE]
        tables += await database.write(partial(store.delete_old, names=piece, before_ms=before))
    while gone := await database.write(lambda connection: forget_guests(connection, now_ms - GUEST_DAYS * DAY)):
        people += gone
    if tables or people:
        log("info", "cleared away", tables=tables, guests=people)
    if not database.shared:
        while await database.write(give_back_pages):
            pass


def forget_guests(connection: Connection, before_ms: int) -> int:
    """Delete some guests who came before that time and are at no table, with their tokens; return the count."""
    left = exists().where(visits.c.guest == guests.c.id)
    idle = select(guests.c.id).where(guests.c.created_at < before_ms, ~left).limit(MANY)
    return connection.execute(delete(guests).where(guests.c.id.in_(idle))).rowcount


def give_back_pages(connection: Connection) -> int:
    """Shrink a SQLite file by some pages; return how many. PostgreSQL reuses its free space by itself.

    A file that an earlier version has made keeps its size and reuses its free space, unless an operator runs VACUUM.
    """
    if connection.exec_driver_sql("PRAGMA auto_vacuum").scalar_one() != INCREMENTAL:
        return 0
    pages = min(PAGES, int(connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()))
    for _ in range(pages):
        connection.exec_driver_sql("PRAGMA incremental_vacuum(1)")  # Python's driver takes one step at a time
    return pages
