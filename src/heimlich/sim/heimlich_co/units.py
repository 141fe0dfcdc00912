"""Moves point by point: the unit-step numbering, in which every split of points has exactly one path.

Everything but moves is numbered as in the flat numbering. A move is spent point by point, in the order of the agents;
what has been spent so far stands beside the state, as a number of points for each agent.
"""

from heimlich.games.heimlich_co.encoding import DONE, MOVE_START, POINT_START, UNIT_COUNT, move_start, splits_of
from heimlich.sim.heimlich_co import legal
from heimlich.sim.heimlich_co.state import MOVE, Array, Rows, State
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.rows import look_up


def nothing_spent(shape: Shape, state: State) -> Rows:
    """Before the first point of a move."""
    return (shape.xp.zeros(state.phase.shape, shape.xp.int8),) * shape.agents


def unit_mask(shape: Shape, rules: Rules, state: State, spent: Rows) -> Array:
    """Every unit step by number [batch, units]: whether it may follow."""
    xp = shape.xp
    moving = state.phase == MOVE
    total = _total(spent)
    most = look_up(xp, rules.most, state.face)
    done = xp.zeros(moving.shape, bool)
    for points in range(shape.points + 1):
        done = done | ((total == points) & look_up(xp, rules.allowed[:, points], state.face) & (points < most))
    last = _last(shape, spent)
    points_for = [
        moving & (last <= agent) & ~(rules.one_agent & (total > 0) & (last != agent)) for agent in range(shape.agents)
    ]
    never = [xp.zeros(moving.shape, bool)] * (UNIT_COUNT - POINT_START - shape.agents)
    rest = xp.stack([moving & done, *points_for, *never])
    return xp.concatenate([legal.other_actions(shape, rules, state), rest]).T


def spend(shape: Shape, rules: Rules, state: State, spent: Rows, unit: Array) -> tuple[Rows, Array, Array]:
    """After a unit step: what is spent, the number of the action, and whether it is complete."""
    xp = shape.xp
    spent = tuple(points + (unit == POINT_START + agent).astype(xp.int8) for agent, points in enumerate(spent))
    full = _total(spent) == look_up(xp, rules.most, state.face)
    complete = (unit <= DONE) | full
    return spent, xp.where(unit < MOVE_START, unit, split_number(shape, spent)), complete


def split_number(shape: Shape, steps: Rows) -> Array:
    """The number of a move in the flat numbering, int32 [batch]."""
    xp = shape.xp
    starts = shape.array([move_start(points) for points in range(shape.points + 1)], "int32")
    number, before = xp.take(starts, _total(steps), axis=0, mode="clip"), steps[0]
    for agents, step in enumerate(steps[1:], 2):
        ways = shape.array([splits_of(points, agents) for points in range(shape.points + 1)], "int32")
        after = before + step
        number = number + xp.take(ways, after, axis=0, mode="clip") - xp.take(ways, before, axis=0, mode="clip")
        before = after
    return number


def _total(spent: Rows) -> Array:
    total = spent[0]
    for points in spent[1:]:
        total = total + points
    return total


def _last(shape: Shape, spent: Rows) -> Array:
    """The last agent that got a point; before any, the first."""
    last = shape.xp.zeros(spent[0].shape, shape.xp.int8)
    for agent, points in enumerate(spent):
        last = shape.xp.where(points > 0, shape.xp.int8(agent), last)
    return last
