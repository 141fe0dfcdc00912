"""Cookies: ours is found among whatever else a browser sends, one rule decides, and none costs much time."""

import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from heimlich.server.web.requests.cookies import PLAIN, SECURE, read_cookie
from tests.live.attackers import dial, head, read_head
from tests.live.servers import LiveServer, serving
from tests.soak import count

HTTPS = {"X-Forwarded-Proto": "https"}
NEIGHBOURS = (
    '{"a": [1, 2], "b": "c; d"}',
    "one two",
    "a,b",
    "[x](y)",
    '"quoted \\" and not closed',
    "=",
    "\xe9\xff",
    '"\\073 heimlich=no"',
)


def cookies_of(headers: Mapping[str, str]) -> str:
    return headers.get("set-cookie", "")


def answer_time(server: LiveServer, cookie: str) -> float:
    """Seconds until a request with this cookie is answered."""
    began = time.perf_counter()
    with dial(server, head(server, "/api/guest", {"Cookie": cookie}) + b"\r\n") as wire:
        assert read_head(wire).startswith((b"HTTP/1.1 401", b"HTTP/1.1 431"))
    return time.perf_counter() - began


@pytest.mark.parametrize("size", [4_000, 16_000, 60_000, 250_000])
@pytest.mark.parametrize("quoted", ['\\"', "; heimlich=", ";", " ", "=\t"])
def test_no_cookie_costs_more_than_ten_milliseconds(server: LiveServer, size: int, quoted: str) -> None:
    cookie = 'a="' + (quoted * size)[:size] + '"'
    times = [(answer_time(server, "a=b"), answer_time(server, cookie)) for _ in range(count(5, 50))]
    plain, long = (min(column) for column in zip(*times, strict=True))  # at best: the machine does other things, too
    assert long - plain < 0.01, f"{long:.4f} s, and {plain:.4f} s without"


def test_too_many_headers_are_refused_before_they_are_parsed(server: LiveServer) -> None:
    before = server.computed()
    for request in (
        head(server, "/health") + b"a:b\r\n" * 40_000 + b"\r\n",
        head(server, "/health") + b"a:b\n" * 3_000 + b"\n",
        head(server, "/" + "x" * 100_000) + b"\r\n",
        head(server, "/health") + b"X-Long: " + b"y" * 200_000 + b"\r\n\r\n",
    ):
        with dial(server) as wire:
            wire.sendall(request)
            assert read_head(wire).startswith((b"HTTP/1.1 431", b"")), request[:60]
    assert server.computed() - before < 0.2
    assert server.ask("GET", "/health")[0] == 200


def test_one_request_at_a_time_is_read_from_a_connection(server: LiveServer) -> None:
    """Behind a first request a second one could come unmeasured: it is not read."""
    request = head(server, "/health") + b"\r\n"
    with dial(server, request + head(server, "/health") + b"a:b\r\n" * 3_000 + b"\r\n") as wire:
        assert b"200 OK" not in read_head(wire)
    with dial(server, request) as wire:
        for _ in range(3):
            assert b"200 OK" in read_head(wire)
            wire.sendall(request)


@pytest.mark.parametrize("neighbour", NEIGHBOURS)
def test_a_neighbours_cookie_is_harmless(server: LiveServer, neighbour: str) -> None:
    token = server.token("Anna")
    for text in (f"other={neighbour}; heimlich={token}", f"heimlich={token}; other={neighbour}"):
        sent = head(server, "/api/guest").decode() + f"Cookie: {text}\r\n\r\n"
        with dial(server, sent.encode("latin-1")) as wire:
            assert read_head(wire).startswith(b"HTTP/1.1 200"), text


def test_one_rule_decides_between_several_cookies() -> None:
    first, second, third = ("a" * 43, "b" * 43, "c" * 43)
    for text, wanted in {
        f"{PLAIN}={first}; {PLAIN}={second}": (PLAIN, first),
        f"{PLAIN}={first}; {SECURE}={second}": (SECURE, second),
        f"{SECURE}={first}; {SECURE}={second}; {PLAIN}={third}": (SECURE, first),
        f"x{PLAIN}={first}; {PLAIN}x={first}; {PLAIN}={second}": (PLAIN, second),
        f"{PLAIN}=short; {PLAIN}={second}": (PLAIN, second),
        f'{PLAIN}="{first}"': None,
        f"{PLAIN}={first}x{{": None,
        "": None,
    }.items():
        assert read_cookie([(b"cookie", text.encode())]) == wanted, text
    assert read_cookie([(b"cookie", f"{PLAIN}={first}".encode()), (b"cookie", f"{SECURE}={second}".encode())]) == (
        SECURE,
        second,
    )


def test_over_https_the_cookie_is_bound_to_the_host(server: LiveServer) -> None:
    status, _, headers = server.ask("POST", "/api/guests", {"nickname": "Anna"}, headers=HTTPS)
    assert status == 201
    cookie = cookies_of(headers)
    assert f"{SECURE}=" in cookie
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "omain=" not in cookie
    plain = cookies_of(server.ask("POST", "/api/guests", {"nickname": "Bert"})[2])
    assert plain.startswith(f"{PLAIN}=")
    assert "Secure" not in plain


def test_only_a_trusted_proxy_says_that_the_browser_speaks_https(tmp_path: Path) -> None:
    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_PROXIES": "192.0.2.1"}) as server:
        cookie = cookies_of(server.ask("POST", "/api/guests", {}, headers=HTTPS)[2])
        assert cookie.startswith(f"{PLAIN}=")
        assert "Secure" not in cookie


def test_an_older_cookie_is_exchanged_when_the_server_moves_behind_https(server: LiveServer) -> None:
    token = server.token("Anna")
    for method, path, body in (("GET", "/api/guest", None), ("POST", "/api/guests", {})):
        sent = {"Cookie": f"{PLAIN}={token}", "Origin": server.url, **HTTPS}
        status, answer, headers = server.ask(method, path, body, headers=sent)
        assert (status, answer) == (200, {"nickname": "Anna"})
        assert f"{SECURE}={token}" in str(headers)
        sent["Cookie"] = f"{SECURE}={token}"
        status, answer, headers = server.ask(method, path, body, headers=sent)
        assert (status, answer, cookies_of(headers)) == (200, {"nickname": "Anna"}, "")


def test_who_is_known_by_the_cookie_stays_that_guest(server: LiveServer) -> None:
    """A browser may have forgotten all but the cookie, and then asks as if it were new."""
    token = server.token("Anna")
    sent = {"Cookie": f"{PLAIN}={token}", "Origin": server.url}
    status, answer, headers = server.ask("POST", "/api/guests", {"nickname": "Berta"}, headers=sent)
    assert (status, answer, cookies_of(headers)) == (200, {"nickname": "Anna"}, "")
    unknown = {"Cookie": f"{PLAIN}={'x' * 43}", "Origin": server.url}
    status, answer, headers = server.ask("POST", "/api/guests", {"nickname": "Berta"}, headers=unknown)
    assert (status, answer) == (201, {"nickname": "Berta"})
    assert cookies_of(headers).startswith(f"{PLAIN}=")
    assert server.ask("POST", "/api/guests", {}, headers=sent | {"Origin": "https://elsewhere.example"})[0] == 403


def test_who_gives_a_device_up_loses_the_cookie(server: LiveServer) -> None:
    token = server.token("Anna")
    sent = {"Cookie": f"{PLAIN}={token}", "Origin": server.url}
    status, _, headers = server.ask("DELETE", "/api/guest/token", headers=sent)
    assert status == 204
    assert "Max-Age=0" in cookies_of(headers)
