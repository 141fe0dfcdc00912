"""The uses of each Top Secret card, and what they do (T7 to T10), by number."""

from collections.abc import Mapping
from functools import lru_cache, reduce
from typing import Any, NamedTuple

import numpy as np

from heimlich.games.heimlich_co.encoding import CARD_START
from heimlich.games.heimlich_co.names import CHURCH, KIND_INDEX, KINDS, RING, RUINS, Card
from heimlich.sim.heimlich_co import board
from heimlich.sim.heimlich_co.movement import unpack
from heimlich.sim.heimlich_co.state import Array, Rows, State, card_state
from heimlich.sim.heimlich_co.tables import BITS, Rules, Shape, Use, packed_uses, uses, uses_of
from heimlich.sim.rows import any_of, count_of, most_of, row_at
from heimlich.sim.words import WORD


def _is(kind: Array, *cards: Card) -> Array:
    return any_of([kind == KIND_INDEX[card] for card in cards])


def kind_of(shape: Shape, action: Array) -> Array:
    """The kind of the card that is played, by the number of the action."""
    return use_of(shape, action)[0]


def use_of(shape: Shape, action: Array) -> Rows:
    """Kind, first and second agent and building of the use, by the number of the action, int8."""
    xp, mask = shape.xp, 2**BITS - 1
    packed = xp.take(shape.array(packed_uses(), "int32"), action - CARD_START, axis=0, mode="clip")
    return tuple(((packed >> BITS * place) & mask).astype(xp.int8) for place in range(4))


def is_double_agent(kind: Array) -> Array:
    """Tell whether this is the card with no effect on the board (T11)."""
    return _is(kind, Card.DOUBLE_AGENT)


# T9: what a card may be used on now


def usable_kinds(shape: Shape, rules: Rules, state: State) -> Array:
    """The kinds that have any use now (T9), as bits."""
    xp, places = shape.xp, state.places
    low = count_of(xp, [mark < rules.marker_limit for mark in state.points])
    found = {}
    found[Card.TO_RUINS] = any_of([place != RUINS for place in places])
    found[Card.TWO_MARKERS] = low >= 2
    found[Card.ALL_TO_CHURCH] = _church_has_use(rules, state)
    found[Card.TO_SAFE] = any_of([place != state.safe for place in places])
    found[Card.TRADE_PLACES] = any_of([place != places[0] for place in places[1:]])
    found[Card.JOIN_AGENT] = found[Card.TRADE_PLACES]
    found[Card.LEAVE_SAFE] = any_of([place == state.safe for place in places])
    found[Card.RUINS_TO_CHURCH] = any_of([place == RUINS for place in places])
    kinds = xp.uint32(sum(1 << KIND_INDEX[kind] for kind in KINDS if kind not in found))
    for kind, able in found.items():
        kinds = kinds | (able.astype(xp.uint32) << xp.uint32(KIND_INDEX[kind]))
    return kinds


def _church_has_use(rules: Rules, state: State) -> Array:
    return any_of([place != CHURCH for place in state.places]) | rules.idle_church_card


class Seen(NamedTuple):
    """The state that the use of a card depends on, agent by agent: as vectors, or stacked to ask for many at once."""

    places: Any
    low: Any  # the marker can still be moved
    in_ruins: Any
    at_safe: Any
    safe: Array
    church: Array  # the card that sends all to the church has a use


def _seen(rules: Rules, state: State) -> Seen:
    return Seen(
        state.places,
        tuple(mark < rules.marker_limit for mark in state.points),
        tuple(place == RUINS for place in state.places),
        tuple(place == state.safe for place in state.places),
        state.safe,
        _church_has_use(rules, state),
    )


def _changes_something(kind: Card, seen: Seen, first: Any, second: Any, place: Any) -> Array | None:
    """Tell whether a use of a card would change anything now (T9); None where it always would."""
    match kind:
        case Card.TO_RUINS:
            return ~seen.in_ruins[first]
        case Card.TWO_MARKERS:
            return seen.low[first] & seen.low[second]
        case Card.ALL_TO_CHURCH:
            return seen.church
        case Card.TO_SAFE:
            return ~seen.at_safe[first]
        case Card.TRADE_PLACES | Card.JOIN_AGENT:
            return seen.places[first] != seen.places[second]
        case Card.LEAVE_SAFE:
            return seen.at_safe[first]
        case Card.RUINS_TO_CHURCH:
            return seen.in_ruins[first] & seen.in_ruins[second]
        case Card.MOVE_SAFE:
            return seen.safe != place
    return None


def legal_uses(shape: Shape, rules: Rules, state: State) -> Array:
    """For each use of a card, whether it would change anything now (T9) [use, batch]."""
    xp = shape.xp
    seen = _seen(rules, state)
    stacked = seen._replace(**{name: xp.stack(getattr(seen, name)) for name in Seen._fields[:4]})
    found = []
    for kind in KINDS:
        numbers = uses_of(kind)
        first, second, last, place = (shape.array([column[n] for n in numbers], "int32") for column in uses()[1:5])
        first, second = xp.minimum(first, shape.agents - 1), xp.minimum(second, shape.agents - 1)
        able = _changes_something(kind, stacked, first, second, place[:, None])
        in_play = xp.broadcast_to((last < shape.agents)[:, None], (len(numbers), *state.phase.shape))
        found.append(in_play if able is None else able & in_play)
    return xp.concatenate(found)


def use_bits(shape: Shape, rules: Rules, state: State) -> list[Rows]:
    """The legal uses of each kind as bits, 32 in a word (uint32)."""
    seen = _seen(rules, state)
    flags = {"low": seen.low, "in_ruins": seen.in_ruins, "at_safe": seen.at_safe}
    known = {name: _as_number(shape, rows) for name, rows in flags.items()} | {"safe": seen.safe}
    return [_bits_of(shape, kind, seen, known) for kind in KINDS]


