"""Choosing at random: the legal action at a place in the order of their numbers."""

from functools import reduce

from heimlich.sim.batch import count_of, for_few, nth_of, nth_of_many, row_at
from heimlich.sim.stages import once
from heimlich.sim.suitcases import legal
from heimlich.sim.suitcases.state import MOVE, OVER, SPOILS, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape
from heimlich.sim.threefry import scale


def random_action(shape: Shape, rules: Rules, state: State, word: Array) -> Array:
    """One of the legal actions, each as likely, by a random word (uint32) for each game."""
    action = _random_move(shape, rules, state, word)
    other = (state.phase != MOVE) & (state.phase != OVER)
    chosen: Array = for_few(shape, other, _random_other, rules, action, state, word)
    return chosen


def _random_move(shape: Shape, rules: Rules, state: State, word: Array) -> Array:
    """The end, luggage actions, and steps: by the way they go, which lie in the order of their cities."""
    xp, plan = shape.xp, shape.plan
    found = legal.moves(shape, rules, state)
    steps = xp.concatenate([found.steps, found.homes[:, None]], axis=1)

    def drawn() -> tuple[Array, Array]:
        takes = count_of(xp, [found.takes[:, suitcase] for suitcase in range(shape.suitcases)])
        ways = count_of(xp, [steps[:, way] for way in range(shape.ways + 1)])
        return _group(shape, [found.ends.astype(xp.int8), *found.drops.astype(xp.int8), *takes, *ways], word)

    group, rest = once(shape, state.phase == MOVE, drawn)
    taking, stepping = group > shape.agents, group > 2 * shape.agents
    first = xp.where(stepping, xp.int8(2 * shape.agents + 1), xp.where(taking, xp.int8(shape.agents + 1), xp.int8(1)))
    agent = group - first
    suitcase = nth_of(xp, row_at(xp, found.takes, agent), rest)
    way = nth_of(xp, row_at(xp, steps, agent), rest)
    place = row_at(xp, row_at(xp, state.places, state.seat), agent)
    city = row_at(xp, legal.ways_out(shape, xp.stack([place]))[0], way).astype(xp.int32)
    city = xp.where(way == shape.ways, shape.cities, city)
    agent = agent.astype(xp.int32)
    drop = xp.where(group > 0, plan.drop + agent, 0)
    take = plan.take + agent * ((plan.step - plan.take) // shape.agents) + suitcase
    step = plan.step + agent * (shape.cities + 1) + city
    return xp.where(stepping, step, xp.where(taking, take, drop)).astype(xp.int32)


def _group(shape: Shape, counts: list[Array], word: Array) -> tuple[Array, Array]:
    """Which of some groups a random one of all things is in, and how many of its group come before it."""
    xp = shape.xp
    wanted = scale(xp, word, reduce(lambda one, other: one + other, [count.astype(xp.int16) for count in counts]))
    wanted = wanted.astype(xp.int16)
    seen = before = xp.zeros(wanted.shape, xp.int16)
    group = xp.zeros(wanted.shape, xp.int8)
    for count in counts[:-1]:
        seen = seen + count
        before = xp.where(seen <= wanted, seen, before)
        group = group + (seen <= wanted).astype(xp.int8)
    return group, wanted - before


def _random_other(shape: Shape, rules: Rules, action: Array, state: State, word: Array) -> Array:
    """All that comes before the luggage actions in the numbering, and last, taking the spoils."""
    xp, plan = shape.xp, shape.plan
    flags = [*legal.rare_rows(shape, rules, state), xp.stack([state.phase == SPOILS])]
    rows = xp.concatenate([part.reshape(-1, part.shape[-1]) for part in flags])
    number = nth_of_many(xp, rows, lambda total: scale(xp, word, total)).astype(action.dtype)
    agent, suitcase = (part.astype(action.dtype) for part in legal.spoils(shape, state))
    take = plan.take + agent * ((plan.step - plan.take) // shape.agents) + suitcase
    return xp.where(number == plan.drop, take, number)
