"""Phone and desktop were two guests and become one: both histories stay, nothing of the second guest is left over."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from heimlich.server.table.commands import Chat, Sit, Start, Watch, WritePad
from tests.live.authenticator import SoftPasskey
from tests.live.browsers import Browser
from tests.live.clients import Client, leave
from tests.live.servers import LiveServer, serving
from tests.live.traces import TWO, every_text, guest_id, two_at, wait_until


def finished(server: LiveServer, one: str, other: str) -> str:
    async def play() -> str:
        table, clients = await two_at(server, [one, other])
        await leave(clients)
        return table

    return asyncio.run(play())


def running(server: LiveServer, one: str, other: str, moves: int = 1) -> str:
    async def play() -> str:
        table, clients = await two_at(server, [one, other], moves=moves)
        await leave(clients)
        return table

    return asyncio.run(play())


def results(browser: Browser) -> Any:
    return browser.ask("GET", "/api/guest/games")[1]


def own_tables(browser: Browser) -> set[str]:
    return {one["table"]["table"] for one in browser.ask("GET", "/api/guest/tables")[1]}


def test_both_histories_stay(database: str) -> None:
    with serving(database) as server:
        desktop, passkey = Browser(server).arrive("Anna"), SoftPasskey()
        assert desktop.add(passkey)[0] == 201
        bob = Browser(server).arrive("Bob")
        at_desk = finished(server, desktop.token, bob.token)
        phone = Browser(server).arrive("Phone")
        spare = phone.token
        on_the_way, now = finished(server, phone.token, bob.token), running(server, phone.token, bob.token)
        hosted = server.table(phone.token, TWO)
        was = guest_id(database, "Phone")
        assert phone.sign_in(passkey)[1]["code"] == "bring", "nobody loses games unasked"
        assert (phone.token, phone.name) == (spare, "Phone")
        assert phone.sign_in(passkey, bring=True) == (201, {"nickname": "Anna"})
        assert Browser(server, spare).name is None
        for browser in (phone, desktop):
            assert browser.name == "Anna"
            games = results(browser)
            assert {game["table"] for game in games["games"]} == {at_desk, on_the_way}
            assert now in own_tables(browser)
        exported = phone.ask("GET", "/api/guest/export")[1]
        assert {one["table"] for one in exported["tables"]} == {at_desk, on_the_way, now, hosted}
        (still,) = [one for one in exported["tables"] if one["table"] == now]
        assert still["pads"][0]["text"] == "Zanzibar noted"
        assert server.ask("GET", f"/api/tables/{hosted}", token=desktop.token)[1]["you"]["host"] is True

        async def go_on() -> None:
            async with Client(server, desktop.token, now, 0) as mine, Client(server, bob.token, now, 1) as his:
                await asyncio.gather(mine.follow(), his.follow())
                await asyncio.gather(mine.play(Random(1)), his.play(Random(2)))
                assert mine.stage == "over"

        asyncio.run(go_on())
        wait_until(lambda: results(desktop)["total"] == 3)
        assert desktop.ask("DELETE", "/api/guest")[0] == 200
        text = every_text(database)
        for trace in ("Zanzibar", "Phone", "Anna"):
            assert trace not in text, trace
        assert text.count(was) <= 1, "at most the note that requests on their way belong to someone else"
        assert not [line for line in server.said if "error" in line]


def test_what_is_left_behind_is_left_behind(server: LiveServer) -> None:
    desktop, passkey = Browser(server).arrive("Anna"), SoftPasskey()
    assert desktop.add(passkey)[0] == 201
    phone = Browser(server).arrive("Phone")
    table = server.table(phone.token, TWO)
    assert phone.sign_in(passkey, bring=False)[0] == 201
    assert phone.ask("GET", f"/api/tables/{table}")[1]["you"]["number"] == 0
    empty = Browser(server).arrive("Nobody")
    assert empty.sign_in(passkey)[0] == 201, "a guest without games is not asked about"


def test_one_person_on_two_seats_is_refused_and_nothing_changes(database: str) -> None:
    with serving(database) as server:
        desktop, passkey = Browser(server).arrive("Anna"), SoftPasskey()
        assert desktop.add(passkey)[0] == 201
        codes = desktop.ask("POST", "/api/recovery-codes", {})[1]["codes"]
        phone = Browser(server).arrive("Phone")
        table = running(server, desktop.token, phone.token, 0)
        device = desktop.ask("POST", "/api/guest/codes", {})[1]["code"]
        before = desktop.state(), phone.state()
        status, answer = phone.sign_in(passkey, bring=True)
        assert (status, answer["code"]) == (409, "seated-twice")
        assert table in answer["text"]
        for path, code in (("/api/sign-in/code", codes[0]), ("/api/guest/moves", device)):
            status, answer = phone.ask("POST", path, {"code": code, "bring": True})
            assert (status, answer["code"]) == (409, "seated-twice")
        assert (desktop.state(), phone.state()) == before, "no code is used up, and no passkey has signed"
        assert phone.name == "Phone"

        async def finish() -> None:
            async with Client(server, desktop.token, table, 0) as one, Client(server, phone.token, table, 1) as other:
                await asyncio.gather(one.follow(), other.follow())
                await asyncio.gather(one.play(Random(1)), other.play(Random(2)))

        asyncio.run(finish())
        assert phone.sign_in(passkey, bring=True)[0] == 201
        wait_until(lambda: results(phone)["total"] == 1)
        (game,) = results(phone)["games"]
        assert [seat["you"] for seat in game["seats"]] == [True, True]
        assert [seat["name"] for seat in game["seats"]] == ["Anna", "Phone"]
        wait_until(lambda: "Phone" not in str(phone.ask("GET", "/api/guest")))


def test_the_big_screen_and_the_phone_can_be_one(server: LiveServer) -> None:
    """A device that only watched is no obstacle, while the game is on."""
    phone, passkey = Browser(server).arrive("Anna"), SoftPasskey()
    assert phone.add(passkey)[0] == 201
    bob, screen = Browser(server).arrive("Bob"), Browser(server).arrive("Screen")
    table = running(server, phone.token, bob.token, 0)

    async def watch() -> None:
        async with Client(server, screen.token, table) as watcher:
            await watcher.must(Watch())
            await watcher.must(Chat("spectators", "hello"))

    asyncio.run(watch())
    assert screen.sign_in(passkey, bring=True)[0] == 201
    you = screen.ask("GET", f"/api/tables/{table}")[1]["you"]
    assert you["seats"] == [0]
    assert table in own_tables(screen)


def test_the_passkeys_and_codes_of_a_joined_guest_open_nothing(server: LiveServer) -> None:
    """Whoever has left a guest with their own passkey on a shared device does not get hold of the next one's games."""
    trap, eves = Browser(server).arrive("Eve"), SoftPasskey()
    assert trap.add(eves)[0] == 201
    eves_codes = trap.ask("POST", "/api/recovery-codes", {})[1]["codes"]
    eves_device = trap.ask("POST", "/api/guest/codes", {})[1]["code"]
    server.table(trap.token, TWO)
    anna, annas = Browser(server).arrive("Anna"), SoftPasskey()
    assert anna.add(annas)[0] == 201
    eves_cookie = trap.token
    assert trap.sign_in(annas, bring=True)[0] == 201
    eve = Browser(server)
    assert eve.sign_in(eves)[1]["code"] == "passkey"
    assert eve.ask("POST", "/api/sign-in/code", {"code": eves_codes[0]})[1]["code"] == "recovery"
    assert eve.ask("POST", "/api/guest/moves", {"code": eves_device})[1]["code"] == "code"
    assert Browser(server, eves_cookie).name is None


