"""Suitcases on the board (C10, C11): picking up, setting down, exchanging, and what stays behind."""

from collections.abc import Sequence

from heimlich.sim.batch import is_unrolled
from heimlich.sim.rows import WORD, as_bits, is_at, row_at
from heimlich.sim.small_rows import with_item, with_row_of
from heimlich.sim.suitcases.setup import by_owner, next_seat
from heimlich.sim.suitcases.state import NONE, SPOILS, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape


def decider(shape: Shape, state: State) -> Array:
    """Name the seat whose suitcases are meant: the defender about the spoils (C15), else the one whose turn it is."""
    return shape.xp.where(state.phase == SPOILS, state.defence, state.seat)


def one_agent(shape: Shape, seat: Array, agent: Array) -> Array:
    """Tell which of all agents is this one (counted from 0), bool [seat, agent]."""
    xp = shape.xp
    return is_at(xp, shape.players, seat)[:, None] & is_at(xp, shape.agents, agent)[None]


def with_agent(shape: Shape, rows: Array, seat: Array, agent: Array, value: Array) -> Array:
    """All agents' values [seat, agent], with that of one agent replaced."""
    xp = shape.xp
    if not is_unrolled(xp):
        return xp.where(one_agent(shape, seat, agent), value, rows)
    return with_row_of(xp, rows, seat, with_item(xp, row_at(xp, rows, seat), agent, value))


def of_agent(shape: Shape, rows: Array, seat: Array, agent: Array) -> Array:
    """The value of one agent, out of [seat, agent]."""
    return row_at(shape.xp, row_at(shape.xp, rows, seat), agent)


def suitcase_of(shape: Shape, seat: Array, number: Array) -> Array:
    """A suitcase by its number as seen from a seat, whose own come first."""
    xp = shape.xp
    suitcase = number.astype(xp.int8) + seat * xp.int8(shape.letters)
    return xp.where(suitcase >= shape.suitcases, suitcase - xp.int8(shape.suitcases), suitcase)


def seen_from(shape: Shape, suitcases: Array, seat: Array) -> Array:
    """The value of each suitcase, in the order of their numbers as seen from a seat."""
    rows = by_owner(shape, suitcases)
    return rotated(shape, rows, seat).reshape(suitcases.shape)


def suitcase_bits(shape: Shape, flags: Sequence[Array]) -> Array:
    """Flags of all suitcases, each [..., batch], as bits, uint32 [..., word, batch]."""
    starts = range(0, shape.suitcases, WORD)
    return shape.xp.stack([as_bits(shape.xp, flags[start : start + WORD]) for start in starts], axis=-2)


def turned_bits(shape: Shape, bits: Array, seat: Array) -> Array:
    """The bits of all suitcases, fewer than a word has, in the order of their numbers as seen from a seat."""
    xp = shape.xp
    by = (seat * xp.int8(shape.letters)).astype(xp.uint32)
    rest = xp.uint32(shape.suitcases) - by
    return (bits >> by) | ((bits << rest) & xp.uint32(2**shape.suitcases - 1))


def rotated(shape: Shape, rows: Array, seat: Array) -> Array:
    """The values by seat, from this seat on clockwise."""
    xp = shape.xp
    found = []
    for _ in range(shape.players):
        found.append(row_at(xp, rows, seat))
        seat = next_seat(shape, seat)
    return xp.stack(found)


def handle(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """An agent sets its suitcase down, or picks another up; whatever it carried stays in the city (C10, C15)."""
    del rules
    xp, plan = shape.xp, shape.plan
    seat = decider(shape, state)
    taking = action >= plan.take
    number = xp.where(taking, action - plan.take, 0)
    per_agent = (plan.step - plan.take) // shape.agents
    agent = xp.where(taking, number // per_agent, action - plan.drop).astype(xp.int8)
    suitcase = xp.where(taking, suitcase_of(shape, seat, number % per_agent), xp.int8(NONE))
    load = of_agent(shape, state.loads, seat, agent)
    city = of_agent(shape, state.places, seat, agent)
    counts = is_at(xp, shape.agents, agent) & (seat == state.seat)  # a defender's is nobody's count
    return state._replace(
        loads=with_agent(shape, state.loads, seat, agent, suitcase),
        lying=lay(shape, lift(shape, state.lying, suitcase), load, city),
        handled=state.handled | counts,
    )


def lay(shape: Shape, lying: Array, suitcase: Array, city: Array) -> Array:
    """One suitcase more lies in a city; none stays none."""
    return with_item(shape.xp, lying, suitcase, city)


def lift(shape: Shape, lying: Array, suitcase: Array) -> Array:
    """One suitcase less lies in a city."""
    return with_item(shape.xp, lying, suitcase, shape.xp.int8(NONE))


def send_away(shape: Shape, state: State, seat: Array, agent: Array, place: Array) -> State:
    """An agent leaves the game, or goes back to its start space; what it carried stays in the city (C15, C20)."""
    xp = shape.xp
    load = of_agent(shape, state.loads, seat, agent)
    city = of_agent(shape, state.places, seat, agent)
    return state._replace(
        places=with_agent(shape, state.places, seat, agent, place),
        loads=with_agent(shape, state.loads, seat, agent, xp.int8(NONE)),
        lying=lay(shape, state.lying, load, city),
        handled=state.handled & ~(is_at(xp, shape.agents, agent) & (seat == state.seat)),
    )


def start_of(shape: Shape, seat: Array) -> Array:
    """A seat's start space."""
    xp = shape.xp
    return xp.take(shape.array(shape.ground.starts, "int8"), seat, axis=0, mode="clip")
