"""Guests, tokens, codes, origins and headers, over HTTP."""

import asyncio
import re
import sqlite3
from pathlib import Path

from heimlich.server.table.commands import AddBot, Sit, Start
from tests.live.clients import GAMES, Client
from tests.live.servers import LiveServer, serving

TERMS = GAMES["heimlich-co"]


def cookie_of(headers: dict[str, str]) -> str:
    name, _, value = headers["set-cookie"].partition(";")[0].partition("=")
    assert name == "heimlich"
    return value


def test_a_guest_is_a_secret_cookie(server: LiveServer) -> None:
    status, answer, headers = server.ask("POST", "/api/guests", {"nickname": " Anna\n "})
    assert (status, answer) == (201, {"nickname": "Anna"})
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert re.search("samesite=strict", cookie, re.I)
    token = cookie_of(dict(headers))
    assert len(token) >= 43, "256 bits"
    assert token not in str(answer)
    sent = {"Cookie": f"heimlich={token}"}
    assert server.ask("GET", "/api/guest", headers=sent)[1] == {"nickname": "Anna"}
    assert server.ask("GET", "/api/guest", token=token)[1] == {"nickname": "Anna"}


def test_without_a_known_token_one_is_nobody(server: LiveServer) -> None:
    for token in ("", "x", "A" * 43, "é" * 30):
        status, answer, _ = server.ask("GET", "/api/guest", headers={"Cookie": f"heimlich={token.encode().hex()}"})
        assert (status, answer["code"]) == (401, "request")
    assert server.ask("POST", "/api/tables", {"terms": TERMS})[0] == 401


def test_a_code_moves_a_guest_to_another_device_once(server: LiveServer) -> None:
    token = server.token("Anna")
    _, answer, _ = server.ask("POST", "/api/guest/codes", {}, token)
    status, moved, headers = server.ask("POST", "/api/guest/moves", {"code": f" {answer['code'].lower()}-"})
    assert (status, moved) == (201, {"nickname": "Anna"})
    second = cookie_of(dict(headers))
    assert second != token
    table = server.table(token, TERMS)
    assert server.ask("GET", f"/api/tables/{table}", token=second)[1]["you"]["number"] == 1
    status, trouble, _ = server.ask("POST", "/api/guest/moves", {"code": answer["code"]})
    assert (status, trouble["code"]) == (409, "code")
    assert server.ask("DELETE", "/api/guest/token", token=second)[0] == 204
    assert server.ask("GET", "/api/guest", token=second)[0] == 401
    assert server.ask("GET", "/api/guest", token=token)[0] == 200


def test_a_new_code_voids_the_last(server: LiveServer) -> None:
    token = server.token("Anna")
    first = server.ask("POST", "/api/guest/codes", {}, token)[1]["code"]
    server.ask("POST", "/api/guest/codes", {}, token)
    assert server.ask("POST", "/api/guest/moves", {"code": first})[0] == 409


def test_requests_that_change_something_come_from_our_own_pages(server: LiveServer) -> None:
    token = server.token("Anna")
    by_cookie = {"Cookie": f"heimlich={token}"}
    body = {"nickname": "Berta"}
    foreign = {"Origin": "https://elsewhere.example"}
    assert server.ask("PATCH", "/api/guest", body, headers=by_cookie | foreign)[0] == 403
    assert server.ask("PATCH", "/api/guest", body, headers=by_cookie)[0] == 403, "a browser names its origin"
    assert server.ask("PATCH", "/api/guest", body, token, headers=foreign)[0] == 403
    assert server.ask("PATCH", "/api/guest", body, headers=by_cookie | {"Origin": "null"})[0] == 403
    assert server.ask("PATCH", "/api/guest", body, headers=by_cookie | {"Origin": server.url})[0] == 200
    assert server.ask("GET", "/api/guest", headers=by_cookie)[1] == {"nickname": "Berta"}


def test_every_answer_has_the_headers(server: LiveServer) -> None:
    for path in ("/", "/nothing-here", "/api/guest", "/schema/openapi.json"):
        _, _, headers = server.ask("GET", path)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in {name.lower() for name in headers}


