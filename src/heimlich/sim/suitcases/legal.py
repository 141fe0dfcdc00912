"""The decisions that are open to the seat that is to act: every action by its number."""

from itertools import pairwise
from typing import NamedTuple

from heimlich.games.suitcases.encoding import END, LEAVE, MOST_PLAYERS
from heimlich.sim.batch import for_few, for_some, is_unrolled
from heimlich.sim.rows import WORD, all_of, any_of, as_bits, count_of_bits, is_at, row_at
from heimlich.sim.small_rows import equal_bits, equal_row, flags_of_bits
from heimlich.sim.stages import once
from heimlich.sim.suitcases import crowds, setup
from heimlich.sim.suitcases.delivery import is_welcome
from heimlich.sim.suitcases.duels import duellist, rivals
from heimlich.sim.suitcases.luggage import decider, seen_from, suitcase_bits, turned_bits
from heimlich.sim.suitcases.movement import Team, team, together
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
    """The actions that a turn allows (C8 to C11), bool if not said otherwise."""

    ends: Array
    drops: Array  # [agent]
    takes: Array  # uint32 [agent, word]: a bit for each suitcase, as seen from the seat
    steps: Array  # uint32 [agent, word]: a bit for each city
    homes: Array  # [agent]


class Scene(NamedTuple):
    """The agents of the player whose turn it is, [agent], and the cities around them; cities are bits, uint32."""

    team: Team
    crowded: Array  # bool: stands in the city that holds one too many
    taken: Array  # [word]: the full cities
    near: Array  # [agent, word]: the cities one line away


def moves(shape: Shape, rules: Rules, state: State) -> TurnMoves:
    """Steps (C9) and luggage actions (C10) of every agent, or the end of the turn, which no crowded city allows."""
    xp, moving = shape.xp, state.phase == MOVE
    here: Scene = once(shape, moving, lambda: _scene(shape, rules, state))
    found: TurnMoves = once(shape, moving, lambda: _moves(shape, rules, state, here))
    if not shape.tight:
        return found
    doubtful = for_some(
        shape._replace(branches=False),
        moving & (count_of_bits(xp, here.taken) > shape.least_ways),
        _is_doubtful,
        rules,
        moving & False,
        here,
        found,
        apart=True,
    )
    checked: TurnMoves = for_few(shape, doubtful, _check_crowds, rules, found, state, here, share=VERY_FEW)
    return checked


def _scene(shape: Shape, rules: Rules, state: State) -> Scene:
    xp, own = shape.xp, team(shape, state)
    index = xp.where(own.places == NONE, xp.int8(len(shape.ground.near)), own.places)
    rows = shape.array(shape.ground.near_bits, "uint32")
    near = xp.stack([xp.take(row, index, axis=0, mode="clip") for row in rows], axis=1)
    if is_unrolled(xp):
        crowded, taken = _crowded_by_city(shape, rules, own.places)
        return Scene(own, crowded, taken, near)
    number = together(shape, own.places)
    full, crowded = (own.in_city & each for each in (number >= rules.most_in_city, number > rules.most_in_city))
    return Scene(own, crowded, any_of(cities_of(shape, full, own.places)), near)


def _crowded_by_city(shape: Shape, rules: Rules, places: Array) -> tuple[Array, Array]:
    """Tell which agents are crowded, and which cities are full: quicker in a kernel, all cities of a word at once."""
    xp = shape.xp
    bits = [_place_bits(shape, places, word) for word in range(shape.words)]
    full, over = [], []
    for word, agents in enumerate(bits):
        cities = xp.uint32(2 ** min(WORD, shape.cities - WORD * word) - 1)
        held: list[Array] = [cities, *[xp.uint32(0)] * (int(rules.most_in_city) + 1)]  # by how many agents at least
        for bit in agents:
            held = [held[0], *[there | (fewer & bit) for fewer, there in pairwise(held)]]
        full.append(held[-2])
        over.append(held[-1])
    crowded = [
        any_of([bit & there for bit, there in zip(own, over, strict=True)]) != 0 for own in zip(*bits, strict=True)
    ]
    return flags_of_bits(xp, as_bits(xp, crowded), shape.agents), xp.stack(full)


def _place_bits(shape: Shape, places: Array, word: int) -> list[Array]:
    """Each agent's place as a bit of one word of a kernel, uint32; nothing, where it is none or in another word."""
    xp = shape.xp
    start = xp.int8(WORD * word)  # a shift by 32 or more, and so by what is negative, leaves nothing
    return [xp.uint32(1) << (place - start).astype(xp.uint32) for place in places]


def cities_of(shape: Shape, flags: Array, places: Array) -> Array:
    """The city of each agent that is flagged as a bit, uint32 [agent, word]."""
    xp = shape.xp
    bit = xp.uint32(1) << (places & xp.int8(WORD - 1)).astype(xp.uint32)
    words = [
        xp.where(flags & (xp.right_shift(places, xp.int8(5)) == word), bit, xp.uint32(0)) for word in range(shape.words)
    ]
    return xp.stack(words, axis=1)


def _moves(shape: Shape, rules: Rules, state: State, here: Scene) -> TurnMoves:
    xp, moving, own = shape.xp, state.phase == MOVE, here.team
    crowd = any_of(here.crowded)
    able = own.different & _reaches(state, own, 1) & (~crowd | here.crowded) & moving
    handles = own.different & ~own.handled & moving
    goes_on = _reaches(state, own, 2)[:, None]  # out of a full city
    steps = xp.where(goes_on, here.near, here.near & ~here.taken)
    return TurnMoves(
        ends=moving & ~crowd,
        drops=handles & ~equal_row(xp, own.loads, xp.int8(NONE)),
        takes=xp.where(handles[:, None], _lying_at(shape, state, own.places), xp.uint32(0)),
        steps=xp.where(able[:, None], steps, xp.uint32(0)),
        homes=able & _at_gate(shape, state.seat, own.places) & is_welcome(shape, rules, state, own.loads),
    )


