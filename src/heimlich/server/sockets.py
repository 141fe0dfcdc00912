"""One connection: messages in, answers and updates out. It follows one audience of one table at a time.

Who reads too slowly is dropped (wires.py), and may come back and catch up. What goes wrong with one message is said to
the one who sent it, and nothing else happens.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.server.entries import Entry
from heimlich.server.guests import Guest
from heimlich.server.hub import Hub, now_ms
from heimlich.server.logs import log
from heimlich.server.messages import (
    PROTOCOL,
    BadMessage,
    ClientMessage,
    Do,
    Done,
    Join,
    Ping,
    Pong,
    Refusal,
    ServerMessage,
    decode,
    encode,
    refusal,
)
from heimlich.server.refusals import Refused
from heimlich.server.security import Bucket
from heimlich.server.settings import Settings
from heimlich.server.situation import Audience
from heimlich.server.wires import Send, Wire

MOST_REFUSED = 200  # messages over the limit, after which the connection ends
NORMAL, TOO_MUCH, TOO_SLOW, NO_GUEST, FOREIGN = 1000, 4429, 4408, 4401, 4403

Receive = Callable[[], Awaitable[Any]]


class Connection:
    """A client's connection, as the hub sees it: a follower."""

    def __init__(self, receive: Receive, send: Send, guest: Guest, hub: Hub, settings: Settings) -> None:
        self.guest = guest
        self.audience: Audience = None
        self._receive = receive
        self._wire = Wire(send, settings.queue_messages, self._drop)
        self._hub = hub
        self._bucket = Bucket(settings.message_rate, settings.message_burst)
        self._over = 0
        self._entry: Entry | None = None
        self._closing: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    # Out

    def tell(self, message: bytes) -> None:
        """Send this, without waiting."""
        self._wire.send(message.decode())

    def answer(self, message: ServerMessage) -> None:
        """Send an answer."""
        self._wire.send(encode(message).decode())

    def shut_out(self) -> None:
        """It may not look any more."""
        self._leave()
        self.answer(Refusal("", "seat", "you can no longer look on with these eyes"))

    def _drop(self) -> None:
        self._hub.metrics.counters["dropped_readers"] += 1
        self._close(TOO_SLOW)

    def _close(self, code: int) -> None:
        """End the connection soon."""
        if not self._closing.done():
            self._closing.set_result(code)

    # In

    async def run(self) -> None:
        """Serve this client until it goes."""
        reading: asyncio.Future[None] = asyncio.ensure_future(self._read())
        either: list[asyncio.Future[Any]] = [reading, self._closing]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave()
            if not reading.done():
                reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await reading
            await self._wire.close(self._closing.result() if self._closing.done() else NORMAL)

    async def _read(self) -> None:
        receive = self._receive
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                self._wire.broken = True
                return
            text = event.get("text")
            await self._take(text if text is not None else event.get("bytes") or b"")

    async def _take(self, text: str | bytes) -> None:
        """One message."""
        counters = self._hub.metrics.counters
        try:
            message = decode(text)
        except BadMessage as error:
            counters["bad_messages"] += 1
            answer: ServerMessage = Refusal("", "message", str(error))
            if not self._bucket.take():
                answer = self._too_much("")
            self.answer(answer)
            return
        command_id = message.id if isinstance(message, Do | Ping) else ""
        if not self._bucket.take():
            self.answer(self._too_much(command_id))
            return
        self._over = 0
        try:
            await self._carry_out(message)
        except HeimlichError as error:
            counters["refusals"] += 1
            self.answer(refusal(command_id, error))
        except (SQLAlchemyError, OSError) as error:
            counters["errors"] += 1
            log("error", "the database does not answer", error=type(error).__name__)
            self.answer(Refusal(command_id, "store", "the server cannot reach its tables just now; try again"))
        except Exception as error:  # whatever it is: the client is told, and the table is as it was
            counters["errors"] += 1
            log("error", "a message could not be handled", error=type(error).__name__, kind=type(message).__name__)
            self.answer(Refusal(command_id, "server", "something went wrong on the server; nothing was changed"))

    def _too_much(self, command_id: str) -> Refusal:
        self._over += 1
        if self._over > MOST_REFUSED:
            self._close(TOO_MUCH)
        return Refusal(command_id, "rate", "too many messages; wait a little")

    async def _carry_out(self, message: ClientMessage) -> None:
        match message:
            case Do(command_id, table, command):
                self._hub.metrics.counters["commands"] += 1
                opened = await self._hub.do(table, command, self.guest, command_id)
                self.answer(Done(command_id, opened))
            case Join():
                await self._join(message)
            case Ping(command_id):
                self.answer(Pong(command_id, now_ms()))

    async def _join(self, message: Join) -> None:
        """Follow a table from the last update that the client has."""
        if message.protocol != PROTOCOL:
            raise Refused("protocol", f"this server speaks version {PROTOCOL} of the protocol")
        entry = await self._hub.get(message.table)
        if message.seat not in entry.table.audiences_of(self.guest.id):
            whose = "as a spectator" if message.seat is None else f"with the eyes of seat {message.seat + 1}"
            raise Refused("seat", f"you cannot look on {whose} here; sit down or watch first")
        self._leave()
        self.audience = message.seat
        missed = entry.table.catch_up(message.seat, message.last)
        for update in missed if isinstance(missed, list) else [missed]:
            self.answer(update)
        self._entry = entry
        self._hub.follow(entry, self)

    def _leave(self) -> None:
        entry, self._entry = self._entry, None
        if entry is not None:
            self._hub.unfollow(entry, self)
