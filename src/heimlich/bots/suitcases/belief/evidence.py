"""Evidence of public play about suitcases: where players put them, and which of their own they carry.

Players put secrets where their own way is short and the others' is long, and the bomb where others will take it. They
hardly carry their own bomb.
"""

from math import exp
from typing import NamedTuple

from heimlich.bots.suitcases.distances import DistanceTable, distance_table
from heimlich.game import Seat
from heimlich.games.suitcases.names import SUITCASES, Place, colour_name
from heimlich.games.suitcases.state import Table

HONEST = 0.03  # weight of a bomb in a suitcase that its owner carries
TRUST = 0.15  # how much a step of detour adds to the log-weight of a bomb
MOST = 12.0  # steps of detour beyond which all count alike


class BombOdds(NamedTuple):
    """Odds of the bomb in each suitcase of a seat, relative to the others."""

    weight: tuple[float, ...]


class Memory:
    """The public evidence of a game so far."""

    def __init__(self) -> None:
        self._put: dict[str, Place] = {}
        self._carried: set[str] = set()

    def look(self, table: Table) -> None:
        """Take over what everyone can see: where suitcases lie before they are moved, and which owners carry theirs.

        A bot that has not watched from the start may begin in the first round: hardly any suitcase has moved by then.
        """
        if table.turn == 0 and not table.lying:
            self._put, self._carried = {}, set()
        if table.turn <= table.players:
            for suitcase, city in table.lying:
                self._put.setdefault(suitcase, city)
        for seat, row in enumerate(table.loads):
            colour = colour_name(table.players, seat)
            self._carried.update(load for load in row if load is not None and SUITCASES[load][0] == colour)

    def clues(self, table: Table) -> tuple[BombOdds, ...]:
        """Return where the bombs of each seat are likely, by the evidence."""
        distances = distance_table(table.rules, table.players)
        found = []
        for seat in range(table.players):
            names = [f"{colour_name(table.players, seat)}-{letter}" for letter in table.rules.letters]
            found.append(BombOdds(tuple(self._bomb(distances, table, seat, name) for name in names)))
        return tuple(found)

    def _bomb(self, distances: DistanceTable, table: Table, seat: Seat, suitcase: str) -> float:
        if suitcase in self._carried:
            return HONEST
        city = self._put.get(suitcase)
        return 1.0 if city is None else exp(-TRUST * max(-MOST, min(MOST, lead(distances, table, seat, city))))


def lead(distances: DistanceTable, table: Table, seat: Seat, city: Place) -> float:
    """Return how much nearer a city is for a seat than for the others, from its start space on to its headquarters."""
    starts, colours = table.rules.board.starts, range(table.players)
    ways = [
        distances.steps_between(starts[distances.colours[one]], city) + distances.home_steps(one, city)
        for one in colours
    ]
    return min(way for one, way in enumerate(ways) if one != seat) - 1.5 * ways[seat]