def test_a_code_for_another_device_asks_what_happens_to_games(server: LiveServer) -> None:
    """With `bring: null`, a device that has games is asked; nothing is used up or lost by asking."""
    home, phone = Browser(server).arrive("Anna"), Browser(server).arrive("Phone")
    code = home.ask("POST", "/api/guest/codes", {})[1]["code"]
    table = phone.ask("POST", "/api/tables", {"terms": TWO})[1]["table"]
    status, answer = phone.ask("POST", "/api/guest/moves", {"code": code, "bring": None})
    assert (status, answer["code"], phone.name) == (409, "bring", "Phone")
    old = Browser(server, phone.token)
    assert phone.ask("POST", "/api/guest/moves", {"code": code, "bring": False})[0] == 201
    assert (phone.name, old.name) == ("Anna", None)
    assert phone.ask("GET", f"/api/tables/{table}")[1]["you"]["number"] == 0
    fresh, code = Browser(server).arrive("New"), home.ask("POST", "/api/guest/codes", {})[1]["code"]
    assert fresh.ask("POST", "/api/guest/moves", {"code": code, "bring": None})[0] == 201, "there was nothing to ask"


def test_a_code_for_another_device_can_bring_games_along(server: LiveServer) -> None:
    desktop, phone = Browser(server).arrive("Anna"), Browser(server).arrive("Phone")
    table = server.table(phone.token, TWO)
    code = desktop.ask("POST", "/api/guest/codes", {})[1]["code"]
    assert phone.ask("POST", "/api/guest/moves", {"code": code, "bring": True}) == (201, {"nickname": "Anna"})
    assert desktop.ask("GET", f"/api/tables/{table}")[1]["you"]["host"] is True
    assert phone.state()["proved"] is True, "there is nothing yet that would need a proof"
    assert desktop.add(SoftPasskey())[0] == 201
    assert phone.state()["proved"] is False


