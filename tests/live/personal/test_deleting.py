"""Delete me: nothing of a guest is left, whatever happens at that moment, and tables go on."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.util import await_only

from heimlich.server.settings import Settings
from heimlich.server.storage import schema
from heimlich.server.storage.database import make_database
from heimlich.server.storage.departures import depart
from heimlich.server.storage.plays import keep_plays
from heimlich.server.storage.processes import Attention, note_presences
from heimlich.server.table.audience.messages import Done, Refusal
from heimlich.server.table.commands import AddBot, Chat, Sit, Start, Watch, WritePad
from tests.live.clients import Client, leave, verified
from tests.live.servers import LiveServer, Postgres, serving
from tests.live.traces import SECRET, TWO, every_text, export, forget, guest_id, two_at, wait_until


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
