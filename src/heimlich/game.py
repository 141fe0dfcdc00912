"""The contract of games and bots: both games meet it, and everything else relies on it.

A state is a public table and secrets. It changes only by events: a seat's `Decision`, or an outcome of chance. Several
seats may be asked at once; what they decide stays hidden, in any order, until the last one has answered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from heimlich.chance import Chance
from heimlich.errors import IllegalAction
from heimlich.offer import Offer

Seat = int  # from 0; people read and write seats from 1


class AnyState(Protocol):
    """The part of a state that all games share: a public table, and secrets."""

    @property
    def table(self) -> Any: ...
    @property
    def secrets(self) -> Any: ...


class AnyView(Protocol):
    """The part of a view that all games share: its seat (None: a spectator's view), and the public table."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def table(self) -> Any: ...


Rules = TypeVar("Rules")
State = TypeVar("State", bound=AnyState)
View = TypeVar("View", bound=AnyView)
Action = TypeVar("Action")
Contra = TypeVar("Contra", contravariant=True)


class Decision(NamedTuple, Generic[Action]):
    """The event that a seat has decided on an action.

    >>> str(Decision(0, "move red 2"))
    '1: move red 2'
    """

    seat: Seat
    action: Action

    def __str__(self) -> str:
        return f"{self.seat + 1}: {self.action}"


class Outcome(NamedTuple):
    """The end of a game: the winners, and the share of the one win that each seat gets.

    >>> Outcome(winners=(0, 2), shares=(0.5, 0.0, 0.5), ending="shared").winners
    (0, 2)
    """

    winners: tuple[Seat, ...]
    shares: tuple[float, ...]
    ending: str  # one of the game's `endings`


class Setting(NamedTuple):
    """One value that editions and house rules may change."""

    name: str
    rule: str  # the rule number it belongs to
    value: str  # as it is written after --set name=
    meaning: str


class Field(NamedTuple):
    """A group of numbers in an encoded view: a game's encoding.py lists the fields in order."""

    name: str
    size: int
    meaning: str


class Grid(NamedTuple):
    """A grid for a player's own marks: each row belongs to one column; `columns` says how many rows each column takes.

    `known` has the rows whose column everyone knows.
    """

    rows: tuple[str, ...]
    columns: Mapping[str, int]
    known: Mapping[str, str]


class Term(NamedTuple):
    """A word of the game in a line of the log; `kind` says whether it is an agent, a place, a card …

    >>> Term("agent", "red")
    Term(kind='agent', name='red')
    """

    kind: str
    name: str


class Line(NamedTuple):
    """A line of the log before translation: a key of the text catalogue, and the values to fill in.

    A value is a number, a `Term`, a seat as `Term("seat", "0")`, another line, or a list of these.

    >>> plain_line(Line("safe", {"seat": Term("seat", "0"), "place": Term("place", "7")}))
    {'safe': {'seat': '@0', 'place': '::place:7'}}
    """

    key: str
    values: dict[str, Any]


def plain_line(line: Line) -> dict[str, Any]:
    """Write a line as JSON with its values by name; the server sends lines in a shorter form of the same idea."""
    return {line.key: {name: _plain(value) for name, value in line.values.items()}}


def _plain(value: Any) -> Any:
    match value:
        case Line():
            return plain_line(value)
        case Term("seat", name):
            return f"@{name}"
        case Term(kind, name):
            return f"::{kind}:{name}"
        case list():
            return [[_plain(item) for item in value]]
        case str() if value[:1] in {"@", ":", "'"}:
            return f"'{value}"
    return value


@dataclass(frozen=True, slots=True)
class RulesetName:
    """The name by which rulesets are requested and recorded: an edition, its variants, and the table's house rules.

    >>> RulesetName("rio-grande", ("dossier",), house=(("target", "20"),)).house
    (('target', '20'),)
    """

    edition: str
    variants: tuple[str, ...] = ()
    house: tuple[tuple[str, str], ...] = ()
    version: int | None = None  # the newest if None


class Game(Protocol[Rules, State, View, Action]):
    """The rules of one game. All functions are pure; the object holds no state."""

    id: str
    endings: tuple[str, ...]
    held_words: frozenset[str]
    """First words of the decisions whose timing could reveal a hand: a live table delays all of them equally."""
    standing: tuple[str, ...]
    """What a player may say once for many quiet questions: see `standing_answer`."""

    # Rulesets
    def editions(self) -> Mapping[str, tuple[str, ...]]:
        """List every edition with the variants that it allows, the default edition first."""
        ...

    def ruleset(self, name: RulesetName) -> Rules:
        """Return the rules that a name stands for; refuse what is unknown or cannot be played, and say why."""
        ...

    def settings(self, rules: Rules) -> Sequence[Setting]: ...
    def rules_version(self, rules: Rules) -> int: ...
    def players(self, rules: Rules) -> range: ...
    def choices(self, setting: str) -> Sequence[str]:
        """List the only values that strangers may give a setting; empty if they may use all that the rules allow."""
        ...

    def suggested(self, players: int) -> Mapping[str, str]:
        """Return house rules that suit this number of players: forms offer them, nothing sets them by default."""
        ...

    def limited(self, name: RulesetName) -> RulesetName:
        """Return the rules with the limit of turns that simulations need, unless they have a limit of their own."""
        ...

    # Play
    def new(self, rules: Rules, players: int) -> State: ...
    def chance(self, state: State) -> Chance | None:
        """Return what chance is to decide now; None when seats are to act, or the game is over."""
        ...

    def actors(self, state: State) -> Sequence[Seat]:
        """List the seats whose decision is missing; if several, they decide unseen by each other."""
        ...

    def apply(self, state: State, event: Any) -> State:
        """Return the state after an event; refuse an event that is not possible now."""
        ...

    def outcome(self, state: State) -> Outcome | None: ...

    # What a seat may know (None: a spectator)
    def view(self, state: State, seat: Seat | None) -> View: ...
    def seen(self, before: State, event: Any, after: State, seat: Seat | None) -> Sequence[Any]:
        """Return an event as this seat sees it: no event, one, or several."""
        ...

    def awaited(self, view: View) -> Sequence[Seat]:
        """List the seats that are asked, as far as this view shows: who has answered, or can, may be hidden."""
        ...

    def offer(self, view: View) -> Offer: ...
    def legal_actions(self, view: View) -> Sequence[Action]: ...
    def is_legal(self, view: View, action: Action) -> bool: ...
    def refuse(self, view: View, action: Action | None) -> IllegalAction:
        """Say why this seat may not take an action that is not legal, and by which rule; None: what is asked now."""
        ...

    def consistent_state(self, view: View, rng: Random) -> State:
        """Draw a full state that fits a view: what the view does not show is drawn at random."""
        ...

    def log(self, before: View, events: Sequence[Any], after: View) -> Sequence[Line]:
        """Tell what happened, as lines for the seat whose views and seen events these are."""
        ...

    # The pad: what everyone can count, and what a player may write down
    def note(self, pad: Mapping[str, Any], before: View, events: Sequence[Any], after: View) -> Mapping[str, Any]:
        """Return the counts after a public event, as JSON; `pad` is {} at first and is never changed in place.

        Views and events are those of a spectator, so that the counts tell nothing hidden.
        """
        ...

    def grids(self, view: View) -> Sequence[Grid]:
        """Return the grids in which a player may mark who or what is hidden behind each row; they are public."""
        ...

    def standing_answer(self, view: View, kind: str, since: int) -> str:
        """Return the quiet answer that a seat has asked for beforehand; "" if it wants to be asked now.

        `since` is the turn in which it did so. Only public facts may decide.
        """
        ...

    # A view as plain JSON, for clients that know no rules
    def display(self, view: View) -> dict[str, Any]:
        """Return all that a client draws of a view: `public_display`, and `own_display` under the key `own`."""
        ...

    def public_display(self, view: View) -> dict[str, Any]:
        """Return the public part of a view, which is equal for every audience."""
        ...

    def own_display(self, view: View) -> dict[str, Any]:
        """Return the part of a view that its seat alone knows."""
        ...

    # Text
    def parse_action(self, text: str) -> Action: ...
    def parse_event(self, text: str) -> Any: ...
    def parse_state(self, text: str, rules: Rules) -> State: ...
    def format_state(self, state: State) -> str: ...
    def format_view(self, view: View) -> str: ...

    # For statistics
    def tally(self, state: State) -> Mapping[str, float]:
        """Count what a finished game adds to a statistic, by name: turns, scorings …"""
        ...


AnyGame = Game[Any, Any, Any, Any]


class Budget(NamedTuple):
    """Limits on what a bot may spend on one decision; with rollouts alone, the same seed gives the same game.

    Seconds are CPU time of the bot's thread, so that a busy machine makes a bot slower and not weaker. At least `least`
    rollouts are made, also after the seconds are spent.
    """

    rollouts: int | None = None
    seconds: float | None = None
    least: int = 0


class Bot(Protocol[Contra, Action]):
    """A player that is a program. It gets what its seat may know, and nothing more.

    >>> class First:
    ...     name = "first"
    ...     def choose(self, view, actions, budget, rng):
    ...         return actions[0]
    >>> First().choose(None, ["pass"], Budget(), Random(1))
    'pass'
    """

    name: str

    def choose(self, view: Contra, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """Return one of the actions."""
        ...


@runtime_checkable
class Watcher(Protocol[Contra]):
    """A bot with a memory: it is also shown everything that its seat sees, in order, from the start of the game.

    >>> class Counter:
    ...     events = 0
    ...     def watch(self, before, events, after):
    ...         self.events += len(events)
    >>> isinstance(Counter(), Watcher)
    True
    """

    def watch(self, before: Contra, events: Sequence[Any], after: Contra) -> None:
        """Take note of what the seat saw of one event (see `Game.seen`), and of its views before and after."""
        ...
