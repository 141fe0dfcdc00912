"""The board as the rules use it (C1): the ways out of every place, worked out once for each map."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from heimlich.games.suitcases.maps import load_map
from heimlich.games.suitcases.names import Place

FAR = 1000  # steps between places that no lines join


@dataclass(frozen=True, slots=True)
class Board:
    """The usable part of a map: no way leads onto a start space, and only its own colour enters a headquarters."""

    cities: frozenset[Place]
    city_words: tuple[Place, ...]  # sorted
    starts: tuple[Place, ...]  # by colour
    headquarters: tuple[Place, ...]  # by colour
    ways: Mapping[Place, tuple[Place, ...]]  # the cities one line away from a city or a start space
    gates: tuple[frozenset[Place], ...]  # by colour: the cities with a marked line into its headquarters
    apart: Mapping[Place, Mapping[Place, int]]  # steps from each city to those that can be reached
    home: tuple[Mapping[Place, int], ...]  # by colour: steps from each city to its headquarters
    labels: Mapping[Place, str]


@lru_cache(maxsize=64)
def board_of(name_or_path: str) -> Board:
    """Return the board of a map."""
    a_map = load_map(name_or_path)
    cities = frozenset(a_map.cities)
    ways = {
        place: tuple(near for near in a_map.neighbours[place] if near in cities)
        for place in (*a_map.cities, *a_map.starts)
    }
    gates = tuple(frozenset(a_map.neighbours[place]) & cities for place in a_map.headquarters)
    apart = {city: _steps_from(city, ways) for city in a_map.cities}
    return Board(
        cities=cities,
        city_words=a_map.cities,
        starts=a_map.starts,
        headquarters=a_map.headquarters,
        ways=ways,
        gates=gates,
        apart=apart,
        home=tuple({city: _steps_home(apart[city], near) for city in a_map.cities} for near in gates),
        labels=a_map.labels,
    )


def _steps_from(start: Place, ways: Mapping[Place, tuple[Place, ...]]) -> Mapping[Place, int]:
    """Count the steps from a city to every city that can be reached."""
    steps, queue = {start: 0}, [start]
    for place in queue:
        for near in ways[place]:
            if near not in steps:
                steps[near] = steps[place] + 1
                queue.append(near)
    return steps


def _steps_home(apart: Mapping[Place, int], gates: frozenset[Place]) -> int:
    """Count the steps from each city into a headquarters by the nearest of its gates."""
    return min(apart.get(gate, FAR) for gate in gates) + 1
