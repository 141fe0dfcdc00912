"""Operators' commands on a database, whether a server is running on it or not.

A backup is a compressed text: a head, then one JSON object for each row of each table, so that what was kept in SQLite
can be restored into PostgreSQL and the other way round. It holds secrets (seeds, hidden decisions): keep it so.
"""

import contextlib
import gzip
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, text

from heimlich.errors import HeimlichError
from heimlich.server.storage import store
from heimlich.server.storage.database import OWNER_ONLY, Database
from heimlich.server.storage.migrations.upgrade import HEAD
from heimlich.server.storage.moments import operator_time
from heimlich.server.storage.notices import announce_rows
from heimlich.server.storage.plays import finished_tables, keep_plays
from heimlich.server.storage.schema import (
    codes,
    departures,
    group_members,
    group_tables,
    groups,
    guests,
    joins,
    log,
    metadata,
    passkeys,
    plays,
    push_keys,
    push_subscriptions,
    push_tables,
    push_wishes,
    rated_seats,
    recoveries,
    season_tables,
    seasons,
    tables,
    tokens,
    visits,
)
from heimlich.server.storage.store import Listing, addition_of
from heimlich.server.table.afterwards.plays import plays_of
from heimlich.server.table.commands import Close
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.seats import SYSTEM

PUSH = (push_keys, push_subscriptions, push_wishes, push_tables)
GROUPS = (groups, group_members, group_tables, seasons, season_tables)
FORMAT = "heimlich backup 1"
# In an order in which they can be restored.
KEPT = (
    *(guests, tokens, codes, passkeys, recoveries, log, tables, visits, plays, rated_seats, departures, joins),
    *PUSH,
    *GROUPS,
)
# Schemas whose backups can be restored: equal columns, or fewer.
SAME_FORM = {"0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", HEAD}
AT_ONCE = 500
BACKUP_NAME = "heimlich-"
DAY = 24 * 3600 * 1000


def load(connection: Connection, table: str) -> LiveTable:
    """Load a table from its log."""
    rows = store.read_rows(connection, table)
    if not rows:
        raise HeimlichError(f"there is no table '{table}'")
    return LiveTable.from_rows(rows)


def export(connection: Connection, table: str, *, whole: bool) -> str:
    """Export a table's record: its public part, or all of it, secrets included."""
    live = load(connection, table)
    return str(live.record()) if whole else live.export(None)


def close(connection: Connection, table: str) -> None:
    """Give a table up; what was hidden stays hidden. A running server learns of it within seconds."""
    live = load(connection, table)
    batch = live.handle(Close(), SYSTEM, operator_time(connection))
    assert batch is not None, "closing is refused or adds a row"
    addition = addition_of(batch)
    store.add_rows(connection, [addition])
    if connection.dialect.name == "postgresql":
        announce_rows(connection, "admin", [addition])


def tidy(connection: Connection, days: int, *, really: bool) -> list[Listing]:
    """List tables at which nothing has happened for `days` days; with `really`, delete them."""
    if really:
        store.lock_log(connection)  # before looking: what happens meanwhile keeps its table
    names = store.old_tables(connection, operator_time(connection) - days * DAY)
    found = [listing for name in names if (listing := store.find_table(connection, name))]
    if really:
        store.delete_tables(connection, names)
    return found


async def remake_plays(database: Database, tell: Callable[[int, int], None]) -> int:
    """Make the plays of all finished tables again, each in a transaction of its own; return how many tables."""
    names = await database.read(finished_tables)
    made = 0
    for number, name in enumerate(names, 1):
        with contextlib.suppress(HeimlichError, store.BrokenLog):  # it is gone, or its log is damaged
            live = await database.read(partial(load, table=name))
            kept = plays_of(live.now, live.past())
            await database.write(partial(keep_plays, table=name, ended_at=live.now.stage_at, made=kept))
            made += 1
        tell(number, len(names))
    return made


def back_up(connection: Connection, file: Path) -> int:
    """Write everything as it is at this moment; return the number of rows."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
    partial = file.with_name(file.name + ".part")
    try:
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, OWNER_ONLY)
        with open(handle, "wb") as plain, gzip.open(plain, "wb") as out:
            os.fchmod(handle, OWNER_ONLY)
            count = _write_all(connection, out)
        partial.replace(file)
    except OSError as error:
        raise HeimlichError(f"cannot write '{file}': {error.strerror}") from None
    return count


def back_up_into(connection: Connection, folder: Path, keep: int) -> tuple[Path, int]:
    """Write a backup named by its time into a folder, and delete the oldest beyond `keep`; return file and rows."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise HeimlichError(f"cannot make '{folder}': {error.strerror}") from None
    file = folder / f"{BACKUP_NAME}{time.strftime('%Y-%m-%d-%H%M%S', time.gmtime())}.gz"
    count = back_up(connection, file)
    for old in _backups_in(folder)[:-keep]:
        old.unlink(missing_ok=True)
    return file, count


def newest_backup(folder: Path) -> Path | None:
    """Find the newest of the backups that were made into a folder; None if there is none."""
    return next(reversed(_backups_in(folder)), None)


def _backups_in(folder: Path) -> list[Path]:
    """List the backups that `back_up_into` made, the oldest first: their names are their times."""
    return sorted(folder.glob(f"{BACKUP_NAME}[0-9]*.gz"))


def _write_all(connection: Connection, out: gzip.GzipFile) -> int:
    """Write all rows of all tables, one a line; return their number."""
    count = 0
    out.write(msgspec.json.encode({"format": FORMAT, "schema": HEAD}) + b"\n")
    for table in KEPT:
        for row in connection.execution_options(yield_per=AT_ONCE).execute(select(table)).mappings():
            entry = {"table": str(table.name), "row": {str(name): value for name, value in row.items()}}
            out.write(msgspec.json.encode(entry) + b"\n")
            count += 1
    return count


def restore(connection: Connection, file: Path) -> int:
    """Restore everything into an empty database; return the number of rows."""
    for table in KEPT:
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise HeimlichError("the database is not empty; restore into a new one")
    count = 0
    lines = _lines(file)
    while group := list(islice(lines, AT_ONCE)):
        for table in KEPT:
            rows = [row for name, row in group if name == table.name]
            if rows:
                connection.execute(insert(table), rows)
        count += len(group)
    return count


def _lines(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        with gzip.open(file, "rb") as text_lines:
            head = msgspec.json.decode(next(text_lines, b"{}"))
            if head.get("format") != FORMAT:
                raise HeimlichError(f"'{file}' is no backup")
            if head.get("schema") not in SAME_FORM:
                raise HeimlichError(f"'{file}' was made by another version; restore it with that, then upgrade")
            for line in text_lines:
                entry = msgspec.json.decode(line)
                if entry["table"] not in metadata.tables:
                    raise HeimlichError(f"'{file}' has a table '{entry['table']}', which is not known here")
                yield entry["table"], entry["row"]
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise HeimlichError(f"cannot read '{file}': {getattr(error, 'strerror', None) or 'it is broken'}") from None
