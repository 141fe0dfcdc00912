"""Crowds with no room around them (C9): who may come, and which luggage action would shut the last way out.

A city that is full of the player's own agents may be entered if one of them can go on. Nearly always that takes only a
step that is left, which legal.py sees to. Here are the games where a full city has nothing but full cities around it:
there it counts whether the crowd gets to where there is room, or one of it home. Whoever enters a full city makes the
crowd there, and any of that crowd may go on; so what counts is how many steps it takes in all, and who may make them.
The readable rules search for a way; here the shortest ones of each kind are measured.
"""

from typing import NamedTuple

from heimlich.sim.batch import row_at
from heimlich.sim.suitcases.delivery import is_welcome
from heimlich.sim.suitcases.luggage import seen_from
from heimlich.sim.suitcases.movement import Team
from heimlich.sim.suitcases.state import NONE, Array, State
from heimlich.sim.suitcases.tables import FAR, Rules, Shape


class Crowd(NamedTuple):
    """What the ways out depend on, [agent, batch] if not said otherwise; steps are int16."""

    team: Team
    steps: Array  # [batch]: rolled steps left
    full: Array  # bool: stands in a full city
    crowded: Array  # bool: stands in the crowded city
    carries: Array  # bool: has a suitcase that is welcome at home
    lying: Array  # int8 [suitcase]: where such a one lies, or none
    home: Array  # steps to the nearest gate
    room: Array  # steps to the nearest city with room
    apart: Array  # [agent, agent]: steps from one to the other


def crowd(shape: Shape, rules: Rules, state: State, team: Team) -> Crowd:
    """Who stands and carries what where."""
    xp = shape.xp
    full = team.in_city & (team.together >= rules.most_in_city)
    cities = xp.clip(team.places, 0, shape.cities - 1)
    every = xp.broadcast_to(xp.arange(shape.suitcases, dtype=xp.int8)[:, None], state.lying.shape)
    return Crowd(
        team=team,
        steps=state.steps.astype(xp.int16),
        full=full,
        crowded=team.in_city & (team.together > rules.most_in_city),
        carries=team.in_city & is_welcome(shape, rules, state, team.loads),
        lying=xp.where(is_welcome(shape, rules, state, every), state.lying, xp.int8(NONE)),
        home=_gate_steps(shape, state.seat, cities),
        room=_room(shape, full, cities),
        apart=_apart(shape, cities, cities),
    )


def _gate_steps(shape: Shape, seat: Array, cities: Array) -> Array:
    xp = shape.xp
    table = shape.array(shape.ground.home, "int16")
    by_seat = [xp.take(row, cities, axis=0, mode="clip") for row in table]
    return row_at(xp, by_seat, seat)


def _apart(shape: Shape, ones: Array, others: Array) -> Array:
    """Steps from each of some cities to each of others, [one, other, batch]."""
    xp = shape.xp
    table = shape.array(shape.ground.apart, "int16").reshape(-1)
    return xp.take(table, ones.astype(xp.int32)[:, None] * shape.cities + others[None], axis=0, mode="clip")


def _room(shape: Shape, full: Array, cities: Array) -> Array:
    xp = shape.xp
    every = xp.arange(shape.cities, dtype=xp.int8)[:, None]
    taken = (full[None] & (cities[None] == every[:, None])).any(axis=1)
    steps = xp.take(shape.array(shape.ground.apart, "int16"), cities, axis=1, mode="clip")
    return xp.where(taken[:, None], xp.int16(FAR), steps).min(axis=0)


def _has_ways(shape: Shape, cities: Array) -> Array:
    """Whether a line leads from each city to another one."""
    flags = [row[0] != NONE for row in shape.ground.near]
    return shape.xp.take(shape.array(flags, "bool"), cities, axis=0, mode="clip")


def _steps_to_lying(shape: Shape, state: State, here: Crowd, *, elsewhere: bool) -> Array:
    """From each agent, steps to the nearest welcome suitcase that lies at a gate; or at one where the agent is not."""
    xp = shape.xp
    cities = xp.clip(here.team.places, 0, shape.cities - 1)
    spots = xp.clip(here.lying, 0, shape.cities - 1)
    at_gate = (here.lying != NONE) & (_gate_steps(shape, state.seat, spots) == 0)
    steps = _apart(shape, cities, spots)
    fits = at_gate & (steps > 0) if elsewhere else xp.broadcast_to(at_gate, steps.shape)
    return xp.where(fits, steps, xp.int16(FAR)).min(axis=1)


