"""Clients over real sockets: they keep their picture, send commands, reconnect, and can play by themselves."""

import asyncio
import contextlib
import itertools
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from heimlich.fairness import read_facts, verify_record
from heimlich.games import GAMES as RULES
from heimlich.offer import spell
from heimlich.record import read_record
from heimlich.server.table.audience.lines import unpack_offer
from heimlich.server.table.audience.messages import (
    PROTOCOL,
    Do,
    Done,
    Here,
    Join,
    Ping,
    Pong,
    Refusal,
    ServerMessage,
    Snapshot,
    Update,
    You,
    decode_server,
)
from heimlich.server.table.audience.patches import apply_patch
from heimlich.server.table.commands import Decide, GuestCommand, Sit, Start
from tests.live.servers import PATIENCE, LiveServer

MOST_SPELT = 400
FINISHED = {"over", "ended", "closed"}


class Client:
    """One connection of a guest to a table, with one audience's eyes."""

    def __init__(self, server: LiveServer, token: str, table: str, seat: int | None = None, first_id: int = 1) -> None:
        self.server, self.token, self.table, self.seat = server, token, table, seat
        self.picture: dict[str, Any] = {}
        self.you: You | None = None
        self.here: tuple[int, ...] = ()  # who is connected, by number
        self.number = -1
        self.raw: list[str] = []  # everything received, as it came
        self.refused: list[Refusal] = []
        self.acknowledged: list[str] = []  # ids of commands that were done
        self.sent: list[str] = []
        self.pongs = 0
        self.changed = asyncio.Condition()
        self.joined = False
        self._ids = itertools.count(first_id)  # a command with an id that was done is not done again
        self._pending: dict[str, asyncio.Future[Done | Refusal]] = {}
        self._unsent: dict[str, GuestCommand] = {}
        self._wire: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._failure: Exception | None = None  # while reading: whoever waits gets it

    async def __aenter__(self) -> "Client":
        await self._connect()
        self._task = asyncio.create_task(self._keep_reading())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketException):
                await self._task
        if self._wire:
            await self._wire.close()

    async def reconnect(self) -> None:
        """Drop the connection; come back through whichever server is the client's now."""
        assert self._wire is not None
        before = self._wire
        await before.close()
        while self._wire is before:
            await asyncio.sleep(0.01)
        await self.catch_up()

    async def _connect(self) -> None:
        address = self.server.url.replace("http", "ws") + f"/api/socket?table={self.table}"
        headers = {"Authorization": f"Bearer {self.token}"}
        self._wire = await connect(
            address, additional_headers=headers, compression=None, max_size=None, ssl=self.server.tls
        )

    async def _keep_reading(self) -> None:
        try:
            await self._read()
        except Exception as error:
            self._failure = error
            for waiting in self._pending.values():
                if not waiting.done():
                    waiting.set_exception(error)
            async with self.changed:
                self.changed.notify_all()
            raise

    async def _read(self) -> None:
        """Take in what comes; when the server goes away, come back to it."""
        while True:
            assert self._wire is not None
            try:
                async for text in self._wire:
                    assert isinstance(text, str)
                    await self._take(text)
            except (WebSocketException, OSError):
                pass
            await self._come_back()

    async def _come_back(self) -> None:
        while True:
            with contextlib.suppress(WebSocketException, OSError, TimeoutError):
                await self._connect()
                if self.joined:
                    await self._send(Join(PROTOCOL, self.table, self.seat, self.number))
                for command_id, command in list(self._unsent.items()):
                    await self._send(Do(command_id, self.table, command))
                return
            await asyncio.sleep(0.05)

    async def _take(self, text: str) -> None:
        self.raw.append(text)
        message: ServerMessage = decode_server(text)
        match message:
            case Snapshot(n, p):
                self.number, self.picture = n, p
            case Update(n=n, p=p):
                assert n == self.number + 1, f"update {n} follows {self.number}"
                self.number, self.picture = n, apply_patch(self.picture, p)
            case You():
                self.you = message
            case Here(people):
                self.here = people
            case Done(command_id):
                self.acknowledged.append(command_id)
                self._settle(command_id, message)
            case Refusal(command_id):
                self.refused.append(message)
                self._settle(command_id, message)
            case Pong():
                self.pongs += 1
        async with self.changed:
            self.changed.notify_all()

    def _settle(self, command_id: str, answer: Done | Refusal) -> None:
        self._unsent.pop(command_id, None)
        waiting = self._pending.pop(command_id, None)
        if waiting and not waiting.done():
            waiting.set_result(answer)

    async def _send(self, message: Any) -> None:
        await self.send_text(msgspec.json.encode(message).decode())

    async def send_text(self, text: str) -> None:
        """Send whatever this is."""
        assert self._wire is not None
        await self._wire.send(text)

    async def follow(self, seat: int | None = None) -> "Client":
        """Join the table."""
        self.seat = seat if seat is not None else self.seat
        self.joined = True
        refused = len(self.refused)
        await self._send(Join(PROTOCOL, self.table, self.seat, self.number))
        await self.until(lambda: bool(self.picture) or len(self.refused) > refused)
        return self

    async def do(self, command: GuestCommand, command_id: str = "") -> Done | Refusal:
        """Ask something of the table, and wait for the answer, however often the server dies meanwhile."""
        command_id = command_id or f"{self.token[:6]}-{next(self._ids)}"
        waiting: asyncio.Future[Done | Refusal] = asyncio.get_running_loop().create_future()
        self._pending[command_id], self._unsent[command_id] = waiting, command
        self.sent.append(command_id)
        with contextlib.suppress(WebSocketException, OSError):
            await self._send(Do(command_id, self.table, command))
        return await asyncio.wait_for(waiting, PATIENCE)

    async def must(self, command: GuestCommand) -> Done:
        """The same, and it must be done."""
        answer = await self.do(command)
        assert isinstance(answer, Done), answer
        return answer

    async def catch_up(self) -> None:
        """Wait for all that has been told so far: whatever the server said before its pong has come before it."""
        heard = self.pongs
        await self._send(Ping("ping"))
        await self.until(lambda: self.pongs > heard)

    async def until(self, is_so: Any, patience: float = PATIENCE) -> None:
        """Wait until something is so."""
        async with self.changed, asyncio.timeout(patience):
            await self.changed.wait_for(lambda: self._failure is not None or is_so())
        if self._failure is not None:
            raise self._failure

    @property
    def stage(self) -> str:
        stage: str = self.picture["table"]["stage"] if self.picture else ""
        return stage

    def choices(self) -> list[str]:
        """Some of what may be decided now."""
        spelt = (" ".join(words) for part in unpack_offer(self.picture.get("offer", ())) for words in spell(part))
        return list(itertools.islice(spelt, MOST_SPELT))

    async def play(self, rng: Random, moves: int | None = None) -> None:
        """Decide whatever is asked, by chance, until the game is over or enough was decided."""
        while moves is None or moves > 0:
            await self.until(lambda: self.stage in FINISHED or "offer" in self.picture)
            if self.stage in FINISHED:
                return
            if await self.try_one(rng.choice(self.choices())) and moves is not None:
                moves -= 1

    async def try_one(self, action: str) -> bool:
        """Decide so, and wait for what comes of it; whether it was in time."""
        assert self.seat is not None
        number = self.number
        answer = await self.do(Decide(self.seat, action, number))
        if isinstance(answer, Refusal):
            assert answer.code in {"stale", "rules", "answered", "stage", "store"}, answer
            if self.number == number:
                await asyncio.sleep(0.02)
            return False
        if self.number == number:  # the answer may come before the update
            with contextlib.suppress(TimeoutError):
                await self.until(lambda: self.number != number, 5.0)
        return True


