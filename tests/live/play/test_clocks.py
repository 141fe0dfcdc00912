"""What happens by itself: a player who is out of time, a player who is gone, answers that have only one way to go."""

import asyncio
import itertools
import sqlite3
import time
from pathlib import Path
from random import Random

from heimlich.server.table.commands import AddBot, ComeBack, Leave, Start, Watch
from tests.live.clients import GAMES, Client, leave, seated, verified
from tests.live.servers import PATIENCE, LiveServer, serving

TERMS = GAMES["heimlich-co"] | {"seats": 2}


def test_a_bot_moves_for_one_who_is_out_of_time(server: LiveServer) -> None:
    async def play() -> None:
        clock = {"kind": "live", "bank_s": 10, "grace_s": 0}
        clients = await seated(server, TERMS | {"clock": clock})
        mover = next(client for client in clients if "offer" in client.picture)
        other = next(client for client in clients if client is not mover)
        await other.until(lambda: "offer" in other.picture)
        assert other.picture["table"]["seats"][str(mover.seat)]["stand_in"] == "time"
        assert mover.seat is not None
        await mover.must(ComeBack(mover.seat))
        await mover.until(lambda: "stand_in" not in mover.picture["table"]["seats"][str(mover.seat)])
        await leave(clients)

    asyncio.run(play())


def test_who_leaves_is_played_for_even_if_the_server_was_killed(tmp_path: Path) -> None:
    async def play(server: LiveServer) -> str:
        clients = await seated(server, TERMS | {"variants": ["top-secret"], "pace_ms": 50})
        await clients[1].must(Leave())
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await clients[0].play(Random(1))
        assert clients[0].stage == "over"
        await leave(clients)
        return clients[0].table

    with serving(str(tmp_path / "t.sqlite3")) as server:
        table = asyncio.run(play(server))
        assert verified(server.ask("GET", f"/api/tables/{table}/record")[1]) > 10


def test_a_table_that_ended_in_a_crash_is_listed_as_over(tmp_path: Path) -> None:
    """The list is written after the last move: a server killed between the two puts it right when it starts."""

    async def play(server: LiveServer) -> str:
        clients = await seated(server, TERMS)
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        await leave(clients)
        return clients[0].table

    file = tmp_path / "t.sqlite3"
    with serving(str(file)) as server:
        table = asyncio.run(play(server))
        server.kill()
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE tables SET stage = 'playing'")
        connection.close()
        server.start()
        until = time.monotonic() + PATIENCE
        while server.ask("GET", "/api/tables")[1] and time.monotonic() < until:
            time.sleep(0.1)
        assert server.ask("GET", "/api/tables")[1] == []
        assert server.ask("GET", f"/api/tables/{table}")[1]["table"]["stage"] == "over"


def test_bots_move_at_the_pace_of_the_table_even_after_a_crash(tmp_path: Path) -> None:
    pace = 0.5

    async def play(server: LiveServer) -> None:
        token = server.token("Host")
        table = server.table(token, TERMS | {"bot_pace_ms": int(1000 * pace)})
        async with Client(server, token, table) as client:
            await client.must(Watch())
            for seat in (0, 1):
                await client.must(AddBot(seat, "random"))
            await client.must(Start())
            await client.follow()
            for kill in (False, True):
                moments = []
                for _ in range(4):
                    number = client.number
                    await client.until(lambda: client.number > number)  # noqa: B023 (used at once)
                    moments.append(time.monotonic())
                assert all(later - earlier > 0.8 * pace for earlier, later in itertools.pairwise(moments))
                if not kill:
                    await asyncio.to_thread(server.kill)
                    await asyncio.to_thread(server.start)

    with serving(str(tmp_path / "t.sqlite3")) as server:
        asyncio.run(play(server))
