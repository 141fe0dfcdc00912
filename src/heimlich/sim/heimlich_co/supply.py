"""The supply of Top Secret cards and drawing from it (T1 to T5). What a card does is cards.py."""

from typing import Any

from heimlich.games.heimlich_co.names import RUINS
from heimlich.sim.batch import for_some, repeat
from heimlich.sim.heimlich_co.multiset import (
    Cards,
    add,
    bit_of,
    cards_at,
    is_empty,
    no_cards,
    nth_kind,
    number_of,
    remove,
    with_cards,
)
from heimlich.sim.heimlich_co.state import NONE, Array, CardState, Rows, State, card_state
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.rows import any_of
from heimlich.sim.threefry import random_words, scale


def hand_of(shape: Shape, cards: CardState, seat: Array) -> Cards:
    """A seat's hand."""
    return cards_at(shape.xp, cards.hands, seat)


def hand_sizes(shape: Shape, cards: CardState) -> Rows:
    """Return how many cards each seat holds."""
    return tuple(number_of(shape.xp, hand) for hand in cards.hands)


def deal_hands(shape: Shape, rules: Rules, state: State) -> State:
    """All cards make the supply (T1), and each seat in turn gets all the cards of its first hand (T2)."""
    xp, cards = shape.xp, card_state(state)
    supply: Cards = tuple(xp.broadcast_to(plane, state.game.shape) for plane in rules.supply)
    start = number_of(xp, supply)

    def deal(dealt: tuple[Cards, tuple[Cards, ...]], card: Any) -> tuple[Cards, tuple[Cards, ...]]:
        supply, hands = dealt
        later = [xp.asarray(card >= number * shape.hand).astype(xp.int32) for number in range(1, shape.players)]
        seat = sum(later)
        place = card - seat * shape.hand
        index = rules.hand_start.astype(xp.int32) * seat + place
        word = random_words(xp, (state.seed, state.game), "cards", index)
        kind = nth_kind(xp, supply, scale(xp, word, start - index))
        bit = xp.where(rules.top_secret & (place < rules.hand_start), bit_of(xp, kind), xp.uint32(0))
        dealt_to = [xp.where(seat == number, bit, xp.uint32(0)) for number in range(shape.players)]
        return remove(supply, bit), tuple(add(hand, one) for hand, one in zip(hands, dealt_to, strict=True))

    supply, hands = repeat(shape, shape.players * shape.hand, deal, (supply, cards.hands))
    number = shape.players * xp.where(rules.top_secret, rules.hand_start, 0).astype(xp.int16)
    cards = cards._replace(supply=supply, hands=hands, drawn=cards.drawn + number)
    return state._replace(cards=cards)


def which_card(shape: Shape, rules: Rules, kind: Array, state: State) -> Array:
    """The kind that is drawn next: as likely as the supply holds many of it (T5)."""
    del rules
    xp, cards = shape.xp, card_state(state)
    word = random_words(xp, (state.seed, state.game), "cards", cards.drawn)
    return nth_kind(xp, cards.supply, scale(xp, word, number_of(xp, cards.supply))).astype(kind.dtype)


def take_card(shape: Shape, rules: Rules, state: State, seat: Array, kind: Array) -> State:
    """A card goes from the supply into a hand (T2)."""
    del rules
    xp, cards = shape.xp, card_state(state)
    card = bit_of(xp, kind)
    hands = with_cards(xp, cards.hands, seat, add(hand_of(shape, cards, seat), card))
    cards = cards._replace(hands=hands, supply=remove(cards.supply, card), drawn=cards.drawn + 1)
    return state._replace(cards=cards)


def can_draw(shape: Shape, rules: Rules, state: State, seat: Array) -> Array:
    """The hand has room (T2), and there is a card to come (T5)."""
    cards = card_state(state)
    room = number_of(shape.xp, hand_of(shape, cards, seat)) < rules.hand_limit
    return room & (~is_empty(cards.supply) | (rules.reuse_discards & ~is_empty(cards.discards)))


def draw(shape: Shape, rules: Rules, state: State, draws: Array, seat: Array) -> State:
    """In the games where one is to be drawn, draw a card."""
    state = for_some(shape, draws & is_empty(card_state(state).supply), _reuse_discards, rules, state)
    kind = for_some(shape, draws, which_card, rules, state.seat, state)
    state = for_some(shape, draws, take_card, rules, state, seat, kind)
    cards = card_state(state)
    return state._replace(cards=cards._replace(drawing=shape.xp.where(draws, seat, cards.drawing)))


def _reuse_discards(shape: Shape, rules: Rules, state: State) -> State:
    """From an empty supply, the discards become the new one (T5)."""
    del rules
    cards = card_state(state)
    cards = cards._replace(supply=cards.discards, discards=no_cards(shape.xp, shape.copies, state.phase.shape))
    return state._replace(cards=cards)


def move_draws(state: State, steps: Rows) -> Array:
    """After the walk: points brought an agent to rest in the ruins, or none were taken (T4)."""
    rests = [(step > 0) & (place == RUINS) for step, place in zip(steps, state.places, strict=True)]
    return any_of(rests) | ~any_of([step > 0 for step in steps])


def card_draws(rules: Rules, before: Rows, state: State) -> Array:
    """A card brought an agent into the ruins, played by the one whose turn it is (T4)."""
    came = any_of([(new == RUINS) & (old != RUINS) for old, new in zip(before, state.places, strict=True)])
    return came & rules.draw_for_cards & (card_state(state).at == state.seat)


def play_from_hand(shape: Shape, state: State, kind: Array) -> State:
    """A card is out of the hand the moment it is played (T4)."""
    xp, cards = shape.xp, card_state(state)
    hand = remove(hand_of(shape, cards, cards.at), bit_of(xp, kind))
    hands = with_cards(xp, cards.hands, cards.at, hand)
    return state._replace(cards=cards._replace(hands=hands, playing=kind))


def lay_down(shape: Shape, state: State) -> State:
    """The card just played joins the discards, after its own draw (T5, T7)."""
    xp, cards = shape.xp, card_state(state)
    nothing = xp.full(cards.playing.shape, NONE, xp.int8)
    discards = add(cards.discards, bit_of(xp, cards.playing))
    return state._replace(cards=cards._replace(discards=discards, playing=nothing))
