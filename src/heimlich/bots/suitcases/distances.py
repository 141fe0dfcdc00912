"""Distances on the map as arrays, by numbers of places and suitcases; worked out once for each ruleset."""

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heimlich.games.suitcases.board import Board
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.movement import DICE
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Place, Suitcase
from heimlich.games.suitcases.ruleset import Ruleset

Array = NDArray[Any]
FAR = 40  # steps to a place that is out of the game or cannot be reached


@dataclass(frozen=True, eq=False)
class DistanceTable:
    """Distances by number. The last place stands for being out of the game, FAR from everything."""

    colours: tuple[int, ...]  # by seat
    place_number: dict[Place | None, int]
    suitcase_number: dict[Suitcase, int]
    owners: Array  # [suitcases]: the owner of each
    steps: Array  # [from, to]
    home: Array  # [seats, from]: to a seat's headquarters
    at_least: Array  # [steps]: the probability that a roll is at least this

    def steps_between(self, here: Place | None, there: Place) -> float:
        """The shortest way."""
        return float(self.steps[self.place_number[here], self.place_number[there]])

    def home_steps(self, seat: int, here: Place | None) -> float:
        """The shortest way to a seat's headquarters."""
        return float(self.home[seat, self.place_number[here]])


@lru_cache(maxsize=32)
def distance_table(rules: Ruleset, players: int) -> DistanceTable:
    """The distances that a table plays on."""
    board, colours = rules.board, COLOURS_IN_PLAY[players]
    places: dict[Place | None, int] = {place: number for number, place in enumerate((*board.city_words, *board.starts))}
    places[None] = len(places)
    suitcases = [f"{COLOURS[colour]}-{letter}" for colour in colours for letter in rules.letters]
    steps = np.full((len(places), len(places)), FAR, np.float32)
    home = np.full((players, len(places)), FAR, np.float32)
    for city in board.city_words:
        for place, far in _spread(board, {city: 0}).items():
            steps[places[place], places[city]] = far
    for seat, colour in enumerate(colours):
        for place, far in _spread(board, dict.fromkeys(board.gates[colour], 1)).items():
            home[seat, places[place]] = far
    sums = [sum(dice) for dice in product(rules.die, repeat=DICE)]
    return DistanceTable(
        colours=colours,
        place_number=places,
        suitcase_number={suitcase: number for number, suitcase in enumerate(suitcases)},
        owners=np.repeat(np.arange(players), len(rules.letters)),
        steps=steps,
        home=home,
        at_least=np.array([sum(one >= far for one in sums) / len(sums) for far in range(FAR + 1)], np.float32),
    )


def _spread(board: Board, known: dict[Place, int]) -> dict[Place, int]:
    """The steps to the nearest of some cities, from everywhere."""
    found, queue = dict(known), deque(known)
    while queue:
        city = queue.popleft()
        for near in board.ways[city]:
            if near not in found:
                found[near] = found[city] + 1
                queue.append(near)
    for start in board.starts:
        found[start] = min(found[near] + 1 for near in board.ways[start])
    return found
