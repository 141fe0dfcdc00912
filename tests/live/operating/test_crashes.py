"""Tables are played while the server is killed again and again: nothing acknowledged is lost, nothing done twice."""

import asyncio
import contextlib
import time
from collections import Counter
from random import Random

import pytest

from heimlich.server.settings import Settings
from heimlich.server.storage.database import make_database
from heimlich.server.storage.store import read_rows
from heimlich.server.table.commands import AddBot, Sit, Start
from heimlich.server.table.rows import Row
from tests.live.clients import GAMES, Client, leave, seated, verified
from tests.live.servers import SERVE, LiveServer, serving
from tests.soak import count

KILLS = count(5, 100)
TABLES = count(6, 20)


def rows_of(database: str, tables: list[str]) -> dict[str, list[Row]]:
    """The logs of these tables, as they are on disk."""

    async def read() -> dict[str, list[Row]]:
        opened = make_database(Settings(database=database))
        found = await opened.read(lambda connection: {name: read_rows(connection, name) for name in tables})
        await opened.close()
        return found

    return asyncio.run(read())


@pytest.mark.slow
def test_killed_at_random(database: str) -> None:
    with serving(database) as server:
        tables = asyncio.run(_play_while_killed(server))
        logs = rows_of(database, [clients[0].table for clients in tables]) if not database.endswith("3") else {}
        for clients in tables:
            table = clients[0].table
            status, text, _ = server.ask("GET", f"/api/tables/{table}/record")
            assert status == 200
            assert verified(text) > 10
        assert server.stop() == 0
    logs = logs or rows_of(database, [clients[0].table for clients in tables])
    for clients in tables:
        _check_log(logs[clients[0].table], clients)


async def _play_while_killed(server: LiveServer) -> list[list[Client]]:
    rng = Random(7)
    names = list(GAMES)
    tables = [await seated(server, GAMES[names[index % 2]]) for index in range(TABLES - 1)]
    tables.append(await _with_bots(server))
    killed = asyncio.Event()
    players = [
        asyncio.create_task(_play_on(client, Random(f"{index} {client.seat}"), killed))
        for index, clients in enumerate(tables)
        for client in clients
    ]
    for _ in range(KILLS):
        await _live_for_a_while(tables, rng)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    killed.set()
    await asyncio.gather(*players)
    for clients in tables:
        await leave(clients)
    return tables


async def _live_for_a_while(tables: list[list[Client]], rng: Random) -> None:
    """Until some commands were acknowledged, none perhaps, and a moment longer: in the midst of it all.

    Not for so many seconds: on a slow machine nobody would have come back by then, and no game would ever end.
    """

    def acknowledged() -> int:
        return sum(len(client.acknowledged) for clients in tables for client in clients)

    enough, latest = acknowledged() + rng.randrange(40), time.monotonic() + 10
    while acknowledged() < enough and time.monotonic() < latest:
        await asyncio.sleep(0.005)
    await asyncio.sleep(rng.uniform(0, 0.1))


async def _play_on(client: Client, rng: Random, killed: asyncio.Event) -> None:
    """Play; slowly while the server is being killed, so that the games last as long as that."""
    while not killed.is_set() and client.stage != "over":
        with contextlib.suppress(TimeoutError):  # a turn may be long in coming while nobody lives long
            await client.play(rng, 1)
        await asyncio.sleep(rng.uniform(0, count(1, 10) * 0.1))
    await client.play(rng)


async def _with_bots(server: LiveServer) -> list[Client]:
    token = server.token("Anna")
    client = Client(server, token, server.table(token, GAMES["heimlich-co"]), 0)
    await client.__aenter__()
    await client.must(Sit(0))
    for seat in range(1, 4):
        await client.must(AddBot(seat, "random"))
    await client.must(Start())
    return [await client.follow()]


def _check_log(rows: list[Row], clients: list[Client]) -> None:
    assert [row.seq for row in rows] == list(range(len(rows)))
    done = Counter(row.command for row in rows if row.command)
    assert set(done.values()) <= {1}, "a command was applied twice"
    for client in clients:
        lost = [command for command in client.acknowledged if not done[command]]
        assert not lost, f"acknowledged and lost: {lost}"


def test_start_to_first_answer(database: str) -> None:
    """Under 3 s on a quiet machine. Where others compute too, what counts is what it has computed itself until then."""
    server = LiveServer(database, program=SERVE).start()
    try:
        assert server.ask("GET", "/")[0] == 200
        assert server.computed() < 6
    finally:
        server.kill()