def may_enter(shape: Shape, rules: Rules, state: State, here: Crowd) -> Array:
    """Whether an agent may go into the full city where another one stands, bool [agent, other].

    It has a step left, and comes from next to it. Leaving a city that is full, but not crowded, it makes room there.
    """
    xp, team = shape.xp, here.team
    reach = (team.reach - xp.int16(1))[:, None]  # after the step: the agent's own …
    rolled = xp.where(team.moves, here.steps, here.steps - xp.int16(1))[:, None]  # … and what all may use
    extra = reach - rolled
    makes_room = (team.in_city & (team.together <= rules.most_in_city))[:, None]
    ways = makes_room | (here.room <= reach)
    ways = ways | (here.carries[:, None] & (here.home < reach))
    ways = ways | (_steps_to_lying(shape, state, here, elsewhere=False) < reach)
    # Another one has a suitcase: it goes home with it, or sets it down at a gate; [agent, other, that one]
    goes = xp.maximum(here.apart - extra[:, None], xp.int16(0)) + here.home < rolled[:, None]
    gives = (~team.handled & (here.home == 0)) & (here.apart < reach[:, None])
    ways = ways | (_others(shape)[:, None] & here.carries & (goes | gives)).any(axis=2)
    return (team.reach > 1)[:, None] & ways


def _others(shape: Shape) -> Array:
    """Whether two agents are different ones, bool [agent, agent, 1]."""
    return ~shape.xp.eye(shape.agents, dtype=bool)[..., None]


def may_handle(shape: Shape, state: State, here: Crowd) -> Array:
    """Whether an agent's luggage action leaves the crowded city a way out, bool [agent, 2, 2]: by what it has
    afterwards, no welcome suitcase or one; and what lies there then, no welcome suitcase or one.
    """
    xp, team = shape.xp, here.team
    reach = xp.where(here.crowded, team.reach, xp.int16(0)).max(axis=0)
    extra = reach - here.steps
    aside = here.carries & ~here.crowded
    ways = (here.room <= reach) | (_steps_to_lying(shape, state, here, elsewhere=True) < reach)
    goes = xp.maximum(here.apart - extra, xp.int16(0)) + here.home < here.steps
    gives = ~team.handled & (here.home == 0) & (here.apart < reach)
    ways = ways | (aside & (goes | gives)).any(axis=1)
    ways = ways | _any_other(shape, here.carries & here.crowded & (here.home < team.reach))
    given = _any_other(shape, here.carries & here.crowded & ~team.handled)
    takes = _any_other(shape, here.crowded & ~team.handled & (team.reach > 0))
    leaves = _has_ways(shape, team.places) & (reach > 2)  # out, and in again with the right to handle luggage
    fetching = (here.home == 0) & (takes | leaves)
    carrying = here.home < team.reach
    without = xp.stack([ways | (fetching & given), ways | fetching], axis=1)
    flags = xp.stack([without, without | carrying[:, None]], axis=1)
    return flags | ~here.crowded[:, None, None]


def _any_other(shape: Shape, flags: Array) -> Array:
    """Whether it holds for any other agent, [agent]."""
    return (_others(shape) & flags).any(axis=1)


class Luggage(NamedTuple):
    """Where luggage may be handled."""

    drops: Array  # bool [agent]
    takes: Array  # bool [agent, suitcase], as seen from the seat


def open_luggage(shape: Shape, rules: Rules, state: State, here: Crowd) -> Luggage:
    """Which luggage actions leave the crowded city a way out; those elsewhere always do."""
    xp = shape.xp
    able = may_handle(shape, state, here)
    lying = (here.lying[None] == here.team.places[:, None]) & here.team.in_city[:, None]
    there = lying.sum(axis=1, dtype=xp.int8) + here.carries.astype(xp.int8)  # once it has set down what it carries
    every = xp.broadcast_to(xp.arange(shape.suitcases, dtype=xp.int8)[:, None], state.lying.shape)
    wanted = seen_from(shape, is_welcome(shape, rules, state, every), state.seat)
    drops = xp.where(there > 0, able[:, 0, 1], able[:, 0, 0])
    with_one = xp.where(there > 1, able[:, 1, 1], able[:, 1, 0])  # the one that it takes is not there any more
    return Luggage(drops, xp.where(wanted[None], with_one[:, None], drops[:, None]))
