"""The append-only log of one table: the type of a row, and all kinds of data in it.

Rows never leave the server: they hold the seed and every hidden decision. The folder audience/ makes what clients get.
A batch is the rows that one command adds; all but its last are marked `more`, and it is stored whole or not at all.
New kinds of rows and new fields with defaults may be added; nothing here is ever renamed or removed.
"""

from typing import Any

import msgspec
from msgspec import Struct

from heimlich.game import Seat
from heimlich.server.table.seats import GuestId, Number
from heimlich.server.table.setup.terms import Terms


class Data(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Base of all kinds of data: what happened."""


class Created(Data, frozen=True, tag="created"):
    """The table was opened. This fixes the rules version, and the seed before anyone can add entropy."""

    table: str
    terms: Terms
    version: int
    host: GuestId
    name: str
    seed: str
    twin_of: str = ""  # the table whose seed and entropies this one uses …
    entropies: tuple[tuple[Seat, str], ...] = ()  # … and those entropies
    twins: tuple[tuple[str, bool], ...] = ()  # in old logs: all tables with this secret seed, and whether each is over
    rematch_of: str = ""
    salt: str = ""  # secret for the server's draws outside the game, where the seed is public
    lesson: str = ""  # the lesson that is given here …
    script: tuple[str, ...] = ()  # … the events that its dice and bots follow (script.py) …
    opening: int = 0  # … and how many of them happen when the game starts
    season: str = ""  # the season whose deal is played here (seasons.py) …
    deal: int = 0  # … and the number of that deal, from 0


class Came(Data, frozen=True, tag="came"):
    """A guest came to the table, for the first time or again."""

    guest: GuestId
    name: str = ""
    board: bool = False


class Named(Data, frozen=True, tag="named"):
    who: Number
    name: str
    seat: Seat | None = None  # None: the person is renamed; else the player on this seat


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
    """The game started; the deal follows in the same batch."""


class Decided(Data, frozen=True, tag="decided"):
    """A seat decided, in notation; `by` says whether a bot decided, or the server applied a forced answer."""

    seat: Seat
    action: str
    by: str = ""  # "", "bot" or "automatic"
    free: int = 0  # ms that are not charged to the clock; in old logs 0, and the table's pace applies


class Happened(Data, frozen=True, tag="happened"):
    """A chance event, in notation."""

    event: str


class Held(Data, frozen=True, tag="held"):
    """A seat answered; the answer takes effect later (tempo.py), so that its timing reveals nothing."""

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
    """Someone suggested, or agreed to, a pause, a resumption or an end; `no` cancels all suggestions of that kind."""

    who: Number
    to: str
    no: bool = False


class Paused(Data, frozen=True, tag="paused"):
    """The game was paused: all clocks stop."""


class Resumed(Data, frozen=True, tag="resumed"):
    """The game was resumed."""


class Ended(Data, frozen=True, tag="ended"):
    """The game ended by agreement: everything is revealed, nobody wins."""


class StoodIn(Data, frozen=True, tag="stood-in"):
    """A bot took over a seat: its time ran out, or its player left or resigned."""

    seat: Seat
    why: str
    unseen: bool = False


class CameBack(Data, frozen=True, tag="came-back"):
    seat: Seat
    unseen: bool = False  # the other players did not know that a bot stood in


class Left(Data, frozen=True, tag="left"):
    who: Number


class GuestForgotten(Data, frozen=True, tag="forgotten"):
    """A guest asked to be forgotten: from here on the person has no name, and `alias` in place of the guest's id.

    The earlier rows of this log no longer say who it was, either: forgetting.py has rewritten them.
    """

    who: Number
    alias: GuestId


class GuestJoined(Data, frozen=True, tag="joined"):
    """The guest `was` has become part of another guest.

    Without `into`, person `who` was known as `was` and is `guest` from here on. With `into`, both guests were at this
    table: person `who` becomes part of person `into`, who gets the seats and is `guest`; `who` keeps the id `was`.
    """

    who: Number
    guest: GuestId
    was: GuestId
    into: Number = 0


class Noted(Data, frozen=True, tag="noted"):
    """A player changed the private part of a seat's pad: these marks (pads.py), and the text unless it is None."""

    seat: Seat
    marks: tuple[tuple[str, str, str], ...] = ()
    text: str | None = None


class Instructed(Data, frozen=True, tag="instructed"):
    """A player asked the server, in this turn, to answer quiet questions for a seat; with "" no longer."""

    seat: Seat
    kind: str = ""
    turn: int = 0


class Guessed(Data, frozen=True, tag="guessed"):
    """A spectator guessed, in this turn, which agent each of these seats has ("": no guess any more).

    `named` says whether the spectator's name may be shown with it after the end.
    """

    who: Number
    guesses: tuple[tuple[Seat, str], ...]
    named: bool = False
    turn: int = 0


class PadShown(Data, frozen=True, tag="pad-shown"):
    """After the end, a player showed the private part of a seat's pad."""

    seat: Seat


class RematchOpened(Data, frozen=True, tag="rematch-opened"):
    table: str


class TwinOpened(Data, frozen=True, tag="twin-opened"):
    """Another table was opened with the same seed and entropies. Only old logs have this."""

    table: str


class TwinOver(Data, frozen=True, tag="twin-over"):
    table: str


class SeasonOver(Data, frozen=True, tag="season-over"):
    """The season of this table is over: what its tables have in common is no secret any more."""


class Closed(Data, frozen=True, tag="closed"):
    """The table was closed without a result."""


class Reflected(Data, frozen=True, tag="reflected"):
    """After the end, a bot said whom it suspected: packed lines (audience/lines.py)."""

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
    | GuestForgotten
    | GuestJoined
    | Noted
    | Instructed
    | Guessed
    | PadShown
    | RematchOpened
    | TwinOpened
    | TwinOver
    | SeasonOver
    | Closed
    | Reflected
)


PRIVATE = (Noted, Instructed, Guessed)  # rows of which nobody but their writer may notice anything


class Row(Struct, frozen=True, omit_defaults=True):
    """One row: its number in the table's log, from 0, its time, what happened, and the command that caused it."""

    seq: int
    at_ms: int
    data: AnyData
    guest: GuestId = ""  # the guest who sent the command …
    command: str = ""  # … and the command's id, so that it is not carried out twice
    more: bool = False  # the next row belongs to the same batch

    @property
    def type(self) -> str:
        """The tag of its data."""
        tag = self.data.__struct_config__.tag
        assert isinstance(tag, str)
        return tag


_encoder = msgspec.json.Encoder()
_row_decoder = msgspec.json.Decoder(Row)
_data_decoder: msgspec.json.Decoder[AnyData] = msgspec.json.Decoder(AnyData)


def encode_row(row: Row) -> bytes:
    """Encode a row for storage."""
    return _encoder.encode(row)


def decode_row(text: bytes | str) -> Row:
    """Decode a stored row."""
    return _row_decoder.decode(text)


def encode_data(data: AnyData) -> bytes:
    """Encode a row's data alone, for stores that keep the other fields in columns."""
    return _encoder.encode(data)


def decode_data(text: bytes | str) -> AnyData:
    """Decode a row's data alone."""
    return _data_decoder.decode(text)
