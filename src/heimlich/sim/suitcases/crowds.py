"""Crowds with no room around them (C9): who may come, and which luggage action would shut the last way out.

A city that is full of the player's own agents may be entered if one of them can go on. Nearly always that takes only a
step that is left, which legal.py sees to. Here are the games where a full city has nothing but full cities around it:
there it counts whether the crowd gets to where there is room, or one of it home. Whoever enters a full city makes the
crowd there, and any of that crowd may go on; so what counts is how many steps it takes in all, and who may make them.
As in the readable rules, the shortest ways of each kind are measured.
"""

from typing import NamedTuple

from heimlich.games.suitcases.board import FAR
from heimlich.sim.rows import WORD, all_of, any_of, as_bits, row_at
from heimlich.sim.suitcases.delivery import is_welcome
from heimlich.sim.suitcases.luggage import seen_from, suitcase_bits
from heimlich.sim.suitcases.movement import Team, together
from heimlich.sim.suitcases.state import NONE, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape


class Crowd(NamedTuple):
    """The facts that the ways out depend on, [agent, batch] if not said otherwise; steps are int16."""

    team: Team
    steps: Array  # [batch]: rolled steps left
    full: Array  # bool: stands in a full city
    crowded: Array  # bool: stands in the crowded city
    carries: Array  # bool: has a suitcase that is welcome at home
    lying: Array  # int8 [suitcase]: where such a one lies, or none
    home: Array  # steps to the headquarters
    room: Array  # steps to the nearest city with room
    apart: Array  # [agent, agent]: steps from one to the other


def crowd(shape: Shape, rules: Rules, state: State, team: Team) -> Crowd:
    """Collect who stands and carries what where."""
    xp = shape.xp
    number = together(shape, team.places)
    full = team.in_city & (number >= rules.most_in_city)
    cities = xp.clip(team.places, 0, shape.cities - 1)
    every = xp.broadcast_to(xp.arange(shape.suitcases, dtype=xp.int8)[:, None], state.lying.shape)
    return Crowd(
        team=team,
        steps=state.steps.astype(xp.int16),
        full=full,
        crowded=team.in_city & (number > rules.most_in_city),
        carries=team.in_city & is_welcome(shape, rules, state, team.loads),
        lying=xp.where(is_welcome(shape, rules, state, every), state.lying, xp.int8(NONE)),
        home=_home_steps(shape, state.seat, cities),
        room=_room(shape, full, cities),
        apart=_apart(shape, cities, cities),
    )


def _home_steps(shape: Shape, seat: Array, cities: Array) -> Array:
    xp = shape.xp
    table = shape.array(shape.ground.home, "int16")
    by_seat = [xp.take(row, cities, axis=0, mode="clip") for row in table]
    return row_at(xp, by_seat, seat)


def _apart(shape: Shape, ones: Array, others: Array) -> Array:
    """Steps from each of some cities to each of others, [one, other, batch]."""
    xp = shape.xp
    table = shape.array([steps for row in shape.ground.apart for steps in row], "int16")
    return xp.take(table, ones.astype(xp.int32)[:, None] * shape.cities + others[None], axis=0, mode="clip")