def test_what_was_interrupted_is_completed_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "t.sqlite3")
    with serving(database) as server:
        anna, phone, bob = (Browser(server).arrive(name) for name in ("Anna", "Phone", "Bob"))
        token = anna.token
        table = finished(server, phone.token, bob.token)
        into, was = guest_id(database, "Anna"), guest_id(database, "Phone")
        server.kill()
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA foreign_keys = ON")
        opened.execute("DELETE FROM plays WHERE guest = ?", (was,))
        opened.execute("DELETE FROM guests WHERE id = ?", (was,))
        opened.execute("INSERT INTO joins VALUES (?, ?, 0)", (was, into))
        opened.commit()
    with serving(database) as server:
        anna = Browser(server, token)
        wait_until(lambda: results(anna)["total"] == 1)
        assert results(anna)["games"][0]["table"] == table
        wait_until(lambda: f"'{was}', '{into}'" not in every_text(database))


def test_a_second_person_who_sits_down_at_the_last_moment_waits_for_the_end(tmp_path: Path) -> None:
    """The join was accepted, and then both sat at one table: the seats stay apart until the game is over."""
    database = str(tmp_path / "t.sqlite3")
    with serving(database) as server:
        anna, phone = Browser(server).arrive("Anna"), Browser(server).arrive("Phone")
        token = anna.token

        async def sit() -> str:
            table = await asyncio.to_thread(server.table, anna.token, TWO)
            async with Client(server, anna.token, table, 0) as one, Client(server, phone.token, table, 1) as other:
                await one.must(Sit(0))
                await other.must(Sit(1))
                await one.must(Start())
                await one.follow()
                await one.must(WritePad(0, (), "mine"))
            return table

        table = asyncio.run(sit())
        into, was = guest_id(database, "Anna"), guest_id(database, "Phone")
        server.kill()
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("INSERT INTO joins VALUES (?, ?, 0)", (was, into))
        opened.commit()
    with serving(database) as server:
        anna, phone = Browser(server, token), Browser(server, phone.token)

        async def finish() -> None:
            async with Client(server, token, table, 0) as one, Client(server, phone.token, table, 1) as other:
                await asyncio.gather(one.follow(), other.follow())
                assert one.picture["table"]["seats"]["0"]["who"] != one.picture["table"]["seats"]["1"]["who"]
                await asyncio.gather(one.play(Random(1)), other.play(Random(2)))

        asyncio.run(finish())
        wait_until(lambda: "'joined'" in every_text(database).replace('"', "'"))
        you = anna.ask("GET", f"/api/tables/{table}")[1]["you"]
        assert you["seats"] == [0, 1]
