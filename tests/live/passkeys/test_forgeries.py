"""Forged, replayed, swapped and foreign passkeys: one and the same refusal, in the same time, and nothing changes."""

import sqlite3
import time
from contextlib import closing
from statistics import median
from typing import Any

import pytest

from tests.live.authenticator import ATTESTED, RS256, SoftPasskey, text
from tests.live.browsers import REFUSED, Browser
from tests.live.servers import LiveServer

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


def test_a_challenge_is_void_after_a_wrong_answer_and_after_minutes(server: LiveServer) -> None:
    file = server.database
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


def test_a_forged_host_is_of_no_use(owner: tuple[Browser, SoftPasskey]) -> None:
    """Whoever names another host gets a challenge for that place, and a passkey of this place does not sign for it."""
    browser, passkey = owner
    phisher = Browser(browser.server, host="evil.localhost")
    begun = phisher.begin()
    assert begun["options"]["rpId"] == "evil.localhost"
    stolen = passkey.get({**begun["options"], "rpId": "localhost"}, browser.origin)
    assert phisher.ask("POST", "/api/sign-in", {"ceremony": begun["ceremony"], "credential": stolen}) == REFUSED


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
