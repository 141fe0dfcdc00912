"""Everything about me: one file with what the server has of a guest, and nothing of others."""

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from heimlich.server.table.commands import Report, Sit, Start
from tests.live.clients import GAMES, Client, leave, verified
from tests.live.servers import PATIENCE, LiveServer, serving
from tests.live.traces import SECRET, every_text, export, forget, guest_id, two_at, wait_until


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
