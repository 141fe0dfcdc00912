"""What the seat that is to act may decide: every action by its number."""

from typing import NamedTuple

from heimlich.games.suitcases.encoding import END, LEAVE, MOST_PLAYERS
from heimlich.sim.batch import all_of, any_of, for_few, is_at, row_at
from heimlich.sim.stages import once
from heimlich.sim.suitcases import crowds, setup
from heimlich.sim.suitcases.delivery import is_welcome
from heimlich.sim.suitcases.duels import duellist, rivals
from heimlich.sim.suitcases.luggage import decider, seen_from
from heimlich.sim.suitcases.movement import Team, team
from heimlich.sim.suitcases.state import DUEL, FIGHT, LOSE, MOVE, NONE, OVER, PACK, PLACE, SPOILS, STATION, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape


def to_act(shape: Shape, state: State) -> Array:
    """The seat whose decision is next; where several are asked at once, the first that has not decided."""
    xp, phase = shape.xp, state.phase
    seat = xp.where(phase == OVER, xp.int8(NONE), decider(shape, state))
    seat = xp.where(phase == PACK, setup.packer(shape, state), seat)
    return xp.where(phase == DUEL, duellist(shape, state), seat)


VERY_FEW = 256  # a rule for very few games takes one game in 256 at a time


class TurnMoves(NamedTuple):
    """What may be done in a turn (C8 to C11), bool."""

    ends: Array
    drops: Array  # [agent]
    takes: Array  # [agent, suitcase], as seen from the seat
    steps: Array  # [agent, way]
    homes: Array  # [agent]


def ways_out(shape: Shape, places: Array) -> Array:
    """The cities one line away from each place, [place, way]; none where there are no more, or no place."""
    xp = shape.xp
    near = shape.array([*shape.ground.near, [NONE] * shape.ways], "int8")
    index = xp.where(places == NONE, xp.int8(len(shape.ground.near)), places)
    return xp.stack([xp.take(near[:, way], index, axis=0, mode="clip") for way in range(shape.ways)], axis=1)


class Scene(NamedTuple):
    """The agents of the player whose turn it is, [agent], and the cities around them."""

    team: Team
    full: Array  # bool: stands in a city where no more may stay
    crowded: Array  # bool: stands in the city that holds one too many
    targets: Array  # int8 [agent, way]: where ways lead


def moves(shape: Shape, rules: Rules, state: State) -> TurnMoves:
    """Steps (C9) and luggage actions (C10) of every agent, or the end of the turn, which no crowded city allows."""
    moving = state.phase == MOVE
    here: Scene = once(shape, moving, lambda: _scene(shape, rules, state))
    occupied = once(shape, moving, lambda: _any_at(shape, here.full, here.team.places, here.targets))
    found: TurnMoves = once(shape, moving, lambda: _moves(shape, rules, state, here, occupied))
    if not shape.tight:
        return found
    doubtful = _is_doubtful(shape, state, here, occupied, found)
    checked: TurnMoves = for_few(shape, doubtful, _check_crowds, rules, found, state, here, share=VERY_FEW)
    return checked


def _scene(shape: Shape, rules: Rules, state: State) -> Scene:
    own = team(shape, state)
    full = own.in_city & (own.together >= rules.most_in_city)
    return Scene(own, full, own.in_city & (own.together > rules.most_in_city), ways_out(shape, own.places))


def _moves(shape: Shape, rules: Rules, state: State, here: Scene, occupied: Array) -> TurnMoves:
    moving, own, targets = state.phase == MOVE, here.team, here.targets
    crowd = any_of(here.crowded)
    able = own.different & (own.reach > 0) & (~crowd | here.crowded) & moving
    handles = own.different & ~own.handled & moving
    return TurnMoves(
        ends=moving & ~crowd,
        drops=handles & (own.loads != NONE),
        takes=handles[:, None] & (own.places[:, None] == seen_from(shape, state.lying, state.seat)[None]),
        steps=able[:, None] & (targets != NONE) & (~occupied | (own.reach > 1)[:, None]),
        homes=able & _at_gate(shape, state.seat, own.places) & is_welcome(shape, rules, state, own.loads),
    )


def _is_doubtful(shape: Shape, state: State, here: Scene, occupied: Array, found: TurnMoves) -> Array:
    """Whether there is a crowd, or might be one after a step, with nothing but full cities around it."""
    ways, own = range(shape.ways), here.team
    enclosed = here.full & all_of([occupied[:, way] | (here.targets[:, way] == NONE) for way in ways])
    into = found.steps & _any_at(shape, enclosed, own.places, here.targets)
    comes = any_of([into[:, way] for way in ways]) & (here.crowded | ~own.in_city)  # else the agent leaves room behind
    return (state.phase == MOVE) & any_of(comes | (here.crowded & enclosed))


def _any_at(shape: Shape, flags: Array, places: Array, targets: Array) -> Array:
    """Whether one of the agents that are flagged stands at a target, [agent, way]."""
    where = shape.xp.where(flags, places, shape.xp.int8(len(shape.ground.near)))  # else where nobody goes
    return any_of([targets == place for place in where])


