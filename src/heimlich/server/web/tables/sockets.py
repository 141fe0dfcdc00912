"""One connection: messages in, answers and updates out. It follows one audience of one table at a time.

A client that reads too slowly is dropped (wires.py), and may come back and catch up. An error in one message is sent to
its sender, and changes nothing else.
"""

from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.server.limits import Bucket
from heimlich.server.live.followers import Entry
from heimlich.server.live.hub import Hub
from heimlich.server.live.wires import TOO_LARGE, TOO_MUCH, SocketProtocol, Wire, framed
from heimlich.server.logs import log_failure, seldom
from heimlich.server.settings import Settings
from heimlich.server.storage.failures import code_of_failure, reason_of
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.table.audience.messages import (
    PROTOCOL,
    BadMessage,
    ClientMessage,
    Do,
    Done,
    Here,
    Hint,
    Join,
    Look,
    Looking,
    Ping,
    Pong,
    Refusal,
    ServerMessage,
    Why,
    You,
    decode,
    encode,
    refusal,
)
from heimlich.server.table.commands import Private
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.refusals import Refused
from heimlich.server.table.situation import Audience

MOST_REFUSED = 200  # messages over the limit, after which the connection ends
NORMAL, TOO_SLOW, NO_GUEST, FOREIGN = 1000, 4408, 4401, 4403
CLOSING = {
    TOO_LARGE: "a message was far too large, or came in too many parts",
    1012: "the server is being restarted: come back",
    NO_GUEST: "the server does not know who this is",
    TOO_MUCH: "too many connections, too many messages in spite of refusals, or too many frames",
    "HTTP 403": "the page is not one of this server's",
    "no code": "too much was waiting to be read, and the connection was cut: come back and catch up",
}


class Connection:
    """A client's connection, as the hub sees it: a follower."""

    def __init__(self, socket: SocketProtocol, guest: Guest, hub: Hub, settings: Settings) -> None:
        self.guest = guest
        self.audience: Audience = None
        self.is_looking = True
        self._wire = Wire(socket, settings, self._drop)
        self.tell: Callable[[bytes], None] = self._wire.send  # sends a frame, without waiting
        self._hub = hub
        self._bucket = Bucket(settings.message_rate, settings.message_burst)
        self._over = 0
        self._entry: Entry | None = None
        self._you: You | None = None  # as the client knows it
        self._code = NORMAL  # the close code

    # Out

    def answer(self, message: ServerMessage) -> None:
        """Send an answer."""
        self._wire.send(framed(encode(message)))

    def shut_out(self) -> None:
        """Stop following: this guest may no longer see the table as this audience."""
        self._leave()
        self.answer(Refusal("", "seat", "you can no longer look on from this place"))

    def _drop(self) -> None:
        self._hub.metrics.counters["dropped_readers"] += 1
        self._close(TOO_SLOW)

    def expire(self) -> None:
        """Close the connection: its token is no longer valid."""
        self._leave()
        self._close(NO_GUEST)

    def introduce(self, you: You) -> None:
        """Send the client who it is at its table, unless it knows that already."""
        if you != self._you:
            self._you = you
            self.answer(you)

    def _close(self, code: int) -> None:
        """Close the connection once the message in progress is handled."""
        if self._code == NORMAL:
            self._code = code
            self._wire.hang_up()

    # In

    async def run(self) -> None:
        """Serve this client until it disconnects."""
        try:
            while (message := await self._wire.receive()) is not None:
                await self._take(message)
        finally:
            self._leave()
            await self._wire.close(self._code)

    async def _take(self, text: bytes) -> None:
        """Handle one message: check its rate, carry it out, and answer errors."""
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
        command_id = message.id if isinstance(message, Do | Why | Hint | Ping) else ""
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
            seldom.log("error", "the database does not answer", reason_of(error), error=code_of_failure(error))
            self.answer(Refusal(command_id, "store", "the server cannot reach its tables just now; try again"))
        except Exception as error:  # any error: the client gets an answer, and the table is unchanged
            counters["errors"] += 1
            log_failure("a message could not be handled", error, kind=type(message).__name__)
            self.answer(Refusal(command_id, "server", "something went wrong on the server; nothing was changed"))

    def _too_much(self, command_id: str) -> Refusal:
        self._over += 1
        if self._over > MOST_REFUSED:
            self._close(TOO_MUCH)
        return Refusal(command_id, "rate", "too many messages; wait a little")

    async def _carry_out(self, message: ClientMessage) -> None:
        match message:
            case Do(command_id, table, command):
                if not isinstance(command, Private):
                    self._hub.metrics.counters["commands"] += 1
                opened, frame = await self._hub.do(table, command, self.guest, command_id, self)
                self.tell(frame + framed(encode(Done(command_id, opened))))
            case Join():
                await self._join(message)
            case Look(since):
                self.answer(self._followed().pad(since))
            case Looking(is_looking):
                self._look(is_looking=is_looking)
            case Why(command_id, action):
                self.answer(self._followed().why(self.audience, action, command_id))
            case Hint(command_id):
                self.answer(self._followed().hint(self.audience, command_id))
            case Ping(command_id):
                self.answer(Pong(command_id, self._entry.now_ms() if self._entry else now_ms()))

    def _look(self, *, is_looking: bool) -> None:
        """Note whether the person is looking at the page; that is for calls alone, and nobody else learns of it."""
        if is_looking != self.is_looking:
            self.is_looking = is_looking
            if self._entry is not None:
                self._hub.presences.note_attention(self._entry, self.guest.id)

    def _followed(self) -> LiveTable:
        """Return the table that this connection follows; refuse if it follows none."""
        if self._entry is None:
            raise Refused("stranger", "follow a table first")
        return self._entry.table

    async def _join(self, message: Join) -> None:
        """Follow a table, starting after the last update that the client has."""
        if message.protocol != PROTOCOL:
            raise Refused("protocol", f"this server speaks version {PROTOCOL} of the protocol")
        entry = await self._hub.get(message.table)
        if message.seat not in entry.table.audiences_of(self.guest.id):
            whose = "as a spectator" if message.seat is None else f"from seat {message.seat + 1}"
            raise Refused("seat", f"you cannot look on {whose} here; sit down or watch first")
        self._leave()
        self.audience = message.seat
        self._you = None
        self.introduce(entry.table.you(self.guest.id))
        missed = entry.table.catch_up(message.seat, message.last, entry.table.unheard_by(self.guest.id, message.seat))
        for update in missed if isinstance(missed, list) else [missed]:
            self.answer(update)
        if notes := entry.table.notes(message.seat):
            self.answer(notes)
        if guesses := entry.table.guesses(self.guest.id, message.seat):
            self.answer(guesses)
        self.answer(Here(entry.here))
        self._entry = entry
        self._hub.follow(entry, self)

    def _leave(self) -> None:
        entry, self._entry = self._entry, None
        if entry is not None:
            self._hub.unfollow(entry, self)
