"""Pads over real sockets: all devices of a seat have the same, and nobody else receives a byte because of one."""

import asyncio
import json
import time
from random import Random
from statistics import median
from typing import Any

from heimlich.server.table.audience.messages import Refusal
from heimlich.server.table.commands import Block, Instruct, Watch, WritePad
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.servers import LiveServer

TERMS = GAMES["heimlich-co"] | {"seats": 2}


def of_kind(client: Client, kind: str) -> list[Any]:
    return [json.loads(text) for text in client.raw if text.startswith(f'{{"t":"{kind}"')]


async def look(client: Client, since: int = 0) -> Any:
    """Ask for the public part of the pad."""
    known = len(of_kind(client, "pad"))
    await client.send_text(json.dumps({"t": "look", "since": since}))
    await client.until(lambda: len(of_kind(client, "pad")) > known)
    return of_kind(client, "pad")[-1]


async def one_move(clients: list[Client]) -> None:
    """Whoever is asked decides."""
    await clients[0].until(lambda: any("offer" in client.picture for client in clients))
    await next(client for client in clients if "offer" in client.picture).play(Random(1), 1)


async def settled(clients: list[Client]) -> list[int]:
    """Wait until everything has arrived; how much each has received."""
    for client in clients:
        known = client.pongs
        await client.send_text('{"t":"ping","id":"p"}')
        await client.until(lambda client=client, known=known: client.pongs > known)
    return [sum(not text.startswith(('{"t":"pong"', '{"t":"here"')) for text in client.raw) for client in clients]


def test_a_pad_is_on_every_device_of_its_seat_and_nowhere_else(server: LiveServer) -> None:
    async def play() -> None:
        anna, bert = await seated(server, TERMS)
        second = await Client(server, bert.token, bert.table, 1).__aenter__()
        await second.follow()
        eve = await Client(server, await asyncio.to_thread(server.token, "Eve"), anna.table).__aenter__()
        await eve.must(Watch())
        await eve.follow()
        public = await look(eve)
        assert await look(anna) == public
        row = public["grids"][0]["rows"][0]
        before = await settled([anna, eve])
        number = bert.number
        await bert.must(WritePad(1, ((row, "0", "suspect"),), "he smiled"))
        for device in (bert, second):
            await device.until(lambda device=device: bool(of_kind(device, "notes")))
            assert of_kind(device, "notes")[-1] == {
                "t": "notes",
                "seat": 1,
                "marks": [[row, "0", "suspect"]],
                "text": "he smiled",
            }
        await bert.must(Instruct(1, "safe"))
        assert await settled([anna, eve]) == before, "nobody else received anything"
        assert bert.number == number, "and the writer's updates are not counted on"
        third = await Client(server, bert.token, bert.table, 1).__aenter__()
        await third.follow()
        await third.until(lambda: bool(of_kind(third, "notes")))
        assert of_kind(third, "notes")[-1]["standing"] == "safe"
        answer = await anna.do(WritePad(1, ((row, "0", "sure"),)))
        assert isinstance(answer, Refusal)
        assert answer.code == "seat"
        again = await Client(server, anna.token, anna.table, 0).__aenter__()
        await again.follow()
        assert of_kind(again, "notes") == []
        await leave([anna, bert, second, third, again, eve])

    asyncio.run(play())


def test_a_pad_is_there_after_a_crash(server: LiveServer) -> None:
    async def play() -> None:
        anna, bert = await seated(server, TERMS)
        row = (await look(bert))["grids"][0]["rows"][1]
        await bert.must(WritePad(1, ((row, "free", "excluded"),)))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        third = await Client(server, bert.token, bert.table, 1).__aenter__()
        await third.follow()
        await third.until(lambda: bool(of_kind(third, "notes")))
        assert of_kind(third, "notes")[-1]["marks"] == [[row, "free", "excluded"]]
        await leave([anna, bert, third])

    asyncio.run(play())


def test_counting_can_be_left_out(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS | {"counted": False})
        await one_move(clients)
        answer = await look(clients[0])
        assert "turns" not in answer
        assert answer["grids"]
        counted = await seated(server, TERMS)
        await one_move(counted)
        assert (await look(counted[0]))["turns"]
        assert "turns" not in await look(counted[0], since=500)
        await leave([*clients, *counted])

    asyncio.run(play())


def test_a_stranger_cannot_look(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS)
        eve = await Client(server, await asyncio.to_thread(server.token, "Eve"), clients[0].table).__aenter__()
        await eve.send_text('{"t":"look"}')
        await eve.until(lambda: bool(eve.refused))
        assert eve.refused[-1].code == "stranger"
        await leave([*clients, eve])

    asyncio.run(play())


def test_others_are_not_slowed_down_measurably(server: LiveServer) -> None:
    """An opponent who asks again and again cannot tell whether somebody writes, but by a few ms now and then."""

    async def play() -> None:
        anna, bert = await seated(server, TERMS)
        times: dict[bool, list[float]] = {False: [], True: []}
        for number in range(80):
            writes = number % 4 == 1 and number < 45  # at most as often as a pad may change
            writing = asyncio.create_task(bert.must(WritePad(1, text=f"note {number}"))) if writes else None
            started = time.perf_counter()
            await anna.must(Block(2, off=True))  # changes nothing, and waits for the table like any command
            times[writes].append(time.perf_counter() - started)
            if writing:
                await writing
        assert median(times[True]) - median(times[False]) < 0.05
        await leave([anna, bert])

    asyncio.run(play())
