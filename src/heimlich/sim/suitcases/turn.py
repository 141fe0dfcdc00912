"""The order of play, in the order of the readable turn.py. Start reading here.

`decide` carries out one decision in every game, whatever the phase of each, and all that follows from it; where a rule
concerns only some of the games, `for_some` leaves the others as they are.
"""

from heimlich.games.suitcases.encoding import END
from heimlich.sim.batch import for_few, for_some
from heimlich.sim.rows import any_of, row_at
from heimlich.sim.suitcases import delivery, duels, endgame, luggage, movement, setup
from heimlich.sim.suitcases.state import (
    DUEL,
    FIGHT,
    LOSE,
    MOVE,
    OVER,
    PACK,
    PLACE,
    ROLL,
    SPOILS,
    STATION,
    TURN_OVER,
    Array,
    State,
)
from heimlich.sim.suitcases.tables import Rules, Shape


def reset(shape: Shape, rules: Rules, seed: Array, game: Array) -> State:
    """New games, up to their first decision: what goes into which suitcase."""
    return setup.new(shape, rules, seed, game)


def step(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """A decision of the seat that is to act, and all chance that follows. A game that is over stays as it is."""
    return _roll(shape, rules, decide(shape, rules, state, action))


def advance(shape: Shape, rules: Rules, state: State, action: Array, stride: int) -> tuple[State, State]:
    """`step`, then a new game in place of every finished one; also the state before that, for its rewards."""
    decided = step(shape, rules, state, action)
    return renew(shape, rules, decided, shape.array([stride], "uint32")), decided


def renew(shape: Shape, rules: Rules, state: State, stride: Array) -> State:
    """A new game, numbered `stride` further, in place of every one that is over."""
    renewed: State = for_few(shape, state.phase == OVER, _next_game, rules, state, stride)
    return renewed


def _next_game(shape: Shape, rules: Rules, state: State, stride: Array) -> State:
    return setup.new(shape, rules, state.seed, state.game + stride)


def _roll(shape: Shape, rules: Rules, state: State) -> State:
    rolled: State = for_some(shape, state.phase == ROLL, movement.roll, rules, state, apart=True)
    return rolled


def decide(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """A decision and what follows from it, up to the next roll of the dice, a decision or the end."""
    phase, plan = state.phase, shape.plan
    moving, spoils = phase == MOVE, phase == SPOILS
    steps = moving & (action >= plan.step)
    handles = (moving | spoils) & (action >= plan.drop) & (action < plan.step)
    state = for_some(shape, handles, luggage.handle, rules, state, action, apart=True)
    agent, place = movement.step_of(shape, action)
    state = for_some(shape, steps, movement.walk, rules, state, agent, place, apart=True)
    home = steps & (place == shape.cities)
    met = duels.met_in(shape, state, place)
    rare = (phase != MOVE) & ~spoils & (phase != OVER)
    rare = rare | home | (steps & any_of(met))
    state = for_few(shape, rare, _happen, rules, state, action, agent, home, met)
    ends = (moving & (action == END)) | spoils | (state.phase == TURN_OVER)
    ended: State = for_some(shape, ends, endgame.end_turn, rules, state, apart=True)
    return ended


def _happen(shape: Shape, rules: Rules, state: State, action: Array, agent: Array, home: Array, met: Array) -> State:
    """Carry out what is decided but rarely, or follows from a step: a delivery (C18) or a duel (C12)."""
    phase = state.phase
    few = shape._replace(branches=False)  # these games are few already
    after = for_some(few, (phase == MOVE) & ~home, duels.challenge, rules, state, agent, met, apart=True)
    for when, rule in _RULES.items():
        if shape.stations or when != STATION:
            after = for_some(few, phase == when, rule, rules, after, action, apart=True)
    after = for_some(few, home, delivery.deliver, rules, after, agent, apart=True)
    out = [~endgame.has_agents(shape, row_at(shape.xp, after.places, seat)) for seat in (state.seat, state.defence)]
    ends = home | (phase != MOVE) & (phase != FIGHT) & ((phase != DUEL) | any_of(out))
    ended: State = for_some(few, ends, endgame.check_end, rules, after, apart=True)
    return ended


_RULES = {
    PACK: setup.pack,
    PLACE: setup.place,
    STATION: setup.station,
    FIGHT: duels.fight,
    DUEL: duels.duel,
    LOSE: delivery.lose,
}
