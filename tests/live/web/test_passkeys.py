"""Passkeys over HTTP, with an authenticator in software: what is accepted, and all that is refused."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from heimlich.server.table.commands import AddBot, Sit, Start
from tests.live.authenticator import ATTESTED, EDDSA, ES256, RS256, SoftPasskey, data_of, text
from tests.live.browsers import Browser
from tests.live.clients import GAMES, Client, raw
from tests.live.servers import LiveServer, serving
from tests.server.push.devices import Device

TERMS = GAMES["heimlich-co"]
REFUSED = (409, {"code": "passkey", "text": "this passkey is not accepted; try again"})


@pytest.fixture
def owner(server: LiveServer) -> tuple[Browser, SoftPasskey]:
    """A guest with a passkey."""
    browser, passkey = Browser(server).arrive("Anna"), SoftPasskey()
    assert browser.add(passkey)[0] == 201
    return browser, passkey


def test_a_passkey_signs_in_on_another_device(database: str) -> None:
    with serving(database) as server:
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


WRONG: dict[str, dict[str, Any]] = {
    "foreign origin": {"origin": "https://evil.example"},
    "another port": {"origin": "http://localhost:1"},
    "foreign place": {"place": "evil.example"},
    "another challenge": {"challenge": text(bytes(32))},
    "made, not used": {"kind": "webauthn.create"},
    "nobody was there": {"flags": 4},
    "no flags": {"flags": 0},
    "someone else's handle": {"handle": bytes(32)},
    "no handle": {"handle": b""},
    "an unknown passkey": {"id": bytes(32)},
    "the counter went back": {"count": 1},
    "the counter stood still": {"count": 2},
    "more data than there is": {"flags": 1 | ATTESTED},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_gets_one_and_the_same_answer(owner: tuple[Browser, SoftPasskey], wrong: str) -> None:
    browser, passkey = owner
    assert Browser(browser.server).sign_in(passkey)[0] == 201  # the counter is 2 now
    before = browser.state()
    thief = Browser(browser.server)
    assert thief.sign_in(passkey, **WRONG[wrong]) == REFUSED
    assert thief.token == ""
    assert browser.state() == before
    assert Browser(browser.server).sign_in(passkey, count=9)[0] == 201, "the owner still gets in"


def test_a_signature_works_once(owner: tuple[Browser, SoftPasskey]) -> None:
    browser, _ = owner
    still = SoftPasskey(counting=False)  # as many phones: no counter can show the replay
    assert browser.add(still)[0] == 201
    thief = Browser(browser.server)
    begun = thief.begin()
    signed = still.get(begun["options"], browser.origin)
    body = {"ceremony": begun["ceremony"], "credential": signed}
    assert thief.ask("POST", "/api/sign-in", body)[0] == 201
    assert Browser(browser.server).ask("POST", "/api/sign-in", body) == REFUSED
    other = thief.begin()
    assert thief.ask("POST", "/api/sign-in", body | {"ceremony": other["ceremony"]}) == REFUSED
    late = browser.begin()
    signed = still.get(late["options"], browser.origin)
    assert thief.ask("POST", "/api/sign-in", {"ceremony": "x" * 43, "credential": signed}) == REFUSED, "no ceremony"
    assert thief.ask("POST", "/api/sign-in", {"ceremony": late["ceremony"], "credential": signed})[0] == 201


def test_a_challenge_is_void_after_a_wrong_answer_and_after_minutes(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    with serving(str(file)) as server:
        browser, passkey = Browser(server).arrive("Anna"), SoftPasskey()
        assert browser.add(passkey)[0] == 201
        thief = Browser(server)
        begun = thief.begin()
        wrong = passkey.get(begun["options"], "https://evil.example")
        right = passkey.get(begun["options"], browser.origin)
        assert thief.ask("POST", "/api/sign-in", {"ceremony": begun["ceremony"], "credential": wrong}) == REFUSED
        assert thief.ask("POST", "/api/sign-in", {"ceremony": begun["ceremony"], "credential": right}) == REFUSED
        begun = thief.begin()
        with closing(sqlite3.connect(file, timeout=60)) as opened:
            opened.execute("UPDATE ceremonies SET until_ms = until_ms - 300001")
            opened.commit()
        right = passkey.get(begun["options"], browser.origin)
        assert thief.ask("POST", "/api/sign-in", {"ceremony": begun["ceremony"], "credential": right}) == REFUSED


def test_ceremonies_are_not_swapped(owner: tuple[Browser, SoftPasskey]) -> None:
    """One guest's ceremony is of no use to another, and none of one kind for the other kind."""
    browser, passkey = owner
    eve = Browser(browser.server).arrive("Eve")
    begun = browser.ask("POST", "/api/passkeys/options", {})[1]
    made = SoftPasskey().create(begun["options"], browser.origin)
    assert eve.ask("POST", "/api/passkeys", {"ceremony": begun["ceremony"], "credential": made}) == REFUSED
    assert eve.state()["passkeys"] == []
    begun = browser.ask("POST", "/api/passkeys/options", {})[1]
    signed = passkey.get({"challenge": begun["options"]["challenge"], "rpId": "localhost"}, browser.origin)
    assert eve.ask("POST", "/api/sign-in", {"ceremony": begun["ceremony"], "credential": signed}) == REFUSED
    assert eve.name == "Eve"
    # A passkey of Anna's cannot be added by Eve, who would be signed in as Anna by it, or Anna as Eve.
    assert eve.add(passkey) == REFUSED


