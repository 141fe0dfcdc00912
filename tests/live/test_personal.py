"""Everything about me: one file with what the server has, and nothing of others; and all of it deleted in one press."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.util import await_only

from heimlich.server.settings import Settings
from heimlich.server.storage import schema
from heimlich.server.storage.cleaning import GUEST_DAYS, PLAYER_DAYS, clean
from heimlich.server.storage.database import Database, make_database
from heimlich.server.storage.departures import depart
from heimlich.server.storage.plays import keep_plays
from heimlich.server.storage.processes import Attention, note_presences
from heimlich.server.table.audience.messages import Done, Refusal
from heimlich.server.table.clocks import DAY
from heimlich.server.table.commands import AddBot, Chat, Report, Sit, Start, Watch, WritePad
from tests.live.clients import GAMES, Client, leave, verified
from tests.live.servers import PATIENCE, LiveServer, Postgres, serving

TWO = GAMES["heimlich-co"] | {"seats": 2}
SECRET = "Zanzibar"


def export(server: LiveServer, token: str) -> dict[str, Any]:
    status, answer, headers = server.ask("GET", "/api/guest/export", token=token)
    assert status == 200, answer
    assert headers["content-disposition"] == 'attachment; filename="heimlich-everything-about-me.json"'
    assert headers["cache-control"] == "no-store"
    assert isinstance(answer, dict)
    return answer


def forget(server: LiveServer, token: str) -> int:
    return server.ask("DELETE", "/api/guest", token=token)[0]


def every_text(database: str) -> str:
    """All that is in the database, but the hashes."""

    async def look() -> str:
        opened = make_database(Settings(database=database))
        try:
            return await opened.read(
                lambda found: str([list(found.execute(select(table))) for table in schema.metadata.sorted_tables])
            )
        finally:
            await opened.close()

    return asyncio.run(look())


def guest_id(database: str, name: str) -> str:
    async def look() -> str:
        opened = make_database(Settings(database=database))
        try:
            wanted = select(schema.guests.c.id).where(schema.guests.c.nickname == name)
            return await opened.read(lambda found: str(found.execute(wanted).scalar_one()))
        finally:
            await opened.close()

    return asyncio.run(look())


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


async def two_at(server: LiveServer, tokens: list[str], *, moves: int | None = None) -> tuple[str, list[Client]]:
    """A table of two, played to its end or for some moves; its clients are left connected."""
    table = await asyncio.to_thread(server.table, tokens[0], TWO)
    clients = [Client(server, token, table, seat) for seat, token in enumerate(tokens)]
    for seat, client in enumerate(clients):
        await client.__aenter__()
        await client.must(Sit(seat))
        await client.follow()
    await clients[0].must(Start())
    await clients[0].must(Chat("players", f"{SECRET} said"))
    await clients[0].must(WritePad(0, (), f"{SECRET} noted"))
    await clients[1].must(Chat("players", "Bob said"))
    await clients[1].must(WritePad(1, (), "Bob noted"))
    if moves is None:
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
    else:
        for _ in range(moves):
            mover = next(client for client in clients if "offer" in client.picture)
            await mover.play(Random(1), 1)
            for client in clients:
                await client.catch_up()
    return table, clients


# The file


def test_the_file_has_all_of_ones_own_and_nothing_of_others(database: str) -> None:
    with serving(database) as server:
        anna, bob = server.token(SECRET), server.token("Bob")

        async def play() -> tuple[str, str]:
            over, clients = await two_at(server, [anna, bob])
            await clients[0].must(Report(2, "Bob was slow"))
            await leave(clients)
            running, clients = await two_at(server, [anna, bob], moves=2)
            await leave(clients)
            return over, running

        over, running = asyncio.run(play())
        found = export(server, anna)
        assert found["format"] == "heimlich guest 1"
        assert (found["guest"]["nickname"], found["guest"]["devices"]) == (SECRET, 1)
        tables = {one["table"]: one for one in found["tables"]}
        assert tables.keys() == {over, running}
        assert found["unread"] == []
        (whole,) = tables[over]["records"]
        assert "seat" not in whole
        assert verified(whole["record"]) > 5
        (seen,) = tables[running]["records"]
        assert seen["seat"] == 0
        assert "view seat 1" in seen["record"]
        own = server.ask("GET", f"/api/tables/{running}/record?seat=0", token=anna)[1]
        assert seen["record"] == own, "no more than the seat may have anyway"
        assert tables[running]["pads"] == [{"seat": 0, "marks": [], "text": f"{SECRET} noted", "standing": ""}]
        said = [words["text"] for words in tables[over]["words"]]
        assert said == [f"{SECRET} said", "Bob was slow"]
        text = json.dumps(found)
        assert "Bob said" not in text
        assert "Bob noted" not in text
        for secret in (anna, bob, guest_id(database, "Bob")):
            assert secret not in text
        assert [one["table"] for one in found["results"]] == [over]


def test_the_file_is_for_its_guest_alone_and_not_too_often(server: LiveServer) -> None:
    assert server.ask("GET", "/api/guest/export")[0] == 401
    assert server.ask("GET", "/api/guest/export", token="x" * 43)[0] == 401
    token = server.token("Anna")
    assert [server.ask("GET", "/api/guest/export", token=token)[0] for _ in range(4)] == [200, 200, 200, 429]
    other = server.token("Bob")
    assert export(server, other)["tables"] == []


def test_a_closed_game_stays_secret_in_the_file(server: LiveServer) -> None:
    """What was hidden when the table was given up is not in the file, not even that of one's own opponents."""
    tokens = [server.token("Anna"), server.token("Bob")]
    secret = GAMES["heimlich-co"] | {"seats": 2, "variants": ["top-secret"]}

    async def play() -> str:
        table = await asyncio.to_thread(server.table, tokens[0], secret)
        async with Client(server, tokens[0], table) as anna, Client(server, tokens[1], table) as bob:
            await anna.must(Sit(0))
            await bob.must(Sit(1))
            await anna.must(Start())
        return table

    table = asyncio.run(play())
    (mine,) = [one for one in export(server, tokens[0])["tables"] if one["table"] == table]
    (his,) = [one for one in export(server, tokens[1])["tables"] if one["table"] == table]
    assert mine["records"][0]["record"] != his["records"][0]["record"]
    assert mine["records"][0]["record"] == server.ask("GET", f"/api/tables/{table}/record?seat=0", token=tokens[0])[1]


