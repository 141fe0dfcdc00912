"""How processes learn of each other's additions: by a table's name and a number, never by what happened.

With PostgreSQL the message is part of the transaction that adds the rows, so that neither comes without the other; it
is heard over Litestar's channels. With SQLite there is one process, and nobody to tell.
"""

import asyncio
import contextlib
from collections.abc import Sequence

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from sqlalchemy import Connection, text

from heimlich.server.hub import Hub
from heimlich.server.logs import log
from heimlich.server.settings import Settings
from heimlich.server.store import Addition

CHANNEL = "heimlich_tables"
MOST = 100  # tables in one message: PostgreSQL takes 8,000 bytes
CHECK_S = 2.0

Notice = list[tuple[str, str, int]]  # process, table, number
_decoder = msgspec.json.Decoder(Notice)


def announce(connection: Connection, process: str, additions: Sequence[Addition]) -> None:
    """Tell the other processes, when and if this transaction is committed."""
    notices = [(process, addition.table, addition.rows[-1].seq) for addition in additions]
    for start in range(0, len(notices), MOST):
        payload = msgspec.json.encode(notices[start : start + MOST]).decode()
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


def make_channels(settings: Settings) -> ChannelsPlugin:
    """Litestar's channels, in memory or over PostgreSQL."""
    if settings.is_sqlite:
        return ChannelsPlugin(MemoryChannelsBackend(), channels=[CHANNEL])
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    address = settings.url.replace("postgresql+asyncpg", "postgresql")
    return ChannelsPlugin(AsyncPgChannelsBackend(address), channels=[CHANNEL])


class Listener:
    """Brings what others have added to the hub."""

    def __init__(self, channels: ChannelsPlugin, hub: Hub) -> None:
        self._channels = channels
        self._hub = hub
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to listen."""
        self._tasks = [asyncio.create_task(self._run())]
        if self._hub.database.shared:
            self._tasks.append(asyncio.create_task(self._reconnect()))

    async def stop(self) -> None:
        """Listen no longer."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        async with self._channels.start_subscription(CHANNEL) as subscriber:
            async for payload in subscriber.iter_events():
                for process, table, seq in _decoder.decode(payload):
                    if process != self._hub.process and self._hub.is_near(table):
                        self._hub.spawn(self._hub.notice(table, seq))

    async def _reconnect(self) -> None:
        """Litestar's backend does not notice when the database has hung up; then it is started again."""
        backend = self._channels._backend
        while True:
            await asyncio.sleep(CHECK_S)
            connection = getattr(backend, "_listener_conn", None)
            if connection is None or not connection.is_closed():
                continue
            with contextlib.suppress(Exception):  # the database may still be away: the next round tries again
                queue = backend._queue  # type: ignore[attr-defined]
                await backend.on_startup()
                backend._queue = queue  # type: ignore[attr-defined]
                backend._subscribed_channels.clear()  # type: ignore[attr-defined]
                await backend.subscribe([CHANNEL])
                log("warning", "listening to the database again")
