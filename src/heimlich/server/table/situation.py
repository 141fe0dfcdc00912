"""The state of a table after some row of its log. Immutable; fold.py makes the next one."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from msgspec import Struct

from heimlich.bots.characters import names_at
from heimlich.game import AnyGame, RulesetName, Seat
from heimlich.games import GAMES
from heimlich.offer import Offer
from heimlich.server.table.clocks import SeatClock
from heimlich.server.table.notes.guesses import SpectatorGuess
from heimlich.server.table.notes.pads import SeatPad
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import FREE, Chair, GuestId, Number, Person, number_of
from heimlich.server.table.setup.script import Script
from heimlich.server.table.setup.terms import Terms

Audience = Seat | None  # a seat, or the spectators


class Stage(StrEnum):
    """The stage of a table, from waiting for players to finished."""

    WAITING = "waiting"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"  # by the rules
    ENDED = "ended"  # by agreement
    CLOSED = "closed"  # without a result


FINISHED = frozenset({Stage.OVER, Stage.ENDED, Stage.CLOSED})


class Question(NamedTuple):
    """The question that a seat has to answer: its offer, the number of the update it came with, and since when.

    `standing` is the answer that its player has asked the server to give (notebook.py); "" if they want to be asked.
    """

    offer: Offer
    number: int
    at: int
    standing: str = ""


class Situation(Struct, frozen=True):
    """The complete state of one table, secrets included."""

    table: str
    terms: Terms
    rules: RulesetName
    seed: bytes
    commitment: str
    people: tuple[Person, ...]
    chairs: tuple[Chair, ...]
    numbers: tuple[int, ...]  # of the last update of each seat, and of the spectators
    host: Number = 1
    stage: Stage = Stage.WAITING
    entropies: tuple[tuple[Seat, bytes], ...] = ()
    salt: bytes = b""  # secret for the server's draws outside the game; empty: the seed is used
    twin_of: str = ""
    twins: tuple[tuple[str, bool], ...] = ()  # tables that share this secret seed (old logs), and whether they are over
    rematch_of: str = ""
    rematch: str = ""
    state: Any = None  # the game's state, once it has started
    events: int = 0
    questions: tuple[Question | None, ...] = ()
    held: tuple[str, ...] = ()  # answers given before they may take effect
    waits: tuple[int, ...] = ()  # … and when they take effect, in ms after their question
    tempos: tuple[tuple[Any, ...], ...] = ()  # how long each seat's latest free decisions took (tempo.py)
    awaited: tuple[int | None, ...] = ()  # since when each seat is asked, as far as everyone may know
    clocks: tuple[SeatClock, ...] = ()
    shown: tuple[SeatClock, ...] = ()  # the clocks as far as everyone may know
    consents: tuple[tuple[str, Number], ...] = ()  # pairs: "pause", "resume" or "end", and a person who agrees
    blocks: tuple[tuple[Number, Number], ...] = ()  # pairs: a person, and one whose chat they do not want to see
    said: tuple[tuple[Number, int], ...] = ()  # the latest chat messages: sender and time
    afterwords: tuple[tuple[Seat, int, tuple[Any, ...]], ...] = ()  # after the end: a bot's seat, the time, its lines
    counts: Mapping[str, Any] = {}  # the public part of the pad (Game.note)
    guesses: Mapping[Number, SpectatorGuess] = {}  # what spectators have guessed in secret, by person
    pads: tuple[SeatPad, ...] = ()  # the private parts, by seat; () until someone writes
    season: str = ""  # whose deal is played here (seasons.py) …
    deal: int = 0  # … which one, from 0 …
    season_over: bool = False  # … and whether it is over
    script: Script | None = None  # at a table where a lesson is given
    decided: tuple[int, ...] = ()  # there: the number of decisions that each seat has made
    created_at: int = 0
    stage_at: int = 0  # when the current stage began
    at: int = 0  # time of the last row

    @property
    def game(self) -> AnyGame:
        return GAMES[self.terms.game]

    def is_held(self, action: str) -> bool:
        """Tell whether this action is quiet: its timing could reveal a hand, so it may be held (tempo.py)."""
        return action.split(" ", 1)[0] in self.game.held_words

    def person(self, guest: GuestId) -> Number:
        """Return a guest's number here; 0 for a stranger."""
        return number_of(self.people, guest)

    def chair(self, seat: Seat) -> Chair:
        """Return the chair of a seat; refuse a seat that does not exist."""
        if not 0 <= seat < len(self.chairs):
            raise Refused("seat", f"there is no seat {seat + 1}; there are {len(self.chairs)}")
        return self.chairs[seat]

    @property
    def names(self) -> list[str]:
        """The name of each seat's player; "" for a free seat."""
        bots = names_at([chair.bot for chair in self.chairs])
        return [
            (chair.name or self.people[chair.who - 1].name) if chair.who else bot
            for chair, bot in zip(self.chairs, bots, strict=True)
        ]

    def standing(self, seat: Seat) -> str:
        """Return the answer that the server gives for a player who does not want to be asked; else ""."""
        question = self.questions[seat]
        return "" if question is None or self.chairs[seat].by_bot else question.standing

    def number(self, audience: Audience) -> int:
        """Return the number of an audience's last update."""
        return self.numbers[len(self.chairs) if audience is None else audience]

    @property
    def lesson(self) -> str:
        """The lesson that is given here; "" at every other table."""
        return self.script.lesson if self.script else ""

    def scripted(self, seat: Seat) -> str:
        """Return what the lesson's record has a seat decide next; "" where there is none, or it has ended."""
        return self.script.answer(seat, self.decided) if self.script else ""

    def is_learnt(self, seat: Seat) -> bool:
        """Tell whether a seat has made all decisions of the lesson that is given here."""
        return self.script is not None and not self.script.answer(seat, self.decided)

    @property
    def twins_over(self) -> bool:
        """Tell whether all other tables with this seed are over."""
        return all(over for _, over in self.twins)

    @property
    def plays_again(self) -> bool:
        """Tell whether the deal and dice are those of a finished table, so that anyone can know them."""
        return bool(self.twin_of) and not self.twins

    @property
    def is_revealed(self) -> bool:
        """Tell whether this game was played to its end or ended by agreement, so that nothing in it is secret here."""
        return self.stage in {Stage.OVER, Stage.ENDED} and self.twins_over

    @property
    def is_guarded(self) -> bool:
        """Tell whether only its player, and those who have finished the same deal, may look at this table."""
        return bool(self.season) and not self.season_over

    @property
    def seed_is_public(self) -> bool:
        """Tell whether nothing is secret here, and every table with this seed is over."""
        return self.is_revealed and not self.is_guarded


def empty_chairs(seats: int) -> tuple[Chair, ...]:
    """Return free chairs for all seats."""
    return (FREE,) * seats
