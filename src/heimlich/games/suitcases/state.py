"""A game at one moment: the public `Table`, the hidden `Secrets`, and the `View` that one seat has.

All of it is immutable. Whatever stands in the table may be shown to anyone (C23). Agents are counted by seat, then by
number; a suitcase lies in a city, is carried, or is delivered.
"""

from enum import StrEnum
from typing import NamedTuple, TypeVar

from heimlich.game import Outcome, Seat
from heimlich.games.suitcases.names import Content, Number, Place, Suitcase
from heimlich.games.suitcases.ruleset import Ruleset

Item = TypeVar("Item")


class Phase(StrEnum):
    """The step that the game waits for, in words that complete "now it is time to …"."""

    PACK = "pack the suitcases"
    START = "draw who starts"
    PLACE = "put a suitcase into a city"
    STATION = "say whether an agent goes to the free start space"
    ROLL = "roll the dice"
    MOVE = "move agents"
    FIGHT = "say whom to fight first"
    DUEL = "choose a duel card"
    SPOILS = "take the loser's suitcase or leave it"
    LOSE = "lose an agent to the bomb"
    OVER = "see who won"


class Delivery(NamedTuple):
    """A suitcase in front of a player, and what was in it (C18)."""

    suitcase: Suitcase
    content: Content


class Duel(NamedTuple):
    """A duel being fought, or, with `spoils`, just lost by the aggressor (C12 to C17)."""

    attacker: Number  # of the player whose turn it is
    defence: Seat
    defender: Number | None  # None while the aggressor chooses
    exact: bool  # the attacker entered by exact count (C13)
    spoils: Suitcase | None = None  # what the defender who won may take (C15)


class Result(NamedTuple):
    """The end, when everything is revealed (C23)."""

    outcome: Outcome
    contents: tuple[tuple[Content, ...], ...]


class Table(NamedTuple):
    """The public part of a state."""

    rules: Ruleset
    players: int
    phase: Phase
    turn: int  # 1 for the first; 0 while setting up
    seat: Seat  # whose turn it is
    first: Seat
    packed: tuple[bool, ...]  # by seat: all suitcases are filled
    places: tuple[tuple[Place | None, ...], ...]  # of each seat's agents; None: out of the game
    loads: tuple[tuple[Suitcase | None, ...], ...]  # what each seat's agents carry
    lying: tuple[tuple[Suitcase, Place], ...]  # in cities; in the order of SUITCASES
    delivered: tuple[tuple[Delivery, ...], ...]  # to each seat, in order
    hands: tuple[tuple[int, ...], ...]  # the duel cards that each seat has left, in order
    roll: tuple[int, ...]  # the dice; () before the first roll
    steps: int  # rolled steps left
    extra: int  # extra steps left (C16) …
    mover: Number  # … of this agent; 0 without extra steps
    handled: frozenset[Number]  # agents that have had their luggage action since their last step (C10)
    duel: Duel | None
    losing: int  # agents still to be lost to a bomb (C20)
    duels: int  # fought so far
    result: Result | None


class Secrets(NamedTuple):
    """The hidden part of a state: what is known to one seat only."""

    contents: tuple[tuple[Content, ...], ...]  # of each seat's suitcases, from A
    chosen: tuple[int | None, ...]  # duel cards chosen and not yet revealed


class State(NamedTuple):
    """A whole game at one moment."""

    table: Table
    secrets: Secrets


class View(NamedTuple):
    """All that one seat may know; for a spectator (seat None) the table alone."""

    table: Table
    seat: Seat | None
    contents: tuple[Content, ...] = ()
    chosen: int | None = None


def put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """Return the tuple with one item changed."""
    return (*items[:index], item, *items[index + 1 :])


def secrets_of(table: Table, seat: Seat) -> int:
    """Count the state secrets that a seat has brought home."""
    return sum(delivery.content for delivery in table.delivered[seat])


def is_in_play(table: Table, seat: Seat) -> bool:
    """Tell whether a player still has agents; without them, the player is out (C21)."""
    return any(table.places[seat])


def agents_of(table: Table, seat: Seat) -> int:
    """List the agents that a seat has left."""
    return sum(place is not None for place in table.places[seat])
