"""Floods that are no messages: control frames, empty parts, requests that never end, answers that nobody reads."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.attackers import (
    CONTINUED,
    LAST,
    PING,
    PONG,
    TEXT,
    USUAL,
    Honest,
    close_all,
    dial,
    frame,
    head,
    memory,
    open_files,
    open_socket,
    pour,
    read_head,
    seconds_until_closed,
    upgrade,
)
from tests.live.servers import LiveServer, serving
from tests.soak import count

SECONDS = count(1, 10)
REQUEST_S = 1.0
LONGEST_WAIT = 0.8  # s, of an honest player on a machine that has other things to do; it was 0.9 to 46
FLOODS = {
    "pings": frame(LAST | PING, b"x" * 125) * 500,
    "empty pings": frame(LAST | PING) * 5_000,
    "pongs": frame(LAST | PONG) * 5_000,
    "empty parts": frame(TEXT) + frame(CONTINUED) * 5_000,
    "empty messages": frame(LAST | TEXT) * 5_000,
    "parts and pings": (frame(TEXT) + frame(LAST | PING) + frame(LAST | CONTINUED)) * 2_000,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with the usual limits, which waits a second for requests."""
    limits = USUAL | {
        "HEIMLICH_REQUEST_BURST": "1000",
        "HEIMLICH_REQUEST_S": str(REQUEST_S),
        "HEIMLICH_RESPONSE_S": "2",
    }
    with serving(str(tmp_path_factory.mktemp("server") / "tables.sqlite3"), limits) as running:
        yield running


@pytest.mark.parametrize("kind", FLOODS)
def test_every_frame_counts(server: LiveServer, kind: str) -> None:
    token, size, computed = server.token("Eve"), memory(server), server.computed()
    with Honest(server) as honest:
        wire = open_socket(server, token, small=True)
        sent = pour(wire, FLOODS[kind], SECONDS)
        assert seconds_until_closed(wire, 10) is not None, "the server hangs up"
        wire.close()
    assert honest.longest < LONGEST_WAIT
    assert server.computed() - computed < 0.5 + SECONDS * 0.1
    assert memory(server) - size < 10_000_000
    assert sent < 20_000_000, "what is not read does not pile up"


@pytest.mark.parametrize("kind", FLOODS)
def test_frames_before_the_handshake_is_answered_end_the_connection(server: LiveServer, kind: str) -> None:
    token = server.token("Eve")
    with Honest(server) as honest:
        for _ in range(count(5, 50)):
            with dial(server, upgrade(server, token) + b"\r\n") as wire:
                pour(wire, FLOODS[kind], 0.05)
    assert honest.longest < LONGEST_WAIT
    assert not [line for line in server.said if "Traceback" in line or '"trace"' in line]


def test_a_message_in_few_parts_is_read(server: LiveServer) -> None:
    wire = open_socket(server, server.token("Anna"))
    text = b'{"t":"ping","id":"in-parts"}'
    parts = [frame(CONTINUED, text[index : index + 1]) for index in range(1, len(text) - 1)]
    wire.sendall(frame(TEXT, text[:1]) + frame(LAST | PING) + b"".join(parts) + frame(LAST | CONTINUED, text[-1:]))
    found = b""
    while b"in-parts" not in found:
        found += wire.recv(4096)
    wire.close()


def test_a_message_in_many_parts_ends_the_connection(server: LiveServer) -> None:
    wire = open_socket(server, server.token("Eve"))
    wire.sendall(frame(TEXT) + frame(CONTINUED) * 70)
    assert wire.recv(4096)[:4] == bytes((0x88, 2 + 27)) + (1009).to_bytes(2, "big")
    wire.close()


