"""Behind Caddy and nginx, over TLS, under an own name or a path: games go on, and forged headers change nothing."""

import asyncio
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heimlich.errors import HeimlichError
from heimlich.server.settings import read_settings
from heimlich.server.table.commands import Start
from tests.live.clients import GAMES, asked, leave, level, raw, seated, verified
from tests.live.proxies import NAMES, Door, Proxy, proxied
from tests.live.servers import PATIENCE, LiveServer, Postgres, free_port, serving
from tests.soak import count

FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "1",
    "X-Real-IP": "203.0.113.9",
    "Forwarded": "for=203.0.113.9;proto=http;host=evil.example",
}
TABLES = count(4, 20)
BOTH = pytest.mark.parametrize("name", NAMES)


@BOTH
@pytest.mark.parametrize("path", [False, True], ids=["own-name", "path"])
def test_a_game_is_played_through_a_proxy_that_is_cut_off_in_between(name: str, path: bool, tmp_path: Path) -> None:
    port = free_port()
    public = f"https://localhost:{port}" + ("/heimlich" if path else "")
    with (
        serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_PUBLIC_ADDRESS": public}) as server,
        proxied(name, tmp_path / name, [server], path=path, port=port) as proxy,
    ):
        table = asyncio.run(_play(proxy, Door(proxy, server)))
        door = Door(proxy, server)
        assert verified(door.ask("GET", f"/api/tables/{table}/record")[1]) > 10
        page = door.ask("GET", f"/replay/{table}", headers={**FORGED, "Accept": "text/html"})[1]
        assert f'property="og:url" content="{public}/replay/{table}?' in page
        assert f'property="og:image" content="{public}/api/tables/{table}/picture.png?' in page
        assert "evil" not in page
        assert door.ask("GET", f"/api/tables/{table}/picture.svg")[0] == 200
        icon = re.search(r'rel="icon" href="([^"]+)"', page)
        assert icon is not None
        assert icon[1] == public.removeprefix(f"https://localhost:{port}") + "/favicon.svg"


async def _play(proxy: Proxy, door: Door) -> str:
    """Play a game to its end; cut the proxy off while all are playing, and start it again."""
    clients = await seated(door, GAMES["heimlich-co"])
    for _ in range(4):
        mover = await asked(clients)
        await mover.play(Random(1), 1)
        await level(clients, mover.number)
    playing = [asyncio.create_task(client.play(Random(client.seat))) for client in clients]
    await asyncio.sleep(0.2)
    await asyncio.to_thread(proxy.cut)
    await asyncio.sleep(0.3)
    await asyncio.to_thread(proxy.start)
    await asyncio.gather(*playing)
    await leave(clients)
    return clients[0].table


@BOTH
@pytest.mark.parametrize("path", [False, True], ids=["own-name", "path"])
def test_forged_headers_change_nothing_behind_a_proxy(name: str, path: bool, tmp_path: Path) -> None:
    port = free_port()
    base = "/heimlich" if path else ""
    environment = {"HEIMLICH_REQUEST_BURST": "5", "HEIMLICH_REQUEST_RATE": "0.001", "HEIMLICH_BASE_PATH": base}
    with (
        serving(str(tmp_path / "t.sqlite3"), environment) as server,
        proxied(name, tmp_path / name, [server], path=path, port=port) as proxy,
    ):
        door = Door(proxy, server)
        answers = [
            door.ask(
                "POST", "/api/guests", {"nickname": "Eve"}, headers={**FORGED, "X-Forwarded-For": f"203.0.113.{n}"}
            )
            for n in range(7)
        ]
        assert [status for status, *_ in answers] == [201] * 5 + [429] * 2
        cookies = answers[0][2].get("set-cookie", "") or answers[0][2].get("Set-Cookie", "")
        called = "__Secure-heimlich" if path else "__Host-heimlich"
        assert cookies.startswith(f"{called}="), cookies
        assert f"Path={base or '/'};" in cookies
        assert "Secure" in cookies


def test_forged_headers_change_nothing_without_a_proxy(tmp_path: Path) -> None:
    environment = {"HEIMLICH_REQUEST_BURST": "3", "HEIMLICH_REQUEST_RATE": "0.001", "HEIMLICH_PROXIES": "192.0.2.1"}
    with serving(str(tmp_path / "t.sqlite3"), environment) as server:
        answers = [
            server.ask("POST", "/api/guests", {}, headers={**FORGED, "X-Forwarded-For": f"203.0.113.{n}"})
            for n in range(5)
        ]
        assert [status for status, *_ in answers] == [201] * 3 + [429] * 2
        assert answers[0][2]["set-cookie"].startswith("heimlich=")


def test_with_a_public_address_only_its_pages_may_play(tmp_path: Path) -> None:
    public = "https://play.example.org/heimlich"
    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_PUBLIC_ADDRESS": public}) as server:

        def ask(origin: str) -> int:
            return server.ask("POST", "/heimlich/api/guests", {}, headers={"Origin": origin})[0]

        assert ask("https://play.example.org") == 201
        assert [ask("https://evil.example"), ask(server.url), ask("http://play.example.org")] == [403] * 3


