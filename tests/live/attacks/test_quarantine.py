"""One row that cannot be read stops its own table and nothing else; `/ready` tells whether a server can do its work."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update

from heimlich.server.settings import Settings
from heimlich.server.storage.database import make_database
from heimlich.server.storage.schema import log, tables
from heimlich.server.table.audience.messages import Done, Refusal
from heimlich.server.table.commands import AddBot, Decide, Sit, Start
from tests.live.clients import GAMES, Client, leave
from tests.live.servers import PATIENCE, LiveServer, serving

TERMS = GAMES["heimlich-co"] | {"seats": 2}


def change(database: str, how: Callable[[Connection], Any]) -> None:
    """Write into a database, as nobody should."""

    async def run() -> None:
        opened = make_database(Settings(database=database))
        try:
            await opened.write(how)
        finally:
            await opened.close()

    asyncio.run(run())


async def _against_a_bot(server: LiveServer) -> Client:
    token = server.token("Anna")
    client = await Client(server, token, server.table(token, TERMS), 0).__aenter__()
    await client.must(Sit(0))
    await client.must(AddBot(1, "casual"))
    await client.must(Start())
    await client.follow()
    return client


async def _moves(client: Client) -> None:
    """One decision of one's own, and the bot's answer to it."""
    await client.until(lambda: "offer" in client.picture)
    number = client.number
    answer = await client.do(Decide(0, client.choices()[0], number), token_hex(8))  # an id that was never used before
    assert isinstance(answer, Done), answer
    await client.until(lambda: client.number > number and "offer" in client.picture)


@pytest.mark.parametrize(
    "damage", ["{", '{"seq":2,"at_ms":1,"data":{"type":"sat","who":9,"seat":7654321}}', '{"seq":0}', ""]
)
def test_a_damaged_row_stops_one_table_only(database: str, damage: str) -> None:
    server = LiveServer(database).start()

    async def play() -> tuple[list[str], list[str]]:
        clients = [await _against_a_bot(server) for _ in range(3)]
        await asyncio.gather(*map(_moves, clients))
        for client in clients:
            await client.__aexit__()
        return [client.table for client in clients], [client.token for client in clients]

    names, tokens = asyncio.run(play())
    server.kill()
    bad = sorted(names)[1]
    change(database, lambda found: found.execute(
        update(log).where(log.c.table_id == bad, log.c.seq == 2).values(row=damage)
    ))  # fmt: skip
    with serving(database) as again:

        async def go_on() -> None:
            for name, token in zip(names, tokens, strict=True):
                client = await Client(again, token, name, 0).__aenter__()
                await client.follow()
                if name == bad:
                    assert [refusal.code for refusal in client.refused] == ["broken"]
                else:
                    await _moves(client)
                    await _moves(client)
                await client.__aexit__()
            fresh = await _against_a_bot(again)
            await _moves(fresh)
            await fresh.__aexit__()

        asyncio.run(go_on())
        status, answer, _ = again.ask("GET", f"/api/tables/{bad}")
        assert (status, answer["code"]) == (503, "broken")
        assert again.ask("GET", "/ready")[0] == 200
        told = [line for line in again.said if bad in line]
        assert '"row":2' in told[0]
        assert len(told) < 5
        assert "7654321" not in "".join(told).replace(bad, "")


def test_a_row_damaged_under_a_running_server_stops_one_table_only(database: str) -> None:
    with serving(database) as server:

        async def play() -> None:
            one, other = await _against_a_bot(server), await _against_a_bot(server)
            await one.until(lambda: "offer" in one.picture)
            junk = [{"table_id": one.table, "seq": seq, "at_ms": 1, "row": "junk"} for seq in range(200, 230)]
            await asyncio.to_thread(change, database, lambda found: found.execute(insert(log), junk))
            await asyncio.to_thread(_collide, database, one.table)
            answer = await one.do(Decide(0, one.choices()[0], one.number))
            assert isinstance(answer, Refusal)
            assert answer.code == "broken"
            await _moves(other)
            await leave([one, other])

        asyncio.run(play())
        assert server.ask("GET", "/ready")[0] == 200


def _collide(database: str, table: str) -> None:
    """A row that cannot be read stands where the next one should go."""

    def add(connection: Connection) -> None:
        taken = set(connection.execute(log.select().where(log.c.table_id == table)).scalars("seq"))
        free = min(set(range(300)) - taken)
        connection.execute(insert(log).values(table_id=table, seq=free, at_ms=1, row="junk"))

    change(database, add)


def test_a_damaged_line_of_the_list_hides_no_other(database: str) -> None:
    with serving(database) as server:
        token = server.token()
        names = [server.table(token, TERMS) for _ in range(3)]
        change(database, lambda found: found.execute(update(tables).where(tables.c.id == names[0]).values(summary="{")))
        status, listed, _ = server.ask("GET", "/api/tables")
        assert status == 200
        assert {table["table"] for table in listed} == set(names[1:])


def test_ready_tells_that_nothing_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with serving(str(file)) as server:
        assert server.ask("GET", "/ready")[0] == 200
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        time.sleep(1.1)
        assert server.ask("GET", "/ready")[:2] == (503, {"ok": False})
        assert server.ask("GET", "/health")[0] == 200
        holder.execute("ROLLBACK")
        holder.close()
        ended = time.monotonic() + PATIENCE
        while server.ask("GET", "/ready")[0] != 200:
            assert time.monotonic() < ended
            time.sleep(0.5)
