"""Moving the safe after a scoring (H12)."""

from functools import reduce

from heimlich.games.heimlich_co.names import RING
from heimlich.sim.heimlich_co.board import is_open
from heimlich.sim.heimlich_co.state import Array, Rows, State
from heimlich.sim.heimlich_co.tables import Rules, Shape

_ALL = 2**RING - 1


def open_bits(shape: Shape, rules: Rules, state: State) -> Array:
    """The buildings that the safe may go to (H12), a bit for each (uint32)."""
    xp = shape.xp
    here, *places = (xp.left_shift(xp.uint32(1), place.astype(xp.uint32)) for place in (state.safe, *state.places))
    occupied = reduce(lambda one, other: one | other, places)
    closed = [xp.where(rule, xp.uint32(_ALL), xp.uint32(0)) for rule in (rules.closed_here, rules.closed_occupied)]
    return is_open(here, occupied, *closed) & xp.uint32(_ALL)


def open_places(shape: Shape, rules: Rules, state: State) -> Rows:
    """Tell whether the safe may go to each building (H12)."""
    bits = open_bits(shape, rules, state)
    return tuple((bits & shape.xp.uint32(1 << building)) != 0 for building in range(RING))
