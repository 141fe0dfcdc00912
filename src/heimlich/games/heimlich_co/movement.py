"""The die and the move (H8 to H10), and how an agent is moved at all, by points or by a card."""

from collections.abc import Mapping
from functools import lru_cache

from heimlich.chance import Chance
from heimlich.games.heimlich_co.actions import MoveAgents, Rolled
from heimlich.games.heimlich_co.names import RING, Agent, Building
from heimlich.games.heimlich_co.state import NOBODY, Phase, Table
from heimlich.offer import Distribute


@lru_cache(maxsize=64)
def _faces(die: tuple[tuple[int, ...], ...]) -> tuple[tuple[Rolled, ...], tuple[int, ...]]:
    faces = tuple(dict.fromkeys(die))
    return tuple(map(Rolled, faces)), tuple(map(die.count, faces))


def chance_of_roll(table: Table) -> Chance:
    """One of the faces of the die (H8)."""
    return Chance("die", table.turn - 1, *_faces(table.rules.die))


def roll(table: Table, face: tuple[int, ...]) -> Table:
    """The die shows how many points there are to spend (H8)."""
    return table.but(phase=Phase.MOVE, roll=face)


def move_offer(table: Table) -> Distribute:
    """Spend all points, over any agents (H9); on a face with a choice, with cards, also none (T3)."""
    rules = table.rules
    totals = (0, *table.roll) if rules.top_secret and rules.stay_for_card and len(table.roll) > 1 else table.roll
    return _move_offer(totals, table.agents, 1 if rules.one_agent else len(table.agents))


@lru_cache(maxsize=4096)
def _move_offer(totals: tuple[int, ...], agents: tuple[Agent, ...], most: int) -> Distribute:
    return Distribute("move", totals, agents, most)


def walk(table: Table, move: MoveAgents) -> Table:
    """Every point moves an agent one building clockwise (H9); who comes to rest at the safe will score (H10)."""
    agents = table.agents
    places = list(table.places)
    arrived: frozenset[Agent] = NOBODY
    for agent, steps in move.steps:
        index = agents.index(agent)
        place = places[index] = (places[index] + steps) % RING
        if place == table.safe:
            arrived |= {agent}
    return table.but(places=tuple(places), arrived=arrived)


def relocate(table: Table, moves: Mapping[Agent, Building], *, marks: bool) -> Table:
    """Put agents into other buildings, by a card; `marks` tells whether arriving at the safe counts (T8)."""
    places = tuple(moves.get(agent, place) for agent, place in zip(table.agents, table.places, strict=True))
    moved = {agent for agent in moves if moves[agent] != table.place(agent)}
    arrived = table.arrived - moved
    if marks:
        arrived |= {agent for agent in moved if moves[agent] == table.safe}
    return table._replace(places=places, arrived=arrived)
