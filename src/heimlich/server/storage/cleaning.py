"""Delete, by itself, tables that nobody has touched for months, and guests who are at no table any more.

This runs in small transactions, so that no move waits for it. `heimlich admin tidy` lists and deletes such tables, too.
"""

from functools import partial

from sqlalchemy import Connection, delete, exists, or_, select

from heimlich.server.logs import log
from heimlich.server.storage import store
from heimlich.server.storage.database import Database
from heimlich.server.storage.groups import clear_groups, leave_groups
from heimlich.server.storage.ratings import forget_ratings
from heimlich.server.storage.schema import group_members, guests, passkeys, plays, visits
from heimlich.server.storage.seasons import clear_seasons
from heimlich.server.table.clocks import DAY

PIECE = 20  # tables in one transaction
MANY = 500  # guests in one transaction
GUEST_DAYS = 30  # without a visit, after which a guest who has played nothing and is at no table is forgotten …
PLAYER_DAYS = 400  # … and one who has played, has a passkey or is in a group, with all results
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
    while gone := await database.write(lambda connection: forget_guests(connection, now_ms)):
        people += gone
    await database.write(clear_groups)
    await database.write(clear_seasons)
    if tables or people:
        log("info", "cleared away", tables=tables, guests=people)
    if not database.shared:
        while await database.write(give_back_pages):
            pass


def forget_guests(connection: Connection, now_ms: int) -> int:
    """Delete some guests who are at no table and were not seen for long, with tokens and results; return the count."""
    idle, away = now_ms - GUEST_DAYS * DAY, now_ms - PLAYER_DAYS * DAY
    is_there = exists().where(visits.c.guest == guests.c.id)
    has_played = or_(
        exists().where(plays.c.guest == guests.c.id),
        exists().where(passkeys.c.guest == guests.c.id),
        exists().where(group_members.c.guest == guests.c.id),
    )
    wanted = select(guests.c.id).where(~is_there, guests.c.created_at < idle, guests.c.seen_at < idle)
    wanted = wanted.where(or_(~has_played, guests.c.created_at < away), or_(~has_played, guests.c.seen_at < away))
    gone = list(connection.execute(wanted.limit(MANY)).scalars())
    if gone:
        forget_ratings(connection, gone)
        leave_groups(connection, gone)
    for column in (plays.c.guest, guests.c.id):
        connection.execute(delete(column.table).where(column.in_(gone)))
    return len(gone)


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
