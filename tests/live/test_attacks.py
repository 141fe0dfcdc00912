"""Attacks on secrets over real sockets, by guests who have more than one browser."""

import asyncio
from random import Random
from typing import Any

from heimlich.server.commands import Sit, Start
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.servers import LiveServer
from tests.soak import count

TERMS = GAMES["heimlich-co"] | {"seats": 2}
NOT_NOW = "only a table that is over and shows its seed can be played again"


async def _play_again(server: LiveServer, token: str, table: str) -> tuple[int, Any]:
    body = {"terms": TERMS, "twin_of": table}
    status, answer, _ = await asyncio.to_thread(server.ask, "POST", "/api/tables", body, token)
    return status, answer


def test_nobody_gets_a_duplicate_of_a_game_that_is_on(server: LiveServer) -> None:
    """Ten browsers ask, before the start, after it and after each move: all hear the same, and no table is opened."""

    async def play() -> None:
        clients = await seated(server, TERMS, start=False)
        browsers = [await asyncio.to_thread(server.token, f"Eve {number}") for number in range(count(3, 10))]
        heard = []

        async def ask_all() -> None:
            tokens = [*(client.token for client in clients), *browsers]
            heard.extend([await _play_again(server, token, clients[0].table) for token in tokens])

        await ask_all()
        await clients[0].must(Start())
        await ask_all()
        for _ in range(count(2, 20)):
            mover = next(client for client in clients if "offer" in client.picture)
            await mover.play(Random(1), 1)
            await ask_all()
        assert {status for status, _ in heard} == {409}, heard[0]
        assert {(answer["code"], answer["text"]) for _, answer in heard} == {("duplicate", NOT_NOW)}
        await asyncio.gather(*(client.play(Random(5)) for client in clients))
        status, opened = await _play_again(server, browsers[0], clients[0].table)
        assert status == 201
        _, told, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{opened['table']}")
        assert told["table"]["duplicate"] is True
        assert "twin_of" not in told["table"], "which one, only the end tells"
        again = [Client(server, token, opened["table"], seat) for seat, token in enumerate(browsers[:2])]
        for client in again:
            await client.__aenter__()
            assert client.seat is not None
            await client.must(Sit(client.seat))
            await client.follow()
            assert client.picture["table"]["duplicate"] is True
        await again[0].must(Start())
        await asyncio.gather(*(client.play(Random(6)) for client in again))
        assert again[0].picture["table"]["fair"]["seed"] == clients[0].picture["table"]["fair"]["seed"]
        _, told, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{opened['table']}")
        assert told["table"]["twin_of"] == clients[0].table
        await leave([*clients, *again])

    asyncio.run(play())
