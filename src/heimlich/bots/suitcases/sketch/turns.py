"""Turns of the sketch: one seat of every game rolls and moves as a courier does, all of them at once.

It keeps to the rules but for some simplifications: agents go round blockades only by a step aside, never into a city
with two of their own, and suitcases are put down only for better ones.
"""

from typing import Any

from heimlich.bots.suitcases.sketch.events import deliver, duel, take, take_up
from heimlich.bots.suitcases.sketch.ground import NONE, Array, Sketches, Terrain
from heimlich.bots.suitcases.sketch.moving import (
    Moving,
    begun,
    for_few,
    mind_at,
    put_rows,
    rivals_at,
    rivals_of,
    rows_of,
    with_seat,
)
from heimlich.bots.suitcases.sketch.worth import LOW, Manner, max_0, pick, where_is, worth_of, worths

ERRANDS = 4  # agents that get an errand in a turn; a roll is seldom enough for more
MOMENTS = 10  # steps and duels in a turn, at most


def turn_of(
    ground: Terrain,
    games: Sketches,
    seat: Any,
    mind: Manner,
    turn: Any,
    roll: Array,
    luck: Array,
    first: tuple[Array, Array] | None = None,
    extra: tuple[Array, Array] | None = None,
) -> Sketches:
    """The games after the turn of a seat, with these rolls and random numbers [B, MOMENTS, 2].

    `first` is a step that is settled already, [B] an agent (or NONE) and the place, NONE for home; `extra` the extra
    steps and whose they are.
    """
    xp = ground.xp
    active = ~games.over & (games.place[:, seat] != ground.out).any(1)
    worth = worths(ground, games, seat, mind, turn)
    moving = begun(ground, games, seat, mind, worth, xp.where(active, roll, 0))
    if extra is not None:
        moving = moving._replace(extra=xp.where(active, extra[0], 0), mover=extra[1])
    moving = moving._replace(games=take_up(ground, games, seat, worth, active))
    moving = _errands(ground, moving, seat, mind, worth)
    if ground.loop is not None:
        assert first is None

        def body(moment: Any, before: Moving) -> Moving:
            return _like(_moment(ground, before, seat, mind, worth, luck[:, moment]), before)

        ready: Moving = ground.loop(0, MOMENTS, body, _like(moving, moving))
        return ready.games
    whole = moving._replace(games=Sketches(*(one.copy() for one in moving.games)))
    for moment in range(MOMENTS):
        index = _goes_on(ground, whole, seat).nonzero()[0]
        if not len(index):
            break
        part = rows_of(whole, index)
        step = (first[0][index], first[1][index]) if first is not None and moment == 0 else None
        now = mind_at(mind, index)
        put_rows(whole, index, _moment(ground, part, seat, now, worth[index], luck[index, moment], step))
    return whole.games


def _like(moving: Moving, model: Moving) -> Moving:
    """The same with the kinds of numbers of another one."""
    games = Sketches(*(new.astype(old.dtype) for new, old in zip(moving.games, model.games, strict=True)))
    return Moving(games, *(new.astype(old.dtype) for new, old in zip(moving[1:], model[1:], strict=True)))


def _goes_on(ground: Terrain, moving: Moving, seat: Any) -> Array:
    xp = ground.xp
    games = moving.games
    here = pick(xp, games.place[:, seat], xp.maximum(moving.mover, 0))
    fights = (moving.mover != NONE) & rivals_at(ground, games, seat, here[:, None])[:, 0].any(1)
    return ~games.over & ((moving.steps + moving.extra > 0) | fights)


