"""The die and the move (H8 to H10), and how an agent is moved at all, by points or by a card."""

from collections.abc import Mapping
from functools import lru_cache

from heimlich.chance import Chance
from heimlich.games.heimlich_co.actions import MoveAgents, Rolled
from heimlich.games.heimlich_co.names import RING, Agent, Building
from heimlich.games.heimlich_co.state import NOBODY, Phase, Table, but
from heimlich.offer import Distribute

_MOVE = Phase.MOVE
MoveTerms = tuple[tuple[int, ...], tuple[Agent, ...], int]


@lru_cache(maxsize=64)
def _faces(die: tuple[tuple[int, ...], ...]) -> tuple[tuple[Rolled, ...], tuple[int, ...]]:
    faces = tuple(dict.fromkeys(die))
    return tuple(map(Rolled, faces)), tuple(map(die.count, faces))


def chance_of_roll(table: Table) -> Chance:
    """One of the faces of the die (H8)."""
    return Chance("die", table.turn - 1, *_faces(table.rules.die))


def roll(table: Table, face: tuple[int, ...]) -> Table:
    """The die shows how many points there are to spend (H8)."""
    _, turn, seat, _, places, arrived = table[:6]
    return table.moved_on(_MOVE, turn, seat, face, places, arrived)


def move_offer(table: Table) -> Distribute:
    """Spend all points, over any agents (H9)."""
    return Distribute("move", *move_terms(table))


def move_terms(table: Table) -> MoveTerms:
    """How many points, from the fewest on, among which agents, of whom how many.

    On a face with a choice, with cards, also 0 (T3).
    """
    rules, roll = table.rules, table.roll
    totals = roll
    if len(roll) > 1:
        totals = tuple(sorted((0, *roll) if rules.top_secret and rules.stay_for_card else roll))
    return totals, table.agents, 1 if rules.one_agent else len(table.agents)


def walk(table: Table, move: MoveAgents) -> Table:
    """The table after a move."""
    phase, turn, seat, roll = table[:4]
    return table.moved_on(phase, turn, seat, roll, *steps(table, move))


def steps(table: Table, move: MoveAgents) -> tuple[tuple[Building, ...], frozenset[Agent]]:
    """Every point moves an agent one building clockwise (H9); who comes to rest at the safe will score (H10)."""
    index, safe = table.agents.index, table.safe
    places = list(table.places)
    arrived = NOBODY
    for agent, points in move.steps:
        at = index(agent)
        place = places[at] = (places[at] + points) % RING
        if place == safe:
            arrived |= {agent}
    return tuple(places), arrived


def relocate(table: Table, moves: Mapping[Agent, Building], *, marks: bool) -> Table:
    """Put agents into other buildings, by a card; `marks` tells whether arriving at the safe counts (T8)."""
    places, arrived = list(table.places), table.arrived
    for agent, place in moves.items():
        at = table.agents.index(agent)
        if place != places[at]:
            places[at] = place
            arrived = arrived | {agent} if marks and place == table.safe else arrived - {agent}
    return but(table, places=tuple(places), arrived=arrived)
