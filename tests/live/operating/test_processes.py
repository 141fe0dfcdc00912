"""Three server processes on one PostgreSQL: the players of a table are on different ones, and one is killed."""

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

from heimlich.server.table.commands import AddBot, Chat, Sit, Start, Watch
from tests.live.clients import GAMES, Client, asked, leave, level, seated, verified
from tests.live.proxies import NAMES, Door, proxied
from tests.live.servers import PATIENCE, LiveServer, Postgres


def test_a_table_plays_on_when_a_process_dies(postgres: Postgres) -> None:
    database = postgres.database()
    servers = [LiveServer(database).start() for _ in range(3)]

    async def play() -> str:
        clients = await seated(servers, GAMES["heimlich-co"])
        watcher = Client(servers[2], await asyncio.to_thread(servers[2].token, "Eve"), clients[0].table)
        await watcher.__aenter__()
        await watcher.must(Watch())
        await watcher.follow()
        await clients[1].must(Chat("players", "hello"))
        await clients[2].until(lambda: any('"hello"' in text for text in clients[2].raw))
        for _ in range(4):
            mover = next(client for client in clients if "offer" in client.picture)
            await mover.play(Random(1), 1)
            await level(clients, mover.number)
        everyone = (1, 2, 3, 4, 5)
        for client in (*clients, watcher):
            await client.until(lambda client=client: client.here == everyone)
        await asyncio.to_thread(servers[0].kill)
        await watcher.until(lambda: watcher.here == (2, 3, 5))  # the first and the fourth are away
        for client in clients:
            if client.server is servers[0]:
                client.server = servers[1]  # as a proxy would do it
        await watcher.until(lambda: watcher.here == everyone)
        async with asyncio.TaskGroup() as playing:
            for client in clients:
                playing.create_task(client.play(Random(client.seat)))
        await watcher.until(lambda: watcher.stage == "over")
        await leave([*clients, watcher])
        return clients[0].table

    try:
        table = asyncio.run(play())
        texts = [server.ask("GET", f"/api/tables/{table}/record")[1] for server in servers[1:]]
        assert verified(texts[0]) > 10
        assert texts[0] == texts[1]
    finally:
        for server in servers:
            if server.running:
                server.kill()


def test_what_another_process_has_just_done_counts_at_once(postgres: Postgres) -> None:
    """A guest sits down through one process; the host starts through another, which may not have heard of it."""
    database = postgres.database()
    first, second = LiveServer(database).start(), LiveServer(database).start()

    async def start_at_once(host: str, guest: str) -> None:
        table = await asyncio.to_thread(first.table, host, GAMES["heimlich-co"] | {"seats": 2})
        async with Client(first, host, table, 0) as anna, Client(second, guest, table, 1) as bert:
            await anna.must(Sit(0))
            await bert.must(Sit(1))
            await anna.must(Start())

    async def start_often() -> None:
        host, guest = first.token("Anna"), second.token("Bert")
        for _ in range(4):
            await start_at_once(host, guest)

    try:
        asyncio.run(start_often())
    finally:
        first.kill()
        second.kill()


def test_bots_play_on_when_their_process_dies(postgres: Postgres) -> None:
    database = postgres.database()
    first, second = LiveServer(database).start(), LiveServer(database).start()

    async def play() -> None:
        token = first.token("Anna")
        table = first.table(token, GAMES["heimlich-co"] | {"seats": 3})
        host = Client(first, token, table, 0)
        async with host:
            await host.must(Sit(0))
            await host.must(AddBot(1, "random"))
            await host.must(AddBot(2, "greedy"))
            await host.must(Start())
            await host.follow()
            await host.play(Random(1), 2)
            await asyncio.to_thread(first.kill)
            host.server = second
            await host.play(Random(2))
            assert host.stage == "over"

    try:
        asyncio.run(play())
    finally:
        for server in (first, second):
            if server.running:
                server.kill()


def leases(server: LiveServer) -> int:
    """The number of tables for which a process acts."""
    found = re.search(r"^heimlich_leases(?:\{.*\})? (\d+)", server.ask("GET", "/metrics")[1], re.M)
    return int(found[1]) if found else 0


