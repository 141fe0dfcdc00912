"""Signing in with a passkey on any device: which kinds work, what is found there, and where passkeys are to be had."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from heimlich.server.table.commands import AddBot, Sit, Start
from tests.live.authenticator import EDDSA, ES256, RS256, SoftPasskey
from tests.live.browsers import REFUSED, Browser
from tests.live.clients import GAMES, Client
from tests.live.servers import LiveServer, serving
from tests.server.push.devices import Device

TERMS = GAMES["heimlich-co"]


def test_a_passkey_signs_in_on_another_device(either_server: LiveServer) -> None:
    server = either_server
    desktop, passkey = Browser(server).arrive("Anna"), SoftPasskey()
    status, made = desktop.add(passkey, " My\u202e phone\n ")
    assert (status, made["name"], made["used_at"]) == (201, "My phone", 0)
    table = server.table(desktop.token, TERMS)
    phone = Browser(server)
    assert phone.sign_in(passkey) == (201, {"nickname": "Anna"})
    assert phone.token not in ("", desktop.token)
    assert phone.ask("GET", f"/api/tables/{table}")[1]["you"]["host"] is True
    (shown,) = phone.state()["passkeys"]
    assert shown["used_at"] > 0
    devices = phone.state()["devices"]
    assert [(one["how"], one.get("this", False)) for one in devices if "how" in one] == [("passkey", True)]


@pytest.mark.parametrize("algorithm", [ES256, EDDSA, RS256])
@pytest.mark.parametrize("counting", [True, False])
def test_passkeys_of_every_kind_sign_in(server: LiveServer, algorithm: int, counting: bool) -> None:
    passkey = SoftPasskey(algorithm, counting=counting)
    assert Browser(server).arrive("Anna").add(passkey)[0] == 201
    assert [Browser(server).sign_in(passkey)[0] for _ in range(2)] == [201, 201]


def test_a_passkey_can_be_found_without_a_name(owner: tuple[Browser, SoftPasskey]) -> None:
    browser, _ = owner
    begun = browser.begin()
    assert begun["options"]["allowCredentials"] == [], "nobody has to say who they are"
    assert begun["options"]["userVerification"] == "preferred"
    status, creating = browser.ask("POST", "/api/passkeys/options", {})
    assert status == 201
    options = creating["options"]
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert [one["alg"] for one in options["pubKeyCredParams"]] == [-7, -8, -257]
    assert options["attestation"] == "none"
    assert options["rp"]["id"] == "localhost"
    assert len(options["excludeCredentials"]) == 1, "the browser does not add the same authenticator twice"


def test_a_table_waits_for_its_guest_on_the_other_device(server: LiveServer) -> None:
    """A seat, with all that it sees, is there on the device that signs in."""
    desktop, passkey = Browser(server).arrive("Anna"), SoftPasskey()
    assert desktop.add(passkey)[0] == 201
    table = server.table(desktop.token, TERMS)

    async def play() -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        async with Client(server, desktop.token, table, 0) as here:
            await here.must(Sit(0))
            for seat in range(1, TERMS["seats"]):
                await here.must(AddBot(seat, "random"))
            await here.must(Start())
            await here.follow()
            own = here.picture["game"]["own"]
        phone = Browser(server)
        assert (await asyncio.to_thread(phone.sign_in, passkey))[0] == 201
        async with Client(server, phone.token, table, 0) as there:
            await there.follow()
            return own, there.picture["game"]["own"]

    here, there = asyncio.run(play())
    assert here["identity"] == there["identity"] if "identity" in here else here.keys() == there.keys()


@pytest.mark.parametrize("how", ["again", "joined", "another"])
def test_a_device_that_signs_in_is_called_on_if_it_is_the_same_person(tmp_path: Path, how: str) -> None:
    """A sign-in voids the device's token, to which its subscription belonged; somebody else's calls do not stay."""
    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_PUSH_LOOPBACK": "true"}) as server:
        owner, passkey = Browser(server).arrive("Anna"), SoftPasskey()
        assert owner.add(passkey)[0] == 201
        phone = owner if how == "again" else Browser(server).arrive("Phone")
        device = Device("http://127.0.0.1:1/ok").subscription()
        assert phone.ask("POST", "/api/calls/device", device)[1]["devices"] == 1
        assert phone.sign_in(passkey, bring={"again": None, "joined": True, "another": False}[how])[0] == 201
        calls = phone.ask("GET", "/api/calls")[1]
        assert (calls["here"], calls["devices"]) == ((False, 0) if how == "another" else (True, 1))


def test_passkeys_have_names_and_limits(owner: tuple[Browser, SoftPasskey]) -> None:
    browser, _ = owner
    (key,) = [one["key"] for one in browser.state()["passkeys"]]
    assert browser.ask("PATCH", f"/api/passkeys/{key}", {"name": "Tablet " + "x" * 100})[0] == 204
    assert browser.state()["passkeys"][0]["name"] == ("Tablet " + "x" * 100)[:40]
    eve = Browser(browser.server).arrive("Eve")
    for method, body in (("PATCH", {"name": "mine"}), ("DELETE", None)):
        assert eve.ask(method, f"/api/passkeys/{key}", body)[1]["code"] == "passkeys"
    for number in range(9):
        assert browser.add(SoftPasskey(), f"{number}")[0] == 201
    assert browser.add(SoftPasskey())[1]["code"] == "passkeys"
    assert len(browser.state()["passkeys"]) == 10


def test_places_without_passkeys_say_so(server: LiveServer) -> None:
    for host in (f"127.0.0.1:{server.port}", "192.168.1.7:8000", f"[::1]:{server.port}", "play.lan", "-..-"):
        browser = Browser(server, host=host)
        status, answer = browser.ask("POST", "/api/sign-in/options", {})
        assert (status, answer["code"]) == (409, "passkey-place"), host


def test_the_public_address_decides_if_there_is_one(tmp_path: Path) -> None:
    settings = {"HEIMLICH_PUBLIC_ADDRESS": "https://play.example.org"}
    with serving(str(tmp_path / "t.sqlite3"), settings) as server:
        browser, passkey = Browser(server, origin="https://play.example.org").arrive("Anna"), SoftPasskey()
        assert browser.add(passkey, origin=f"http://{browser.host}") == REFUSED, "signed for the host of the request"
        assert browser.add(passkey)[0] == 201
        other = Browser(server, origin="https://play.example.org")
        assert other.sign_in(passkey, origin=f"http://{browser.host}") == REFUSED
        assert other.sign_in(passkey)[0] == 201
