"""The messages between server and client, one type each, as JSON. `PROTOCOL` changes when an old client would fail.

A client sends `Join` (which table, which audience, the last update it has), `Do` (a command with an id that the client
chooses; a repeated id is not carried out twice), `Look`, `Why`, `Hint`, `Looking` and `Ping`. The server sends `Update`
and `Snapshot` to an audience, `You` to one guest, `PadNotes` to one seat, `OwnGuesses` to one spectator, `Here` to all,
`Done` or `Refusal` as the answer to a command, `Because`, `Hints`, `Pad` and `Pong`. A client ignores messages whose
`t` it does not know: new kinds may be added.

Every audience (a seat, or the spectators: null) has its own updates, numbered from 1 without a gap. An update has what
the audience saw: events `e` in notation, lines `l` of the log, chat `c`; and a merge patch `p` for the picture that the
snapshot began. A refusal goes only to the client that sent the command.

A client that joins gets `You`, then a snapshot or the updates that it has missed, then `PadNotes` if its seat has any,
then `Here`, then every update as it happens. On a connection that follows the table, the updates that a command has
caused come before its `Done`. There is no order between an answer and what other people do. An update may be empty
except for its number: then the chat message of a person whom the guest has blocked was left out, or that of a
spectator, which players do not get. After a lost connection, send `Join` with the number of the last update received,
then every unanswered command again with its id.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from heimlich.errors import HeimlichError, IllegalAction
from heimlich.game import Line, plain_line
from heimlich.server.table.commands import ActionText, GuestCommand, SeatNumber, TableId, UpdateNumber
from heimlich.server.table.refusals import code_of

PROTOCOL = 1
LARGEST_MESSAGE = 4096  # bytes of one message from a client
CommandId = Annotated[str, Meta(min_length=1, max_length=36)]


class Message(Struct, frozen=True, omit_defaults=True, tag_field="t"):
    """Base of all messages."""


class Join(Message, frozen=True, tag="join", forbid_unknown_fields=True):
    """Follow a table as the player on a seat, or as a spectator; `last` is the latest update the client has, or -1."""

    protocol: int
    table: TableId
    seat: SeatNumber | None = None
    last: Annotated[int, Meta(ge=-1, le=2**31)] = -1


class Do(Message, frozen=True, tag="do", forbid_unknown_fields=True):
    """Send a command to a table."""

    id: CommandId
    table: TableId
    command: GuestCommand


class Look(Message, frozen=True, tag="look", forbid_unknown_fields=True):
    """Ask for the public part of the pad of the table that this connection follows, from that turn on."""

    since: Annotated[int, Meta(ge=0, le=2**31)] = 0


class Why(Message, frozen=True, tag="why", forbid_unknown_fields=True):
    """Ask why the seat that this connection follows may not take an action now; "": what it is asked, by which rule."""

    id: CommandId
    action: ActionText = ""


class Hint(Message, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask what a careful player on the seat that this connection follows would look at now.

    Only one person who plays against bots gets an answer, and only where the terms allow hints.
    """

    id: CommandId


class Looking(Message, frozen=True, tag="looking", forbid_unknown_fields=True):
    """Say whether the person is looking at the page: it is visible, and was used within some minutes.

    Whoever looks at a table on one device is called on none; nobody else learns of it, and there is no answer. A
    connection that has said nothing counts as looking.
    """

    looking: bool


