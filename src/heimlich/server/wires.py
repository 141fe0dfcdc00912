"""The way to one client: what is sent goes to the network at once while that takes it, else it waits in a short queue.

Handshake, pings and closing are uvicorn's. Messages are not: what an update is sent as (a frame of RFC 6455, which from
a server is not masked) is the same for everyone who gets it, so it is made once and handed to each network connection
as it is. Whoever lets too much wait is dropped.
"""

import struct
from collections import deque
from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SOCKET = "heimlich_socket"  # where an application finds the protocol, in its scope's state
MOST_WAITING = 8  # messages of a client that wait to be looked at, before no more are read
_TEXT = 0x81  # one whole text message


def framed(text: bytes) -> bytes:
    """A message as it goes over the network."""
    size = len(text)
    if size < 126:
        return b"%c%c%b" % (_TEXT, size, text)
    head = struct.pack("!BBH", _TEXT, 126, size) if size < 65536 else struct.pack("!BBQ", _TEXT, 127, size)
    return head + text


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a short way out, and with reading that goes on while few messages wait."""

    wire: "Wire | None" = None

    async def run_asgi(self) -> None:
        """Let the application find this."""
        self.scope["state"][SOCKET] = self
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """A whole message has come. Text and bytes are the same to us: both are read as UTF-8."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The network takes more again."""
        super().resume_writing()
        if self.wire is not None:
            self.wire.go_on()

    @property
    def is_open(self) -> bool:
        """Whether messages can still be sent."""
        return not (self.disconnected or self.close_sent or self.transport.is_closing())


class Wire:
    """The way to one client."""

    def __init__(self, socket: SocketProtocol, most: int, too_slow: Callable[[], None]) -> None:
        self._socket = socket
        self._most = most
        self._too_slow = too_slow
        self._waiting: deque[bytes] = deque()
        self._over = False
        self.broken = False
        socket.wire = self

    def send(self, frame: bytes) -> None:
        """Send this, without waiting."""
        if self.broken:
            return
        if not self._waiting and self._socket.writable.is_set():
            if self._socket.is_open:
                self._socket.transport.write(frame)
            return
        self._waiting.append(frame)
        if len(self._waiting) > self._most:
            self.broken = True
            self._waiting.clear()
            self._too_slow()

    def go_on(self) -> None:
        """Send what waits, as far as the network takes it."""
        while self._waiting and self._socket.writable.is_set() and self._socket.is_open:
            self._socket.transport.write(self._waiting.popleft())

    def hang_up(self) -> None:
        """Receive nothing more."""
        self._over = True
        self._socket.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def receive(self) -> bytes | None:
        """The next message; None if there will be none."""
        event = await self._socket.receive()
        return event["bytes"] if event["type"] == "websocket.receive" and not self._over else None

    async def close(self, code: int) -> None:
        """Hang up. Who reads too slowly is cut off: he would not read the reason either."""
        self._socket.wire = None
        if self.broken or not self._socket.writable.is_set():
            self._socket.transport.abort()
        elif self._socket.is_open:
            await self._socket.send({"type": "websocket.close", "code": code, "reason": ""})
