"""Sessions and stolen cookies: a sign-in voids what was before, and a cookie alone changes nothing of importance."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

from tests.live.authenticator import SoftPasskey
from tests.live.browsers import REFUSED, Browser
from tests.live.clients import raw
from tests.live.servers import LiveServer, serving


def test_signing_in_makes_a_new_session_and_voids_the_old_one(owner: tuple[Browser, SoftPasskey]) -> None:
    """A cookie that someone planted, or has read, before the sign-in is worth nothing after it."""
    browser, passkey = owner
    planted = Browser(browser.server).arrive("Eve").token
    victim = Browser(browser.server, planted)
    assert victim.sign_in(passkey)[0] == 201
    assert victim.token != planted
    assert Browser(browser.server, planted).name is None
    before = victim.token
    assert victim.sign_in(passkey)[0] == 201, "once more, as the same guest"
    assert victim.token != before
    assert Browser(browser.server, before).name is None
    assert victim.name == "Anna"


def test_sign_out_everywhere_ends_all_cookies_and_sockets(either_server: LiveServer) -> None:
    server = either_server
    desktop, passkey = Browser(server).arrive("Anna"), SoftPasskey()
    assert desktop.add(passkey)[0] == 201
    phone = Browser(server)
    assert phone.sign_in(passkey)[0] == 201
    code = desktop.ask("POST", "/api/guest/codes", {})[1]["code"]

    async def watch() -> int:
        socket = await raw(server, {"Authorization": f"Bearer {phone.token}"})
        assert (await asyncio.to_thread(desktop.ask, "DELETE", "/api/guest/tokens"))[0] == 204
        await asyncio.wait_for(socket.wait_closed(), 60)
        return int(socket.close_code)

    tokens = [desktop.token, phone.token]
    assert asyncio.run(watch()) == 4401
    assert [Browser(server, token).name for token in tokens] == [None, None]
    assert server.ask("POST", "/api/guest/moves", {"code": code})[0] == 409
    again = Browser(server)
    assert again.sign_in(passkey) == (201, {"nickname": "Anna"}), "and comes back with the passkey"


def test_sign_out_everywhere_reaches_other_processes(postgres: Any) -> None:
    database = postgres.database()
    with serving(database) as one, serving(database) as other:
        desktop, passkey = Browser(one).arrive("Anna"), SoftPasskey()
        assert desktop.add(passkey)[0] == 201
        begun = desktop.begin()
        phone = Browser(other, host=desktop.host)
        signed = passkey.get(begun["options"], desktop.origin)
        body = {"ceremony": begun["ceremony"], "credential": signed}
        assert phone.ask("POST", "/api/sign-in", body)[0] == 201, "begun by one process, finished by another"

        async def watch() -> int:
            socket = await raw(other, {"Authorization": f"Bearer {phone.token}"})
            await asyncio.to_thread(desktop.ask, "DELETE", "/api/guest/tokens")
            await asyncio.wait_for(socket.wait_closed(), 60)
            return int(socket.close_code)

        assert asyncio.run(watch()) == 4401


def test_a_stolen_cookie_cannot_change_how_its_owner_comes_back(server: LiveServer) -> None:
    file = server.database
    owner, passkey = Browser(server).arrive("Anna"), SoftPasskey()
    assert owner.add(passkey)[0] == 201
    with closing(sqlite3.connect(file, timeout=60)) as opened:
        opened.execute("UPDATE tokens SET proved_at = proved_at - 600001")
        opened.commit()
    thief = Browser(server, owner.token)
    (key,) = [one["key"] for one in thief.state()["passkeys"]]
    assert thief.state()["proved"] is False
    for method, path in (
        ("POST", "/api/passkeys/options"),
        ("POST", "/api/recovery-codes"),
        ("DELETE", f"/api/passkeys/{key}"),
        ("PATCH", f"/api/passkeys/{key}"),
        ("DELETE", "/api/guest/tokens"),
        ("DELETE", "/api/guest"),
    ):
        bodies = {"POST": {}, "PATCH": {"name": "Mine"}}
        status, answer = thief.ask(method, path, bodies.get(method))
        assert (status, answer["code"]) == (409, "proof"), path
    assert owner.name == "Anna"
    body = {
        "ceremony": "x" * 43,
        "credential": SoftPasskey().create(
            {"user": {"id": "AA"}, "challenge": "AA", "rp": {"id": "localhost"}}, thief.origin
        ),
    }
    assert thief.ask("POST", "/api/passkeys", body)[1]["code"] == "proof"
    assert owner.sign_in(passkey)[0] == 201
    assert owner.state()["proved"] is True
    assert owner.ask("DELETE", f"/api/passkeys/{key}")[0] == 204
    assert Browser(server).sign_in(passkey) == REFUSED, "a removed passkey signs nobody in"
    assert thief.name is None, "and the stolen cookie ended with the sign-in"


def test_who_has_signed_in_just_now_may_go_and_so_may_a_plain_guest(server: LiveServer) -> None:
    file = server.database
    for path in ("/api/guest/tokens", "/api/guest"):
        plain = Browser(server).arrive("Plain")
        assert plain.ask("DELETE", path)[0] in {200, 204}
        owner, passkey = Browser(server).arrive("Anna"), SoftPasskey()
        assert owner.add(passkey)[0] == 201
        with closing(sqlite3.connect(file, timeout=60)) as opened:
            opened.execute("UPDATE tokens SET proved_at = proved_at - 600001")
            opened.commit()
        assert owner.ask("DELETE", path)[0] == 409
        assert owner.sign_in(passkey)[0] == 201
        assert owner.ask("DELETE", path)[0] in {200, 204}
        assert owner.name is None