# What the uses of a card depend on, where that is one small number: a flag for each agent, or a place
BY_NUMBER = {
    Card.TO_RUINS: "in_ruins",
    Card.TWO_MARKERS: "low",
    Card.TO_SAFE: "at_safe",
    Card.LEAVE_SAFE: "at_safe",
    Card.RUINS_TO_CHURCH: "in_ruins",
    Card.MOVE_SAFE: "safe",
}


def _bits_of(shape: Shape, kind: Card, seen: Seen, known: Mapping[str, Array]) -> Rows:
    xp = shape.xp
    if kind in BY_NUMBER:
        number = known[BY_NUMBER[kind]]
        tables = [shape.array(table, "uint32") for table in _bits_by_number(kind, shape.agents)]
        return tuple(xp.take(table, number, axis=0, mode="clip") for table in tables)
    words = [xp.zeros(seen.safe.shape, xp.uint32) for _ in _words_of(kind)]
    for place, use in enumerate(_named(kind)):
        if use.last < shape.agents:
            able = _changes_something(kind, seen, use.first, use.second, use.place)
            bit = xp.uint32(1 << place % WORD)
            words[place // WORD] = words[place // WORD] | (bit if able is None else able.astype(xp.uint32) * bit)
    return tuple(words)


@lru_cache(maxsize=64)
def _bits_by_number(kind: Card, agents: int) -> tuple[tuple[int, ...], ...]:
    """For each word, the bits of a kind's uses by the number that they depend on."""
    flags = (np.arange(2**agents) >> np.arange(agents)[:, None]) & 1 == 1
    nothing = np.zeros((agents, 1), bool)
    seen = Seen(nothing, nothing, nothing, nothing, np.arange(RING), nothing[0])
    if BY_NUMBER[kind] != "safe":
        seen = seen._replace(**{BY_NUMBER[kind]: flags})
    words = [np.zeros(1, np.int64) for _ in _words_of(kind)]
    for place, use in enumerate(_named(kind)):
        if use.last < agents:
            able = np.asarray(_changes_something(kind, seen, use.first, use.second, use.place))
            words[place // WORD] = words[place // WORD] | able.astype(np.int64) << place % WORD
    return tuple(tuple(map(int, word)) for word in words)


def _named(kind: Card) -> list[Use]:
    return [Use(*(column[number] for column in uses())) for number in uses_of(kind)]


def _words_of(kind: Card) -> range:
    return range(-(-len(uses_of(kind)) // WORD))


def _as_number(shape: Shape, flags: Rows) -> Array:
    """Flags as the bits of one number, int32."""
    xp = shape.xp
    return reduce(lambda one, other: one | other, [flag.astype(xp.int32) << place for place, flag in enumerate(flags)])


# T10: what a card does


def carry_out(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """A played card takes effect at once (T7)."""
    xp, cards = shape.xp, card_state(state)
    kind, first, second, building = use_of(shape, action)
    steps = unpack(shape, xp.take(shape.array(uses().walk, "int32"), action - CARD_START, axis=0, mode="clip"))
    places = _destinations(shape, state, kind, first, second, steps)
    moved = [new != old for new, old in zip(places, state.places, strict=True)]
    marks = any_of([step > 0 for step in steps]) | rules.place_cards_score
    safe_moves = _is(kind, Card.MOVE_SAFE)
    arrived = tuple(
        ~safe_moves & ((was & ~went) | (marks & went & (place == state.safe)))
        for was, went, place in zip(cards.arrived, moved, places, strict=True)
    )
    points = _two_markers(shape, rules, state, kind, first, second)
    return state._replace(
        places=places,
        points=points,
        reached=state.reached | (_is(kind, Card.TWO_MARKERS) & (most_of(xp, points) >= rules.target)),
        safe=xp.where(safe_moves, building, state.safe),
        cards=cards._replace(arrived=arrived),
    )


def _destinations(shape: Shape, state: State, kind: Array, first: Array, second: Array, steps: Rows) -> Rows:
    """Return where each agent stands after the card."""
    xp = shape.xp
    first_place, second_place = row_at(xp, state.places, first), row_at(xp, state.places, second)
    church = xp.int8(CHURCH)
    to_church, all_to_church = _is(kind, Card.RUINS_TO_CHURCH), _is(kind, Card.ALL_TO_CHURCH)
    goes = xp.where(_is(kind, Card.TRADE_PLACES, Card.JOIN_AGENT), second_place, first_place)
    goes = xp.where(_is(kind, Card.TO_RUINS), xp.int8(RUINS), goes)
    goes = xp.where(_is(kind, Card.TO_SAFE), state.safe, goes)
    goes = xp.where(to_church, church, goes)
    other_goes = xp.where(_is(kind, Card.TRADE_PLACES), first_place, second_place)
    other_goes = xp.where(to_church, church, other_goes)
    found = []
    for agent, place in enumerate(state.places):
        walked = board.walk(shape.xp, place, steps[agent])
        sent = xp.where(first == agent, goes, xp.where(second == agent, other_goes, place))
        sent = xp.where(all_to_church, church, sent)
        found.append(xp.where(steps[agent] > 0, walked, sent))
    return tuple(found)


def _two_markers(shape: Shape, rules: Rules, state: State, kind: Array, first: Array, second: Array) -> Rows:
    xp = shape.xp
    plays = _is(kind, Card.TWO_MARKERS)
    return tuple(
        xp.where(
            plays & ((first == agent) | (second == agent)),
            xp.minimum(rules.marker_limit, mark + rules.marker_steps),
            mark,
        )
        for agent, mark in enumerate(state.points)
    )
