"""Legal actions of the seat that is to act, each by its number."""

from heimlich.games.heimlich_co.encoding import BALLOT_START, CARD_START, MOVE_START, splits
from heimlich.games.heimlich_co.names import KINDS
from heimlich.sim.heimlich_co import card_round, cards, dossier, safe, supply
from heimlich.sim.heimlich_co.multiset import has
from heimlich.sim.heimlich_co.state import (
    ASK,
    CARDS,
    DOSSIER,
    MOVE,
    NONE,
    OVER,
    SAFE,
    Array,
    State,
    card_state,
    dossier_state,
)
from heimlich.sim.heimlich_co.tables import Rules, Shape, uses


def to_act(shape: Shape, state: State) -> Array:
    """The seat whose decision is next; where several are asked at once, the first that has not answered."""
    xp = shape.xp
    seat = xp.where(state.phase == OVER, xp.int8(NONE), state.seat)
    if shape.cards:
        held = card_state(state)
        seat = xp.where(state.phase == CARDS, held.at, seat)
        seat = xp.where(state.phase == ASK, card_round.first_of(shape, card_round.missing_answers(held)), seat)
    if shape.dossier:
        seat = xp.where(state.phase == DOSSIER, dossier.writer(shape, dossier_state(state)), seat)
    return seat


def legal_mask(shape: Shape, rules: Rules, state: State) -> Array:
    """Every action by number [batch, actions]."""
    xp = shape.xp
    return xp.concatenate([other_actions(shape, rules, state).T, moves(shape, rules, state)], axis=-1)


def other_actions(shape: Shape, rules: Rules, state: State) -> Array:
    """Every action before the moves, by number [number, batch]."""
    xp = shape.xp
    size = state.phase.shape
    no = xp.zeros(size, bool)
    words = [no, no, no, no]
    keep, cells, plays = no, xp.zeros((CARD_START - BALLOT_START, *size), bool), xp.zeros((1, *size), bool)
    if shape.cards:
        words, plays = _card_actions(shape, rules, state)
    if shape.dossier:
        keep, cells = dossier.can_keep(shape, state), dossier.cells(shape, rules, state)
    places = [(state.phase == SAFE) & is_open for is_open in safe.open_places(shape, rules, state)]
    plays = xp.broadcast_to(plays, (MOVE_START - CARD_START, *size))
    return xp.concatenate([xp.stack([*words, keep, *places]), cells, plays])


def _card_actions(shape: Shape, rules: Rules, state: State) -> tuple[list[Array], Array]:
    """Yes and no, pass and stop; and every use of a card (T6, T9)."""
    held = card_state(state)
    asked, round_ = state.phase == ASK, state.phase == CARDS
    xp, hand = shape.xp, supply.hand_of(shape, held, to_act(shape, state))[0]
    passing, stopping = ways_to_pass(rules, state)
    in_hand = xp.stack([round_ & has(xp, hand, kind) for kind in range(len(KINDS))])
    plays = in_hand[shape.array(uses().kind, "int32")] & cards.legal_uses(shape, rules, state)
    return [asked & can_play(shape, rules, state, hand), asked, round_ & passing, round_ & stopping], plays


def can_play(shape: Shape, rules: Rules, state: State, hand: Array) -> Array:
    """Tell whether any of the kinds in hand, given as bits, has a use now (T9)."""
    return (hand & cards.usable_kinds(shape, rules, state)) != 0


def ways_to_pass(rules: Rules, state: State) -> tuple[Array, Array]:
    """In a round of cards: whether one may pass, or rather stop after a card (T6)."""
    held = card_state(state)
    stops = held.has_played & rules.asked
    return ~held.must_play & ~stops, ~held.must_play & stops


def moves(shape: Shape, rules: Rules, state: State) -> Array:
    """The moves [batch, moves]: as many points as the face allows, by agents in play, by one where it must be one."""
    xp = shape.xp
    listed = [split for total in range(shape.points + 1) for split in splits(total)]
    total = shape.array([sum(split) for split in listed], "int32")
    in_play = shape.array([not any(split[shape.agents :]) for split in listed], "bool_")
    by_one = shape.array([sum(map(bool, split)) < 2 for split in listed], "bool_")
    table = xp.moveaxis(rules.allowed, -1, 0)
    if table.shape[0] == 1:
        allowed = xp.take(table[0], state.face, axis=0, mode="clip")
    else:
        allowed = xp.take_along_axis(table, state.face[:, None, None].astype(xp.int32), axis=1)[:, 0]
    able = xp.take(allowed, total, axis=1) & in_play & (by_one | ~rules.one_agent[:, None])
    return able & (state.phase == MOVE)[:, None]
