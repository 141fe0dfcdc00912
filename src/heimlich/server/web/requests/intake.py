"""Limit the size and the duration of requests as they come in over the network.

Heads and bodies are measured before they are parsed, for a body may come in thousands of parts. A request must be
complete after `request_s` seconds, and its answer must have been read after `response_s` more, or the connection is
cut. One request at a time is read from a connection (browsers and proxies do not send the next one before the answer),
and an address that is no trusted proxy has a limited number of connections. WebSockets begin here and go on in
wires.py.
"""

import asyncio
import re
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from heimlich.server.limits import Slots, network_of
from heimlich.server.settings import Settings

LARGEST_HEAD = 32 * 1024  # bytes of a request's first line and headers
LARGEST_LINE = 8 * 1024  # of one of them in a WebSocket request: the WebSocket library takes no longer ones
MOST_LINES = 100
LARGEST_BODY = 64 * 1024  # bytes of a body as it comes; the application takes less
MOST_PARTS = 1000  # lines of a body, or of the marks around its parts
_AT_ONCE = 16 * 1024  # bytes that are parsed before anything is checked again
_END_OF_HEAD = re.compile(rb"\n\r?\n")


class Gate:
    """State that all connections of a server share: connections of each address, and the time limits."""

    def __init__(self, settings: Settings) -> None:
        self.request_s = settings.request_s
        self.response_s = settings.response_s
        self._open = Slots(settings.connections_per_address)
        self._trusted = ProxyHeadersMiddleware(_nothing, settings.proxies).trusted_hosts

    def enter(self, address: str) -> bool:
        """Count one more connection from an address; False if it has too many already."""
        return not address or address in self._trusted or self._open.take(network_of(address))

    def leave(self, address: str) -> None:
        """Count one connection less from an address."""
        if address and address not in self._trusted:
            self._open.give_back(network_of(address))


async def _nothing(*_: Any) -> None:
    """Stand in for an application: only the middleware's list of proxies is needed."""


class _Size:
    """Bytes and lines of a part of a request so far."""

    __slots__ = ("bytes", "lines")

    def __init__(self) -> None:
        self.bytes = self.lines = 0

    def add(self, data: bytes) -> None:
        self.bytes += len(data)
        self.lines += data.count(b"\n")


class HttpProtocol(H11Protocol):
    """uvicorn's HTTP, with limits."""

    gate: Gate

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._head, self._body = _Size(), _Size()
        self._is_answered = True  # no request is waiting for its answer
        self._address = self.client[0] if self.client else ""
        self._entered = self.gate.enter(self._address)
        if self._entered:
            self._expect(self.gate.request_s)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._entered:
            self._entered = False
            self.gate.leave(self._address)

    def _expect(self, seconds: float) -> None:
        """Cut the connection after this time, unless this is called again first."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Parse one part at a time, and never more than one request."""
        for start in range(0, len(data), _AT_ONCE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._take(data[start : start + _AT_ONCE])

    def _take(self, data: bytes) -> None:
        if self._is_answered and self.conn.their_state is h11.IDLE:
            self._is_answered = False
            self._head, self._body = _Size(), _Size()
            self._expect(self.gate.request_s)
        if self._is_too_large(data):
            return
        super().data_received(data)
        if self.conn.their_state in {h11.DONE, h11.MUST_CLOSE} and not self._is_answered:
            if self.conn.trailing_data[0]:
                self.transport.abort()
            else:
                self._expect(self.gate.response_s)

    def _is_too_large(self, data: bytes) -> bool:
        """Measure new bytes before they are parsed; refuse the request if it is too large."""
        size = 0
        if self.conn.their_state is h11.IDLE:
            end = _END_OF_HEAD.search(data)
            size = end.end() if end else len(data)
            self._head.add(data[:size])
            if self._head.bytes > LARGEST_HEAD or self._head.lines > MOST_LINES:
                self.refuse(431, "the headers are too large")
                return True
        self._body.add(data[size:])
        if self._body.bytes > LARGEST_BODY or self._body.lines > MOST_PARTS:
            self.refuse(413, "the request is too large")
            return True
        return False

    def refuse(self, status: int, text: str) -> None:
        """Send an error, unless an answer has begun, and close the connection."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = b'{"code":"request","text":"%b"}' % text.encode()
            self.transport.write(
                b"HTTP/1.1 %d %b\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%b"
                % (status, STATUS_PHRASES[status], len(body), body)
            )
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol, which has limits of its own."""
        if len(event.target) > LARGEST_LINE - 100 or any(
            len(name) + len(value) > LARGEST_LINE - 100 for name, value in event.headers
        ):
            self.refuse(431, "the headers are too large")
            return
        super().handle_websocket_upgrade(event)
        self._leave()

    def on_response_complete(self) -> None:
        """Note that the answer is written; cut off a client that does not read it in time."""
        self._is_answered = True
        self._expect(self.gate.response_s)
        if self.conn.their_state is h11.SEND_BODY:  # the rest is not wanted
            self.transport.close()
        super().on_response_complete()
