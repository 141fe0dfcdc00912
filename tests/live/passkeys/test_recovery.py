"""Recovery codes work once, tries are limited, and nothing secret is stored, logged or exported."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.live.authenticator import SoftPasskey, data_of, text
from tests.live.browsers import REFUSED, Browser
from tests.live.servers import LiveServer, serving


def test_a_recovery_code_works_once(either_server: LiveServer) -> None:
    server = either_server
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


def test_two_at_once_use_a_recovery_code_once(either_server: LiveServer) -> None:
    server = either_server
    browser = Browser(server).arrive("Anna")
    (code, *_) = browser.ask("POST", "/api/recovery-codes", {})[1]["codes"]

    async def race() -> list[int]:
        tries = [
            asyncio.to_thread(Browser(server).ask, "POST", "/api/sign-in/code", {"code": code}) for _ in "12345678"
        ]
        return sorted(status for status, _ in await asyncio.gather(*tries))

    assert asyncio.run(race()) == [201, *[409] * 7]


def test_tries_are_limited(tmp_path: Path) -> None:
    limits = {"HEIMLICH_SIGN_IN_RATE": "0.001", "HEIMLICH_SIGN_IN_BURST": "8"}
    with serving(str(tmp_path / "t.sqlite3"), limits) as server:
        tried = [Browser(server).ask("POST", "/api/sign-in/code", {"code": "x"})[0] for _ in range(5)]
        assert tried == [409, 409, 409, 429, 429]
        tried = [Browser(server).ask("POST", "/api/sign-in/options", {})[0] for _ in range(10)]
        assert tried == [200] * 8 + [429] * 2
        assert Browser(server).ask("POST", "/api/sign-in", {"ceremony": "x", "credential": {}})[0] == 429


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
