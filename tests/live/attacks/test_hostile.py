"""Malformed, oversized, out-of-order, foreign and replayed messages: always a clear error, never a changed game."""

import asyncio
import contextlib
import json
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from heimlich.server.table.audience.messages import (
    Done,
    Pong,
    Refusal,
    ServerMessage,
    Snapshot,
    Update,
    You,
    decode_server,
)
from tests.live.clients import GAMES, Client, leave, level, seated
from tests.live.servers import PATIENCE, LiveServer
from tests.soak import count

MESSAGES = count(600, 100_000)
AT_ONCE = 20
WORDS = [
    "",
    "red",
    "-1",
    "0",
    "9" * 30,
    "\u202e",
    "\x00",
    "a" * 500,
    "null",
    "{}",
    "☃" * 50,
    "move red 1",
    "yes",
    "pass",
]
COMMANDS = [
    "sit",
    "stand-up",
    "nickname",
    "kick",
    "pass-host",
    "add-entropy",
    "start",
    "decide",
    "chat",
    "block",
    "claim",
]
COMMANDS += [
    "add-bot",
    "remove-bot",
    "resign",
    "come-back",
    "note-over",
    "note-duplicate",
    "close",
    "create",
    "consent",
]
FIELDS = ["seat", "action", "number", "name", "person", "entropy", "bot", "room", "text", "phrase", "to", "no"]


def value(rng: Random) -> Any:
    """Something, mostly wrong."""
    return rng.choice(
        [rng.choice(WORDS), rng.randint(-3, 10), 2**70, None, True, [], {}, [[[]]], 1.5, {"t": "do"}, "players"]
    )


def hostile(rng: Random, table: str, foreign: str) -> str | bytes:
    """A message that nobody should send; for a table at which the sender does not sit."""
    kind = rng.randrange(9)
    if kind == 0:
        return rng.randbytes(rng.randrange(60))
    if kind == 1:
        return "".join(rng.choice('{}[]":,tdo0123 \\u') for _ in range(rng.randrange(80)))
    if kind == 2:
        return "[" * rng.choice([10, 3000])
    if kind == 3:
        return json.dumps({"t": "ping", "id": "x" * rng.choice([0, 37, 4000, 9000])})
    if kind == 4:
        where = rng.choice([table, foreign, value(rng)])
        return json.dumps({"t": "join", "protocol": value(rng), "table": where, "seat": value(rng)})
    if kind == 5:
        return json.dumps({"t": rng.choice(["u", "s", "done", "x", 1, None]), "n": 1, "p": {}})
    command = {"do": rng.choice(COMMANDS)} | {rng.choice(FIELDS): value(rng) for _ in range(rng.randrange(4))}
    if kind == 6:  # well-formed, of a stranger
        command = {"do": "decide", "seat": rng.randrange(4), "action": rng.choice(WORDS), "number": rng.randrange(9)}
    return json.dumps({"t": "do", "id": rng.choice(["a", "b", str(rng.random())]), "table": table, "command": command})


async def heard(socket: ClientConnection) -> ServerMessage:
    """The answer to a message; who joins is first told who he is."""
    answer = decode_server(await asyncio.wait_for(socket.recv(), PATIENCE))
    return await heard(socket) if isinstance(answer, You) else answer


def test_hostile_messages(server: LiveServer) -> None:
    async def attack(clients: list[Client], seed: int) -> int:
        """Every message has one answer, and that is a refusal; so a pong tells that all before it were answered."""
        rng = Random(seed)
        token = await asyncio.to_thread(server.token, "Eve")
        foreign = await asyncio.to_thread(server.table, token, GAMES["suitcases"])
        address = server.url.replace("http", "ws") + "/api/socket"
        answered = 0
        async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as socket:
            for start in range(0, MESSAGES // AT_ONCE, 25):
                number = min(25, MESSAGES // AT_ONCE - start)
                for _ in range(number):
                    await socket.send(hostile(rng, clients[0].table, foreign))
                for _ in range(number):
                    answer = await heard(socket)
                    assert isinstance(answer, Refusal | Pong | Snapshot), answer
                    if isinstance(answer, Refusal):
                        assert answer.code not in {"server", "store"}, answer
                        assert 0 < len(answer.text) < 600
                        assert "Traceback" not in answer.text
                    answered += 1
        return answered

    async def play() -> None:
        clients = await seated(server, GAMES["heimlich-co"])
        before = [client.picture for client in clients]
        answered = await asyncio.gather(*(attack(clients, seed) for seed in range(AT_ONCE)))
        assert sum(answered) == MESSAGES // AT_ONCE * AT_ONCE
        for client in clients:
            await client.catch_up()
        assert [client.picture for client in clients] == before
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        assert {client.stage for client in clients} == {"over"}
        await leave(clients)

    asyncio.run(play())
    assert not [line for line in server.said if '"error"' in line]


def test_replayed_and_out_of_order_messages_of_a_player(server: LiveServer) -> None:
    """A player's own messages again, in any order: what was done is not done again."""

    async def play() -> None:
        clients = await seated(server, GAMES["heimlich-co"])
        sent: dict[int, list[str]] = {client.seat or 0: [] for client in clients}
        for client in clients:
            plain = client.send_text

            async def note(text: str, client: Client = client, plain: Any = plain) -> None:
                sent[client.seat or 0].append(text)
                await plain(text)

            client.send_text = note  # type: ignore[method-assign]
        rng = Random(5)
        for _ in range(8):
            mover = next(client for client in clients if "offer" in client.picture)
            await mover.play(rng, 1)
            await level(clients, mover.number)
        numbers = [client.number for client in clients]
        for client in clients:
            address = server.url.replace("http", "ws") + "/api/socket"
            headers = {"Authorization": f"Bearer {client.token}"}
            async with connect(address, additional_headers=headers) as socket:
                again = sent[client.seat or 0] * count(10, 200)
                rng.shuffle(again)
                for text in again:
                    await socket.send(text)
                    answer = decode_server(await socket.recv())
                    assert isinstance(answer, Done | Snapshot | Update | Refusal), answer
        assert [client.number for client in clients] == numbers
        await leave(clients)

    asyncio.run(play())


def test_oversized_messages_end_the_connection_or_are_refused(server: LiveServer) -> None:
    async def play() -> None:
        token = server.token("Eve")
        address = server.url.replace("http", "ws") + "/api/socket"
        async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
            await socket.send("x" * 5000)
            assert decode_server(await socket.recv()) == Refusal("", "message", "a message has at most 4096 bytes")
            with contextlib.suppress(ConnectionClosed):  # the server hangs up before all of it has come
                await socket.send("x" * 2_000_000)
            await asyncio.wait_for(socket.wait_closed(), PATIENCE)
            assert socket.close_code in {1009, 1006}, "too big; or cut off before that could be said"

    asyncio.run(play())