def _moment(
    ground: Terrain, moving: Moving, seat: Any, mind: Manner, worth: Array, luck: Array, first: Any = None
) -> Moving:
    """One step of one agent, and what follows from it; or the next duel of an agent that has won one."""
    xp, games = ground.xp, moving.games
    mover = xp.maximum(moving.mover, 0)
    here = pick(xp, games.place[:, seat], mover)
    met = rivals_at(ground, games, seat, here[:, None])[:, 0]
    fights = (moving.mover != NONE) & met.any(1) & ~games.over
    walks = ~fights & ~games.over & (moving.steps + moving.extra > 0)
    agent, place, home, able = _step(ground, moving, seat, mind, worth)
    if first is not None:
        sure = first[0] != NONE
        agent, place = xp.where(sure, first[0], agent), xp.where(sure, first[1], place)
        home, able = xp.where(sure, first[1] == NONE, home), able | sure
    agents = xp.arange(ground.agents)
    chosen = agents == agent[:, None]
    stuck = moving.stuck | (chosen & (walks & ~able)[:, None])
    # When even the most eager agent had nowhere to go, and no other is left, the turn ends.
    ends = walks & ~able & (xp.where(stuck, LOW, moving.eager).max(1) <= LOW / 2)
    walks = walks & able
    uses_extra = walks & (moving.extra > 0) & (agent == moving.mover)
    walks_off = walks & (agent != moving.mover)
    extra = xp.where(walks_off, 0, moving.extra - uses_extra)
    steps = xp.where(ends, 0, moving.steps - (walks & ~uses_extra))
    walks = walks & (steps >= 0)
    steps = xp.maximum(steps, 0)
    extra = xp.where(ends, 0, extra)
    rows = xp.where(chosen & (walks & ~home)[:, None], place[:, None], games.place[:, seat])
    games = games._replace(place=with_seat(xp, games.place, seat, rows))
    moving = moving._replace(
        games=games,
        steps=steps,
        extra=extra,
        mover=xp.where(walks, agent, moving.mover),
        exact=xp.where(walks, (steps == 0) & (extra == 0), moving.exact),
        stuck=stuck,
    )
    moving = for_few(ground, walks & home, deliver, moving, seat, agent)
    here = xp.where(walks & ~home, place, here)
    agent = xp.where(fights, mover, agent)
    met = rivals_at(ground, moving.games, seat, here[:, None])[:, 0]
    fights = (fights | (walks & ~home)) & met.any(1)
    moving = for_few(ground, fights, duel, moving, seat, agent, luck, worth)
    return _arrive(ground, moving, seat, worth, agent, walks | fights)


def _errands(ground: Terrain, moving: Moving, seat: Any, mind: Manner, worth: Array) -> Moving:
    """Give agents without luggage something to go to: the best pairs first."""
    xp, style, games = ground.xp, mind.style, moving.games
    spot, carrier = where_is(ground, games)
    safe = xp.where(spot == NONE, ground.out, spot)
    alarm = xp.zeros(worth.shape)
    for rival in rivals_of(ground, seat):
        near = max_0(xp, style.alarm - style.calm * ground.home[rival][safe])
        alarm = xp.where(carrier == rival, near, alarm)
    theirs = (carrier != NONE) & (carrier != seat)
    target = xp.where(theirs, style.prize * worth + alarm, xp.where(games.spot != NONE, worth, LOW))
    target = xp.where((target > 0) & ~games.gone, target, LOW)
    place, load = games.place[:, seat], games.load[:, seat]
    has = worth_of(xp, worth, load)
    free = (place != ground.out) & (has <= 0)
    base = 2 * target - style.rest * ground.home[seat][safe]
    pairs = base[:, None, :] - xp.asarray(style.way)[..., None] * ground.steps[place[:, :, None], safe[:, None, :]]
    pairs = xp.where(free[:, :, None], pairs, LOW)
    errand = xp.full(place.shape, NONE)
    eager = xp.where(has > 0, 2 + has, LOW)
    eager = xp.where((has > 0) & (ground.home[seat][place] == 1), eager + 100, eager)
    agents, ids = xp.arange(ground.agents), xp.arange(ground.suitcases)
    for _ in range(ERRANDS):
        flat = pairs.reshape(pairs.shape[0], -1)
        best = flat.argmax(1)
        good = (pick(xp, flat, best) > LOW / 2)[:, None]
        agent, case = best // ground.suitcases, best % ground.suitcases
        one = (agents == agent[:, None]) & good
        errand = xp.where(one, pick(xp, safe, case)[:, None], errand)
        eager = xp.where(one, 0.5 + pick(xp, target, case)[:, None], eager)
        pairs = xp.where(one[:, :, None] | (ids == case[:, None])[:, None, :], LOW, pairs)
    return moving._replace(errand=errand, eager=eager)


