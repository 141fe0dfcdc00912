"""The load of `heimlich bench server`: sockets that sit at tables and play whole games, at little cost of their own."""

import asyncio
import base64
import json
import os
import struct
import time
import urllib.request
from collections import deque
from itertools import islice
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from heimlich.offer import spell
from heimlich.server.table.audience.lines import unpack_offer

SEATS = 4
TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": SEATS, "pace_ms": 0}
SPELT = 30  # actions of an offer from which the load chooses


def request(port: int, path: str, body: Any, token: str = "") -> Any:
    """Send an HTTP request to the server."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), method="POST")
    asked.add_header("Content-Type", "application/json")
    if token:
        asked.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


class _Stage(Struct):
    stage: str | UnsetType = UNSET


class _Patch(Struct):
    offer: list[Any] | UnsetType | None = UNSET
    table: _Stage | UnsetType = UNSET


class _Heard(Struct):
    """The part of a server message that the load reads."""

    t: str
    n: int = 0
    p: _Patch | UnsetType = UNSET
    id: str = ""
    table: str = ""
    text: str = ""


_decoder = msgspec.json.Decoder(_Heard)


class LoadSocket(asyncio.Protocol):
    """The least that a WebSocket client needs, so that the load costs little."""

    def __init__(self, host: str, table: str, token: str, heard: Any) -> None:
        self._host, self._table, self._token, self._heard = host, table, token, heard
        self._data = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/socket?table={self._table} HTTP/1.1\r\nHost: {self._host}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self._token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._upgraded:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head[:200]
            self._upgraded, self._data = True, rest
            self.open.set_result(None)
        data, at, size = self._data, 0, len(self._data)
        while size - at >= 2:
            length, start = data[at + 1] & 127, at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if size - start < length:
                break
            opcode = data[at] & 15
            if opcode == 1:
                self._heard(data[start : start + length])
            elif opcode == 9:
                self._frame(0x8A, data[start : start + length])
            elif opcode == 8:
                raise RuntimeError(f"the server hung up: {data[start : start + length]!r}")
            at = start + length
        self._data = data[at:]

    def send(self, message: bytes) -> None:
        """Send one text message."""
        self._frame(0x81, message)

    def _frame(self, head: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((head, 128 | size)) if size < 126 else struct.pack("!BBH", head, 254, size)
        self._transport.write(length + b"\0\0\0\0" + payload)  # masked with zeros: nobody but us is listening

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()


class Figures:
    """The measured counts and times."""

    def __init__(self) -> None:
        self.moves = self.updates = self.update_bytes = self.refusals = self.games = 0
        self.delays: list[float] = []

    def clear(self) -> None:
        """Reset all figures."""
        self.__init__()  # type: ignore[misc]


class LoadPlayer:
    """One socket on one seat."""

    def __init__(self, table: "LoadTable", seat: int, token: str) -> None:
        self.table, self.seat, self.token = table, seat, token
        self.offer: list[Any] | None = None
        self.number = -1
        self.stage = ""
        self.answers: deque[_Heard] = deque()
        self.answered = asyncio.Event()

    async def connect(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        _, self.wire = await loop.create_connection(
            lambda: LoadSocket(f"127.0.0.1:{port}", self.table.id, self.token, self.hear), "127.0.0.1", port
        )
        await self.wire.open

    def hear(self, text: bytes) -> None:
        message = _decoder.decode(text)
        if message.t in {"u", "s"}:
            if message.t == "u":
                self.table.figures.updates += 1
                self.table.figures.update_bytes += len(text)
            self.number = message.n
            if message.p is not UNSET:
                if message.p.offer is not UNSET:
                    self.offer = message.p.offer
                elif message.t == "s":
                    self.offer = None
                if message.p.table is not UNSET and message.p.table.stage is not UNSET:
                    self.stage = message.p.table.stage
            self.table.seen(self)
        else:
            if message.t == "refused":
                self.table.figures.refusals += 1
            if message.id[:1] == "c":
                self.answers.append(message)
                self.answered.set()

    async def ask(self, command: dict[str, Any]) -> _Heard:
        """Send a command other than a move, and return its answer."""
        self.answered.clear()
        self._do(f"c{time.time_ns()}", command)
        await asyncio.wait_for(self.answered.wait(), 60)
        answer = self.answers.popleft()
        assert answer.t == "done", answer.text
        return answer

    def _do(self, name: str, command: dict[str, Any]) -> None:
        self.wire.send(msgspec.json.encode({"t": "do", "id": name, "table": self.table.id, "command": command}))

    def join(self) -> None:
        self.number, self.offer = -1, None
        self.wire.send(msgspec.json.encode({"t": "join", "protocol": 1, "table": self.table.id, "seat": self.seat}))

    def move(self, rng: Random) -> bool:
        """Send a move if this seat is asked."""
        if self.offer is None:
            return False
        part = unpack_offer(self.offer[-1:])[0]
        action = " ".join(rng.choice(list(islice(spell(part), SPELT))))
        command = {"do": "decide", "seat": self.seat, "action": action, "number": self.number}
        self.offer = None
        self.table.sent(self)
        self.table.moves += 1
        self._do(f"m{self.table.moves}", command)
        return True


class LoadTable:
    """A table with its players, who play one game after the other."""

    def __init__(self, tokens: list[str], figures: Figures, seed: int) -> None:
        self.id = ""
        self.figures = figures
        self.moves = 0
        self.players = [LoadPlayer(self, seat, token) for seat, token in enumerate(tokens)]
        self.rng = Random(seed)
        self.closed = False  # move as soon as possible
        self.over = asyncio.Event()
        self._sent_at = 0.0
        self._unseen: set[int] = set()

    async def open(self, port: int) -> None:
        """Connect all players, and seat them."""
        self.id = request(port, "/api/tables", {"terms": TERMS}, self.players[0].token)["table"]
        for player in self.players:
            await player.connect(port)
            await player.ask({"do": "sit", "seat": player.seat})

    async def begin(self) -> None:
        """Start the game."""
        self.over.clear()
        for player in self.players:
            player.stage = ""
        await self.players[0].ask({"do": "start"})
        for player in self.players:
            player.join()

    async def again(self) -> None:
        """Start the next game, with everyone one seat further."""
        self.figures.games += 1
        self.id = (await self.players[0].ask({"do": "rematch"})).table
        for player in self.players:
            player.seat = (player.seat + 1) % SEATS
        await self.begin()

    def sent(self, _: LoadPlayer) -> None:
        self._sent_at = time.perf_counter()
        self._unseen = set(range(SEATS))

    def seen(self, player: LoadPlayer) -> None:
        """Note that a player has received an update."""
        if self._unseen:
            self._unseen.discard(player.seat)
            if not self._unseen:
                self.figures.moves += 1
                self.figures.delays.append(time.perf_counter() - self._sent_at)
        over = [one.stage == "over" for one in self.players]
        if all(over):  # nobody, on whichever process, is still to hear of this game
            self.over.set()
        elif self.closed and not self._unseen and not any(over):
            self.step()

    def step(self) -> None:
        """Make one move for a player who is asked."""
        for player in self.players:
            if player.move(self.rng):
                return

    async def play_fast(self) -> None:
        """Play game after game as fast as possible."""
        self.closed = True
        await self.begin()
        while True:
            await self.over.wait()
            await self.again()

    async def play_paced(self, offset: float) -> None:
        """Play game after game, with a move a second."""
        await self.begin()
        next_at = time.perf_counter() + 1 + offset
        while True:
            await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
            next_at += 1.0
            if self.over.is_set():
                await self.again()
            elif not self._unseen:
                self.step()
