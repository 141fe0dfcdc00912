"""What can be asked of a table, one type each. Who asks, and when, is not part of a command: the server knows that.

Every text has a largest size here, so that nothing bigger gets further than decoding. Seats are numbers from 0; people
at the table go by their number there (seats.py).
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from heimlich.game import Seat
from heimlich.server.table.seats import Number
from heimlich.server.table.terms import Terms

SeatNumber = Annotated[Seat, Meta(ge=0, le=99)]
PersonNumber = Annotated[Number, Meta(ge=1, le=9999)]
ActionText = Annotated[str, Meta(max_length=200)]
ChatText = Annotated[str, Meta(max_length=2000)]
Name = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=64)]
TableId = Annotated[str, Meta(max_length=64)]
UpdateNumber = Annotated[int, Meta(ge=0, le=2**31)]


class Command(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """Something asked of a table."""


class Create(Command, frozen=True, tag="create"):
    """Open a table; its host need not sit. Asked of `open_table`, not of a table that exists."""

    terms: Terms


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat; one guest may hold several."""

    seat: SeatNumber


class StandUp(Command, frozen=True, tag="stand-up"):
    """Give a seat back, before the start."""

    seat: SeatNumber


class Watch(Command, frozen=True, tag="watch"):
    """Come to the table without sitting down; as a board, this device only shows what everyone sees, and says nothing.

    Where nobody may look on but a board may, one comes as a board.
    """

    board: bool = False


class Nickname(Command, frozen=True, tag="nickname"):
    """Be called so at this table; with `seat`, the one who plays there is, where several play at one device."""

    name: Name
    seat: SeatNumber | None = None


class AddBot(Command, frozen=True, tag="add-bot"):
    """Host: a bot sits down, before the start."""

    seat: SeatNumber
    bot: Word


class RemoveBot(Command, frozen=True, tag="remove-bot"):
    """Host: a bot leaves its seat, before the start."""

    seat: SeatNumber


class Kick(Command, frozen=True, tag="kick"):
    """Host: a guest goes and cannot sit here again, before the start."""

    person: PersonNumber


class PassHost(Command, frozen=True, tag="pass-host"):
    """Host: someone else is host from now on."""

    person: PersonNumber


class AddEntropy(Command, frozen=True, tag="add-entropy"):
    """A player's part in the dice, as hexadecimal digits, before the start; the last one said counts."""

    seat: SeatNumber
    entropy: Annotated[str, Meta(max_length=128)]


class Start(Command, frozen=True, tag="start"):
    """Host: begin, once all seats are taken."""


class Decide(Command, frozen=True, tag="decide"):
    """A seat's decision, in notation; `number` is the last update of that seat that it was made for."""

    seat: SeatNumber
    action: ActionText
    number: UpdateNumber


class Chat(Command, frozen=True, tag="chat"):
    """Say a text, or one of the quick phrases, in one of the rooms."""

    room: Literal["players", "spectators"]
    text: ChatText = ""
    phrase: Word = ""


class Block(Command, frozen=True, tag="block"):
    """Want to hear no more of someone (or, with `off`, again); only the server and the one who asked know."""

    person: PersonNumber
    off: bool = False


class Report(Command, frozen=True, tag="report"):
    """Tell those who run the server about someone."""

    person: PersonNumber
    reason: ChatText


class Consent(Command, frozen=True, tag="consent"):
    """Wish, or agree to, a pause, going on, or an end at which all is revealed and nobody wins; `no` declines."""

    to: Literal["pause", "resume", "end"]
    no: bool = False


class Resign(Command, frozen=True, tag="resign"):
    """Give up a seat for good; a bot plays on."""

    seat: SeatNumber


class ComeBack(Command, frozen=True, tag="come-back"):
    """Take a seat back from the bot that stood in."""

    seat: SeatNumber


class Leave(Command, frozen=True, tag="leave"):
    """Go. Before the start the seats are free again; in a game a bot stands in until one comes back."""


class Claim(Command, frozen=True, tag="claim"):
    """Someone's time has run out, or he is away: a bot shall move for that seat."""

    seat: SeatNumber


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: open the next table for the same people. The outside passes the new table's id in `Around`."""


class NoteOver(Command, frozen=True, tag="note-over"):
    """The server alone: a table with the same deal, dice and deck is over."""

    table: TableId


class Close(Command, frozen=True, tag="close"):
    """The server alone: the table is given up; what was hidden stays hidden."""


class Reflect(Command, frozen=True, tag="reflect"):
    """The server alone: after the end, what each bot says of the game, as lines."""

    said: tuple[tuple[Seat, tuple[Any, ...]], ...]


GuestCommand = (
    Sit
    | StandUp
    | Watch
    | Nickname
    | AddBot
    | RemoveBot
    | Kick
    | PassHost
    | AddEntropy
    | Start
    | Decide
    | Chat
    | Block
    | Report
    | Consent
    | Resign
    | ComeBack
    | Leave
    | Claim
    | Rematch
)
AnyCommand = GuestCommand | NoteOver | Close | Reflect
