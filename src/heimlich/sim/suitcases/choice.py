"""Choosing at random: the legal action at a place in the order of their numbers."""

from functools import reduce

from heimlich.sim.batch import for_few
from heimlich.sim.rows import count_of_bits, nth_bit, nth_of_many, row_at
from heimlich.sim.stages import once
from heimlich.sim.suitcases import legal
from heimlich.sim.suitcases.state import MOVE, OVER, PACK, PLACE, SPOILS, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape
from heimlich.sim.threefry import scale


def random_action(shape: Shape, rules: Rules, state: State, word: Array) -> Array:
    """One of the legal actions, each as likely, by a random word (uint32) for each game."""
    phase = state.phase
    action = _random_move(shape, rules, state, word)
    setup = (phase == PACK) | (phase == PLACE)
    action = for_few(shape, setup, _random_setup, rules, action, state, word)
    other = (phase != MOVE) & (phase != OVER) & ~setup
    chosen: Array = for_few(shape, other, _random_other, rules, action, state, word)
    return chosen


def _random_move(shape: Shape, rules: Rules, state: State, word: Array) -> Array:
    """The end, luggage actions, and steps, which lie in the order of their cities."""
    xp, plan = shape.xp, shape.plan
    found = legal.moves(shape, rules, state)

    def drawn() -> tuple[Array, Array]:
        takes, steps = (
            count_of_bits(xp, [rows[:, index] for index in range(rows.shape[1])]).astype(xp.int8)
            for rows in (found.takes, found.steps)
        )
        steps = steps + found.homes.astype(xp.int8)
        return _group(shape, [found.ends.astype(xp.int8), *found.drops.astype(xp.int8), *takes, *steps], word)

    group, rest = once(shape, state.phase == MOVE, drawn)
    taking, stepping = group > shape.agents, group > 2 * shape.agents
    first = xp.where(stepping, xp.int8(2 * shape.agents + 1), xp.where(taking, xp.int8(shape.agents + 1), xp.int8(1)))
    agent = group - first
    place = rest.astype(xp.int32)
    suitcases, cities = ([*row_at(xp, rows, agent)] for rows in (found.takes, found.steps))
    none = [xp.zeros(place.shape, xp.uint32)] * abs(len(cities) - len(suitcases))
    either = zip([*cities, *none], [*suitcases, *none], strict=False)
    thing = nth_bit(xp, [xp.where(stepping, city, suitcase) for city, suitcase in either], place)
    city = xp.where(place < count_of_bits(xp, cities), thing, shape.cities)
    agent = agent.astype(xp.int32)
    drop = xp.where(group > 0, plan.drop + agent, 0)
    take = plan.take + agent * ((plan.step - plan.take) // shape.agents) + thing
    step = plan.step + agent * (shape.cities + 1) + city
    return xp.where(stepping, step, xp.where(taking, take, drop)).astype(xp.int32)


def _group(shape: Shape, counts: list[Array], word: Array) -> tuple[Array, Array]:
    """Draw one of all things: return its group, and how many of its group come before it."""
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


def _random_setup(shape: Shape, rules: Rules, action: Array, state: State, word: Array) -> Array:
    """Packing and placing."""
    return _random_of(shape, legal.at_setup(shape, rules, state), word, action) + shape.plan.pack


def _random_other(shape: Shape, rules: Rules, action: Array, state: State, word: Array) -> Array:
    """Words, duels and what follows from them, and last, taking the spoils."""
    del rules
    xp, plan = shape.xp, shape.plan
    flags = [*legal.after_setup(shape, state), xp.stack([state.phase == SPOILS])]
    place = _random_of(shape, flags, word, action)
    number = xp.where(place < plan.pack, place, place + (plan.duel - plan.pack))
    agent, suitcase = (part.astype(action.dtype) for part in legal.spoils(shape, state))
    take = plan.take + agent * ((plan.step - plan.take) // shape.agents) + suitcase
    return xp.where(number == plan.drop, take, number)


def _random_of(shape: Shape, flags: list[Array], word: Array, like: Array) -> Array:
    """The place of one of the true flags, each as likely; the flags are in parts."""
    xp = shape.xp
    rows = xp.concatenate([part.reshape(-1, part.shape[-1]) for part in flags])
    return nth_of_many(xp, rows, lambda total: scale(xp, word, total)).astype(like.dtype)