def _reaches(state: State, own: Team, steps: int) -> Array:
    """Tell which agents can make this number of steps: `Team.reach`, without a number for each agent."""
    far, near = state.steps + state.extra >= steps, state.steps >= steps
    return (own.moves & far) | (~own.moves & near)


def _lying_at(shape: Shape, state: State, places: Array) -> Array:
    """The suitcases that lie where each agent stands, as seen from the seat, uint32 [agent, word]."""
    if shape.suitcases >= WORD:
        lying = seen_from(shape, state.lying, state.seat)
        return suitcase_bits(shape, [places == place for place in lying])
    bits = equal_bits(shape.xp, state.lying, places)
    return turned_bits(shape, shape.xp.stack([bits], axis=-2), state.seat)


def _full(shape: Shape, rules: Rules, own: Team) -> Array:
    """Tell which agents stand in a city where no more may stay."""
    return own.in_city & (together(shape, own.places) >= rules.most_in_city)


def _is_doubtful(shape: Shape, rules: Rules, doubtful: Array, here: Scene, found: TurnMoves) -> Array:
    """Tell whether there is a crowd, or might be after a step, with nothing but full cities around it."""
    del doubtful
    own, words = here.team, range(shape.words)
    enclosed = _full(shape, rules, own) & all_of([here.near[:, word] & ~here.taken[word] == 0 for word in words])
    shut = any_of(cities_of(shape, enclosed, own.places))
    into = any_of([found.steps[:, word] & shut[word] != 0 for word in words])
    comes = into & (here.crowded | ~own.in_city)  # else the agent leaves room behind
    return any_of(comes | (here.crowded & enclosed))


def _at_gate(shape: Shape, seat: Array, places: Array) -> Array:
    """Tell whether a marked line leads home from where each agent stands."""
    xp = shape.xp
    rows = [xp.take(shape.array(row, "uint32"), seat, axis=0, mode="clip") for row in shape.ground.gate_bits]
    if is_unrolled(xp):
        bits = zip(*[_place_bits(shape, places, word) for word in range(len(rows))], strict=True)
        return xp.stack([any_of([bit & row for bit, row in zip(own, rows, strict=True)]) != 0 for own in bits])
    word = row_at(xp, rows, xp.right_shift(places, xp.int8(5)))
    return (places >= 0) & ((word >> (places & xp.int8(WORD - 1)).astype(xp.uint32)) & xp.uint32(1) != 0)


def _check_crowds(shape: Shape, rules: Rules, found: TurnMoves, state: State, here: Scene) -> TurnMoves:
    """Remove moves that would leave a city crowded for good (C9)."""
    xp = shape.xp
    crowd = crowds.crowd(shape, rules, state, here.team)
    enters = crowds.may_enter(shape, state, crowd)
    cities = cities_of(shape, _full(shape, rules, here.team), here.team.places)
    shut = any_of(
        [xp.where(enters[:, other, None], xp.uint32(0), cities[other][None]) for other in range(shape.agents)]
    )
    luggage = crowds.open_luggage(shape, rules, state, crowd)
    return found._replace(
        steps=found.steps & ~shut, drops=found.drops & luggage.drops, takes=found.takes & luggage.takes
    )


def rare_rows(shape: Shape, rules: Rules, state: State) -> list[Array]:
    """Return the decisions outside the steps of a turn: the numbers before the luggage actions, [number] in parts."""
    words, *others = after_setup(shape, state)
    return [words, *at_setup(shape, rules, state), *others]


def at_setup(shape: Shape, rules: Rules, state: State) -> list[Array]:
    """Tell what may be packed and placed, by number from `plan.pack` on."""
    return [_packs(shape, rules, state), _places(shape, state)]


def after_setup(shape: Shape, state: State) -> list[Array]:
    """Words, and what may be decided in and after duels, by number but for those of the setup in between."""
    return [
        _words(shape, state),
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
    """Tell what goes into the next suitcase (C4), [letter, content]."""
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
    """Tell which agent may take the spoils, and which suitcase that is as seen from its seat (C15)."""
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
    bits = [
        xp.right_shift(found.takes[:, each // WORD], xp.uint32(each % WORD)) & xp.uint32(1)
        for each in range(shape.suitcases)
    ]
    takes = (xp.stack(bits, axis=1) != 0) | ((state.phase == SPOILS) & prize)
    unused = xp.zeros((shape.agents, (MOST_PLAYERS - shape.players) * shape.letters, size), bool)
    steps = _by_city(shape, found)
    rows = [words, *others, found.drops, xp.concatenate([takes, unused], axis=1), steps]
    return xp.concatenate([row.reshape(-1, size) for row in rows]).T


def _by_city(shape: Shape, found: TurnMoves) -> Array:
    """The steps of each agent by the city they lead to, then home, [agent, city + 1]."""
    xp = shape.xp
    bits = [xp.right_shift(found.steps[:, city // WORD], xp.uint32(city % WORD)) for city in range(shape.cities)]
    return xp.stack([*[bit & xp.uint32(1) != 0 for bit in bits], found.homes], axis=1)