def _step(ground: Terrain, moving: Moving, seat: Any, mind: Manner, worth: Array) -> tuple[Array, Array, Array, Array]:
    """The most eager agent and its best step: the agent, the place, whether it is home, whether it pays."""
    xp, style, games = ground.xp, mind.style, moving.games
    only_mover = (moving.steps == 0)[:, None]
    agents = xp.arange(ground.agents)
    may = ~moving.stuck & (~only_mover | (agents == moving.mover[:, None]))
    eager = xp.where(may, moving.eager, LOW)
    agent = eager.argmax(1)
    weight = pick(xp, eager, agent)
    here, load = pick(xp, games.place[:, seat], agent), pick(xp, games.load[:, seat], agent)
    has = xp.where(load == NONE, 0.0, pick(xp, worth, xp.maximum(load, 0)))
    carries = has > 0
    errand = pick(xp, moving.errand, agent)
    goal = xp.where(errand == NONE, ground.out, errand)
    near = ground.near[here]  # [B, K]
    way = xp.where(carries[:, None], ground.home[seat][near], ground.steps[near, goal[:, None]])
    now = xp.where(carries, ground.home[seat][here], ground.steps[here, goal])
    shut = _shut(ground, games, seat, load)
    home = carries & (ground.home[seat][here] == 1) & ~shut
    full = (games.place[:, seat][:, None, :] == near[:, :, None]).sum(2) >= 2
    met = rivals_at(ground, games, seat, near)
    own = style.agent + style.guard * max_0(xp, has)[:, None]
    left = moving.steps + xp.where(agent == moving.mover, moving.extra, 0)
    won = moving.won + xp.where((left == 1)[:, None] & ground.exact_wins, moving.tied, 0.0)
    won = xp.repeat(won, ground.agents, 1)
    fight = (met * (won * moving.prize - own * (1 - won))[:, None, :]).sum(2)
    value = weight[:, None] * (now[:, None] - way) + fight
    value = xp.where(full | (near == ground.out), LOW, value)
    best = value.argmax(1)
    able = home | (pick(xp, value, best) > 0)
    able = able & (weight > LOW / 2) & (here != ground.out)
    return agent, pick(xp, near, best), home, able


def _shut(ground: Terrain, games: Sketches, seat: Any, load: Array) -> Array:
    """Tell whether home is closed to a suitcase (C19), [B]."""
    xp = ground.xp
    own = ground.owner[xp.maximum(load, 0)] == seat
    return own & (games.delivered[:, seat] == ground.foreign_within - 1) & (games.foreign[:, seat] == 0)


def _arrive(ground: Terrain, moving: Moving, seat: Any, worth: Array, agent: Array, came: Array) -> Moving:
    """An agent takes up what is good for it where it is now, if nobody is to be fought there."""
    xp, games = ground.xp, moving.games
    here, load = pick(xp, games.place[:, seat], agent), pick(xp, games.load[:, seat], agent)
    quiet = ~rivals_at(ground, games, seat, here[:, None])[:, 0].any(1) & (here < ground.cities)
    has = xp.where(load == NONE, 0.0, pick(xp, worth, xp.maximum(load, 0)))
    gain = xp.where(games.spot == here[:, None], worth - max_0(xp, has)[:, None], LOW)
    best = gain.argmax(1)
    takes = came & quiet & ~games.over & (pick(xp, gain, best) > 0)
    games = take(ground, games, seat, agent, best, takes)
    value = pick(xp, worth, best)
    at_gate = ground.home[seat][xp.minimum(here, ground.out)] == 1
    eager = xp.where(at_gate, 102.0, 2.0) + value
    one = (xp.arange(ground.agents) == agent[:, None]) & came[:, None]
    loads = pick(xp, games.load[:, seat], agent)
    carries = (loads != NONE) & (pick(xp, worth, xp.maximum(loads, 0)) > 0)
    again = xp.where(
        carries & at_gate & quiet, pick(xp, moving.eager, agent) % 100 + 100, pick(xp, moving.eager, agent)
    )
    again = xp.where(takes, eager, again)
    arrived = came & ~takes & ~carries & (here == pick(xp, moving.errand, agent))
    again = xp.where(arrived | (here >= ground.cities), LOW, again)
    return moving._replace(games=games, eager=xp.where(one, again[:, None], moving.eager))
