"""The die and the move (H8 to H10), and moving agents, by points or by a card."""

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
    """Ask chance for one of the faces of the die (H8)."""
    return Chance("die", table.turn - 1, *_faces(table.rules.die))


def roll(table: Table, face: tuple[int, ...]) -> Table:
    """Set the points that there are to spend, as the die shows (H8)."""
    _, turn, seat, _, places, arrived = table[:6]
    return table.moved_on(_MOVE, turn, seat, face, places, arrived)


def move_offer(table: Table) -> Distribute:
    """Offer to spend all points on any agents (H9)."""
    return Distribute("move", *move_terms(table))


def move_terms(table: Table) -> MoveTerms:
    """Return the totals that may be spent, the fewest first, the agents, and how many of them may move.

    With cards, a face with a choice also allows 0 (T3).
    """
    rules, roll = table.rules, table.roll
    totals = roll
    if len(roll) > 1:
        totals = tuple(sorted((0, *roll) if rules.top_secret and rules.stay_for_card else roll))
    return totals, table.agents, 1 if rules.one_agent else len(table.agents)


def walk(table: Table, move: MoveAgents) -> Table:
    """Return the table after a move."""
    phase, turn, seat, roll = table[:4]
    return table.moved_on(phase, turn, seat, roll, *steps(table, move))


def steps(table: Table, move: MoveAgents) -> tuple[tuple[Building, ...], frozenset[Agent]]:
    """Move agents one building clockwise for each point (H9); arriving at the safe causes a scoring (H10)."""
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
    """Put agents into other buildings, by a card; `marks` says whether arriving at the safe counts (T8)."""
    places, arrived = list(table.places), table.arrived
    for agent, place in moves.items():
        at = table.agents.index(agent)
        if place != places[at]:
            places[at] = place
            arrived = arrived | {agent} if marks and place == table.safe else arrived - {agent}
    return but(table, places=tuple(places), arrived=arrived)
