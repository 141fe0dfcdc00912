"""The dice and the steps (C8, C9): where an agent may go. What follows from a step is said in turn.py."""

from typing import NamedTuple

from heimlich.sim.batch import is_unrolled
from heimlich.sim.rows import any_of, is_at, look_up, row_at
from heimlich.sim.small_rows import below_row, equal_bits, equal_row, flag_bits, flags_of_bits, lowest
from heimlich.sim.suitcases.luggage import with_agent
from heimlich.sim.suitcases.state import MOVE, NOBODY, NONE, Array, State
from heimlich.sim.suitcases.tables import FACES, Rules, Shape
from heimlich.sim.threefry import below


def roll(shape: Shape, rules: Rules, state: State) -> State:
    """The sum of the dice may be spent on steps (C8)."""
    xp = shape.xp
    size = state.turn.shape
    number = below(xp, (state.seed, state.game), "dice", state.turn - 1, rules.roll_count)
    both = look_up(xp, rules.rolls, number)
    one = both // xp.int8(FACES)
    other = both - one * xp.int8(FACES)
    return state._replace(
        phase=xp.full(size, MOVE, xp.int8),
        roll=xp.stack([one, other]),
        steps=one + other,
        extra=xp.zeros(size, xp.int16),
        mover=xp.full(size, NOBODY, xp.int8),
        handled=xp.zeros(state.handled.shape, bool),
    )


def step_of(shape: Shape, action: Array) -> tuple[Array, Array]:
    """Tell which agent steps, from 0, and where to: a city, or home."""
    xp = shape.xp
    number = action - shape.plan.step
    agent = number // (shape.cities + 1)
    return agent.astype(xp.int8), (number - agent * (shape.cities + 1)).astype(xp.int8)


def walk(shape: Shape, rules: Rules, state: State, agent: Array, city: Array) -> State:
    """One step (C9). Extra steps go first, and lapse when another agent is moved (C16)."""
    del rules
    xp = shape.xp
    own = (state.extra > 0) & (state.mover == agent + xp.int8(1))
    extra = xp.where(own, state.extra - xp.int16(1), xp.int16(0))
    return state._replace(
        places=with_agent(shape, state.places, state.seat, agent, city),
        steps=xp.where(own, state.steps, state.steps - xp.int8(1)),
        extra=extra,
        mover=xp.where(extra > 0, state.mover, xp.int8(NOBODY)),
        handled=state.handled & ~is_at(xp, shape.agents, agent),
    )


class Team(NamedTuple):
    """The agents of the player whose turn it is, all [agent, batch]."""

    places: Array  # int8
    loads: Array  # int8
    handled: Array  # bool
    moves: Array  # bool: its are the extra steps
    different: Array  # bool: in the game, and not like one before it
    in_city: Array  # bool
    reach: Array  # int16: the steps that it could make (C8, C16)


def team(shape: Shape, state: State) -> Team:
    """The agents of the player whose turn it is, and what tells them apart."""
    xp = shape.xp
    places, loads = row_at(xp, state.places, state.seat), row_at(xp, state.loads, state.seat)
    moves = is_at(xp, shape.agents, state.mover - xp.int8(1))
    in_city = below_row(xp, places, shape.cities)
    tell_apart = _by_bits if is_unrolled(xp) else _by_flags
    return Team(
        places=places,
        loads=loads,
        handled=state.handled,
        moves=moves,
        different=tell_apart(shape, state, places, equal_row(xp, loads, xp.int8(NONE)) & ~moves),
        in_city=in_city,
        reach=xp.where(moves, state.steps + state.extra, state.steps.astype(xp.int16)),
    )


def together(shape: Shape, places: Array) -> Array:
    """Count the agents where each one stands, int8 [agent]."""
    count = shape.xp.zeros(places.shape, shape.xp.int8)
    for agent in range(shape.agents):
        count = count + (places == places[agent]).astype(shape.xp.int8)
    return count


def _by_flags(shape: Shape, state: State, places: Array, plain: Array) -> Array:
    """Tell which agents are in the game, and not like one before them."""
    xp = shape.xp
    different = places != NONE
    numbers = xp.arange(shape.agents, dtype=xp.int8)[:, None]
    for agent in range(shape.agents):
        alike = (places == places[agent]) & plain & plain[agent] & (state.handled == state.handled[agent])
        different = different & ~(alike & (numbers > agent))
    return different


def _by_bits(shape: Shape, state: State, places: Array, plain: Array) -> Array:
    """`_by_flags` with a bit for each agent: quicker in a kernel, slower elsewhere: bits are wider."""
    xp = shape.xp
    same = equal_bits(xp, places, places)
    bits, handled = flag_bits(xp, plain), flag_bits(xp, state.handled)
    alike = same & bits & xp.where(state.handled, handled, ~handled)
    first = flags_of_bits(xp, any_of(lowest(xp, alike)), shape.agents)  # one of each kind
    present = ~equal_row(xp, places, xp.int8(NONE))
    return present & (~plain | first)
