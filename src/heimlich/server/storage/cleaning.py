"""What a server clears away by itself: tables that nobody has touched for months, and guests who left nothing behind.

It is done in small pieces, so that no move waits for it. `heimlich admin tidy` shows, and does, the same for tables.
"""

from functools import partial

from sqlalchemy import Connection, delete, exists, select

from heimlich.server.logs import log
from heimlich.server.storage import store
from heimlich.server.storage.database import Database
from heimlich.server.storage.schema import guests, visits
from heimlich.server.table.clocks import DAY

PIECE = 20  # tables, and
MANY = 500  # guests, in one transaction
GUEST_DAYS = 30  # after which a guest who is at no table is forgotten
INCREMENTAL = 2  # SQLite's number for it
PAGES = 500  # of a SQLite file that are given back at once


async def clean(database: Database, days: int, now_ms: int) -> None:
    """One round. With 0 days nothing is ever deleted."""
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
    """Forget some guests who came before that time and are at no table that is left; their tokens go with them."""
    left = exists().where(visits.c.guest == guests.c.id)
    idle = select(guests.c.id).where(guests.c.created_at < before_ms, ~left).limit(MANY)
    return connection.execute(delete(guests).where(guests.c.id.in_(idle))).rowcount


def give_back_pages(connection: Connection) -> int:
    """Let a SQLite file shrink by some pages; how many. PostgreSQL uses its room again by itself.

    A file that an earlier version has made keeps its size, and uses its room again, unless an operator runs VACUUM.
    """
    if connection.exec_driver_sql("PRAGMA auto_vacuum").scalar_one() != INCREMENTAL:
        return 0
    pages = min(PAGES, int(connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()))
    for _ in range(pages):
        connection.exec_driver_sql("PRAGMA incremental_vacuum(1)")  # Python's driver takes one step at a time
    return pages
