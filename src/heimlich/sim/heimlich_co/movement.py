"""The die and the move (H8 to H10). Cards move agents in cards.py."""

from heimlich.games.heimlich_co.encoding import MOVE_START
from heimlich.sim.heimlich_co import board
from heimlich.sim.heimlich_co.state import MOVE, Array, Rows, State
from heimlich.sim.heimlich_co.tables import BITS, Rules, Shape, packed_splits
from heimlich.sim.rows import look_up
from heimlich.sim.threefry import below


def roll(shape: Shape, rules: Rules, state: State) -> State:
    """The die shows a face (H8)."""
    xp = shape.xp
    side = below(xp, (state.seed, state.game), "die", state.turn - 1, rules.sides)
    face = xp.zeros(state.turn.shape, xp.int8)
    for edge in rules.edges[:-1]:
        face = face + (side >= edge).astype(xp.int8)
    return state._replace(face=face, phase=xp.full(state.turn.shape, MOVE, xp.int8))


def unpack(shape: Shape, word: Array) -> Rows:
    """The small numbers, one for each agent, of a packed word."""
    return tuple(((word >> BITS * agent) & (2**BITS - 1)).astype(shape.xp.int8) for agent in range(shape.agents))


def steps_of(shape: Shape, action: Array) -> Rows:
    """Return how far each agent walks, by the number of the move."""
    table = shape.array(packed_splits(shape.points), "int32")
    return unpack(shape, shape.xp.take(table, action - MOVE_START, axis=0, mode="clip"))


def walk(shape: Shape, places: Rows, safe: Array, steps: Rows) -> tuple[Rows, Rows]:
    """Every point moves an agent one building (H9). Also: who came to rest at the safe and will score (H10)."""
    after = tuple(board.walk(shape.xp, place, step) for place, step in zip(places, steps, strict=True))
    arrived = tuple(board.arrives(place, step, safe) for place, step in zip(after, steps, strict=True))
    return after, arrived


def nth_move(shape: Shape, rules: Rules, face: Array, number: Array) -> Array:
    """The legal move at a place in the order of their numbers."""
    xp = shape.xp
    action = look_up(xp, rules.move_starts[:, 0], face) + number
    for index in range(1, shape.ranges):
        edge = look_up(xp, rules.move_edges[:, index], face)
        start = look_up(xp, rules.move_starts[:, index], face)
        action = xp.where(number >= edge, start + number - edge, action)
    return action
