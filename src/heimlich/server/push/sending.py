"""One request to a push service: to a checked address, with bounds on time and size; no redirect is followed."""

import asyncio
import contextlib
import ipaddress
import socket
import ssl
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import h11

from heimlich.server.push.addresses import Endpoint, is_public

LARGEST_HEAD = 16 * 1024  # of an answer; its body is never read
NAMES_S = 60.0  # for which the address of a service is known
MOST_NAMES = 100
LOOKUPS = 2  # threads, of our own: a name server that hangs keeps nothing else waiting


class ServiceAnswer(NamedTuple):
    """A push service's answer: its status, and after how many seconds it wants to be asked again (0: not said)."""

    status: int
    retry_after_s: int = 0


class NotSent(Exception):
    """A message could not be handed over; the text names no address and no guest."""


class Sender:
    """Sends requests, each over a connection of its own."""

    def __init__(self, timeout_s: float, *, loopback: bool = False) -> None:
        self._timeout_s = timeout_s
        self._loopback = loopback
        self._names: dict[str, tuple[float, list[str]]] = {}  # the time, and the addresses found, the next one first
        self._lookups = ThreadPoolExecutor(LOOKUPS, "push-names")

    async def post(self, endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> ServiceAnswer:
        """Send a message; raises NotSent if no answer comes in time."""
        address = ""
        try:
            async with asyncio.timeout(self._timeout_s):
                address = await self._address_of(endpoint)
                return await self._post(address, endpoint, headers, body)
        except (OSError, ssl.SSLError, h11.RemoteProtocolError) as error:
            self._avoid(endpoint.host, address)
            raise NotSent("no answer in time" if isinstance(error, TimeoutError) else type(error).__name__) from None

    def close(self) -> None:
        """Give up the threads."""
        self._lookups.shutdown(wait=False, cancel_futures=True)

    async def _post(self, address: str, endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> ServiceAnswer:
        secure = {"ssl": _trust(), "server_hostname": endpoint.host} if endpoint.secure else {}
        reader, writer = await asyncio.open_connection(address, endpoint.port, limit=LARGEST_HEAD, **secure)  # type: ignore[arg-type]
        try:
            wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_HEAD)
            lines = [
                ("Host", endpoint.origin.partition("://")[2]),
                ("Content-Length", str(len(body))),
                ("Connection", "close"),
                *headers.items(),
            ]
            writer.write(wire.send(h11.Request(method="POST", target=endpoint.path, headers=lines)) or b"")
            writer.write((wire.send(h11.Data(data=body)) or b"") + (wire.send(h11.EndOfMessage()) or b""))
            await writer.drain()
            return await _read_answer(wire, reader)
        finally:
            writer.transport.abort()  # whatever else it sends is not read

    async def _address_of(self, endpoint: Endpoint) -> str:
        """Resolve a service's name, and refuse it if any of its addresses is not public."""
        at, known = self._names.get(endpoint.host, (0.0, []))
        if known and time.monotonic() < at + NAMES_S:
            return known[0]
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._lookups, lambda: socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
        )
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        if not addresses or not all(map(self._may_call, addresses)):
            raise NotSent("the service's name leads to an inner network")
        if len(self._names) >= MOST_NAMES:
            self._names.clear()
        self._names[endpoint.host] = (time.monotonic(), addresses)
        return addresses[0]

    def _avoid(self, host: str, address: str) -> None:
        """Let the next try go to another address of a service: some machines wrongly believe that they have IPv6."""
        _, addresses = self._names.get(host, (0.0, []))
        if addresses and addresses[0] == address:  # else another message has found this out already
            addresses.append(addresses.pop(0))

    def _may_call(self, address: str) -> bool:
        return is_public(address) or (self._loopback and ipaddress.ip_address(address.partition("%")[0]).is_loopback)


@lru_cache(maxsize=1)
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _read_answer(wire: h11.Connection, reader: asyncio.StreamReader) -> ServiceAnswer:
    """Read the head of an answer; interim answers are skipped."""
    while True:
        event = wire.next_event()
        if event is h11.NEED_DATA:
            wire.receive_data(await reader.read(LARGEST_HEAD))
        elif isinstance(event, h11.Response):
            return ServiceAnswer(event.status_code, _seconds(dict(event.headers).get(b"retry-after", b"")))
        elif not isinstance(event, h11.InformationalResponse):
            raise NotSent("no answer")


def _seconds(text: bytes) -> int:
    """Read Retry-After in seconds; a date counts as not said."""
    with contextlib.suppress(ValueError):
        return max(0, int(text[:10]))
    return 0
