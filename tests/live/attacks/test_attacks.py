"""Attacks on secrets over real sockets, by guests who have more than one browser."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from heimlich.server.table.audience.messages import Refusal
from heimlich.server.table.commands import Chat, Claim, Leave, Resign, Sit, Start, Watch
from tests.live.clients import GAMES, Client, leave, level, seated
from tests.live.servers import LiveServer, serving
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


def test_a_player_does_not_hear_the_spectators(server: LiveServer) -> None:
    """Not by joining without a seat, live or later, nor after leaving or resigning the seat; spectators do."""

    async def play() -> None:
        clients = await seated(server, TERMS)
        eve = Client(server, await asyncio.to_thread(server.token, "Eve"), clients[0].table)
        spies = [Client(server, client.token, client.table) for client in clients]
        for client in (eve, *spies):
            await client.__aenter__()
        await eve.must(Watch())
        for client in (eve, *spies):
            await client.follow()
        for number, step in enumerate((None, Leave(), Resign(1))):
            if step is not None:
                await clients[1].must(step)
            await eve.must(Chat("spectators", f"red is Anna {number}"))
            await level([eve, *spies], eve.number)
        late = Client(server, clients[1].token, clients[0].table)
        await late.__aenter__()
        await late.follow()
        await late.until(lambda: late.number >= eve.number)
        for client in (*clients, *spies, late):
            assert not any("red is" in text for text in client.raw)
        assert sum("red is" in text for text in eve.raw) == 3
        await leave([*clients, eve, *spies, late])

    asyncio.run(play())


def test_a_spectator_calls_no_bot_for_a_player(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS)
        eve = Client(server, await asyncio.to_thread(server.token, "Eve"), clients[0].table)
        await eve.__aenter__()
        await eve.must(Watch())
        for seat in (0, 1):
            answer = await eve.do(Claim(seat))
            assert isinstance(answer, Refusal)
            assert (answer.code, answer.text) == ("seat", "only those who play can ask a bot to move for someone")
        await leave([*clients, eve])

    asyncio.run(play())


def test_names_that_cannot_be_seen_are_refused_over_http(server: LiveServer) -> None:
    for nickname in ("\u3164\u3164", "\u200b", "\u0301"):
        status, answer, _ = server.ask("POST", "/api/tokens", {"nickname": nickname})
        assert (status, answer["code"]) == (409, "name")
    token = server.token("Anna")
    status, answer, _ = server.ask("PATCH", "/api/guest", {"nickname": "A" + "\u0336" * 9}, token)
    assert (status, answer["text"]) == (409, "a nickname has at most 3 marks on one letter")
    assert server.ask("GET", "/api/guest", token=token)[1] == {"nickname": "Anna"}


def test_no_table_is_opened_whose_answers_would_tell_who_had_no_choice(tmp_path: Path) -> None:
    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_LEAST_PACE_MS": "1000"}) as server:
        token = server.token("Anna")
        for pace in (0, 1, 999):
            status, answer, _ = server.ask("POST", "/api/tables", {"terms": TERMS | {"pace_ms": pace}}, token)
            assert (status, answer["code"]) == (409, "terms")
            assert answer["text"] == f"a pace of {pace} ms would show who had no choice; it takes 1000 or more"
        assert server.table(token, TERMS | {"pace_ms": 1000})
