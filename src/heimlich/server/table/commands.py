"""The commands of a table, one type each. A command does not say who sent it or when: the server adds that.

Every text has a maximum length here, so that decoding rejects anything longer. Seats are numbered from 0; people are
identified by their number at the table (seats.py).
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from heimlich.game import Seat
from heimlich.server.table.seats import Number
from heimlich.server.table.setup.terms import Terms

SeatNumber = Annotated[Seat, Meta(ge=0, le=99)]
PersonNumber = Annotated[Number, Meta(ge=1, le=9999)]
ActionText = Annotated[str, Meta(max_length=200)]
ChatText = Annotated[str, Meta(max_length=2000)]
Name = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=64)]
TableId = Annotated[str, Meta(max_length=64)]
UpdateNumber = Annotated[int, Meta(ge=0, le=2**31)]


class Command(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """Base of all commands."""


class Create(Command, frozen=True, tag="create"):
    """Open a table; its host need not sit. Handled by `open_table`, since no table exists yet."""

    terms: Terms


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat; one guest may hold several."""

    seat: SeatNumber


class StandUp(Command, frozen=True, tag="stand-up"):
    """Give a seat back, before the start."""

    seat: SeatNumber


class Watch(Command, frozen=True, tag="watch"):
    """Come to the table without sitting down. With `board`, this device only shows what is public, and cannot chat.

    At a table that admits boards but no spectators, the guest always comes as a board.
    """

    board: bool = False


class Nickname(Command, frozen=True, tag="nickname"):
    """Set the guest's name at this table; with `seat`, the name of the player on that seat (several on one device)."""

    name: Name
    seat: SeatNumber | None = None


class AddBot(Command, frozen=True, tag="add-bot"):
    """Host: seat a bot, before the start."""

    seat: SeatNumber
    bot: Word


class RemoveBot(Command, frozen=True, tag="remove-bot"):
    """Host: remove a bot from its seat, before the start."""

    seat: SeatNumber


class Kick(Command, frozen=True, tag="kick"):
    """Host: remove a guest for good, before the start."""

    person: PersonNumber


class PassHost(Command, frozen=True, tag="pass-host"):
    """Host: make another person the host."""

    person: PersonNumber


class AddEntropy(Command, frozen=True, tag="add-entropy"):
    """Add a player's own randomness to the dice, as hexadecimal digits, before the start; the latest replaces it."""

    seat: SeatNumber
    entropy: Annotated[str, Meta(max_length=128)]


class Start(Command, frozen=True, tag="start"):
    """Host: start the game, once all seats are taken."""


class Decide(Command, frozen=True, tag="decide"):
    """Decide for a seat, in notation; `number` is the last update of that seat which the player had seen."""

    seat: SeatNumber
    action: ActionText
    number: UpdateNumber


class Chat(Command, frozen=True, tag="chat"):
    """Send a text, or one of the quick phrases, to one of the rooms."""

    room: Literal["players", "spectators"]
    text: ChatText = ""
    phrase: Word = ""


class Block(Command, frozen=True, tag="block"):
    """Hide a person's chat from this guest (with `off`: show it again). The blocked person does not learn of it."""

    person: PersonNumber
    off: bool = False


class Report(Command, frozen=True, tag="report"):
    """Report a person to those who run the server."""

    person: PersonNumber
    reason: ChatText


class Consent(Command, frozen=True, tag="consent"):
    """Suggest, or agree to, a pause, a resumption, or an end (all is revealed, nobody wins); `no` declines."""

    to: Literal["pause", "resume", "end"]
    no: bool = False


class Resign(Command, frozen=True, tag="resign"):
    """Give up a seat for good; a bot takes over. At a table of a season the game is closed without a result."""

    seat: SeatNumber


class ComeBack(Command, frozen=True, tag="come-back"):
    """Take a seat back from the bot that stood in."""

    seat: SeatNumber


class Leave(Command, frozen=True, tag="leave"):
    """Leave the table. Before the start the guest's seats become free; during a game a bot stands in meanwhile."""


class Claim(Command, frozen=True, tag="claim"):
    """Ask a bot to move for a seat whose player has run out of time, or is away."""

    seat: SeatNumber


class WritePad(Command, frozen=True, tag="pad"):
    """Change the private part of a seat's pad: marks (row, column, and `suspect`, `excluded`, `sure` or ""), the text.

    What is not named stays. Nobody else sees it, or that something was written.
    """

    seat: SeatNumber
    marks: Annotated[tuple[tuple[Word, Word, Word], ...], Meta(max_length=64)] = ()
    text: ChatText | None = None


class Instruct(Command, frozen=True, tag="instruct"):
    """Let the server answer quiet questions for a seat ("": no longer), from the next question on; unseen by others.

    In heimlich-co: `round`, play no card until the seat's next turn; `safe`, none unless an agent reaches the safe.
    """

    seat: SeatNumber
    kind: Word = ""


class ShowPad(Command, frozen=True, tag="show-pad"):
    """After the end: show the private part of a seat's pad to everyone."""

    seat: SeatNumber


class GuessAgents(Command, frozen=True, tag="guess"):
    """As a spectator, in secret: say which agent seats have ("": take a guess back). What is not named stays.

    After the end everyone sees how spectators did: with the name of those who say `named`, else without.
    """

    guesses: Annotated[tuple[tuple[SeatNumber, Word], ...], Meta(max_length=12)]
    named: bool = False


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: open the next table for the same people. The caller passes the new table's id in `Around`."""


class NoteOver(Command, frozen=True, tag="note-over"):
    """Server only: note that a table with the same deal, dice and deck is over."""

    table: TableId


class EndSeason(Command, frozen=True, tag="end-season"):
    """Server only: note that the season of this table is over."""


class Close(Command, frozen=True, tag="close"):
    """Server only: close the table without a result; hidden things stay hidden."""


class Reflect(Command, frozen=True, tag="reflect"):
    """Server only: after the end, add each bot's comments on the game, as lines."""

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
    | WritePad
    | Instruct
    | ShowPad
    | GuessAgents
    | Rematch
)
Private = WritePad | Instruct | GuessAgents  # commands of which nobody else may notice anything
AnyCommand = GuestCommand | NoteOver | EndSeason | Close | Reflect