def test_under_a_path_nothing_is_anywhere_else(tmp_path: Path) -> None:
    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_BASE_PATH": "/games"}) as server:
        status, answer, headers = server.ask("GET", "/")
        assert (status, answer) == (404, {"code": "request", "text": "there is nothing here; see /games/"})
        assert "default-src 'none'" in headers["content-security-policy"]
        assert server.ask("GET", "/health")[0] == 200
        assert server.ask("GET", "/games?x=1", headers={"Accept": "text/html"})[0] == 200  # by way of a redirect
        assert server.ask("POST", "/games")[0] == 404
        assert server.ask("GET", "/gamesome/api/games")[0] == 404
        assert server.ask("GET", "/games/games", headers={"Accept": "text/html"})[0] == 200
        assert server.ask("GET", "/games/api/games")[0] == 200
        assert server.ask("GET", "/games/embed/x", headers={"Accept": "text/html"})[2][
            "content-security-policy"
        ].endswith("frame-ancestors *")
        token = server.ask("POST", "/games/api/tokens", {})[1]["token"]

        async def dial() -> Any:
            return await raw(server, {"Authorization": f"Bearer {token}"})

        with pytest.raises(Exception, match="403"):
            asyncio.run(dial())


def test_a_cookie_of_the_whole_host_is_not_ours_under_a_path(tmp_path: Path) -> None:
    """Another heimlich at the same host's root has cookies that reach us, too; they are not for us."""
    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_BASE_PATH": "/two"}) as server:
        token = server.ask("POST", "/two/api/tokens", {"nickname": "Anna"})[1]["token"]

        def known(cookie: str) -> int:
            return server.ask("GET", "/two/api/guest", headers={"Cookie": cookie})[0]

        assert known(f"__Host-heimlich={token}") == 401
        assert known(f"__Host-heimlich={'x' * 43}; __Secure-heimlich={token}") == 200
        assert known(f"heimlich={token}; heimlich={'x' * 43}") == 200


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("PROXIES", "*", "'*' is no proxy's address"),
        ("PROXIES", "0.0.0.0/0", "trusts everyone's X-Forwarded-For"),
        ("PROXIES", "10.0.0.1, ::/0", "trusts everyone's X-Forwarded-For"),
        ("PROXIES", "proxy.internal", "'proxy.internal' is no proxy's address"),
        ("BASE_PATH", "heimlich", "'heimlich' is no path"),
        ("BASE_PATH", "/../etc", "is no path"),
        ("BASE_PATH", '/a"><script>', "is no path"),
        ("PUBLIC_ADDRESS", "play.example.org", "is no address for people to type"),
        ("PUBLIC_ADDRESS", "ftp://play.example.org", "is no address"),
        ("PUBLIC_ADDRESS", "https://user@play.example.org", "is no address"),
        ("PUBLIC_ADDRESS", "https://play.example.org/?x", "is no address"),
        ("PUBLIC_ADDRESS", "https://play.example.org/a b", "is no path"),
    ],
)
def test_a_wrong_setting_is_refused_with_a_sentence(setting: str, value: str, said: str) -> None:
    with pytest.raises(HeimlichError, match=re.escape(said)):
        read_settings({}, {f"HEIMLICH_{setting}": value})


def test_a_public_address_and_a_base_path_must_agree() -> None:
    address = {"HEIMLICH_PUBLIC_ADDRESS": "https://example.org/heimlich/"}
    assert read_settings({"base_path": "/heimlich"}, address).base == "/heimlich"
    assert read_settings({}, address).base == "/heimlich"
    with pytest.raises(HeimlichError, match="does not end in the base path '/other'"):
        read_settings({"base_path": "/other"}, address)


def test_three_processes_behind_one_proxy_lose_nothing_when_one_is_killed(postgres: Postgres, tmp_path: Path) -> None:
    """Every table goes on within five seconds, on whichever process the proxy finds; nothing acknowledged is lost."""
    database = postgres.database()
    servers = [LiveServer(database).start() for _ in range(3)]

    async def play(door: Door) -> tuple[list[str], float]:
        tables = [await seated(door, GAMES["heimlich-co"] | {"seats": 2}, start=False) for _ in range(TABLES)]
        for table in tables:  # the host's process may hear of the last seat a moment later than its owner
            await level(table, max(client.number for client in table))
            await table[0].must(Start())
        clients = [client for table in tables for client in table]
        async with asyncio.TaskGroup() as playing:  # if one of them fails, that is what the test tells
            for client in clients:
                playing.create_task(client.play(Random(client.seat)))
            for table in tables:
                await table[0].until(lambda table=table: table[0].number > 4)
            await asyncio.to_thread(servers[0].kill)
            began = time.monotonic()
            marks = [max(client.number for client in table) for table in tables]
            for table, mark in zip(tables, marks, strict=True):
                await table[0].until(lambda table=table, mark=mark: table[0].number > mark or table[0].stage == "over")
            pause = time.monotonic() - began
        await leave(clients)
        return [table[0].table for table in tables], pause

    try:
        with proxied("nginx", tmp_path / "nginx", servers) as proxy:
            tables, pause = asyncio.run(asyncio.wait_for(play(Door(proxy)), PATIENCE))
        assert pause < 5.0, f"{pause:.1f} s until every table went on"
        for table in tables:
            texts = {server.ask("GET", f"/api/tables/{table}/record")[1] for server in servers[1:]}
            assert len(texts) == 1  # both tell the same
            assert verified(texts.pop()) > 10
    finally:
        for server in servers:
            if server.running:
                server.kill()
