"""Group commit: additions of many tables are written in one transaction, and acknowledged once that is on disk.

While one group is being written the next one gathers; so the busier the server, the larger the groups and the fewer
the syncs. A single addition is written at once.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from heimlich.server.logs import seldom
from heimlich.server.metrics import Metrics
from heimlich.server.storage.database import Database
from heimlich.server.storage.failures import code_of_failure, reason_of
from heimlich.server.storage.store import Addition, Conflict, Gone, add_rows

Announce = Callable[[Connection, Sequence[Addition]], None]
MOST = 500  # additions in one transaction


class StoreFailed(Exception):
    """The database failed; the addition may or may not have been written."""


class LogWriter:
    """Writes additions in groups, in the order in which they were asked for."""

    def __init__(self, database: Database, metrics: Metrics, announce: Announce) -> None:
        self._database = database
        self._metrics = metrics
        self._announce = announce
        self._waiting: list[tuple[Sequence[Addition], asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task that writes."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write the waiting additions, then stop."""
        while self._waiting:
            await asyncio.sleep(0.01)
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def append(self, *additions: Addition) -> asyncio.Future[None]:
        """Queue additions; the future is done once all are on disk.

        It raises Conflict if a row number is taken, Gone if the table was deleted; then none of them was written. The
        additions are written even if nobody waits for the future any more.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((additions, done))
        self._wake.set()
        return done

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            group = self._waiting[:MOST]
            started = time.perf_counter()
            await self._write(group)
            self._metrics.committed(len(group), time.perf_counter() - started)
            del self._waiting[: len(group)]
            if not self._waiting:
                self._wake.clear()

    async def _write(self, group: Sequence[tuple[Sequence[Addition], asyncio.Future[None]]]) -> None:
        """Write a group in one transaction; if one entry has a conflict, write each entry in its own."""
        error = await self._try([addition for additions, _ in group for addition in additions])
        if isinstance(error, Conflict | Gone) and len(group) > 1:
            for additions, done in group:
                _settle(done, await self._try(additions))
            return
        for _, done in group:
            _settle(done, error)

    def _add(self, connection: Connection, additions: Sequence[Addition]) -> None:
        add_rows(connection, additions)
        self._announce(connection, additions)

    async def _try(self, additions: Sequence[Addition]) -> Exception | None:
        try:
            await self._database.append(lambda connection: self._add(connection, additions))
        except IntegrityError:
            return Conflict()
        except Gone as gone:
            return gone
        except (SQLAlchemyError, OSError) as error:
            seldom.log("error", "the database takes nothing", reason_of(error), error=code_of_failure(error))
            return StoreFailed(type(error).__name__)
        return None


def _settle(done: "asyncio.Future[None]", error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
