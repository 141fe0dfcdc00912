"""A table at one moment: all that the rows of its log have made of it. Immutable; fold.py makes the next one."""

from enum import StrEnum
from typing import Any, NamedTuple

from msgspec import Struct

from heimlich.bots.characters import names_at
from heimlich.game import AnyGame, RulesetName, Seat
from heimlich.games import GAMES
from heimlich.offer import Offer
from heimlich.server.table.clocks import SeatClock
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import FREE, Chair, GuestId, Number, Person, number_of
from heimlich.server.table.terms import Terms

Audience = Seat | None  # a seat, or the spectators


class Stage(StrEnum):
    """How far a table is."""

    WAITING = "waiting"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"  # by the rules
    ENDED = "ended"  # by agreement
    CLOSED = "closed"  # given up


FINISHED = frozenset({Stage.OVER, Stage.ENDED, Stage.CLOSED})


class Question(NamedTuple):
    """What a seat is asked now: its offer, the update it came with, and since when."""

    offer: Offer
    number: int
    at: int


class Situation(Struct, frozen=True):
    """One table, at one moment."""

    table: str
    terms: Terms
    rules: RulesetName
    seed: bytes
    commitment: str
    people: tuple[Person, ...]
    chairs: tuple[Chair, ...]
    numbers: tuple[int, ...]  # the last update of each seat, and of the spectators
    host: Number = 1
    stage: Stage = Stage.WAITING
    entropies: tuple[tuple[Seat, bytes], ...] = ()
    salt: bytes = b""  # for what the server draws outside the game; empty: the seed serves for that, too
    twin_of: str = ""
    twins: tuple[tuple[str, bool], ...] = ()  # tables that share this secret seed (old logs), and whether they are over
    rematch_of: str = ""
    rematch: str = ""
    state: Any = None  # of the game, once it has started
    events: int = 0
    questions: tuple[Question | None, ...] = ()
    held: tuple[str, ...] = ()  # answers given before they may take effect
    waits: tuple[int, ...] = ()  # … and when they do, in ms after their question
    tempos: tuple[tuple[Any, ...], ...] = ()  # how long each seat's latest free decisions took (tempo.py)
    awaited: tuple[int | None, ...] = ()  # since when each seat is asked, as far as everyone may know
    clocks: tuple[SeatClock, ...] = ()
    shown: tuple[SeatClock, ...] = ()  # the clocks as far as everyone may know
    consents: tuple[tuple[str, Number], ...] = ()  # to what, and who
    blocks: tuple[tuple[Number, Number], ...] = ()  # who wants to hear nothing of whom
    said: tuple[tuple[Number, int], ...] = ()  # the latest chat messages: who, and when
    afterwords: tuple[tuple[Seat, int, tuple[Any, ...]], ...] = ()  # after the end: which bot, when, its lines
    created_at: int = 0
    stage_at: int = 0  # since when the stage is what it is
    at: int = 0  # of the last row

    @property
    def game(self) -> AnyGame:
        return GAMES[self.terms.game]

    def is_held(self, action: str) -> bool:
        """Whether this decision takes effect only after the table's pace."""
        return action.split(" ", 1)[0] in self.game.held_words

    def person(self, guest: GuestId) -> Number:
        """A guest's number here; 0 for a stranger."""
        return number_of(self.people, guest)

    def chair(self, seat: Seat) -> Chair:
        """The chair of a seat."""
        if not 0 <= seat < len(self.chairs):
            raise Refused("seat", f"there is no seat {seat + 1}; there are {len(self.chairs)}")
        return self.chairs[seat]

    @property
    def names(self) -> list[str]:
        """How whoever plays on each seat is called; "" where nobody sits."""
        bots = names_at([chair.bot for chair in self.chairs])
        return [
            (chair.name or self.people[chair.who - 1].name) if chair.who else bot
            for chair, bot in zip(self.chairs, bots, strict=True)
        ]

    def number(self, audience: Audience) -> int:
        """The last update that an audience has got."""
        return self.numbers[len(self.chairs) if audience is None else audience]

    @property
    def twins_over(self) -> bool:
        """No other table plays with this seed any more."""
        return all(over for _, over in self.twins)

    @property
    def plays_again(self) -> bool:
        """The deal and dice are those of a table that was over: anyone can know them."""
        return bool(self.twin_of) and not self.twins

    @property
    def seed_is_public(self) -> bool:
        """Played to its end, or ended by agreement, and so are all tables with the same seed."""
        return self.stage in {Stage.OVER, Stage.ENDED} and self.twins_over


def empty_chairs(seats: int) -> tuple[Chair, ...]:
    """All seats free."""
    return (FREE,) * seats
