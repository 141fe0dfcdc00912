"""Crowds (C9, C10): a city that holds one agent too many for a moment, and whether one of them can still go on.

A crowd is cleared when one of its agents walks to a city with room, or takes a suitcase home. On its way it may pass
through full cities: entering one moves the crowd there, and any agent of that crowd may go on. So a way out is a walk
of limited length, and for the way home also a suitcase that lies or is carried somewhere along it; `has_way_out`
measures the shortest ones of each kind. (tests/games/suitcases/oracle.py searches instead, and must agree.)
"""

from collections.abc import Iterator
from typing import NamedTuple

from heimlich.games.suitcases.board import FAR
from heimlich.games.suitcases.delivery import is_welcome
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Number, Place
from heimlich.games.suitcases.state import Table

_NOWHERE: frozenset[Place] = frozenset()
_NOBODY: Number = 0


def steps_for(table: Table, agent: Number) -> int:
    """Count the steps that an agent could make: what is left of the roll, and its own extra steps (C8, C16)."""
    return table.steps + (table.extra if table.mover == agent else 0)


def full_cities(table: Table) -> frozenset[Place]:
    """List the cities where the player whose turn it is has as many agents as may stay there, or more (C9)."""
    row = table.places[table.seat]
    different = set(row)
    most = table.rules.most_in_city
    if len(row) - len(different) < most - 1:
        return _NOWHERE
    cities = table.rules.board.cities
    return frozenset([place for place in different if row.count(place) >= most and place in cities])


def crowded_city(table: Table, full: frozenset[Place] | None = None) -> Place | None:
    """Return the city that holds one agent too many now; there is at most one (C9)."""
    row = table.places[table.seat]
    most = table.rules.most_in_city
    for place in full_cities(table) if full is None else full:
        if row.count(place) > most:
            return place
    return None


class _Crowd(NamedTuple):
    """A crowded city, and what the ways out of it depend on."""

    table: Table
    city: Place
    agents: tuple[Number, ...]  # those in the city
    reach: int  # the most steps that one of them could make

    def steps_to(self, place: Place) -> int:
        """Count the steps from the crowded city to another one."""
        return self.table.rules.board.apart[self.city].get(place, FAR)

    def steps_home(self, place: Place) -> int:
        """Count the steps from a city to the headquarters."""
        table = self.table
        return table.rules.board.home[COLOURS_IN_PLAY[table.players][table.seat]].get(place, FAR)


def has_way_out(table: Table, city: Place) -> bool:
    """Tell whether an agent in a crowded city can use the steps that are left (C9) so that no city stays crowded."""
    agents = tuple([number for number, place in enumerate(table.places[table.seat], 1) if place == city])
    crowd = _Crowd(table, city, agents, max(steps_for(table, agent) for agent in agents))
    return _reaches_room(crowd) or any(_ways_home(crowd))


def _reaches_room(crowd: _Crowd) -> bool:
    """Tell whether one of the crowd can walk to a city where one more may stay."""
    full = full_cities(crowd.table)
    near = crowd.table.rules.board.apart[crowd.city]
    return any(steps <= crowd.reach and place not in full for place, steps in near.items())


def _ways_home(crowd: _Crowd) -> Iterator[bool]:
    """Tell, for every suitcase that may be delivered now (C19), whether an agent that gets to it can deliver it.

    An agent with extra steps must walk on, or they lapse (C16); so it matters which agent can hand a suitcase over, for
    which both need their luggage action (C10). An agent that makes a step gets its luggage action back.
    """
    table = crowd.table
    for suitcase, place in table.lying:
        if is_welcome(table, table.seat, suitcase):
            yield _is_taken_along(crowd, place) if place != crowd.city else _is_taken_here(crowd, _NOBODY)
    row, loads = table.places[table.seat], table.loads[table.seat]
    for agent, (where, load) in enumerate(zip(row, loads, strict=True), 1):
        if where is None or load is None or not is_welcome(table, table.seat, load):
            continue
        can_give = agent not in table.handled
        if where == crowd.city:
            yield crowd.steps_home(where) <= steps_for(table, agent) or (can_give and _is_taken_here(crowd, agent))
        else:
            yield _carries_on(crowd, where) or (can_give and _is_taken_along(crowd, where))


def _is_taken_along(crowd: _Crowd, place: Place) -> bool:
    """Tell whether one of the crowd can walk to where a suitcase lies, take it on arrival, and carry it home."""
    return crowd.steps_to(place) + crowd.steps_home(place) <= crowd.reach


def _carries_on(crowd: _Crowd, place: Place) -> bool:
    """Tell whether one of the crowd can join an agent with a suitcase, which then goes home with rolled steps."""
    extra = crowd.reach - crowd.table.steps
    return max(crowd.steps_to(place) - extra, 0) + crowd.steps_home(place) <= crowd.table.steps


def _is_taken_here(crowd: _Crowd, giver: Number) -> bool:
    """Tell whether one of the crowd can take another agent's suitcase in the crowded city, and carry it home.

    An agent that has handled luggage since its last step may go out and come in again, which takes two steps.
    """
    table, home = crowd.table, crowd.steps_home(crowd.city)
    takers = [agent for agent in crowd.agents if agent != giver and agent not in table.handled]
    again = bool(table.rules.board.ways[crowd.city]) and home + 2 <= crowd.reach
    return again or any(home <= steps_for(table, agent) for agent in takers)
