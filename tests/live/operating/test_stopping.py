"""A server that is told to stop does so: while it starts, while it serves, with clients connected."""

import asyncio
import subprocess
import time
from pathlib import Path

import pytest

from tests.live.clients import GAMES, leave, seated
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