QUICK = {"pace_ms": 0}
GAMES: dict[str, dict[str, Any]] = {
    "heimlich-co": {"game": "heimlich-co", "edition": "rio-grande", "seats": 4, **QUICK},
    "suitcases": {"game": "suitcases", "edition": "jumbo", "seats": 3, **QUICK},
}


async def seated(
    server: LiveServer | Sequence[LiveServer], terms: dict[str, Any], *, start: bool = True, names: Sequence[str] = ()
) -> list[Client]:
    """A table with a client on each seat, the first one host; on several servers in turn, if several are given."""
    servers = [server] if isinstance(server, LiveServer) else list(server)
    places = [servers[seat % len(servers)] for seat in range(terms["seats"])]
    called = names or [f"Guest {seat}" for seat in range(len(places))]
    tokens = [await asyncio.to_thread(place.token, name) for name, place in zip(called, places, strict=True)]
    table = await asyncio.to_thread(places[0].table, tokens[0], terms)
    clients = [
        Client(place, token, table, seat) for seat, (place, token) in enumerate(zip(places, tokens, strict=True))
    ]
    for seat, client in enumerate(clients):
        await client.__aenter__()
        await client.must(Sit(seat))
        await client.follow()
    if start:
        await clients[0].must(Start())
    return clients


async def leave(clients: Sequence[Client]) -> None:
    """Close all connections."""
    for client in clients:
        await client.__aexit__()


async def level(clients: Sequence[Client], number: int) -> None:
    """Wait until all have got an update."""
    for client in clients:
        await client.until(lambda client=client: client.number >= number)


async def asked(clients: Sequence[Client]) -> Client:
    """The client that is asked now, or will be as soon as all updates have come."""
    async with asyncio.timeout(PATIENCE):
        while not (found := [client for client in clients if "offer" in client.picture]):
            await asyncio.sleep(0.02)
    return found[0]


def verified(text: str) -> int:
    """Replay a record and recompute its dice; the number of decisions."""
    record = read_record(text, RULES)
    facts = read_facts(text)
    assert facts is not None
    checked = verify_record(record, RULES[record.game], facts)
    assert checked.finished
    return checked.decisions


async def raw(server: LiveServer, headers: dict[str, str]) -> Any:
    """Connect without joining anything."""
    return await connect(server.url.replace("http", "ws") + "/api/socket", additional_headers=headers)
