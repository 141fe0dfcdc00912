"""Whole games over real sockets, with several clients."""

import asyncio
from random import Random

import pytest

from heimlich.server.table.commands import AddBot, Sit, Start, Watch
from tests.live.clients import GAMES, Client, leave, seated, verified
from tests.live.servers import LiveServer


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_between_clients(server: LiveServer, game: str) -> None:
    async def play() -> str:
        clients = await seated(server, GAMES[game])
        await asyncio.gather(*(client.play(Random(seat)) for seat, client in enumerate(clients)))
        assert {client.stage for client in clients} == {"over"}
        await leave(clients)
        return clients[0].table

    table = asyncio.run(play())
    status, text, _ = server.ask("GET", f"/api/tables/{table}/record")
    assert status == 200
    assert verified(text) > 10


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("heimlich-co", ["random", "greedy"]),
        ("heimlich-co", ["master", "greedy"]),
        ("suitcases", ["random", "courier"]),
    ],
)
def test_a_guest_plays_with_bots(server: LiveServer, game: str, bots: list[str]) -> None:
    async def play() -> str:
        token = server.token("Anna")
        terms = GAMES[game] | {"seats": 3}
        table = server.table(token, terms)
        async with Client(server, token, table, 0) as client:
            await client.must(Sit(0))
            for seat, bot in enumerate(bots, 1):
                await client.must(AddBot(seat, bot))
            await client.must(Start())
            await client.follow()
            await client.play(Random(1))
            assert client.stage == "over"
        return table

    table = asyncio.run(play())
    assert verified(server.ask("GET", f"/api/tables/{table}/record")[1]) > 10
    assert "heimlich_bot_failures_total 0" in server.ask("GET", "/metrics")[1], server.said


def test_bots_alone_play_to_the_end(server: LiveServer) -> None:
    async def play() -> None:
        token = server.token("Host")
        table = server.table(token, GAMES["heimlich-co"] | {"seats": 2, "variants": ["top-secret"]})
        async with Client(server, token, table) as client:
            await client.must(Watch())
            await client.must(AddBot(0, "random"))
            await client.must(AddBot(1, "random"))
            await client.must(Start())
            await client.follow()
            await client.until(lambda: client.stage == "over")

    asyncio.run(play())
