"""The database: one SQLite file in threads of its own, or PostgreSQL over asyncpg.

All statements are functions of a plain SQLAlchemy connection; `read` and `write` run them in a transaction, away from
the event loop. That is the only difference between the two databases that the rest of the server could notice. Errors
never quote what was to be written: it may be secret, and errors get into logs.
"""

import asyncio
import contextlib
import fcntl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.server.migrations.upgrade import upgrade
from heimlich.server.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
READERS = 2
POOL = 10
DURABLE = {"synchronous_commit": "on"}  # for each connection, whatever the database's default is


class Database(Protocol):
    """Where everything is kept."""

    shared: bool  # several server processes may use it

    async def open(self) -> None:
        """For a server: connect, and bring the tables to the newest form."""
        ...

    async def prepare(self) -> None:
        """For an operator: the same, beside a server that may be running."""
        ...

    async def was_touched(self) -> bool:
        """Whether somebody else may have written since this was last asked."""
        ...

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Look something up."""
        ...

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Change something; on return it is on disk."""
        ...

    async def append(self, change: Callable[[Connection], T]) -> T:
        """The same, for one caller that does it again and again, and never twice at a time."""
        ...

    async def close(self) -> None: ...


def make_database(settings: Settings) -> Database:
    """The database that the settings name."""
    return SqliteDatabase(settings.file) if settings.is_sqlite else PostgresqlDatabase(settings.url)


class SqliteDatabase:
    """One file; one thread writes, some read. One server process at a time, held by a lock beside the file."""

    shared = False

    def __init__(self, file: Path) -> None:
        self.file = file
        self._writing = _engine(file, "BEGIN IMMEDIATE")
        self._reading = _engine(file, "BEGIN")
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._kept: Connection | None = None
        self._lock: IO[str] | None = None
        self._version: int | None = None

    async def open(self) -> None:
        """Lock the file against other servers, and bring it to the newest form."""
        self._take_lock()
        await self.write(upgrade)

    async def prepare(self) -> None:
        """Bring the file to the newest form; the file must be there, unless there is a folder for it."""
        if not self.file.absolute().parent.is_dir():
            raise HeimlichError(f"cannot open '{self.file}': there is no such folder")
        await self.write(upgrade)

    async def was_touched(self) -> bool:
        """An operator may have written, from another process: SQLite tells."""
        version = await self.write(lambda connection: connection.exec_driver_sql("PRAGMA data_version").scalar_one())
        touched = self._version not in {None, version}
        self._version = version
        return touched

    def _take_lock(self) -> None:
        path = self.file.with_name(self.file.name + ".lock")
        try:
            self._lock = path.open("a")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HeimlichError(f"another server uses '{self.file}'; for several at once take PostgreSQL") from None
        except OSError as error:
            raise HeimlichError(f"cannot open '{self.file}': {error.strerror}") from None

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Look something up, beside the writer."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, _in_transaction, self._reading, ask)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Change something; the commit has been synced to disk on return."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._change, change)

    async def append(self, change: Callable[[Connection], T]) -> T:
        """All writing is alike here."""
        return await self.write(change)

    def _change(self, change: Callable[[Connection], T]) -> T:
        """In the writer's thread, over the one connection that is kept for it: to take one from the pool costs more."""
        if self._kept is None:
            self._kept = self._writing.connect()
        with self._kept.begin():
            return change(self._kept)

    async def close(self) -> None:
        """Finish what is under way, and let the file go."""
        if self._kept is not None:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._kept.close)
        for executor in (self._readers, self._writer):
            await asyncio.to_thread(executor.shutdown)
        self._reading.dispose()
        self._writing.dispose()
        if self._lock:
            self._lock.close()


def _engine(file: Path, begin: str) -> Engine:
    engine = create_engine(f"sqlite:///{file}", pool_size=READERS, max_overflow=0, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, below
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 15000", "foreign_keys = ON"):
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
        from sqlalchemy.ext.asyncio import create_async_engine  # here: it brings the whole of SQLAlchemy along

        self.url = url
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
        """Bring the tables to the newest form; of several processes that start at once, one does it."""
        try:
            await self.write(upgrade)
        except OSError as error:
            raise HeimlichError(f"cannot reach the database '{shown(self.url)}': {error.strerror}") from None

    async def prepare(self) -> None:
        """The same as for a server."""
        await self.open()

    async def was_touched(self) -> bool:
        """Others may always have written."""
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
        """The same over one connection that is kept for it."""
        connection = await self._keep()
        async with connection.begin():
            return await connection.run_sync(change)

    async def _keep(self) -> "AsyncConnection":
        """That connection; a new one, where it was lost."""
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
        """Give the connections back."""
        await self._forget()
        with contextlib.suppress(OSError):
            await self._engine.dispose()


def shown(url: str) -> str:
    """A database's address without its password, for logs and errors."""
    return make_url(url).render_as_string(hide_password=True)