class Ping(Message, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask whether the server still answers, and for its time."""

    id: CommandId


ClientMessage = Join | Do | Look | Why | Hint | Looking | Ping


class ChatLine(Struct, frozen=True, omit_defaults=True):
    """A chat message: sender, time in ms, and a text or the key of a quick phrase."""

    who: int
    at: int
    text: str = ""
    phrase: str = ""


class Update(Message, frozen=True, tag="u"):
    """The part of one command and its consequences that an audience sees."""

    n: UpdateNumber
    e: tuple[str, ...] = ()
    l: tuple[Any, ...] = ()  # noqa: E741 (one letter each: they are sent often)
    p: dict[str, Any] = {}
    c: tuple[ChatLine, ...] = ()


class Snapshot(Message, frozen=True, tag="s"):
    """All that an audience may know now, the latest lines of its log and chat, and the names of the values in lines."""

    n: UpdateNumber
    p: dict[str, Any]
    names: dict[str, str]
    l: tuple[Any, ...] = ()  # noqa: E741
    c: tuple[ChatLine, ...] = ()
    protocol: int = msgspec.field(default_factory=lambda: PROTOCOL)  # a factory, so that it is always encoded


class You(Message, frozen=True, tag="you"):
    """The reader's own role at the table: number, seats, whether they are the host, and the people they have blocked.

    It is the first message after `Join`, and comes again whenever it changes.
    """

    number: int
    seats: tuple[int, ...] = ()
    host: bool = False
    blocked: tuple[int, ...] = ()


class PadGrid(Struct, frozen=True, omit_defaults=True):
    """A grid for a player's own marks: each row belongs to one column, which takes as many rows as its number says."""

    rows: tuple[str, ...]
    columns: dict[str, int]
    known: dict[str, str] = {}  # rows whose column everyone knows


class Pad(Message, frozen=True, tag="pad"):
    """The answer to `Look`: the grids for marks, and what everyone can count (see the game), from the turn asked for.

    With terms that leave the counting out, only the grids come.
    """

    grids: tuple[PadGrid, ...] = ()
    turns: dict[str, str] = {}
    before: dict[str, dict[str, tuple[int, ...]]] = {}
    guess: tuple[str, ...] = ()  # the agents among which spectators may guess


class PadNotes(Message, frozen=True, tag="notes"):
    """The private part of the pad of the seat that this connection follows: marks, text, and what it need not be asked.

    It comes after `Join`, once something was written, and again whenever it changes: always all of it. It is not one of
    the numbered updates. `turn` is the turn in which the standing answer was asked for.
    """

    seat: int
    marks: tuple[tuple[str, str, str], ...] = ()
    text: str = ""
    standing: str = ""
    turn: int = 0


class OwnGuesses(Message, frozen=True, tag="guesses"):
    """The guesses of this spectator so far: by seat, the agent; and whether their name may be shown with them.

    It comes after `Join`, once something was guessed, and again whenever it changes. It is not one of the numbered
    updates.
    """

    agents: dict[str, str] = {}
    named: bool = False


class Here(Message, frozen=True, tag="here"):
    """The people who are connected to the table now, by number; those missing may be back in a moment.

    It comes after `Join`, and again shortly after a change. It is not one of the numbered updates, and is not stored.
    """

    people: tuple[int, ...]


class Done(Message, frozen=True, tag="done"):
    """The command was carried out, now or earlier; its effects arrive as updates."""

    id: str
    table: str = ""  # the table that the command opened, if any


class Refusal(Message, frozen=True, tag="refused"):
    """The command was not carried out: a code for programs, a text for people.

    Where the game's rules refuse: the number of the rule, and the reason as a line with named values (`cannot-…`).
    """

    id: str
    code: str
    text: str
    rule: str = ""
    line: dict[str, Any] = {}


class Because(Message, frozen=True, tag="because"):
    """The answer to `Why`: the number of the rule, and the reason as a line with named values; empty if it is legal.

    It is worked out from the seat's own view. Nobody else notices that it was asked.
    """

    id: str
    rule: str = ""
    line: dict[str, Any] = {}


class Hints(Message, frozen=True, tag="hints"):
    """The answer to `Hint`: a few lines with named values (`hint-…`), from the seat's own view and public counts.

    Nobody else notices that it was asked.
    """

    id: str
    lines: tuple[Any, ...] = ()


class Pong(Message, frozen=True, tag="pong"):
    id: str
    at: int  # the server's time in ms, for clocks


ServerMessage = Update | Snapshot | You | PadNotes | OwnGuesses | Pad | Here | Done | Refusal | Because | Hints | Pong

_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_from_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class BadMessage(HeimlichError):
    """A client sent something that is not a valid message."""


def encode(message: ServerMessage | ClientMessage) -> bytes:
    """Encode a message as JSON."""
    return _encoder.encode(message)


def decode(text: bytes | str) -> ClientMessage:
    """Decode a client's message. The error for an invalid one does not quote it."""
    if len(text) > LARGEST_MESSAGE:
        raise BadMessage(f"a message has at most {LARGEST_MESSAGE} bytes")
    try:
        return _from_client.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error) if isinstance(error, msgspec.ValidationError) else "it is not JSON"
        raise BadMessage(f"this is no message: {reason[:200]}") from None


def decode_server(text: bytes | str) -> ServerMessage:
    """Decode a server's message; for clients written in Python."""
    return _from_server.decode(text)


def refusal(command_id: str, error: HeimlichError) -> Refusal:
    """Make the answer to a refused command."""
    return Refusal(command_id, code_of(error), str(error), *reason(error))


def reason(error: HeimlichError) -> tuple[str, dict[str, Any]]:
    """Return the rule and the line of a refusal by the game's rules; both are empty for another error."""
    if not isinstance(error, IllegalAction) or not error.key:
        return "", {}
    return error.rule, plain_line(Line(error.key, error.values))
