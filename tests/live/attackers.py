"""Attackers with plain sockets, and an honest client: how long it waits tells whether an attack succeeds."""

import asyncio
import contextlib
import os
import socket
import struct
import threading
import time
from collections.abc import Iterable, Mapping

from websockets.asyncio.client import connect

from tests.live.servers import PATIENCE, LiveServer

# The limits that a server has when nobody sets them: those of the other tests are wide.
USUAL = {
    "HEIMLICH_MESSAGE_RATE": "20",
    "HEIMLICH_MESSAGE_BURST": "60",
    "HEIMLICH_REQUEST_RATE": "10",
    "HEIMLICH_REQUEST_BURST": "100",
    "HEIMLICH_SOCKETS_PER_ADDRESS": "100",
}
TEXT, CONTINUED, PING, PONG, LAST = 0x1, 0x0, 0x9, 0xA, 0x80
PROBE_S = 0.1


def frame(kind: int, data: bytes = b"") -> bytes:
    """A client's frame; the mask is zero, so that nothing has to be changed by it."""
    size = bytes((0x80 | len(data),)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
    return bytes((kind,)) + size + bytes(4) + data


def head(server: LiveServer, path: str, headers: Mapping[str, str] | None = None) -> bytes:
    """A request as it goes over the network, up to and without the empty line at its end."""
    lines = {"Host": f"127.0.0.1:{server.port}", **(headers or {})}
    return f"GET {path} HTTP/1.1\r\n".encode() + b"".join(f"{key}: {text}\r\n".encode() for key, text in lines.items())


def upgrade(server: LiveServer, token: str, headers: Mapping[str, str] | None = None) -> bytes:
    """A request for a WebSocket, up to and without the empty line at its end."""
    wanted = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
        "Authorization": f"Bearer {token}",
    }
    return head(server, "/api/socket", wanted | dict(headers or {}))


def dial(server: LiveServer, data: bytes = b"", *, small: bool = False) -> socket.socket:
    """A connection over which this was sent; one that takes in little, where the server is to be left waiting."""
    wire = socket.socket()
    if small:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.settimeout(PATIENCE)
    wire.connect(("127.0.0.1", server.port))
    wire.sendall(data)
    return wire


def read_head(wire: socket.socket) -> bytes:
    """What comes, up to the end of the headers or of the connection."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while b"\r\n\r\n" not in found and (more := wire.recv(4096)):
            found += more
    return found


def open_socket(server: LiveServer, token: str, *, small: bool = False) -> socket.socket:
    """A WebSocket, and nothing is read from it after its first answer."""
    wire = dial(server, upgrade(server, token) + b"\r\n", small=small)
    assert read_head(wire).startswith(b"HTTP/1.1 101")
    return wire


def pour(wire: socket.socket, data: bytes, seconds: float) -> int:
    """Send this again and again and read nothing, until the time is over or the server hangs up; bytes that it took."""
    wire.settimeout(0.2)
    sent, until = 0, time.monotonic() + seconds
    with contextlib.suppress(ConnectionError):
        while time.monotonic() < until:
            with contextlib.suppress(TimeoutError):
                sent += wire.send(data)
    return sent


def seconds_until_closed(wire: socket.socket, patience: float) -> float | None:
    """After what time the server hangs up; None if it does not."""
    began = time.monotonic()
    while (left := began + patience - time.monotonic()) > 0:
        wire.settimeout(left)
        try:
            if not wire.recv(65536):
                return time.monotonic() - began
        except TimeoutError:
            return None
        except ConnectionError:
            return time.monotonic() - began
    return None


def memory(server: LiveServer) -> int:
    """Bytes of memory that the server has now."""
    with open(f"/proc/{server.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_files(server: LiveServer) -> int:
    """How many files and connections the server has open."""
    return len(os.listdir(f"/proc/{server.pid}/fd"))


class Honest:
    """A player who asks ten times a second whether the server is there, and notes how long each answer takes."""

    def __init__(self, server: LiveServer) -> None:
        self.waits: list[float] = []
        self._address = server.url.replace("http", "ws") + "/api/socket"
        self._headers = {"Authorization": f"Bearer {server.token('Anna')}"}
        self._over = threading.Event()
        self._begun = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._ask()))

    def __enter__(self) -> "Honest":
        self._thread.start()
        assert self._begun.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(PATIENCE)

    async def _ask(self) -> None:
        async with connect(self._address, additional_headers=self._headers, ping_interval=None) as wire:
            while not self._over.is_set():
                began = time.perf_counter()
                await wire.send('{"t":"ping","id":"h"}')
                await asyncio.wait_for(wire.recv(), PATIENCE)
                self.waits.append(time.perf_counter() - began)
                self._begun.set()
                await asyncio.sleep(PROBE_S)

    @property
    def longest(self) -> float:
        return max(self.waits)


def close_all(wires: Iterable[socket.socket]) -> None:
    """Hang up."""
    for wire in wires:
        wire.close()
