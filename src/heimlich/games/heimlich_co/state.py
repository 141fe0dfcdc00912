"""A game at one moment: the public `Table`, the hidden `Secrets`, and both together, the `State`.

Everything on the table is known to all, so a rule that takes and returns a table cannot leak. Per-agent tuples run
along `table.agents`, per-seat tuples along the seats from 0; a multiset of cards counts each kind in
the order of KINDS.
"""

from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from heimlich.game import Outcome, Seat
from heimlich.games.heimlich_co.names import Agent, Building, Card
from heimlich.games.heimlich_co.ruleset import Ruleset

Item = TypeVar("Item")
Record = TypeVar("Record", bound=tuple[Any, ...])
_new = tuple.__new__
Multiset = tuple[int, ...]
Hand = tuple[Card, ...]  # in the order of KINDS
Answer = Seat | None  # in a dossier: the owner, or None for a free agent …
BLANK: Answer = -1  # … or no answer at all (D3)
Ballot = tuple[tuple[Agent, Answer], ...]
NOBODY: frozenset[Agent] = frozenset()


class Phase(StrEnum):
    """The step that the game waits for, in words that complete "now it is time to …"."""

    AGENTS = "draw the agents that take part"
    IDENTITIES = "deal the agent cards"
    HANDS = "deal the Top Secret cards"
    START = "draw who starts"
    ROLL = "roll the die"
    MOVE = "move agents"
    DRAW = "draw a card"
    ASK = "say who wants to play a card"
    CARDS = "play cards or pass"
    DOUBLE = "take a free agent's card"
    DOSSIER = "write the dossiers"
    SAFE = "move the safe"
    OVER = "see who won"


class CardTable(NamedTuple):
    """The public side of the Top Secret cards."""

    hands: tuple[int, ...]  # number of cards in each
    supply: int  # number of cards
    discards: Multiset
    removed: int = 0  # double agents that are out of the game (T11)
    drawn: int = 0  # cards dealt and drawn so far
    yes: tuple[Seat, ...] = ()  # the seats that want to play a card this turn, once all have answered
    at: Seat = 0  # whose opportunity it is
    passes: int = 0  # in a row
    must_play: bool = False  # the first seat that said yes has not played yet
    has_played: bool = False  # a card, in this opportunity
    last_to_play: Seat | None = None  # this turn
    playing: Card | None = None  # played, and waiting for its own draw before it joins the discards
    drawing: Seat = 0  # the seat that draws, while a card is being drawn
    doubles: tuple[int, ...] = ()  # second agents taken, for each seat


class DossierTable(NamedTuple):
    """The public side of the dossiers."""

    halts: int = 0  # how often play has halted for dossiers
    written: tuple[bool, ...] = ()  # by seat: done, in the present halt
    beyond: frozenset[Agent] = frozenset()  # markers that have been at `dossier_from`, and not fallen back since
    again: bool = False  # one has fallen back: the next to pass brings a revision (D3)


class Result(NamedTuple):
    """The end, when everything is revealed (S3)."""

    outcome: Outcome
    identities: tuple[tuple[Agent, ...], ...]  # each seat's agents, the dealt one first
    kept: tuple[tuple[Agent, ...], ...]  # after T11; what is nobody's is free
    hands: tuple[Hand, ...]
    dossiers: tuple[Ballot, ...]
    dossier_points: tuple[int, ...]


class Table(NamedTuple):
    """The public part of a state; first what changes in every turn."""

    phase: Phase
    turn: int  # 1 for the first; 0 while setting up
    seat: Seat  # whose turn it is
    roll: tuple[int, ...]  # the face of the die; () before the first roll
    places: tuple[Building, ...]
    arrived: frozenset[Agent]  # came to rest at the safe this turn, and will score if they stay (T8)
    rules: Ruleset
    players: int
    agents: tuple[Agent, ...]
    points: tuple[int, ...]
    safe: Building
    first: Seat
    dealt: int  # agent cards dealt so far
    scorings: int
    gains: tuple[int, ...]  # of the last scoring
    reached: bool  # a marker has reached the target (H14)
    resume: Phase | None  # what goes on after a draw or a halt
    cards: CardTable | None
    dossier: DossierTable | None
    result: Result | None

    def moved_on(
        self,
        phase: Phase,
        turn: int,
        seat: Seat,
        roll: tuple[int, ...],
        places: tuple[Building, ...],
        arrived: frozenset[Agent],
    ) -> "Table":
        """Return the table with new values for what changes in every turn: as `but`, at a third of its cost."""
        moved: Table = _new(Table, (phase, turn, seat, roll, places, arrived, *self[6:]))
        return moved

    def place(self, agent: Agent) -> Building:
        """Return the building in which an agent stands."""
        return self.places[self.agents.index(agent)]

    def marker(self, agent: Agent) -> int:
        """Return the place of an agent's marker."""
        return self.points[self.agents.index(agent)]

    def gain(self, agent: Agent) -> int:
        """Return what an agent gained in the last scoring."""
        return self.gains[self.agents.index(agent)]

    @property
    def free(self) -> int:
        """The number of agent cards that belong to nobody."""
        taken = sum(self.cards.doubles) if self.cards else 0
        return len(self.agents) - self.players - taken


class Secrets(NamedTuple):
    """The hidden part of a state: what is known to one seat, or to nobody."""

    identities: tuple[tuple[Agent, ...], ...]
    hands: tuple[Hand, ...]
    supply: Multiset
    answers: tuple[bool | None, ...]  # in T6, before all have answered
    dossiers: tuple[Ballot, ...]  # the completed ones
    drafts: tuple[Ballot, ...]  # being written


class State(NamedTuple):
    """A whole game at one moment."""

    table: Table
    secrets: Secrets


class View(NamedTuple):
    """All that one seat may know; for a spectator (seat None) the table alone."""

    table: Table
    seat: Seat | None
    agents: tuple[Agent, ...] = ()
    hand: Hand = ()
    answer: bool | None = None
    dossier: Ballot = ()
    draft: Ballot = ()


_POSITIONS: dict[type, dict[str, int]] = {
    kind: {name: position for position, name in enumerate(kind._fields)} for kind in (Table, CardTable, Secrets)
}


def but(record: Record, **changes: Any) -> Record:
    """Return a table, its cards or the secrets with some fields changed: as `_replace`, at two thirds of its cost."""
    kind: type[Any] = type(record)
    positions = _POSITIONS[kind]
    items: list[Any] = list(record)
    for name, value in changes.items():
        items[positions[name]] = value
    changed: Record = _new(kind, items)
    return changed


def put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """Return the tuple with one item changed."""
    return (*items[:index], item, *items[index + 1 :])
