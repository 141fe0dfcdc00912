"""Operators ask on an address of their own: what is there, what is not, and what goes wrong with it."""

import socket
import stat
from pathlib import Path

from tests.live.servers import LiveServer, serving
from tests.live.web.test_errors import told_in_a_line


def ask(wire: socket.socket, request: bytes) -> bytes:
    """The whole answer."""
    wire.settimeout(30)
    wire.sendall(request)
    found = b""
    while more := wire.recv(65536):
        found += more
    return found


def operators(server: LiveServer) -> socket.socket:
    host, _, port = server.operation_url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)))


def test_three_questions_are_answered_and_no_others(server: LiveServer) -> None:
    for line, status in {
        "GET /health HTTP/1.1": 200,
        "GET /ready HTTP/1.1": 200,
        "GET /metrics?x=1 HTTP/1.0": 200,
        "HEAD /metrics HTTP/1.1": 200,
        "GET /metrics/ HTTP/1.1": 404,
        "GET /api/tables HTTP/1.1": 404,
        "POST /ready HTTP/1.1": 405,
        "": 405,
    }.items():
        with operators(server) as wire:
            assert ask(wire, f"{line}\r\nHost: x\r\n\r\n".encode()).startswith(f"HTTP/1.1 {status} ".encode()), line


def test_nobody_else_can_ask(server: LiveServer) -> None:
    for path in ("/metrics", "/ready"):
        with socket.create_connection(("127.0.0.1", server.port)) as wire:
            found = ask(wire, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        assert found.startswith(b"HTTP/1.1 404"), path


def test_odd_questions_do_no_harm(server: LiveServer) -> None:
    for request in (b"\0" * 200_000, b"GET /health HTTP/1.1\r\n" + b"a: b\r\n" * 50_000, b"\r\n\r\n"):
        with operators(server) as wire:
            try:
                ask(wire, request)
            except ConnectionError:
                continue
    assert server.ask("GET", "/ready")[0] == 200
    assert not [line for line in server.said if '"level":"error"' in line]


def test_a_socket_in_the_file_system_will_do(tmp_path: Path) -> None:
    path = tmp_path / "operation"
    for _ in range(2):  # the second time, one is left there by a server that was killed
        with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_OPERATION": f"unix:{path}"}) as server:
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            with socket.socket(socket.AF_UNIX) as wire:
                wire.connect(str(path))
                assert b"heimlich_commits_total" in ask(wire, b"GET /metrics HTTP/1.1\r\n\r\n")
            server.kill()
            assert path.is_socket()


def test_an_address_that_cannot_be_used_is_told_in_a_line(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--database", str(tmp_path / "t.sqlite3"), "--operation")
    assert "cannot answer operators on 'nonsense'" in told_in_a_line(*words, "nonsense")
