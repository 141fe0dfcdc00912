"""The board as the rules use it (C1): the ways out of every place, worked out once for each map."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from heimlich.games.suitcases.maps import load_map
from heimlich.games.suitcases.names import Place


@dataclass(frozen=True, slots=True)
class Board:
    """A map without what nobody may use: no way leads onto a start space, and a headquarters is its colour's only."""

    cities: frozenset[Place]
    city_words: tuple[Place, ...]  # sorted
    starts: tuple[Place, ...]  # by colour
    headquarters: tuple[Place, ...]  # by colour
    ways: Mapping[Place, tuple[Place, ...]]  # the cities one line away from a city or a start space
    gates: tuple[frozenset[Place], ...]  # by colour: the cities with a marked line into its headquarters
    labels: Mapping[Place, str]


@lru_cache(maxsize=64)
def board_of(name_or_path: str) -> Board:
    """The board of a map."""
    a_map = load_map(name_or_path)
    cities = frozenset(a_map.cities)
    return Board(
        cities=cities,
        city_words=a_map.cities,
        starts=a_map.starts,
        headquarters=a_map.headquarters,
        ways={
            place: tuple(near for near in a_map.neighbours[place] if near in cities)
            for place in (*a_map.cities, *a_map.starts)
        },
        gates=tuple(frozenset(a_map.neighbours[place]) & cities for place in a_map.headquarters),
        labels=a_map.labels,
    )