async def until_leases(servers: list[LiveServer], *wanted: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while tuple([await asyncio.to_thread(leases, server) for server in servers]) != wanted:
            await asyncio.sleep(0.1)


def test_a_table_goes_back_to_the_process_of_its_players(postgres: Postgres) -> None:
    """A proxy sends them back when their process lives again; the other one must not go on doing the work, too."""
    servers = [LiveServer(database).start() for database in [postgres.database()] * 2]
    first, second = servers

    async def play() -> None:
        token = first.token("Anna")
        table = first.table(token, GAMES["heimlich-co"] | {"seats": 3})
        async with Client(first, token, table, 0) as host:
            await host.must(Sit(0))
            await host.must(AddBot(1, "random"))
            await host.must(AddBot(2, "random"))
            await host.must(Start())
            await host.follow()
            await until_leases(servers, 1, 0)
            await asyncio.to_thread(first.kill)
            host.server = second
            await until_leases([second], 1)
            await host.play(Random(1), 1)
            await asyncio.to_thread(first.start)
            await asyncio.sleep(1.0)  # two rounds of the keepers
            assert [leases(server) for server in servers] == [0, 1], "it stays where its players are"
            host.server = first
            await host.reconnect()
            await until_leases(servers, 1, 0)
            await host.play(Random(2))
            assert host.stage == "over"

    try:
        asyncio.run(play())
    finally:
        for server in servers:
            if server.running:
                server.kill()


def test_a_game_goes_on_when_the_database_was_away(postgres: Postgres) -> None:
    servers = [LiveServer(database).start() for database in [postgres.database()] * 2]

    async def play() -> str:
        clients = await seated(servers, GAMES["heimlich-co"] | {"seats": 2})
        playing = [asyncio.create_task(client.play(Random(client.seat))) for client in clients]
        await asyncio.sleep(0.3)
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(0.3)
        await asyncio.to_thread(postgres.begin)
        await asyncio.gather(*playing)
        assert {client.stage for client in clients} == {"over"}
        await leave(clients)
        return clients[0].table

    try:
        table = asyncio.run(play())
        assert verified(servers[1].ask("GET", f"/api/tables/{table}/record")[1]) > 10
    finally:
        for server in servers:
            if server.running:
                server.kill()


@pytest.mark.parametrize("name", NAMES)
def test_all_sockets_of_a_table_reach_one_process(name: str, postgres: Postgres, tmp_path: Path) -> None:
    """With the example configurations; the process of a table dies, and all of its players go to the same other one."""
    servers = [LiveServer(database).start() for database in [postgres.database()] * 2]

    def sockets(server: LiveServer) -> int:
        found = re.search(r"^heimlich_sockets(?:\{.*\})? (\d+)", server.ask("GET", "/metrics")[1], re.M)
        assert found is not None
        return int(found[1])

    async def play(door: Door) -> None:
        tables = [await seated(door, GAMES["heimlich-co"] | {"seats": 3}) for _ in range(6)]
        counts = [sockets(server) for server in servers]
        assert sum(counts) == 18
        assert [count % 3 for count in counts] == [0, 0], counts
        await asyncio.to_thread(servers[0].kill)
        for table in tables:
            mover = await asked(table)
            await mover.play(Random(1), 1)
            await level(table, mover.number)
        assert sockets(servers[1]) == 18
        await leave([client for table in tables for client in table])

    try:
        with proxied(name, tmp_path / name, servers) as proxy:
            asyncio.run(play(Door(proxy)))
    finally:
        for server in servers:
            if server.running:
                server.kill()


def test_a_process_that_nobody_follows_a_table_through_reads_nothing_until_it_is_asked(postgres: Postgres) -> None:
    servers = [LiveServer(database).start() for database in [postgres.database()] * 2]

    async def play() -> None:
        clients = await seated(servers[0], GAMES["heimlich-co"] | {"seats": 2})
        table = clients[0].table
        early = servers[1].ask("GET", f"/api/tables/{table}")[1]  # now it is in memory there
        assert early["table"]["stage"] == "playing"
        computed = [server.computed() for server in servers]
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        spent = [server.computed() - before for server, before in zip(servers, computed, strict=True)]
        assert servers[1].ask("GET", f"/api/tables/{table}")[1]["table"]["stage"] == "over"
        assert spent[1] < spent[0] / 2, spent
        await leave(clients)

    try:
        asyncio.run(play())
    finally:
        for server in servers:
            server.kill()
