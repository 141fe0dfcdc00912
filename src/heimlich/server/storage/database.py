"""The database: one SQLite file in threads of its own, or PostgreSQL over asyncpg.

All statements are functions of a plain SQLAlchemy connection; `read` and `write` run them in a transaction, away from
the event loop. That is the only difference between the two databases that the rest of the server could notice. Errors
never quote the values of a statement: they may be secret, and errors get into logs.
"""

import asyncio
import contextlib
import fcntl
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.server.settings import SQLITE, Settings
from heimlich.server.storage.failures import reason_not_opened
from heimlich.server.storage.migrations.upgrade import refuse_foreign, upgrade

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
READERS = 2
POOL = 10
OWNER_ONLY = 0o600  # the database holds secrets: seeds, hidden decisions, identities
DURABLE = {"synchronous_commit": "on"}  # for each connection, whatever the database's default is


class Database(Protocol):
    """The operations that both databases offer."""

    shared: bool  # several server processes may use it

    async def open(self) -> None:
        """Connect as a server, and upgrade the schema to the newest form."""
        ...

    async def prepare(self) -> None:
        """Connect as an operator's command, while a server may be running, and upgrade the schema."""
        ...

    async def was_touched(self) -> bool:
        """Tell whether another process may have written since the last call."""
        ...

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Look something up."""
        ...

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Change something; on return it is on disk."""
        ...

    async def append(self, change: Callable[[Connection], T]) -> T:
        """Write over a connection that is kept open; for one caller, which never calls twice at a time."""
        ...

    async def close(self) -> None: ...


def make_database(settings: Settings) -> Database:
    """Make the database that the settings name."""
    return SqliteDatabase(settings.file) if settings.is_sqlite else PostgresqlDatabase(settings.url)


class SqliteDatabase:
    """One file; one thread writes, some read. Locks on the file and on a lock file admit one server process."""

    shared = False

    def __init__(self, file: Path) -> None:
        self.file = file
        self._writing = _engine(file, "BEGIN IMMEDIATE")
        self._reading = _engine(file, "BEGIN")
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._kept: Connection | None = None
        self._held: list[int] = []  # open files: to close one earlier would lose SQLite's own locks on it
        self._version: int | None = None

    async def open(self) -> None:
        """Lock the file against other servers, and bring it to the newest form."""
        self._hold_file(lock=True)
        await self._upgrade()

    async def prepare(self) -> None:
        """Upgrade the file to the newest form; make it if its folder exists."""
        if not self.file.absolute().parent.is_dir():
            raise HeimlichError(f"cannot open '{self.file}': there is no such folder")
        self._hold_file(lock=False)
        await self._upgrade()

    async def _upgrade(self) -> None:
        try:
            refuse_foreign(self._tables(), SQLITE)
            await self.write(upgrade)
        except SQLAlchemyError as error:
            raise HeimlichError(f"cannot open '{self.file}': {reason_not_opened(error)}") from None
        except HeimlichError as error:
            raise HeimlichError(f"cannot open '{self.file}': {error}") from None

    def _tables(self) -> set[str]:
        """List the existing tables, read-only, so that a file of another program stays unchanged."""
        address = f"{self.file.absolute().as_uri()}?mode=ro"
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(address, uri=True)) as found:
            return {name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return set()  # opening the file reports what is wrong with it

    def _hold_file(self, *, lock: bool) -> None:
        """Restrict the file to its owner, and lock it so that other names of the same file are locked, too."""
        try:
            handle = self._own(self.file)
            if lock:
                real = self.file.resolve()
                self._lock(self._own(real.with_name(real.name + ".lock")))
                if sys.platform == "linux":  # elsewhere this lock would get into the way of SQLite's own
                    self._lock(handle)
        except BlockingIOError:
            raise HeimlichError(f"another server uses '{self.file}'; for several at once take PostgreSQL") from None
        except OSError as error:
            raise HeimlichError(f"cannot open '{self.file}': {error.strerror}") from None
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise HeimlichError(f"cannot open '{self.file}': it is no file")
        if found.st_nlink > 1:  # SQLite names its WAL after the file's name: two names would have two different WALs
            raise HeimlichError(f"cannot open '{self.file}': the file has another name, too (a hard link); remove one")

    def _own(self, path: Path) -> int:
        """Open a file, and restrict it and SQLite's -wal and -shm files to the owner."""
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
        self._held.append(handle)
        for one in (handle, f"{path}-wal", f"{path}-shm"):
            with contextlib.suppress(FileNotFoundError, PermissionError):
                if stat.S_IMODE(os.stat(one).st_mode) & ~OWNER_ONLY:
                    os.chmod(one, OWNER_ONLY)
        return handle

    def _lock(self, handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    async def was_touched(self) -> bool:
        """Tell whether an operator's command has written from another process, by SQLite's data_version."""
        version = await self.write(lambda connection: connection.exec_driver_sql("PRAGMA data_version").scalar_one())
        touched = self._version not in {None, version}
        self._version = version
        return touched

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Look something up, in a reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, _in_transaction, self._reading, ask)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Change something; the commit has been synced to disk on return."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._change, change)

    async def append(self, change: Callable[[Connection], T]) -> T:
        """Write as usual: the writer's connection is always kept open."""
        return await self.write(change)

    def _change(self, change: Callable[[Connection], T]) -> T:
        """Run a change in the writer's thread, over its one kept connection: taking one from the pool costs more."""
        if self._kept is None:
            self._kept = self._writing.connect()
        with self._kept.begin():
            return change(self._kept)

    async def close(self) -> None:
        """Finish running statements, and release the file."""
        if self._kept is not None:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._kept.close)
        for executor in (self._readers, self._writer):
            await asyncio.to_thread(executor.shutdown)
        self._reading.dispose()
        self._writing.dispose()
        while self._held:
            os.close(self._held.pop())


