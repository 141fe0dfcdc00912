"""Deliveries (C18 to C20): who may bring what home, what was in it, and what a bomb takes."""

from heimlich.games.suitcases.names import BOMB
from heimlich.sim.batch import is_unrolled
from heimlich.sim.rows import WORD, is_at, row_at
from heimlich.sim.small_rows import equal_bits
from heimlich.sim.suitcases.luggage import of_agent, send_away, start_of, with_agent
from heimlich.sim.suitcases.state import LOSE, MOVE, NOBODY, NONE, TURN_OVER, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape


def is_welcome(shape: Shape, rules: Rules, state: State, suitcases: Array) -> Array:
    """Tell whether C19 lets the player whose turn it is bring home each of these; none is not welcome."""
    xp = shape.xp
    first = state.seat * xp.int8(shape.letters)
    last = first + xp.int8(shape.letters - 1)
    number, foreign = _brought(shape, state, first, last)
    own = (number != rules.free_deliveries) | foreign
    if is_unrolled(xp) and shape.suitcases < WORD:
        kept = xp.where(own, xp.uint32(0), _own_bits(shape, first))
        welcome = xp.uint32(2**shape.suitcases - 1) & ~kept  # a shift by what is negative leaves nothing
        return xp.right_shift(welcome, suitcases.astype(xp.uint32)) & xp.uint32(1) != 0
    return (suitcases != NONE) & (own | (suitcases < first) | (suitcases > last))


def _brought(shape: Shape, state: State, first: Array, last: Array) -> tuple[Array, Array]:
    """Count the suitcases that the player whose turn it is has brought home; tell whether one is an opponent's."""
    xp = shape.xp
    if shape.suitcases <= WORD:
        bits = equal_bits(xp, state.delivered, state.seat)
        return xp.bitwise_count(bits).astype(xp.int8), bits & ~_own_bits(shape, first) != 0
    brought = state.delivered == state.seat
    numbers = xp.arange(shape.suitcases, dtype=xp.int8)[:, None]
    foreign = brought & ((numbers < first) | (numbers > last))
    return brought.sum(axis=0, dtype=xp.int8), foreign.any(axis=0)


def _own_bits(shape: Shape, first: Array) -> Array:
    """A bit for each suitcase of the player whose first one this is, uint32 [batch]."""
    return shape.xp.uint32(2**shape.letters - 1) << first.astype(shape.xp.uint32)


def deliver(shape: Shape, rules: Rules, state: State, agent: Array) -> State:
    """The content is revealed, the suitcase stays with the player, the agent goes back to the start space (C18).

    Its extra steps lapse. A bomb takes half of the agents, rounded up (C20). The carrier counts among them.
    """
    xp = shape.xp
    seat = state.seat
    this = is_at(xp, shape.suitcases, of_agent(shape, state.loads, seat, agent))
    bomb = (this & (state.contents == BOMB)).any(axis=0)
    agents = (row_at(xp, state.places, seat) != NONE).sum(axis=0, dtype=xp.int8)
    before = (state.delivered == seat).sum(axis=0, dtype=xp.int8)
    return state._replace(
        places=with_agent(shape, state.places, seat, agent, start_of(shape, seat)),
        loads=with_agent(shape, state.loads, seat, agent, xp.int8(NONE)),
        delivered=xp.where(this, seat, state.delivered),
        order=xp.where(this, before, state.order),
        extra=xp.zeros_like(state.extra),
        mover=xp.full(seat.shape, NOBODY, xp.int8),
        losing=xp.where(bomb, (agents + rules.bomb_share - xp.int8(1)) // rules.bomb_share, xp.int8(0)),
        phase=xp.where(bomb, xp.int8(LOSE), xp.int8(MOVE)),
    )


def lose(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """The bomb takes an agent; afterwards the turn goes on if agents and steps are left (C20)."""
    del rules
    xp = shape.xp
    agent = (action - shape.plan.lose).astype(xp.int8)
    state = send_away(shape, state, state.seat, agent, xp.full(state.seat.shape, NONE, xp.int8))
    losing = state.losing - xp.int8(1)
    goes_on = (state.steps > 0) & (row_at(xp, state.places, state.seat) != NONE).any(axis=0)
    after = xp.where(goes_on, xp.int8(MOVE), xp.int8(TURN_OVER))
    return state._replace(losing=losing, phase=xp.where(losing > 0, state.phase, after))