def _at_gate(shape: Shape, seat: Array, places: Array) -> Array:
    xp = shape.xp
    table = shape.array([[*row, False] for row in shape.ground.gates], "bool")
    index = xp.where(places == NONE, xp.int8(len(shape.ground.near)), places)
    return row_at(xp, [xp.take(row, index, axis=0, mode="clip") for row in table], seat)


def _check_crowds(shape: Shape, rules: Rules, found: TurnMoves, state: State, here: Scene) -> TurnMoves:
    """Remove moves that would leave a city crowded for good (C9)."""
    crowd = crowds.crowd(shape, rules, state, here.team)
    enters = crowds.may_enter(shape, rules, state, crowd)
    shut = (here.full & ~enters)[:, None] & (here.targets[:, :, None] == here.team.places)  # [agent, way, other]
    steps = found.steps & ~shut.any(axis=2)
    luggage = crowds.open_luggage(shape, rules, state, crowd)
    return found._replace(steps=steps, drops=found.drops & luggage.drops, takes=found.takes & luggage.takes)


def rare_rows(shape: Shape, rules: Rules, state: State) -> list[Array]:
    """What may be decided outside the steps of a turn: the numbers before the luggage actions, [number] in parts."""
    return [
        _words(shape, state),
        _packs(shape, rules, state),
        _places(shape, state),
        (state.phase == DUEL) & (row_at(shape.xp, state.hands, duellist(shape, state)) > 0),
        (state.phase == FIGHT) & rivals(shape, state),
        (state.phase == LOSE) & team(shape, state).different,
    ]


def _words(shape: Shape, state: State) -> Array:
    """To leave the spoils (C15), and the free start space (C22); the end of a turn is none of these."""
    xp, phase = shape.xp, state.phase
    said = {END: xp.zeros(phase.shape, bool), LEAVE: phase == SPOILS}
    return xp.stack([said.get(word, phase == STATION) for word in range(shape.plan.pack)])


def _packs(shape: Shape, rules: Rules, state: State) -> Array:
    """What goes into the next suitcase (C4), [letter, content]."""
    xp = shape.xp
    packed = setup.packed_by(shape, state, setup.packer(shape, state))
    letter = (packed >= 0).sum(axis=0, dtype=xp.int8)
    left = setup.contents_left(shape, rules, packed) > 0
    return ((state.phase == PACK) & is_at(xp, shape.letters, letter))[:, None] & left[None]


def _places(shape: Shape, state: State) -> Array:
    """Any suitcase that is left, into any city without one of the same colour (C5), [letter, city]."""
    xp = shape.xp
    lying = row_at(xp, setup.by_owner(shape, state.lying), state.seat)
    cities = xp.arange(shape.cities, dtype=xp.int8)[:, None]
    taken = (lying[:, None] == cities[None]).any(axis=0)
    return ((state.phase == PLACE) & (lying == NONE))[:, None] & ~taken[None]


def spoils(shape: Shape, state: State) -> tuple[Array, Array]:
    """Which agent may take the spoils, and which suitcase that is as seen from its seat (C15)."""
    xp = shape.xp
    agent = state.defender - xp.int8(1)
    suitcase = state.spoils - state.defence * xp.int8(shape.letters)
    return agent, xp.where(suitcase < 0, suitcase + xp.int8(shape.suitcases), suitcase)


def legal_mask(shape: Shape, rules: Rules, state: State) -> Array:
    """Every action by number [batch, actions]."""
    xp = shape.xp
    size = state.phase.shape[-1]
    found = moves(shape, rules, state)
    words, *others = rare_rows(shape, rules, state)
    words = xp.concatenate([xp.stack([found.ends]), words[END + 1 :]])
    agent, suitcase = spoils(shape, state)
    prize = is_at(xp, shape.agents, agent)[:, None] & is_at(xp, shape.suitcases, suitcase)[None]
    takes = found.takes | ((state.phase == SPOILS) & prize)
    unused = xp.zeros((shape.agents, (MOST_PLAYERS - shape.players) * shape.letters, size), bool)
    steps = _by_city(shape, state, found)
    rows = [words, *others, found.drops, xp.concatenate([takes, unused], axis=1), steps]
    return xp.concatenate([row.reshape(-1, size) for row in rows]).T


def _by_city(shape: Shape, state: State, found: TurnMoves) -> Array:
    """The steps of each agent by the city they lead to, then home, [agent, city + 1]."""
    xp = shape.xp
    targets = ways_out(shape, row_at(xp, state.places, state.seat))
    cities = xp.arange(shape.cities, dtype=xp.int8)[:, None]
    steps = found.steps[:, 0, None] & (targets[:, 0, None] == cities)
    for way in range(1, shape.ways):
        steps = steps | (found.steps[:, way, None] & (targets[:, way, None] == cities))
    return xp.concatenate([steps, found.homes[:, None]], axis=1)
