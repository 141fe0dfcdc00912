"""The append-only log of one table: what a row is, and everything that can stand in one.

Rows are the server's own: they hold the seed and every hidden decision. What leaves the server is made by audience.py.
A batch is the rows that one command causes; all but its last say that more follows, and it is stored as a whole or not
at all. New kinds of rows may be added, and fields with defaults; nothing here is ever renamed or taken away.
"""

from typing import Any

import msgspec
from msgspec import Struct

from heimlich.game import Seat
from heimlich.server.table.seats import GuestId, Number
from heimlich.server.table.terms import Terms


class Data(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """What happened."""


class Created(Data, frozen=True, tag="created"):
    """The table is open. The rules version is pinned, and the seed fixed before anyone adds entropy."""

    table: str
    terms: Terms
    version: int
    host: GuestId
    name: str
    seed: str
    twin_of: str = ""  # the table with whose seed and entropies this one plays
    entropies: tuple[tuple[Seat, str], ...] = ()  # … and these are they
    twins: tuple[tuple[str, bool], ...] = ()  # in old logs: all tables with this secret seed, whether they are over
    rematch_of: str = ""
    salt: str = ""  # for what the server draws outside the game, where everyone may know the seed


class Came(Data, frozen=True, tag="came"):
    """A guest is at the table, for the first time or again."""

    guest: GuestId
    name: str = ""
    board: bool = False


class Named(Data, frozen=True, tag="named"):
    who: Number
    name: str
    seat: Seat | None = None  # not the person, but who plays on this seat


class Sat(Data, frozen=True, tag="sat"):
    who: Number
    seat: Seat


class StoodUp(Data, frozen=True, tag="stood-up"):
    seat: Seat


class BotAdded(Data, frozen=True, tag="bot-added"):
    seat: Seat
    bot: str


class Kicked(Data, frozen=True, tag="kicked"):
    who: Number


class HostPassed(Data, frozen=True, tag="host-passed"):
    who: Number


class EntropyAdded(Data, frozen=True, tag="entropy-added"):
    seat: Seat
    entropy: str


class Started(Data, frozen=True, tag="started"):
    """The game begins; what is dealt follows in the same batch."""


class Decided(Data, frozen=True, tag="decided"):
    """A seat's decision, in notation; `by` tells of a bot, or of an answer that was forced or held."""

    seat: Seat
    action: str
    by: str = ""  # "", "bot" or "automatic"
    free: int = 0  # ms of waiting that cost no time on the clock; old logs have the table's pace for it


class Happened(Data, frozen=True, tag="happened"):
    """Chance has decided, in notation."""

    event: str


class Held(Data, frozen=True, tag="held"):
    """A seat has answered; it takes effect when the table's pace has passed, so that its moment tells nothing."""

    seat: Seat
    action: str


class Said(Data, frozen=True, tag="said"):
    who: Number
    room: str
    text: str = ""
    phrase: str = ""


class Blocked(Data, frozen=True, tag="blocked"):
    who: Number
    person: Number
    off: bool = False


class Reported(Data, frozen=True, tag="reported"):
    who: Number
    person: Number
    reason: str


class Consented(Data, frozen=True, tag="consented"):
    """Someone wishes, or agrees to, a pause, going on, or an end; `no` takes all such wishes away."""

    who: Number
    to: str
    no: bool = False


class Paused(Data, frozen=True, tag="paused"):
    """Time stands still."""


class Resumed(Data, frozen=True, tag="resumed"):
    """On with it."""


class Ended(Data, frozen=True, tag="ended"):
    """By agreement: everything is revealed, nobody wins."""


class StoodIn(Data, frozen=True, tag="stood-in"):
    """A bot moves for a seat from now on: its time ran out, or its player left or resigned."""

    seat: Seat
    why: str
    unseen: bool = False


class CameBack(Data, frozen=True, tag="came-back"):
    seat: Seat
    unseen: bool = False  # nobody else knew that a bot stood in


class Left(Data, frozen=True, tag="left"):
    who: Number


class RematchOpened(Data, frozen=True, tag="rematch-opened"):
    table: str


class TwinOpened(Data, frozen=True, tag="twin-opened"):
    """Another table plays with the same seed and entropies. Only old logs have this."""

    table: str


class TwinOver(Data, frozen=True, tag="twin-over"):
    table: str


class Closed(Data, frozen=True, tag="closed"):
    """The table was given up."""


class Reflected(Data, frozen=True, tag="reflected"):
    """The game is over, and a bot says whom it suspected: lines of the catalogue, as they are sent."""

    seat: Seat
    lines: tuple[Any, ...]


AnyData = (
    Created
    | Came
    | Named
    | Sat
    | StoodUp
    | BotAdded
    | Kicked
    | HostPassed
    | EntropyAdded
    | Started
    | Decided
    | Happened
    | Held
    | Said
    | Blocked
    | Reported
    | Consented
    | Paused
    | Resumed
    | Ended
    | StoodIn
    | CameBack
    | Left
    | RematchOpened
    | TwinOpened
    | TwinOver
    | Closed
    | Reflected
)


class Row(Struct, frozen=True, omit_defaults=True):
    """One row: its place in the table's log, from 0, its time, what happened, and the command it answers."""

    seq: int
    at_ms: int
    data: AnyData
    guest: GuestId = ""  # who asked …
    command: str = ""  # … and the id he gave the command, so that it is not done twice
    more: bool = False  # the next row belongs to the same batch

    @property
    def type(self) -> str:
        """What kind of row it is."""
        tag = self.data.__struct_config__.tag
        assert isinstance(tag, str)
        return tag


_encoder = msgspec.json.Encoder()
_row_decoder = msgspec.json.Decoder(Row)
_data_decoder: msgspec.json.Decoder[AnyData] = msgspec.json.Decoder(AnyData)


def encode_row(row: Row) -> bytes:
    """A row as it is stored."""
    return _encoder.encode(row)


def decode_row(text: bytes | str) -> Row:
    """A row from its stored form."""
    return _row_decoder.decode(text)


def encode_data(data: AnyData) -> bytes:
    """What happened, for stores that keep the other fields in columns of their own."""
    return _encoder.encode(data)


def decode_data(text: bytes | str) -> AnyData:
    """What happened, from its stored form."""
    return _data_decoder.decode(text)
