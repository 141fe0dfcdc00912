"""The example of a bot client plays a whole game."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

from heimlich.server.table.commands import Sit, Start
from tests.live.clients import GAMES, Client
from tests.live.servers import PATIENCE, LiveServer

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot_client.py"


def test_the_bot_client_plays_a_whole_game(server: LiveServer) -> None:
    async def play() -> None:
        token = server.token("Anna")
        table = server.table(token, GAMES["heimlich-co"] | {"seats": 2, "variants": ["top-secret"]})
        words = (sys.executable, EXAMPLE, server.url, table, "1")
        async with Client(server, token, table, 0) as client:
            await client.must(Sit(0))
            await client.follow()
            with subprocess.Popen(words) as bot:
                await client.until(lambda: "1" in client.picture["table"]["seats"])
                await client.must(Start())
                await client.play(Random(3))
                assert await asyncio.to_thread(bot.wait, PATIENCE) == 0
        assert client.stage == "over"

    asyncio.run(play())
