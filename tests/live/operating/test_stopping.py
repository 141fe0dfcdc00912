"""A server that is told to stop does so: while it starts, while it serves, with clients connected."""

import asyncio
import json
import subprocess
import time
from pathlib import Path
from random import Random

import pytest

from heimlich.server.table.commands import AddBot, Sit, Start
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.servers import PATIENCE, SERVE, free_port, serving


@pytest.mark.parametrize("after", [0.2, 0.6, 1.0, 1.4])
def test_it_can_be_stopped_while_it_starts(tmp_path: Path, after: float) -> None:
    """Early on it just ends; from when it looks after its signals it finishes what it does first. It never goes on."""
    words = (*SERVE, "--port", str(free_port()), "--database", str(tmp_path / "t.sqlite3"))
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(after)
        process.terminate()
        assert process.wait(PATIENCE) in {0, -15}


def test_it_tells_its_clients_to_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        clients = await seated(server, GAMES["heimlich-co"] | {"seats": 2})
        wires = [client._wire for client in clients]
        assert await asyncio.to_thread(server.stop) == 0
        for wire in wires:
            assert wire is not None
            await wire.wait_closed()
            assert wire.close_code == 1012
        await asyncio.to_thread(server.start)
        for client, wire in zip(clients, wires, strict=True):
            await client.until(lambda client=client, wire=wire: client._wire is not wire)
            await client.catch_up()
        await leave(clients)

    with serving(str(tmp_path / "t.sqlite3")) as server:
        asyncio.run(play())


def test_to_stop_while_stories_are_told_and_bots_think_is_no_error(tmp_path: Path) -> None:
    """Not one line of error or warning; the stories are told when somebody asks for them after the next start."""
    terms = GAMES["heimlich-co"] | {"seats": 2}

    async def play() -> list[str]:
        tables = [await seated(server, terms) for _ in range(4)]
        await asyncio.gather(*(client.play(Random(client.seat)) for clients in tables for client in clients))
        token = await asyncio.to_thread(server.token, "Anna")
        table = await asyncio.to_thread(server.table, token, terms | {"seats": 5})
        async with Client(server, token, table, 0) as anna:
            await anna.must(Sit(0))
            for seat in range(1, 5):
                await anna.must(AddBot(seat, "detective"))
            await anna.must(Start())  # the bots wait for the worker, which still tells stories
            assert await asyncio.to_thread(server.stop) == 0
        await leave([client for clients in tables for client in clients])
        return [clients[0].table for clients in tables]

    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_LOG_LEVEL": "info", "HEIMLICH_BOT_WORKERS": "1"}) as server:
        names = asyncio.run(play())
        said = [json.loads(line) for line in server.said if line.startswith("{")]
        assert [line for line in said if line["level"] != "info"] == []
        assert len(said) < 10
        server.start()
        for name in names:
            status, story, _ = server.ask("GET", f"/api/tables/{name}/story")
            assert status == 200, story
            assert story["seats"] == ["Guest 0", "Guest 1"]
