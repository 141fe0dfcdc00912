"""Moving the safe after a scoring (H12)."""

from heimlich.games.heimlich_co.names import RING
from heimlich.sim.batch import any_of
from heimlich.sim.heimlich_co.board import is_open
from heimlich.sim.heimlich_co.state import Rows, State
from heimlich.sim.heimlich_co.tables import Rules, Shape


def open_places(shape: Shape, rules: Rules, state: State) -> Rows:
    """Whether the safe may go to each building (H12)."""
    del shape
    found = []
    for building in range(RING):
        here = state.safe == building
        occupied = any_of([place == building for place in state.places])
        found.append(is_open(here, occupied, rules.closed_here, rules.closed_occupied))
    return tuple(found)
