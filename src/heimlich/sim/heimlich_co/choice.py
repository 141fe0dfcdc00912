"""Choosing at random: the legal action at a place in the order of their numbers."""

from itertools import zip_longest

from heimlich.games.heimlich_co.encoding import ANSWERS, BALLOT_START, CARD_START, KEEP, NO, PASS, SAFE_START, STOP, YES
from heimlich.games.heimlich_co.names import KINDS
from heimlich.sim.batch import for_some, is_eager, worked_out
from heimlich.sim.heimlich_co import cards, dossier, legal, movement, safe, supply
from heimlich.sim.heimlich_co.multiset import has
from heimlich.sim.heimlich_co.state import ASK, CARDS, DOSSIER, SAFE, Array, State, card_state
from heimlich.sim.heimlich_co.tables import Rules, Shape, uses_of
from heimlich.sim.rows import any_of, count_of, count_of_bits, look_up, nth_bit, nth_of, nth_of_many
from heimlich.sim.threefry import scale


def random_action(shape: Shape, rules: Rules, state: State, word: Array) -> Array:
    """One of the legal actions, each as likely, by a random word (uint32) for each game."""
    moves = look_up(shape.xp, rules.move_count, state.face)
    action = movement.nth_move(shape, rules, state.face, scale(shape.xp, word, moves))
    action = for_some(shape, state.phase == SAFE, _random_place, rules, action, state, word)
    if shape.cards or shape.dossier:
        other = any_of([state.phase == phase for phase in (ASK, CARDS, DOSSIER)])
        action = for_some(shape, other, _random_other, rules, action, state, word)
    return action


def _random_place(shape: Shape, rules: Rules, action: Array, state: State, word: Array) -> Array:
    xp, places = shape.xp, safe.open_bits(shape, rules, state)
    place = nth_bit(xp, (places,), scale(xp, word, count_of_bits(xp, (places,))), halves=(8, 4, 2, 1))
    return place.astype(action.dtype) + SAFE_START


def _random_other(shape: Shape, rules: Rules, action: Array, state: State, word: Array) -> Array:
    """In a round of cards, or for a dossier."""
    xp = shape.xp
    if is_eager(xp):
        flags = legal.other_actions(shape, rules, state)
        return nth_of_many(xp, flags, lambda total: scale(xp, word, total)).astype(action.dtype)
    if shape.cards:
        held = worked_out(shape, supply.hand_of(shape, card_state(state), legal.to_act(shape, state))[0])
        action = xp.where(state.phase == ASK, _random_answer(shape, rules, state, held, word), action)
        action = xp.where(state.phase == CARDS, _random_card(shape, rules, state, held, word), action)
    if shape.dossier:
        action = xp.where(state.phase == DOSSIER, _random_cell(shape, rules, state, word), action)
    return action


def _random_answer(shape: Shape, rules: Rules, state: State, held: Array, word: Array) -> Array:
    """Yes or no (T6)."""
    able = legal.can_play(shape, rules, state, held).astype(shape.xp.int32)
    return shape.xp.where(scale(shape.xp, word, able + 1) < able, YES, NO)


def _random_card(shape: Shape, rules: Rules, state: State, held: Array, word: Array) -> Array:
    """To pass or to stop, or one of all uses of the kinds in hand (bits); without an array of all uses."""
    xp = shape.xp
    passing, stopping = legal.ways_to_pass(rules, state)
    no_bits = xp.zeros(word.shape, xp.uint32)
    bits = [
        tuple(xp.where(has(xp, held, kind), part, no_bits) for part in parts)
        for kind, parts in enumerate(cards.use_bits(shape, rules, state))
    ]
    counts = [count_of_bits(xp, parts) for parts in bits]
    quiet = (passing | stopping).astype(xp.int32)
    number = scale(xp, word, quiet + sum(counts)) - quiet
    start, rest, chosen = xp.zeros(number.shape, xp.int32), number, [no_bits] * max(map(len, bits))
    for kind in range(len(KINDS)):
        number = number - counts[kind - 1] if kind else number
        later = number >= 0
        start, rest = xp.where(later, uses_of(KINDS[kind])[0], start), xp.where(later, number, rest)
        chosen = [xp.where(later, new, old) for new, old in zip_longest(bits[kind], chosen, fillvalue=no_bits)]
    use = CARD_START + start + nth_bit(xp, chosen, rest)
    return xp.where(rest < 0, xp.where(stopping, STOP, PASS), use)


def _random_cell(shape: Shape, rules: Rules, state: State, word: Array) -> Array:
    """An answer in a dossier, or to keep the old ones (D1, D3)."""
    xp = shape.xp
    keep, (question, answers) = dossier.can_keep(shape, state).astype(xp.int32), dossier.open_cells(shape, rules, state)
    number = scale(xp, word, keep + count_of(xp, answers)) - keep
    cell = BALLOT_START + question.astype(xp.int32) * ANSWERS + nth_of(xp, answers, number)
    return xp.where(number < 0, KEEP, cell)
