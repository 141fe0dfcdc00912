"""Look at the database, read-only: can it be reached, is it ours, which version made it, and does its clock agree."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from heimlich.server.doctor.findings import Finding, doubtful, fine, wrong
from heimlich.server.doctor.machine import check_room
from heimlich.server.settings import Settings
from heimlich.server.storage.database import POOL, shown
from heimlich.server.storage.failures import reason_of
from heimlich.server.storage.migrations.upgrade import HEAD, known_versions
from heimlich.server.storage.moments import wall_ms
from heimlich.server.storage.schema import metadata

CHECK = "database"
OLDEST_POSTGRESQL = 150000
LARGEST_CHECKED = 500 * 2**20  # bytes of a SQLite file that is read whole
NETWORK_DISKS = {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"}
PATIENCE_S = 10.0
AHEAD_MS = 3600 * 1000


def check_database(settings: Settings) -> Iterator[Finding]:
    """Check the database that the settings name."""
    if settings.is_sqlite:
        yield from _check_sqlite(settings, settings.file)
    else:
        yield from asyncio.run(_check_postgresql(settings))


def _check_sqlite(settings: Settings, file: Path) -> Iterator[Finding]:
    yield from check_room("disk", file.absolute().parent)
    if not os.access(file.absolute().parent, os.X_OK):
        return  # nothing can be told of what is in it
    kind = _kind_of_disk(file)
    if kind in NETWORK_DISKS:
        yield wrong(
            "disk", f"'{file}' is on a network disk ({kind}), which does not sync as SQLite needs it", "move it"
        )
    if not file.exists():
        yield doubtful(CHECK, f"'{file}' is not there yet", "it is made when the server starts; is the name right?")
        return
    if file.stat().st_nlink > 1:
        yield wrong(CHECK, f"'{file}' has another name, too (a hard link)", "remove one of the names")
    try:
        with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as found:
            names = {name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            version = _first(found, "SELECT version_num FROM alembic_version") if "alembic_version" in names else None
            if file.stat().st_size < LARGEST_CHECKED and _first(found, "PRAGMA quick_check") != "ok":
                yield wrong(CHECK, f"'{file}' is damaged", "stop the server, keep the file, and restore a backup")
                return
            mark = _first(found, "SELECT at_ms FROM marks WHERE name = 'clock'") if "marks" in names else None
            keys = _first(found, "SELECT count(*) FROM push_keys") if "push_keys" in names else None
    except sqlite3.Error as error:
        yield wrong(CHECK, f"'{file}' cannot be read: {reason_of(error)}", "look at its owner (ls -l) and its disk")
        return
    yield _judge_version(f"'{file}'", version, names)
    yield from _judge_keys(settings, keys if mark is not None else None)
    if mark is not None and mark > wall_ms() + AHEAD_MS:
        yield doubtful(
            "clock",
            "the last time in the database is ahead of this machine's clock by "
            f"{(mark - wall_ms()) / 3_600_000:.1f} hours",
            "set the clock (timedatectl set-ntp true); the server goes on from the later time meanwhile",
        )


def _first(connection: sqlite3.Connection, statement: str) -> Any:
    row = connection.execute(statement).fetchone()
    return row[0] if row else None


def _kind_of_disk(file: Path) -> str:
    """Find the file system of a file; "" where it cannot be told."""
    best = ("", "")
    with contextlib.suppress(OSError):
        place = str(file.absolute().parent.resolve())
        for line in Path("/proc/mounts").read_text("utf-8").splitlines():
            _, mounted, kind, *_ = line.split(" ")
            root = mounted.rstrip("/") + "/"
            if f"{place}/".startswith(root) and len(root) > len(best[0]):
                best = (root, kind)
    return best[1]


def _judge_version(where: str, version: str | None, names: set[str]) -> Finding:
    if version is None:
        if names & set(metadata.tables):
            return wrong(CHECK, f"{where} belongs to another program ({min(names)[:40]})", "name another database")
        return fine(CHECK, f"{where} is empty; the server makes its tables")
    if version == HEAD:
        return fine(CHECK, f"{where} has the form of this version ({HEAD})")
    if version in known_versions():
        return doubtful(
            CHECK,
            f"{where} was made by an earlier version ({version}; now {HEAD})",
            "back it up; the server brings it to the new form when it starts",
        )
    return wrong(
        CHECK,
        f"{where} was made by a newer version ({version!r:.40}; this one knows {HEAD})",
        "install the newer version again, or restore a backup from before",
    )


def _judge_keys(settings: Settings, keys: int | None) -> Iterator[Finding]:
    """Judge whether devices can be called: the number of keys in a database that a server has used, if known."""
    if not settings.allowed_push_services:
        return
    if keys == 0:
        yield doubtful(
            "calls",
            "the server's key for calling devices is not in the database",
            "restore the backup, or restart the server, which makes a new one: then people switch calls on anew",
        )
    if not settings.push_contact and not settings.public_address.startswith("https:"):
        yield doubtful(
            "calls",
            "push services are not told who runs this server; Apple's then refuses to call iPhones",
            "set HEIMLICH_PUSH_CONTACT=mailto:you@example.org, or HEIMLICH_PUBLIC_ADDRESS=https://…",
        )


async def _check_postgresql(settings: Settings) -> list[Finding]:
    where = f"'{shown(settings.url)}'"
    try:
        import asyncpg
    except ImportError:
        return [
            wrong(
                CHECK,
                "the driver of PostgreSQL is missing",
                "in the checkout: /opt/heimlich/bin/pip install -c constraints.txt '.[postgresql]'",
            )
        ]
    address = make_url(settings.url).set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        connection = await asyncpg.connect(address, timeout=PATIENCE_S)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        said = str(error).partition("\n")[0] or type(error).__name__
        return [
            wrong(CHECK, f"{where} cannot be reached: {said}", "is it running, and are name, user and password right?")
        ]
    try:
        return await _examine(connection, where, settings)
    finally:
        await connection.close()


async def _examine(connection: Any, where: str, settings: Settings) -> list[Finding]:
    found: list[Finding] = []
    number = int(await connection.fetchval("SHOW server_version_num"))
    if number < OLDEST_POSTGRESQL:
        found.append(wrong(CHECK, f"PostgreSQL is too old ({number // 10000})", "take PostgreSQL 15 or newer"))
    if await connection.fetchval("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'"):
        found.append(wrong(CHECK, f"{where} cannot be written: it is a standby, or read-only", "name the primary"))
    rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    names = {row["tablename"] for row in rows}
    version = None
    if "alembic_version" in names:
        version = await connection.fetchval("SELECT version_num FROM alembic_version")
    elif not await connection.fetchval("SELECT has_schema_privilege(current_schema(), 'CREATE')"):
        found.append(
            wrong(
                CHECK,
                f"{where} allows no tables to be made",
                "make the server's user its owner: createdb -O heimlich …",
            )
        )
    found.append(_judge_version(where, version, names))
    found.append(await _judge_clock(connection, settings))
    used = "marks" in names and await connection.fetchval("SELECT count(*) FROM marks WHERE name = 'clock'")
    keys = await connection.fetchval("SELECT count(*) FROM push_keys") if used and "push_keys" in names else None
    found.extend(_judge_keys(settings, keys))
    most = int(await connection.fetchval("SHOW max_connections"))
    processes = await connection.fetchval("SELECT count(*) FROM processes") if "processes" in names else 0
    needed = (POOL + 2) * max(1, processes)
    if needed + 5 > most:
        found.append(
            doubtful(
                CHECK,
                f"{processes} processes use up to {needed} connections, and PostgreSQL allows {most}",
                "raise max_connections in postgresql.conf",
            )
        )
    return found


async def _judge_clock(connection: Any, settings: Settings) -> Finding:
    """Compare this machine's clock with the database's, at the middle of a round trip."""
    before = wall_ms()
    there = float(await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())"))
    off = abs(there - (before + wall_ms()) / 2000)
    if off > settings.lease_s / 2:
        return wrong(
            "clock", f"this machine's clock is {off:.1f} s off the database's", "timedatectl set-ntp true, on both"
        )
    if off > 1:
        return doubtful("clock", f"this machine's clock is {off:.1f} s off the database's", "timedatectl set-ntp true")
    return fine("clock", "this machine's clock agrees with the database's")
