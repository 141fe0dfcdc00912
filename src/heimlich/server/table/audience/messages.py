"""The messages between server and client, one type each, as JSON. `PROTOCOL` changes when an old client would fail.

Client to server, at most LARGEST_MESSAGE bytes: `Join` (which table, whose eyes, the last update one has), `Do` (a
command with an id of the client's choosing; the same id again is not done twice) and `Ping`. Server to client: `Update`
and `Snapshot` for an audience, `You` for the one who reads it, `Here` for all, `Done` or `Refusal` for a command,
`Pong`. A client passes over messages whose `t` it does not know: more kinds may come.

Every audience (a seat, or the spectators: null) has updates of its own, numbered from 1 without a gap. An update is
what was seen: events `e` in notation, lines `l` of the log, chat `c`; and a merge patch `p` (patches.py) for the
picture that the snapshot began. A refusal tells the one who asked what is wrong, and nothing else.

Who joins gets `You`, then a snapshot or the updates he has missed, then `Here`, then every update as it happens. What a
command has caused comes before its `Done` on the connection that sent it, if that follows the table; between an answer
and what others do there is no order. An update may be empty but for its number: then someone has spoken whom one has
blocked, or a spectator, whom nobody hears who has a seat. After a lost connection send `Join` with the last update one
has, and every command that was not answered again, with its id.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from heimlich.errors import HeimlichError
from heimlich.server.table.commands import GuestCommand, SeatNumber, TableId, UpdateNumber
from heimlich.server.table.refusals import code_of

PROTOCOL = 1
LARGEST_MESSAGE = 4096  # bytes of one message from a client
CommandId = Annotated[str, Meta(min_length=1, max_length=36)]


class Message(Struct, frozen=True, omit_defaults=True, tag_field="t"):
    """One message."""


class Join(Message, frozen=True, tag="join", forbid_unknown_fields=True):
    """Follow a table with the eyes of a seat, or as a spectator; `last` is the newest update one has, or -1."""

    protocol: int
    table: TableId
    seat: SeatNumber | None = None
    last: Annotated[int, Meta(ge=-1, le=2**31)] = -1


class Do(Message, frozen=True, tag="do", forbid_unknown_fields=True):
    """A command for a table."""

    id: CommandId
    table: TableId
    command: GuestCommand


class Ping(Message, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Still there?"""

    id: CommandId


ClientMessage = Join | Do | Ping


class ChatLine(Struct, frozen=True, omit_defaults=True):
    """What someone said, when (in ms), in his words or as the key of a phrase."""

    who: int
    at: int
    text: str = ""
    phrase: str = ""


class Update(Message, frozen=True, tag="u"):
    """What an audience sees of one batch."""

    n: UpdateNumber
    e: tuple[str, ...] = ()
    l: tuple[Any, ...] = ()  # noqa: E741 (one letter each: they are sent often)
    p: dict[str, Any] = {}
    c: tuple[ChatLine, ...] = ()


class Snapshot(Message, frozen=True, tag="s"):
    """All that an audience may know now, the end of its log and chat, and what the values of lines are called."""

    n: UpdateNumber
    p: dict[str, Any]
    names: dict[str, str]
    l: tuple[Any, ...] = ()  # noqa: E741
    c: tuple[ChatLine, ...] = ()
    protocol: int = msgspec.field(default_factory=lambda: PROTOCOL)  # written always


class You(Message, frozen=True, tag="you"):
    """Who the one who reads this is at the table: his number, his seats, whether he is its host, whom he has blocked.

    It comes before all else when one joins, and again whenever it changes.
    """

    number: int
    seats: tuple[int, ...] = ()
    host: bool = False
    blocked: tuple[int, ...] = ()


class Here(Message, frozen=True, tag="here"):
    """Who is connected to the table now, by number; who is missing may be back in a moment.

    It comes when one joins, and again a little after it has changed: it is no part of the numbered updates, and is not
    kept.
    """

    people: tuple[int, ...]


class Done(Message, frozen=True, tag="done"):
    """The command was carried out, now or before; what came of it arrives as updates."""

    id: str
    table: str = ""  # where one was opened


class Refusal(Message, frozen=True, tag="refused"):
    """The command was not carried out: a code for programs, a text for people."""

    id: str
    code: str
    text: str


class Pong(Message, frozen=True, tag="pong"):
    id: str
    at: int  # the server's time in ms, for clocks


ServerMessage = Update | Snapshot | You | Here | Done | Refusal | Pong

_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_from_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class BadMessage(HeimlichError):
    """What came from a client is no message."""


def encode(message: ServerMessage | ClientMessage) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)


def decode(text: bytes | str) -> ClientMessage:
    """A client's message; whatever is wrong with it is said without repeating it."""
    if len(text) > LARGEST_MESSAGE:
        raise BadMessage(f"a message has at most {LARGEST_MESSAGE} bytes")
    try:
        return _from_client.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error) if isinstance(error, msgspec.ValidationError) else "it is not JSON"
        raise BadMessage(f"this is no message: {reason[:200]}") from None


def decode_server(text: bytes | str) -> ServerMessage:
    """A server's message, for clients written in Python."""
    return _from_server.decode(text)


def refusal(command_id: str, error: HeimlichError) -> Refusal:
    """The answer to a command that was refused."""
    return Refusal(command_id, code_of(error), str(error))