def _engine(file: Path, begin: str) -> Engine:
    engine = create_engine(f"sqlite:///{file}", pool_size=READERS, max_overflow=0, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, below
        for pragma in (
            "auto_vacuum = INCREMENTAL",
            "journal_mode = WAL",
            "synchronous = FULL",
            "busy_timeout = 15000",
            "foreign_keys = ON",
            "secure_delete = ON",  # what a guest wants deleted is overwritten
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _in_transaction(engine: Engine, task: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return task(connection)


class PostgresqlDatabase:
    """A database server, which many processes share."""

    shared = True

    def __init__(self, url: str) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # here: it loads the whole of SQLAlchemy

        self.url = url
        if find_spec("asyncpg") is None:
            raise HeimlichError("PostgreSQL needs its driver: pip install 'heimlich[postgresql]'")
        self._engine = create_async_engine(
            url,
            pool_size=POOL,
            max_overflow=0,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"server_settings": DURABLE},
        )
        self._kept: AsyncConnection | None = None

    async def open(self) -> None:
        """Upgrade the schema to the newest form; of several processes that start at once, one does it."""
        try:
            await self.write(upgrade)
        except (OSError, SQLAlchemyError) as error:
            raise HeimlichError(f"cannot reach the database '{shown(self.url)}': {reason_not_opened(error)}") from None
        except HeimlichError as error:
            raise HeimlichError(f"cannot use the database '{shown(self.url)}': {error}") from None

    async def prepare(self) -> None:
        """Connect and upgrade, as a server does."""
        await self.open()

    async def was_touched(self) -> bool:
        """Always True: other processes may have written."""
        return True

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Look something up."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(ask)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Change something; it is on disk on return."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(change)

    async def append(self, change: Callable[[Connection], T]) -> T:
        """Write over the one connection that is kept open for this."""
        connection = await self._keep()
        async with connection.begin():
            return await connection.run_sync(change)

    async def _keep(self) -> "AsyncConnection":
        """Return the kept connection; open a new one if it was lost."""
        if self._kept is not None:
            driver = (await self._kept.get_raw_connection()).driver_connection if not self._kept.invalidated else None
            if driver is not None and not driver.is_closed():
                return self._kept
            await self._forget()
        self._kept = await self._engine.connect()
        return self._kept

    async def _forget(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await kept.invalidate()
            with contextlib.suppress(SQLAlchemyError, OSError):
                await kept.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._forget()
        with contextlib.suppress(OSError):
            await self._engine.dispose()


def shown(url: str) -> str:
    """Render a database's address without its password, for logs and errors."""
    return make_url(url).render_as_string(hide_password=True)