def test_five_hundred_tables_come_in_bounded_time(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    with serving(str(database)) as server:
        anna, bob = server.token(SECRET), server.token("Bob")

        async def play() -> str:
            table, clients = await two_at(server, [anna, bob])
            await leave(clients)
            return table

        table = asyncio.run(play())
        guest = guest_id(str(database), SECRET)
        with closing(sqlite3.connect(database, timeout=PATIENCE)) as open_:
            for number in range(499):
                copy = f"copy-{number}"
                open_.execute(
                    "INSERT INTO log SELECT ?, seq, at_ms, replace(row, ?, ?) FROM log WHERE table_id = ?",
                    (copy, table, copy, table),
                )
                open_.execute(
                    "INSERT INTO tables SELECT ?, host, game, public, stage, summary, created_at, changed_at "
                    "FROM tables WHERE id = ?",
                    (copy, table),
                )
                open_.execute("INSERT INTO visits VALUES (?, ?)", (guest, copy))
            open_.commit()
        before, started = server.computed(), time.monotonic()
        found = export(server, anna)
        computed, took = server.computed() - before, time.monotonic() - started
        assert len(found["tables"]) + len(found["unread"]) == 500
        assert took < 110, "or the connection would be cut"
        assert computed / max(1, len(found["tables"])) < 0.5, "seconds of CPU time for a table"
        before = server.computed()
        assert forget(server, anna) == 200
        wait_until(lambda: _visits(database) == 1)  # Bob's
        assert (server.computed() - before) / 500 < 0.1, "no table was folded for it"
    assert SECRET not in every_text(str(database))
    assert guest not in every_text(str(database)).replace(f"'{guest}', ", "", 1), "but for the note that it is to go"


def _visits(database: Path) -> int:
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as open_:
        (found,) = open_.execute("SELECT count(*) FROM visits").fetchone()
        return int(found)


# Deleting


def test_nothing_of_a_deleted_guest_is_left_and_tables_go_on(database: str) -> None:
    with serving(database) as server:
        anna, bob = server.token(SECRET), server.token("Bob")

        async def play() -> tuple[str, str, str]:
            over, clients = await two_at(server, [anna, bob])
            await leave(clients)
            waiting = await asyncio.to_thread(server.table, anna, TWO)
            running, clients = await two_at(server, [anna, bob], moves=1)
            guest = await asyncio.to_thread(guest_id, database, SECRET)
            assert await asyncio.to_thread(forget, server, anna) == 200
            theirs = clients[1]
            await theirs.until(lambda: theirs.picture["table"]["people"]["1"]["name"] == "")
            await theirs.until(lambda: theirs.picture["table"]["seats"]["0"].get("stand_in") == "left")
            await theirs.play(Random(2))
            assert theirs.stage == "over", "a bot played on"
            async with Client(server, bob, running, 1) as again:
                await again.follow()
                assert SECRET not in "".join(again.raw)
            await leave(clients)
            text = await asyncio.to_thread(every_text, database)
            assert SECRET not in text
            assert text.count(guest) == 1, "only the note that requests on their way are to be forgotten, too"
            return over, running, waiting

        over, running, waiting = asyncio.run(play())
        assert server.ask("GET", "/api/guest", token=anna)[0] == 401
        for table in (over, running):
            status, record, _ = server.ask("GET", f"/api/tables/{table}/record")
            assert status == 200
            assert SECRET not in record
            assert verified(record) > 0
            assert server.ask("GET", f"/api/tables/{table}/replay")[0] == 200
            assert SECRET not in str(server.ask("GET", f"/api/tables/{table}"))
        assert SECRET not in str(server.ask("GET", "/api/tables"))
        assert SECRET not in str(server.ask("GET", f"/api/tables/{waiting}"))
        games = server.ask("GET", "/api/guest/games", token=bob)[1]
        assert games["total"] == 2
        assert SECRET not in str(games)
        assert "Bob said" in str(export(server, bob)), "what others said stays"
        assert not [line for line in server.said if "error" in line]


@pytest.mark.parametrize("first", ["deleted", "noted"])
def test_what_is_noted_at_the_moment_of_deleting_is_deleted_too(postgres: Postgres, first: str) -> None:
    """Two transactions of two processes overlap, in either order: a presence, and the result of a game."""
    database, guest = postgres.database(), "anna"

    def note(connection: Connection) -> None:
        note_presences(connection, "a-process", {("t1", guest): Attention.LOOKING})
        keep_plays(connection, "t1", 1000, {guest: None})

    def delete(connection: Connection) -> None:
        depart(connection, guest, 1000)

    async def overlap() -> str:
        opened = make_database(Settings(database=database))
        await opened.open()
        row = {"id": guest, "nickname": SECRET, "created_at": 0}
        await opened.write(lambda found: found.execute(insert(schema.guests), row))
        begun = asyncio.Event()

        def slowly(connection: Connection) -> None:
            (delete if first == "deleted" else note)(connection)
            begun.set()
            await_only(asyncio.sleep(0.5))  # before the commit

        async def meanwhile() -> None:
            await begun.wait()
            await opened.write(note if first == "deleted" else delete)

        await asyncio.gather(opened.write(slowly), meanwhile())
        await opened.close()
        return await asyncio.to_thread(every_text, database)

    assert asyncio.run(overlap()).count(guest) == 1, "only the note that the guest is to be forgotten"


def test_two_devices_delete_at_once_while_moves_are_made(database: str) -> None:
    with serving(database) as server:
        anna, bob = server.token(SECRET), server.token("Bob")
        code = server.ask("POST", "/api/guest/codes", {}, anna)[1]["code"]
        headers = server.ask("POST", "/api/guest/moves", {"code": code})[2]
        phone = headers["set-cookie"].partition(";")[0].partition("=")[2]

        async def race() -> None:
            table, clients = await two_at(server, [anna, bob], moves=1)
            busy = asyncio.create_task(_talk(clients[0]))
            answers = await asyncio.gather(
                *(asyncio.to_thread(forget, server, token) for token in (anna, phone, anna, phone))
            )
            busy.cancel()
            assert 200 in answers
            assert set(answers) <= {200, 401}
            theirs = clients[1]
            await theirs.until(lambda: theirs.picture["table"]["people"]["1"]["name"] == "")
            await theirs.play(Random(2))
            await leave(clients)
            assert await asyncio.to_thread(server.ask, "GET", f"/api/tables/{table}/record")

        asyncio.run(race())
        wait_until(lambda: SECRET not in every_text(database))
        assert not [line for line in server.said if "failed" in line]


async def _talk(client: Client) -> None:
    """Say and note things as long as one may."""
    for number in range(1000):
        answer: Done | Refusal = await client.do(WritePad(0, (), f"{SECRET} {number}"))
        if isinstance(answer, Refusal) and answer.code == "rate":
            await client.do(Chat("players", f"{SECRET} {number}"))
        await asyncio.sleep(0)


def test_what_was_interrupted_is_completed_after_a_restart(tmp_path: Path) -> None:
    """The guest is gone at once; a server that died before the tables were rewritten does that when it is back."""
    database = str(tmp_path / "tables.sqlite3")
    with serving(database) as server:
        anna, bob = server.token(SECRET), server.token("Bob")

        async def play() -> None:
            _, clients = await two_at(server, [anna, bob])
            await leave(clients)

        asyncio.run(play())
        guest = guest_id(database, SECRET)
        server.kill()
    with closing(sqlite3.connect(database)) as open_:
        open_.execute("PRAGMA foreign_keys = ON")
        open_.execute("DELETE FROM guests WHERE id = ?", (guest,))
        open_.execute("INSERT INTO departures VALUES (?, 0)", (guest,))
        open_.commit()
    with serving(database) as server:
        wait_until(lambda: SECRET not in every_text(database))
        wait_until(lambda: guest not in every_text(database))


def test_nobody_can_delete_or_read_someone_else(server: LiveServer) -> None:
    anna, eve = server.token(SECRET), server.token("Eve")
    table = server.table(anna, TWO)

    async def visit() -> None:
        async with Client(server, anna, table) as one, Client(server, eve, table) as other:
            await one.must(Sit(0))
            await other.must(Watch())
            await one.must(AddBot(1, "random"))
            await one.must(Start())

    asyncio.run(visit())
    assert forget(server, "x" * 43) == 401
    (seen,) = export(server, eve)["tables"]
    assert seen["table"] == table
    assert "records" not in seen, "a spectator has no seat to see from"
    assert forget(server, eve) == 200
    assert server.ask("GET", "/api/guest", token=anna)[1] == {"nickname": SECRET}
    assert server.ask("GET", f"/api/tables/{table}")[1]["table"]["seats"][0]["name"] == SECRET
    headers = {"Origin": "https://elsewhere.example", "Cookie": f"heimlich={anna}"}
    assert server.ask("DELETE", "/api/guest", headers=headers)[0] == 403


# Clearing away


def test_guests_who_have_played_are_kept_longer(database: str) -> None:
    now = 1000 * DAY

    def fill(connection: Any) -> None:
        ages = {"new": (1, 0), "idle": (GUEST_DAYS + 1, 0), "came back": (500, 3), "player": (300, 200)}
        for name, (came, seen) in (ages | {"gone player": (900, PLAYER_DAYS + 1)}).items():
            seen_at = now - seen * DAY if seen else 0
            values = {"id": name, "nickname": name, "created_at": now - came * DAY, "seen_at": seen_at}
            connection.execute(insert(schema.guests).values(values))
            if "player" in name:
                play = {"guest": name, "table_id": "t", "ended_at": 1, "result": "won", "play": "{}"}
                connection.execute(insert(schema.plays).values(play))

    async def work() -> None:
        opened: Database = make_database(Settings(database=database))
        await opened.open()
        try:
            await opened.write(fill)
            await clean(opened, 90, now)
            left = await opened.read(lambda found: sorted(found.execute(select(schema.guests.c.id)).scalars()))
            assert left == ["came back", "new", "player"]
            kept = await opened.read(
                lambda found: found.execute(select(func.count()).select_from(schema.plays)).scalar()
            )
            assert kept == 1
        finally:
            await opened.close()

    asyncio.run(work())


def test_when_a_guest_was_here_is_noted(database: str) -> None:
    def seen() -> int:
        async def look() -> int:
            opened = make_database(Settings(database=database))
            try:
                wanted = select(func.max(schema.guests.c.seen_at))
                return await opened.read(lambda found: int(found.execute(wanted).scalar_one()))
            finally:
                await opened.close()

        return asyncio.run(look())

    with serving(database) as server:
        assert server.ask("GET", "/api/guest", token=server.token("Anna"))[0] == 200
        wait_until(lambda: seen() > 0)
