"""How processes hear of what others have done (notices.py): over Litestar's channels.

With SQLite there is one process, and nobody to tell.
"""

import asyncio
import contextlib

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from heimlich.server.guests import GuestBook
from heimlich.server.hub import Hub
from heimlich.server.notices import CHANNEL, GIVEN_UP, read_notices
from heimlich.server.settings import Settings


def make_channels(settings: Settings) -> ChannelsPlugin:
    """Litestar's channels, in memory or over PostgreSQL."""
    if settings.is_sqlite:
        return ChannelsPlugin(MemoryChannelsBackend(), channels=[CHANNEL])
    from heimlich.server.pg_channels import LastingBackend

    address = settings.url.replace("postgresql+asyncpg", "postgresql")
    return ChannelsPlugin(LastingBackend(address), channels=[CHANNEL])


class Listener:
    """Brings what others have added to the hub, and tokens that were given up to the guest book."""

    def __init__(self, channels: ChannelsPlugin, hub: Hub, guests: GuestBook) -> None:
        self._channels = channels
        self._hub = hub
        self._guests = guests
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to listen."""
        self._tasks = [asyncio.create_task(self._run())]
        watch = getattr(self._channels._backend, "watch", None)
        if watch is not None:
            self._tasks.append(asyncio.create_task(watch(lambda: self._hub.spawn(self._guests.recheck()))))

    async def stop(self) -> None:
        """Listen no longer."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        async with self._channels.start_subscription(CHANNEL) as subscriber:
            async for payload in subscriber.iter_events():
                for process, table, seq in read_notices(payload):
                    if process == self._hub.process:
                        continue
                    if seq == GIVEN_UP:
                        self._guests.revoke(table)
                    elif self._hub.is_near(table):
                        self._hub.spawn(self._hub.notice(table, seq))
