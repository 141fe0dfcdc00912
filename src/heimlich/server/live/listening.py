"""Listen to what other processes on the same PostgreSQL have announced (notices.py), over asyncpg's own listener.

What is announced while no connection listens is lost; the keeper's rounds find it. With SQLite there is one process,
and nothing to listen to.
"""

import asyncio
import contextlib
from typing import Any

from heimlich.server.live.hub import Hub
from heimlich.server.logs import log
from heimlich.server.settings import Settings
from heimlich.server.storage.guests import GuestBook
from heimlich.server.storage.notices import CHANNEL, GIVEN_UP, read_notices

PAUSE_S = 0.5  # between two tries to connect
CONNECT_LIMIT_S = 10.0


class Listener:
    """Keep one connection that listens; bring rows of other processes to the hub, given-up tokens to the guest book."""

    def __init__(self, settings: Settings, hub: Hub, guests: GuestBook) -> None:
        self._address = "" if settings.is_sqlite else settings.url.replace("postgresql+asyncpg", "postgresql")
        self._hub = hub
        self._guests = guests
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to listen; return once the first connection does."""
        if self._address:
            connection, closed = await self._connect()
            self._task = asyncio.create_task(self._keep_listening(connection, closed))

    async def stop(self) -> None:
        """Stop listening."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _keep_listening(self, connection: Any, closed: asyncio.Event) -> None:
        """Connect again whenever the database hangs up; then look at what may have been missed."""
        try:
            while True:
                await closed.wait()
                await asyncio.sleep(PAUSE_S)
                with contextlib.suppress(Exception):  # the database may still be away: the next round tries again
                    connection, closed = await self._connect()
                    log("warning", "listening to the database again")
                    self._hub.spawn(self._guests.recheck())
        finally:
            connection.terminate()

    async def _connect(self) -> tuple[Any, asyncio.Event]:
        """Open a connection that listens; return it with an event that is set when it has closed."""
        import asyncpg  # an extra, and loaded only where PostgreSQL is used

        connection = await asyncpg.connect(self._address, timeout=CONNECT_LIMIT_S)
        closed = asyncio.Event()
        connection.add_termination_listener(lambda _: closed.set())
        await connection.add_listener(CHANNEL, lambda *found: self._hear(str(found[-1])))
        return connection, closed

    def _hear(self, payload: str) -> None:
        for process, table, number in read_notices(payload):
            if process == self._hub.process:
                continue
            if number == GIVEN_UP:
                self._guests.revoke(table)
            elif self._hub.is_near(table):
                self._hub.spawn(self._hub.notice(table, number))
