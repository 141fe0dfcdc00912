"""What players show of their suitcases: where they put them, and which of their own they carry.

Secrets are put where one's own way is short and the others' is long, and the bomb where others will take it. Nobody
carries his own bomb far. All of it is public.
"""

from math import exp
from typing import NamedTuple

from heimlich.bots.suitcases.ground import Ground, ground_of
from heimlich.game import Seat
from heimlich.games.suitcases.names import SUITCASES, Place, colour_name
from heimlich.games.suitcases.state import Table

HONEST = 0.03  # how likely someone carries his own bomb, next to carrying anything else
TRUST = 0.15  # how much a step of detour more tells of a bomb
MOST = 12.0  # steps that are told apart


class Clue(NamedTuple):
    """How likely the bomb is in each suitcase of a seat, next to the others, by what it has shown."""

    bomb: tuple[float, ...]


class Memory:
    """What has been shown so far in a game."""

    def __init__(self) -> None:
        self._put: dict[str, Place] = {}
        self._carried: set[str] = set()

    def look(self, table: Table) -> None:
        """A table as everyone sees it: where suitcases lie before they are moved, and who carries his own.

        Who has not watched all the time may still look when asked: nobody gets far before everyone's first turn.
        """
        if table.turn == 0 and not table.lying:
            self._put, self._carried = {}, set()
        if table.turn <= table.players:
            for suitcase, city in table.lying:
                self._put.setdefault(suitcase, city)
        for seat, row in enumerate(table.loads):
            colour = colour_name(table.players, seat)
            self._carried.update(load for load in row if load is not None and SUITCASES[load][0] == colour)

    def clues(self, table: Table) -> tuple[Clue, ...]:
        """What is to be made of it, for each seat."""
        ground = ground_of(table.rules, table.players)
        found = []
        for seat in range(table.players):
            names = [f"{colour_name(table.players, seat)}-{letter}" for letter in table.rules.letters]
            found.append(Clue(tuple(self._bomb(ground, table, seat, name) for name in names)))
        return tuple(found)

    def _bomb(self, ground: Ground, table: Table, seat: Seat, suitcase: str) -> float:
        if suitcase in self._carried:
            return HONEST
        city = self._put.get(suitcase)
        return 1.0 if city is None else exp(-TRUST * max(-MOST, min(MOST, lead(ground, table, seat, city))))


def lead(ground: Ground, table: Table, seat: Seat, city: Place) -> float:
    """How much nearer a city is for one seat, from its start space and on to its headquarters, than for the others."""
    starts, colours = table.rules.board.starts, range(table.players)
    ways = [ground.steps_between(starts[ground.colours[one]], city) + ground.home_steps(one, city) for one in colours]
    return min(way for one, way in enumerate(ways) if one != seat) - 1.5 * ways[seat]