def test_errors_tell_what_is_wrong_and_nothing_else(server: LiveServer) -> None:
    token = server.token("Anna")
    status, answer, _ = server.ask("POST", "/api/tables", {"terms": TERMS | {"seats": 99}}, token)
    assert (status, answer) == (409, {"code": "terms", "text": "99 cannot play heimlich-co; it takes 2 to 7"})
    status, answer, _ = server.ask("POST", "/api/tables", {"terms": {"game": "chess"}}, token)
    assert (status, answer["code"]) == (400, "request")
    status, answer, _ = server.ask("POST", "/api/tables", b"{", token)
    assert (status, answer["code"]) == (400, "request")
    assert server.ask("POST", "/api/tables", b"x" * 20_000, token)[0] == 413
    assert server.ask("GET", "/api/tables/nowhere")[:2] == (404, {"code": "table", "text": "there is no such table"})
    assert server.ask("DELETE", "/api/tables")[0] == 405


def test_limits(tmp_path: Path) -> None:
    limits = {"HEIMLICH_TABLES_PER_GUEST": "2", "HEIMLICH_REQUEST_RATE": "0.001", "HEIMLICH_REQUEST_BURST": "5"}
    with serving(str(tmp_path / "t.sqlite3"), limits) as server:
        token = server.token("Anna")
        for _ in range(2):
            server.table(token, TERMS)
        status, answer, _ = server.ask("POST", "/api/tables", {"terms": TERMS}, token)
        assert (status, answer["code"]) == (429, "limit")
        server.ask("POST", "/api/tokens", {})
        assert server.ask("POST", "/api/tokens", {})[0] == 429
        assert server.ask("GET", "/api/tables")[0] == 200


def test_a_forgotten_game_against_bots_makes_room_for_a_new_one(tmp_path: Path) -> None:
    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_TABLES_PER_GUEST": "2"}) as server:
        token = server.token("Anna")
        waiting, played = (server.table(token, TERMS) for _ in range(2))

        async def begin() -> None:
            async with Client(server, token, played, 0) as client:
                await client.must(Sit(0))
                for seat in range(1, TERMS["seats"]):
                    await client.must(AddBot(seat, "random"))
                await client.must(Start())

        asyncio.run(begin())
        server.table(token, TERMS)
        stages = [server.ask("GET", f"/api/tables/{name}")[1]["table"]["stage"] for name in (waiting, played)]
        assert stages == ["waiting", "closed"]
        assert server.ask("POST", "/api/tables", {"terms": TERMS}, token)[1]["code"] == "limit"


def test_secrets_are_neither_on_disk_nor_in_logs(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    with serving(str(file), {"HEIMLICH_LOG_LEVEL": "debug"}) as server:
        token = server.token("Anna")
        code = server.ask("POST", "/api/guest/codes", {}, token)[1]["code"]
        server.table(token, TERMS)
        server.ask("GET", f"/api/guest?token={token[:5]}", token=token)
        assert server.stop() == 0
    with sqlite3.connect(file) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    for secret in (token, code):
        assert secret not in dump
        assert secret not in "".join(server.said)


def test_the_lobby_lists_public_tables(server: LiveServer) -> None:
    token = server.token("Anna")
    public, private = server.table(token, TERMS), server.table(token, TERMS | {"public": False})
    listed = {entry["table"]: entry for entry in server.ask("GET", "/api/tables")[1]}
    assert public in listed
    assert private not in listed
    assert listed[public]["host"] == "Anna"
    assert listed[public]["stage"] == "waiting"
    assert listed[public]["terms"]["game"] == "heimlich-co"
    status, answer, _ = server.ask("GET", f"/api/tables/{private}")
    assert (status, answer["you"]) == (200, {})
    assert "seed" not in str(answer)


def test_operators_see_how_the_server_is(server: LiveServer) -> None:
    assert server.ask("GET", "/health")[:2] == (200, {"ok": True})
    assert server.ask("GET", "/ready")[:2] == (200, {"ok": True})
    text = server.ask("GET", "/metrics")[1]
    assert re.search(r"^heimlich_commits_total \d+(\.0)?$", text, re.M)
    assert re.search(r'^heimlich_loop_delay_seconds_bucket\{le="\+Inf"\} \d+(\.0)?$', text, re.M)
    for path in (
        "/metrics/",
        "/ready/",
        "/metrics?x",
        "//metrics",
        "/METRICS",
        "/%6detrics",
        "/ready/.",
        "/x/../metrics",
    ):
        status, answer, _ = server.ask("GET", path)
        assert status == 404, path
        assert "heimlich_" not in str(answer)
    games = server.ask("GET", "/api/games")[1]
    assert [game["id"] for game in games] == ["heimlich-co", "suitcases"]
    assert server.ask("GET", "/schema/openapi.json")[1]["paths"]["/api/tables"]