def _room(shape: Shape, full: Array, cities: Array) -> Array:
    """Steps from each agent's city to the nearest one with room.

    There are no more full cities than agents, so it lies within as many steps, or nowhere.
    """
    xp = shape.xp
    place, one = (cities % WORD).astype(xp.uint32), xp.uint32(1)
    taken = [
        any_of(xp.where(full & (cities // WORD == word), one << place, xp.uint32(0))) for word in range(shape.words)
    ]
    steps = xp.zeros(cities.shape, xp.int16)
    for within in shape.ground.within:
        rows = [xp.take(shape.array(row, "uint32"), cities, axis=0, mode="clip") for row in within]
        none = all_of([row & ~there == 0 for row, there in zip(rows, taken, strict=True)])
        steps = steps + none.astype(xp.int16)
    return xp.where(steps == len(shape.ground.within), xp.int16(FAR), steps)


def _has_ways(shape: Shape, cities: Array) -> Array:
    """Tell whether a line leads from each city to another one."""
    flags = [row[0] != NONE for row in shape.ground.near]
    return shape.xp.take(shape.array(flags, "bool"), cities, axis=0, mode="clip")


def _lying_steps(shape: Shape, state: State, here: Crowd, cities: Array) -> Array:
    """From each of some cities, steps home by way of each welcome suitcase that lies, [city, suitcase]."""
    xp = shape.xp
    spots = xp.clip(here.lying, 0, shape.cities - 1)
    steps = _apart(shape, cities, spots) + _home_steps(shape, state.seat, spots)
    return xp.where(here.lying != NONE, steps, xp.int16(FAR))


class _Ways(NamedTuple):
    """The ways out of each full city for the crowd there, once an agent has come; bool [other] but for the last."""

    open: Array  # to where there is room, or home with a suitcase that lies somewhere
    near: Array  # home is near enough for the one who has come
    carriers: Array  # uint32, a bit for each agent of the crowd that can bring its suitcase home, or give it


def _ways(shape: Shape, here: Crowd, nearest: Array, reach: Array, rolled: Array) -> _Ways:
    """The ways after a step that leaves the agent `reach` steps of its own, and all others `rolled` ones."""
    xp = shape.xp
    # One that has a suitcase goes home with it, or sets it down for who has come; [other, that one]
    goes = xp.maximum(here.apart - (reach - rolled), xp.int16(0)) + here.home <= rolled
    gives = ~here.team.handled & (here.apart + here.home <= reach)
    carries = here.carries & (goes | gives)
    carriers = as_bits(xp, [carries[:, agent] for agent in range(shape.agents)])
    return _Ways((here.room <= reach) | (nearest <= reach), here.home <= reach, carriers)


def may_enter(shape: Shape, state: State, here: Crowd) -> Array:
    """Tell whether an agent may go into the full city where another one stands, bool [agent, other].

    It has a step left, and comes from next to it. Leaving a city that is full, but not crowded, it makes room there.
    """
    xp, team = shape.xp, here.team
    one = xp.int16(1)
    nearest = _lying_steps(shape, state, here, xp.clip(team.places, 0, shape.cities - 1)).min(axis=1)
    rest = _ways(shape, here, nearest, here.steps - one, here.steps - one)
    mover = _ways(shape, here, nearest, here.steps + state.extra - one, here.steps)  # takes an extra step first
    found = [xp.where(team.moves[:, None], its, theirs) for its, theirs in zip(mover, rest, strict=True)]
    others = shape.array([2**WORD - 1 - 2**agent for agent in range(shape.agents)], "uint32")[:, None, None]
    makes_room = (team.in_city & ~here.crowded)[:, None]
    ways = makes_room | found[0] | (here.carries[:, None] & found[1]) | (found[2] & others != 0)
    return (team.reach > 1)[:, None] & ways


def _others(shape: Shape) -> Array:
    """Tell whether two agents are different ones, bool [agent, agent, 1]."""
    return ~shape.xp.eye(shape.agents, dtype=bool)[..., None]


class Exit(NamedTuple):
    """The ways out of the crowded city after a luggage action, bool [agent]: by whose action it is."""

    open: Array  # whatever this agent does
    carrying: Array  # if it has a welcome suitcase afterwards
    fetching: Array  # if a welcome suitcase lies where it stands afterwards


def exits(shape: Shape, state: State, here: Crowd) -> Exit:
    """Return what is open to the crowd once an agent, in it or aside, has handled its luggage."""
    xp, team, crowded = shape.xp, here.team, here.crowded
    reach = xp.where(crowded, team.reach, xp.int16(0)).max(axis=0)
    extra = reach - here.steps
    city = xp.where(crowded, team.places, xp.int8(NONE)).max(axis=0)  # the crowded one, [batch]
    apart = xp.where(crowded[:, None], here.apart, xp.int16(FAR)).min(axis=0)  # steps from there to each agent
    home = xp.where(crowded, here.home, xp.int16(FAR)).min(axis=0)  # [batch]
    goes = xp.maximum(apart - extra, xp.int16(0)) + here.home <= here.steps
    along = apart + here.home <= reach
    takers = (crowded & ~team.handled & (home <= team.reach)).astype(xp.int8)
    others = takers.sum(axis=0, dtype=xp.int8) - takers  # who can take what lies there, but for this agent …
    again = _has_ways(shape, city) & (home + 2 <= reach)  # … or who goes out and comes in with the right to do so
    fetched = again | (others > 0)
    taken = again | (others[:, None] - xp.where(_others(shape), takers, xp.int8(0)) > 0)  # [agent, who sets it down]
    carried = xp.where(crowded, (here.home <= team.reach) | (~team.handled & taken), goes | (~team.handled & along))
    lying = _lying_elsewhere(shape, state, here, city, reach, fetched)
    ways = xp.where(crowded, here.room, xp.int16(FAR)).min(axis=0) <= reach
    return Exit(
        open=ways | lying | (_others(shape) & here.carries & carried).any(axis=1),
        carrying=xp.where(crowded, here.home <= team.reach, goes),
        fetching=xp.where(crowded, fetched, along),
    )


def _lying_elsewhere(shape: Shape, state: State, here: Crowd, city: Array, reach: Array, fetched: Array) -> Array:
    """Tell whether the crowd can take home a welcome suitcase that lies where an agent does not stand, [agent]."""
    xp = shape.xp
    steps = _lying_steps(shape, state, here, xp.stack([xp.clip(city, 0, shape.cities - 1)]))[0]  # [suitcase]
    there = here.lying == city
    able = xp.where(there, fetched[:, None], steps <= reach) & (here.lying != NONE)  # [agent, suitcase]
    return (able & (here.lying != here.team.places[:, None])).any(axis=1)


class Luggage(NamedTuple):
    """The luggage actions that are allowed."""

    drops: Array  # bool [agent]
    takes: Array  # uint32 [agent, word]: a bit for each suitcase, as seen from the seat


def open_luggage(shape: Shape, rules: Rules, state: State, here: Crowd) -> Luggage:
    """Return the luggage actions that leave the crowded city a way out; without a crowd, all do (C9, C10)."""
    xp = shape.xp
    ways = exits(shape, state, here)
    free = ~here.crowded.any(axis=0) | (~here.crowded & ~rules.guard_all_luggage)
    lying = (here.lying[None] == here.team.places[:, None]) & here.team.in_city[:, None]
    there = lying.sum(axis=1, dtype=xp.int8) + here.carries.astype(xp.int8)  # once it has set down what it carries
    every = xp.broadcast_to(xp.arange(shape.suitcases, dtype=xp.int8)[:, None], state.lying.shape)
    wanted = seen_from(shape, is_welcome(shape, rules, state, every), state.seat)
    drops = free | ways.open | ((there > 0) & ways.fetching)
    with_one = free | ways.open | ways.carrying | ((there > 1) & ways.fetching)  # what it takes is not there any more
    bits = suitcase_bits(shape, [*wanted])[None]
    takes = xp.where(with_one[:, None], bits, xp.uint32(0)) | xp.where(drops[:, None], ~bits, xp.uint32(0))
    return Luggage(drops, takes)