NEW: dict[str, dict[str, Any]] = {
    "foreign origin": {"origin": "https://evil.example"},
    "foreign place": {"place": "evil.example"},
    "another challenge": {"challenge": text(bytes(32))},
    "used, not made": {"kind": "webauthn.get"},
    "an attestation nobody asked for": {"fmt": "android-safetynet"},
    "an unknown attestation": {"fmt": "nonsense"},
}


@pytest.mark.parametrize("wrong", NEW)
def test_a_wrong_new_passkey_is_not_stored(server: LiveServer, wrong: str) -> None:
    browser = Browser(server).arrive("Anna")
    assert browser.add(SoftPasskey(), **NEW[wrong]) == REFUSED
    assert browser.state()["passkeys"] == []


def test_only_a_few_algorithms_and_no_monstrous_keys(server: LiveServer) -> None:
    browser = Browser(server).arrive("Anna")
    assert browser.add(SoftPasskey(-47)) == REFUSED
    assert browser.add(SoftPasskey(RS256, key_bits=8192)) == REFUSED
    assert browser.state()["passkeys"] == []


@pytest.mark.parametrize(
    "credential",
    [{}, {"id": 7}, {"id": "x" * 5000}, {"id": "\0"}, {"response": None}, {"id": "AA", "rawId": "AA", "response": {}}],
    ids=str,
)
def test_nonsense_is_refused_and_harms_nothing(server: LiveServer, credential: dict[str, Any]) -> None:
    browser = Browser(server).arrive("Anna")
    for path in ("/api/sign-in", "/api/passkeys"):
        options = browser.ask("POST", f"{path}/options", {})[1]
        body = {"ceremony": options["ceremony"], "credential": credential}
        assert browser.ask("POST", path, body) == REFUSED
    deep: Any = {}
    for _ in range(900):
        deep = {"a": deep}
    status, _ = browser.ask("POST", "/api/sign-in", {"ceremony": "x", "credential": deep})
    assert status in {400, 409}
    assert not [line for line in server.said if "failed" in line]


# Places


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


def test_a_forged_host_is_of_no_use(owner: tuple[Browser, SoftPasskey]) -> None:
    """Whoever names another host gets a challenge for that place, and a passkey of this place does not sign for it."""
    browser, passkey = owner
    phisher = Browser(browser.server, host="evil.localhost")
    begun = phisher.begin()
    assert begun["options"]["rpId"] == "evil.localhost"
    stolen = passkey.get({**begun["options"], "rpId": "localhost"}, browser.origin)
    assert phisher.ask("POST", "/api/sign-in", {"ceremony": begun["ceremony"], "credential": stolen}) == REFUSED


# Sessions


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


def test_sign_out_everywhere_ends_all_cookies_and_sockets(database: str) -> None:
    with serving(database) as server:
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


# Recovery codes, and what a cookie alone may do


def test_a_recovery_code_works_once(database: str) -> None:
    with serving(database) as server:
        browser = Browser(server).arrive("Anna")
        assert browser.add(SoftPasskey())[0] == 201
        status, answer = browser.ask("POST", "/api/recovery-codes", {})
        assert status == 201
        codes = answer["codes"]
        assert len(set(codes)) == 8
        assert all(len(code.replace("-", "")) == 20 for code in codes)
        phone = Browser(server)
        typed = codes[0].lower().replace("-", " ")
        assert phone.ask("POST", "/api/sign-in/code", {"code": typed}) == (201, {"nickname": "Anna"})
        wrong = (409, {"code": "recovery", "text": "this recovery code is wrong, or used already"})
        for code in (codes[0], "AAAAA-AAAAA-AAAAA-AAAAA", "", "\0"):
            assert Browser(server).ask("POST", "/api/sign-in/code", {"code": code}) == wrong
        state = browser.state()
        assert (state["codes"]["left"], len(state["codes"]["used"])) == (7, 1), "its owner sees that one was used"
        assert [one["how"] for one in state["devices"] if "how" in one] == ["recovery"]
        assert phone.ask("POST", "/api/recovery-codes", {})[0] == 201
        assert Browser(server).ask("POST", "/api/sign-in/code", {"code": codes[1]}) == wrong, "new ones void the old"