@pytest.mark.parametrize("many", [count(20, 300)])
def test_half_open_requests_are_cut(server: LiveServer, many: int) -> None:
    """Nothing at all, half a head, half a body, half a request for a WebSocket, and drops of each."""
    post = head(server, "/api/tokens", {"Content-Type": "application/json", "Content-Length": "500"}).replace(
        b"GET", b"POST"
    )
    beginnings = [b"", b"GET / HT", head(server, "/"), post + b'\r\n{"nickname": "', upgrade(server, "x" * 43)]
    with Honest(server) as honest:
        wires = [dial(server, beginning) for beginning in beginnings for _ in range(many // len(beginnings))]
        began = time.monotonic()
        while time.monotonic() - began < REQUEST_S * 0.8:  # a drop now and then helps nobody
            for wire in wires:
                wire.sendall(b"x")
            time.sleep(0.2)
        for wire in wires:
            assert seconds_until_closed(wire, REQUEST_S + 5) is not None
        assert time.monotonic() - began < REQUEST_S + 5
        close_all(wires)
    assert honest.longest < LONGEST_WAIT


@pytest.mark.parametrize("part", [b"1\r\nx\r\n", b"1;" + b"y" * 50 + b"\r\nx\r\n", b"2000\r\n" + b" " * 8192 + b"\r\n"])
def test_a_body_in_parts_that_never_ends_is_cut(server: LiveServer, part: bytes) -> None:
    computed = server.computed()
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    with Honest(server) as honest:
        wire = dial(server, head(server, "/api/tokens", headers).replace(b"GET", b"POST") + b"\r\n")
        pour(wire, part * (1 + 30_000 // len(part)), SECONDS)
        assert seconds_until_closed(wire, 5) is not None
        wire.close()
    assert honest.longest < LONGEST_WAIT
    assert server.computed() - computed < 0.5 + SECONDS * 0.1


def test_a_body_in_some_parts_is_read(server: LiveServer) -> None:
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    parts = b"".join(b"1\r\n%c\r\n" % letter for letter in b'{\n\r\n"nickname": "Anna"}')
    with dial(server, head(server, "/api/tokens", headers).replace(b"GET", b"POST") + b"\r\n" + parts) as wire:
        wire.sendall(b"0\r\n\r\n")
        assert read_head(wire).startswith(b"HTTP/1.1 201")


def test_a_handshake_with_a_long_header_is_answered(server: LiveServer) -> None:
    for size in (8_000, 8_192, 9_000, 30_000):
        with dial(server, upgrade(server, server.token("Eve"), {"X-Long": "y" * size}) + b"\r\n") as wire:
            began = time.monotonic()
            assert read_head(wire).startswith((b"HTTP/1.1 101", b"HTTP/1.1 431"))
            assert time.monotonic() - began < REQUEST_S


def test_an_answer_that_nobody_reads_is_given_up(server: LiveServer) -> None:
    """One request after the other, and nothing is read: at some point the server can write no more, and hangs up."""
    before = open_files(server)
    wires = [dial(server, small=True) for _ in range(count(3, 50))]
    request = head(server, "/schema/openapi.json") + b"\r\n"
    with contextlib.suppress(ConnectionError):
        for _ in range(count(100, 200)):
            for wire in wires:
                wire.sendall(request)
            time.sleep(0.02)
    until = time.monotonic() + 15
    while open_files(server) > before and time.monotonic() < until:
        time.sleep(0.1)
    assert open_files(server) <= before, "connections whose answers nobody reads stay open"
    close_all(wires)


def test_bytes_that_wait_for_a_slow_reader_are_counted(tmp_path: Path) -> None:
    """Few messages, but large ones: a picture of a table with much chat, asked for again and again and never read."""
    limits = {"HEIMLICH_QUEUE_MESSAGES": "100000", "HEIMLICH_QUEUE_BYTES": "300000"}
    with serving(str(tmp_path / "t.sqlite3"), limits) as server:
        token = server.token("Eve")
        table = server.table(token, {"game": "heimlich-co", "edition": "escale", "seats": 4})
        size = memory(server)
        wire = open_socket(server, token, small=True)
        join = frame(LAST | TEXT, f'{{"t":"join","protocol":1,"table":"{table}"}}'.encode())
        pour(wire, join * 20, count(3, 20))
        assert seconds_until_closed(wire, 10) is not None
        wire.close()
        assert "heimlich_dropped_readers_total 1" in server.ask("GET", "/metrics")[1]
        assert memory(server) - size < 20_000_000


def test_nobody_fills_the_log(server: LiveServer) -> None:
    """What is no request, or asks for what is not there, is refused without a line for each."""
    before = len(server.said)
    odd = [
        b"hello\r\n\r\n",
        b"\x16\x03\x01 not http\r\n\r\n",
        head(server, "/health", {"Upgrade": "h2c", "Connection": "Upgrade"}) + b"\r\n",
        upgrade(server, "x").replace(b"Sec-WebSocket-Key", b"X-Nothing") + b"\r\n",
        upgrade(server, "x" * 43) + b"\r\n",
    ]
    for _ in range(count(10, 200)):
        for request in odd:
            with dial(server, request) as wire:
                read_head(wire)
    wire = open_socket(server, server.token("Eve"))
    wire.sendall(b"\xff" * 1000)
    assert seconds_until_closed(wire, 5) is not None
    wire.close()
    assert len(server.said) - before < 5, server.said[before : before + 5]


def test_connections_of_one_address_are_limited(tmp_path: Path) -> None:
    """Of those that come from no trusted proxy."""
    limits = {"HEIMLICH_PROXIES": "192.0.2.1", "HEIMLICH_CONNECTIONS_PER_ADDRESS": "10"}
    with serving(str(tmp_path / "t.sqlite3"), limits) as server:
        wires = [dial(server, b"GET /") for _ in range(10)]
        with dial(server) as wire:
            assert seconds_until_closed(wire, 5) is not None, "the eleventh"
        close_all(wires)
        for _ in range(100):
            with dial(server, head(server, "/health") + b"\r\n") as wire:
                if b"200 OK" in read_head(wire):
                    break
            time.sleep(0.05)
        else:
            raise AssertionError("closed connections still count")
