"""What is sent to one client: at once where that is possible, else from a short queue.

Nearly always the network takes a message without waiting; then no task is woken for it. When it does not, the rest
waits its turn, and whoever lets too much wait is dropped.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any

Send = Callable[[Any], Coroutine[Any, Any, None]]


class _Begun:
    """A coroutine that has run up to its first wait, to be awaited from there."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        while True:
            try:
                value = yield waits_for
            except BaseException as error:
                step = partial(self._coroutine.throw, error)
            else:
                step = partial(self._coroutine.send, value)
            try:
                waits_for = step()
            except StopIteration:
                return


class Wire:
    """The way to one client."""

    def __init__(self, send: Send, most: int, too_slow: Callable[[], None]) -> None:
        self._send = send
        self._most = most
        self._too_slow = too_slow
        self._waiting: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None
        self.broken = False

    def send(self, text: str) -> None:
        """Send this, without waiting."""
        if self.broken:
            return
        if self._task is not None:
            self._waiting.append(text)
            if len(self._waiting) > self._most:
                self.broken = True
                self._waiting.clear()
                self._too_slow()
            return
        coroutine = self._send({"type": "websocket.send", "text": text, "bytes": None})
        try:
            waits_for = coroutine.send(None)
        except StopIteration:
            return
        except Exception:  # the client has gone; whoever reads from it will notice
            self.broken = True
            return
        self._task = asyncio.get_running_loop().create_task(self._drain(_Begun(coroutine, waits_for)))

    async def _drain(self, begun: _Begun) -> None:
        try:
            await begun
            while self._waiting:
                await self._send({"type": "websocket.send", "text": self._waiting.popleft(), "bytes": None})
        except Exception:  # as above
            self.broken = True
        finally:
            self._task = None

    async def close(self, code: int) -> None:
        """Hang up, after what waits if the client takes it soon."""
        if self._task is not None:
            if not self.broken:
                await asyncio.wait([self._task], timeout=1.0)
            if self._task is not None:
                self._task.cancel()
                await asyncio.wait([self._task])
        if not self.broken:
            await self._send({"type": "websocket.close", "code": code, "reason": ""})
