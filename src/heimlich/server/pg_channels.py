"""Litestar's channels over PostgreSQL, with a connection that is made anew when the database has hung up.

Loaded only where PostgreSQL is used: its driver is an extra.
"""

import asyncio
import contextlib
from collections.abc import Callable

from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

from heimlich.server.logs import log

CHECK_S = 0.5


class LastingBackend(AsyncPgChannelsBackend):
    """What was announced while nobody listened is lost; the keeper's rounds find it."""

    async def watch(self, returned: Callable[[], None]) -> None:
        """Keep a listening connection, until cancelled; call `returned` when there is a new one."""
        while True:
            await asyncio.sleep(CHECK_S)
            if self._listener_conn.is_closed():
                with contextlib.suppress(Exception):  # the database may still be away: the next look tries again
                    await self._listen_again()
                    log("warning", "listening to the database again")
                    returned()

    async def _listen_again(self) -> None:
        async with self._listener_lock:
            connection = await self._connect()
            for channel in self._subscribed_channels:
                await connection.add_listener(channel, self._listener)
            self._listener_conn = connection