def test_two_at_once_use_a_recovery_code_once(database: str) -> None:
    with serving(database) as server:
        browser = Browser(server).arrive("Anna")
        (code, *_) = browser.ask("POST", "/api/recovery-codes", {})[1]["codes"]

        async def race() -> list[int]:
            tries = [
                asyncio.to_thread(Browser(server).ask, "POST", "/api/sign-in/code", {"code": code}) for _ in "12345678"
            ]
            return sorted(status for status, _ in await asyncio.gather(*tries))

        assert asyncio.run(race()) == [201, *[409] * 7]


def test_a_stolen_cookie_cannot_change_how_its_owner_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    with serving(str(file)) as server:
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


def test_who_has_signed_in_just_now_may_go_and_so_may_a_plain_guest(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    with serving(str(file)) as server:
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


def test_tries_are_limited(tmp_path: Path) -> None:
    limits = {"HEIMLICH_SIGN_IN_RATE": "0.001", "HEIMLICH_SIGN_IN_BURST": "8"}
    with serving(str(tmp_path / "t.sqlite3"), limits) as server:
        tried = [Browser(server).ask("POST", "/api/sign-in/code", {"code": "x"})[0] for _ in range(5)]
        assert tried == [409, 409, 409, 429, 429]
        tried = [Browser(server).ask("POST", "/api/sign-in/options", {})[0] for _ in range(10)]
        assert tried == [200] * 8 + [429] * 2
        assert Browser(server).ask("POST", "/api/sign-in", {"ceremony": "x", "credential": {}})[0] == 429


def test_unknown_and_known_passkeys_take_the_same_time(owner: tuple[Browser, SoftPasskey]) -> None:
    """A wrong signature of a known passkey and one of an unknown passkey are checked alike."""
    browser, passkey = owner
    forger = SoftPasskey()
    forger.handle = passkey.handle
    times: dict[bool, list[float]] = {True: [], False: []}
    for number in range(60):
        known = number % 2 == 0
        begun = browser.begin()
        signed = forger.get(begun["options"], browser.origin, count=100, id=passkey.id if known else bytes(32))
        body = {"ceremony": begun["ceremony"], "credential": signed}
        thief = Browser(browser.server)
        started = time.perf_counter()
        assert thief.ask("POST", "/api/sign-in", body) == REFUSED
        times[known].append(time.perf_counter() - started)
    assert 0.5 < median(times[True]) / median(times[False]) < 2


# Nothing secret


def test_nothing_secret_is_stored_logged_exported_or_left(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    with serving(str(file), {"HEIMLICH_LOG_LEVEL": "debug"}) as server:
        browser, passkey = Browser(server).arrive("Anna"), SoftPasskey()
        assert browser.add(passkey, "My phone")[0] == 201
        codes = browser.ask("POST", "/api/recovery-codes", {})[1]["codes"]
        begun = browser.begin()
        phone = Browser(server)
        assert phone.sign_in(passkey)[0] == 201
        status, export = browser.ask("GET", "/api/guest/export")
        assert status == 200
        assert [one["name"] for one in export["guest"]["passkeys"]] == ["My phone"]
        assert export["guest"]["codes"] == {"left": 8, "used": []}
        assert len(export["guest"]["signed_in"]) == 2
        secrets = [*codes, *(code.replace("-", "") for code in codes), begun["ceremony"], browser.token, phone.token]
        for secret in [*secrets, text(passkey.id)]:
            assert secret not in json.dumps(export)
        assert phone.ask("DELETE", "/api/guest")[0] == 200
        assert Browser(server).sign_in(passkey) == REFUSED
        assert Browser(server).ask("POST", "/api/sign-in/code", {"code": codes[0]})[0] == 409
        assert server.stop() == 0
        said = "".join(server.said)
    with closing(sqlite3.connect(file)) as opened:
        dump = "\n".join(opened.iterdump())
    for secret in secrets:
        assert secret not in dump
        assert secret not in said
    assert text(passkey.id) not in dump
    assert text(passkey.id) not in said
    assert data_of(text(passkey.id)) == passkey.id


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
