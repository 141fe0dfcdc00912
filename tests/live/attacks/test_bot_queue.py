"""Bots as a weapon: tables full of masters, opened by one guest, make nobody else wait."""

import asyncio
import time
from secrets import token_hex
from statistics import mean
from typing import Any

from heimlich.server.table.audience.messages import Done
from heimlich.server.table.commands import AddBot, Decide, Rematch, Resign, Sit, Start, Watch
from tests.live.clients import GAMES, Client, leave
from tests.live.servers import LiveServer, serving
from tests.soak import count

TABLES = count(8, 60)
ANSWERS = count(4, 20)
MASTERS = GAMES["heimlich-co"] | {"seats": 7}
PAIR = GAMES["heimlich-co"] | {"seats": 2}
ONE_WORKER = {"HEIMLICH_BOT_WORKERS": "1", "HEIMLICH_SOCKETS_PER_GUEST": "1000"}
MOST = 3.5  # times as long as alone: one decision may be under way, and the machine has other things to do as well


async def _all_bots(server: LiveServer, token: str, terms: dict[str, Any], bot: str) -> Client:
    """A table at which only bots sit, started by a host who watches."""
    client = await Client(server, token, await asyncio.to_thread(server.table, token, terms)).__aenter__()
    await client.must(Watch())
    for seat in range(terms["seats"]):
        await client.must(AddBot(seat, bot))
    await client.must(Start())
    return client


async def _honest_waits(server: LiveServer) -> list[float]:
    """How long somebody who plays against one master waits for its answers."""
    token = await asyncio.to_thread(server.token)
    client = await Client(server, token, await asyncio.to_thread(server.table, token, PAIR), 0).__aenter__()
    await client.must(Sit(0))
    await client.must(AddBot(1, "master"))
    await client.must(Start())
    await client.follow()
    waits: list[float] = []
    while len(waits) < ANSWERS and client.stage != "over":
        began = time.monotonic()
        await client.until(lambda: "offer" in client.picture or client.stage == "over")
        if time.monotonic() - began > 0.02:  # else the seat was asked again at once
            waits.append(time.monotonic() - began)
        if client.stage == "over":
            break
        number = client.number
        answer = await client.do(Decide(0, client.choices()[-1], number), token_hex(8))
        assert isinstance(answer, Done), answer
        await client.until(lambda: client.number > number)  # noqa: B023 (used at once)
    await leave([client])
    return waits


def test_tables_of_masters_make_an_honest_player_wait_for_one_decision_at_most(database: str) -> None:
    async def attack(server: LiveServer) -> tuple[float, float]:
        alone = await _honest_waits(server)
        token = await asyncio.to_thread(server.token)
        crowd = [await _all_bots(server, token, MASTERS, "master") for _ in range(TABLES)]
        await asyncio.gather(*(client.follow() for client in crowd))
        await asyncio.sleep(2)
        waits = await _honest_waits(server)
        await leave(crowd)
        print(f"for a master's answer: {mean(alone):.2f} s alone, {mean(waits):.2f} beside {TABLES} tables of masters")
        return mean(alone), mean(waits)

    with serving(database, ONE_WORKER) as server:
        alone, crowded = asyncio.run(attack(server))
        assert crowded < MOST * alone + 0.5, "in the order of coming it would be as many times as there are tables"


def test_a_game_that_nobody_watches_stops_and_goes_on_when_somebody_comes(database: str) -> None:
    terms = GAMES["heimlich-co"] | {"seats": 3, "house": [["target", "400"]]}

    async def look(server: LiveServer) -> None:
        token = await asyncio.to_thread(server.token)
        client = await _all_bots(server, token, terms, "newcomer")
        await client.follow()
        number = client.number
        await client.until(lambda: client.number > number + 5)
        await leave([client])
        await asyncio.sleep(1.5)
        first = await _moves_made(server)
        await asyncio.sleep(1.5)
        assert await _moves_made(server) == first, "nobody watches"
        again = await Client(server, token, client.table).__aenter__()
        await again.follow()
        number = again.number
        await again.until(lambda: again.number > number + 5, 20)
        await leave([again])

    with serving(database) as server:
        asyncio.run(look(server))


def test_bots_play_on_for_a_person_who_is_away(database: str) -> None:
    """Somebody is still expected to decide: the bots before that seat do not wait until that person looks."""
    terms = GAMES["heimlich-co"] | {"seats": 4, "clock": {"kind": "days", "days": 1}}

    async def look(server: LiveServer) -> None:
        token = await asyncio.to_thread(server.token)
        client = await Client(server, token, await asyncio.to_thread(server.table, token, terms), 0).__aenter__()
        await client.must(Sit(0))
        for seat in (1, 2, 3):
            await client.must(AddBot(seat, "newcomer"))
        await client.must(Start())
        await leave([client])
        await asyncio.sleep(2)
        again = await Client(server, token, client.table, 0).__aenter__()
        await again.follow()
        assert "offer" in again.picture
        await leave([again])

    with serving(database) as server:
        asyncio.run(look(server))


async def _moves_made(server: LiveServer) -> int:
    _, text, _ = await asyncio.to_thread(server.ask, "GET", "/metrics")
    return int(
        float(next(line for line in text.splitlines() if line.startswith("heimlich_bot_moves_total")).split()[1])
    )


def test_games_with_bots_and_rematches_count_against_limits(database: str) -> None:
    limits = {"HEIMLICH_TABLES_PER_GUEST": "4", "HEIMLICH_BOT_TABLES_PER_GUEST": "2"}

    async def play(server: LiveServer) -> None:
        token = await asyncio.to_thread(server.token)
        first = [await _all_bots(server, token, PAIR | {"public": False}, "newcomer") for _ in range(3)]
        _, listed, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{first[0].table}")
        assert listed["table"]["stage"] == "closed", "the oldest game against bots alone makes room"
        await leave(first)
        host = await Client(server, token, await asyncio.to_thread(server.table, token, PAIR), 0).__aenter__()
        other = await Client(server, await asyncio.to_thread(server.token), host.table, 1).__aenter__()
        for seat, client in enumerate((host, other)):
            await client.must(Sit(seat))
            await client.follow()
        await host.must(Start())
        for seat, client in enumerate((host, other)):
            await client.must(Resign(seat))
        await host.until(lambda: host.stage == "over")
        for _ in range(2):
            await asyncio.to_thread(server.table, token, PAIR)
        answer = await host.do(Rematch())
        _, listed, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{first[1].table}")
        assert isinstance(answer, Done)
        assert listed["table"]["stage"] == "closed", "a rematch takes a place as well"
        await leave([host, other])

    with serving(database, limits) as server:
        asyncio.run(play(server))


def test_an_address_opens_so_many_tables_at_once(database: str) -> None:
    with serving(database, {"HEIMLICH_TABLE_BURST": "5", "HEIMLICH_TABLE_RATE": "0.01"}) as server:
        statuses = [
            server.ask("POST", "/api/tables", {"terms": PAIR}, server.token())[0] for _ in range(8)
        ]  # a new guest each time
        assert statuses == [201] * 5 + [429] * 3
