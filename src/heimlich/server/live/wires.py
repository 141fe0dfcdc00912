"""The output to one client: frames go to the network at once while it takes them, else they wait in a short queue.

Handshake, pings and closing are uvicorn's. Messages are not: the frame of an update (RFC 6455; from a server it is not
masked) is equal for everyone who gets it, so it is made once and handed to each network connection as it is. A client
that lets too much wait is dropped. Every frame that comes in is counted, whatever it is: pings and empty
parts of messages cost as much as messages.
"""

import asyncio
import struct
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from heimlich.server.limits import Bucket
from heimlich.server.settings import Settings

SOCKET = "heimlich_socket"  # where an application finds the protocol, in its scope's state
MOST_WAITING = 8  # messages of a client that wait to be looked at, before no more are read
MOST_PARTS = 64  # frames that one message may be sent in
TOO_LARGE, TOO_MUCH = 1009, 4429
CLOSING_S = 10.0  # after which a connection that was closed is cut, whatever has not been read
_TEXT = 0x81  # one whole text message


def framed(text: bytes) -> bytes:
    """Put a message into a WebSocket frame."""
    size = len(text)
    if size < 126:
        return b"%c%c%b" % (_TEXT, size, text)
    head = struct.pack("!BBH", _TEXT, 126, size) if size < 65536 else struct.pack("!BBQ", _TEXT, 127, size)
    return head + text


class CountedFrames(ServerProtocol):
    """The library's frames, counted one by one while they are parsed: a single read may bring ten thousand."""

    def __init__(self, bucket: Bucket, **options: Any) -> None:
        super().__init__(**options)
        self._bucket = bucket
        self._parts = 0

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame in; fail the connection if there are too many."""
        if not self._bucket.take():
            self._stop(TOO_MUCH, "too many frames")
        if frame.opcode is Opcode.CONT:
            self._parts += 1
            if self._parts >= MOST_PARTS:
                self._stop(TOO_LARGE, "a message in too many parts")
        elif frame.opcode in {Opcode.TEXT, Opcode.BINARY}:
            self._parts = 0
        super().recv_frame(frame)

    def _stop(self, code: int, reason: str) -> None:
        """Fail the connection with this code; the exception ends the parsing."""
        self.fail(code, reason)
        raise ProtocolError(reason)


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a short way out, with limits, and with reading that goes on while few messages wait."""

    settings = Settings()
    wire: "Wire | None" = None

    def __init__(self, *positional: Any, **named: Any) -> None:
        super().__init__(*positional, **named)
        bucket = Bucket(self.settings.frame_rate, self.settings.frame_burst)
        self.conn = CountedFrames(bucket, max_size=self.config.ws_max_size, logger=self.logger)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Cut the connection if the handshake does not end."""
        super().connection_made(transport)
        self.loop.call_later(self.settings.request_s, self._give_up_handshake)

    def _give_up_handshake(self) -> None:
        if not self.handshake_complete:
            self.transport.abort()

    async def run_asgi(self) -> None:
        """Expose this protocol to the ASGI app through scope['state']; cut what is not read when all is over."""
        self.scope["state"][SOCKET] = self
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(CLOSING_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Take in frames; nobody sends any before the handshake is answered."""
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()
            return
        super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Close the connection after too many frames or bytes that are no WebSocket; send the reason once."""
        if self.conn.close_sent is None or self.close_sent:
            self.transport.abort()
            return
        super().handle_parser_exception()

    def handle_ping(self) -> None:
        """Answer, unless the other side does not read: answers would only pile up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        """Cut the connection: the client has not answered for long, and would not read the reason."""
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Queue a whole message. Text and binary messages are treated alike: both are read as UTF-8."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Send waiting frames, as the network takes more again."""
        super().resume_writing()
        if self.wire is not None:
            self.wire.go_on()

    @property
    def is_open(self) -> bool:
        """Tell whether messages can still be sent."""
        return not (self.disconnected or self.close_sent or self.transport.is_closing())


class Wire:
    """The output to one client, with a queue."""

    def __init__(self, socket: SocketProtocol, settings: Settings, too_slow: Callable[[], None]) -> None:
        self._socket = socket
        self._most_messages, self._most_bytes = settings.queue_messages, settings.queue_bytes
        self._too_slow = too_slow
        self._bytes = 0  # that wait
        self._waiting: deque[bytes] = deque()
        self._over = False
        self.broken = False
        socket.wire = self

    def send(self, frame: bytes) -> None:
        """Send a frame, without waiting."""
        if self.broken:
            return
        if not self._waiting and self._socket.writable.is_set():
            if self._socket.is_open:
                self._socket.transport.write(frame)
            return
        self._waiting.append(frame)
        self._bytes += len(frame)
        if len(self._waiting) > self._most_messages or self._bytes > self._most_bytes:
            self.broken = True
            self._waiting.clear()
            self._too_slow()

    def go_on(self) -> None:
        """Send waiting frames, as far as the network takes them."""
        while self._waiting and self._socket.writable.is_set() and self._socket.is_open:
            frame = self._waiting.popleft()
            self._bytes -= len(frame)
            self._socket.transport.write(frame)

    def hang_up(self) -> None:
        """Receive nothing more."""
        self._over = True
        self._socket.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def receive(self) -> bytes | None:
        """Wait for the next message; None if there will be none."""
        event = await self._socket.receive()
        return event["bytes"] if event["type"] == "websocket.receive" and not self._over else None

    async def close(self, code: int) -> None:
        """Close the connection; cut it off if the client reads too slowly, for it would not read the reason either."""
        self._socket.wire = None
        if self.broken or not self._socket.writable.is_set():
            self._socket.transport.abort()
        elif self._socket.is_open:
            await self._socket.send({"type": "websocket.close", "code": code, "reason": ""})
