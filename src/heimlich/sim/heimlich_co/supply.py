"""The supply of Top Secret cards and drawing from it (T1 to T5). What a card does is cards.py."""

from typing import Any

from heimlich.games.heimlich_co.names import KINDS, RUINS
from heimlich.sim.batch import any_of, count_of, for_some, repeat, row_at, with_row
from heimlich.sim.heimlich_co.state import NONE, Array, CardState, Rows, State, card_state
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.threefry import random_words, scale


def number_of(cards: Array) -> Array:
    """How many cards a multiset [kind, batch] holds."""
    return cards.sum(axis=0, dtype="int8")


def hand_of(shape: Shape, cards: CardState, seat: Array) -> Array:
    """A seat's hand, by kind."""
    return row_at(shape.xp, cards.hands, seat)


def hand_sizes(cards: CardState) -> Rows:
    """How many cards each seat holds."""
    return tuple(map(number_of, cards.hands))


def deal_hands(shape: Shape, rules: Rules, state: State) -> State:
    """All cards make the supply (T1), and each seat in turn gets all the cards of its first hand (T2).

    Cards are counted up to each kind: a drawn one is one less in all the counts beyond its place.
    """
    xp, cards = shape.xp, card_state(state)
    first = shape.array(range(shape.players * shape.hand), "int32")[:, None]
    index = first // shape.hand * rules.hand_start + first % shape.hand
    counts = xp.stack(_running(rules.supply))
    words = random_words(xp, (state.seed, state.game), "cards", index)
    rests = scale(xp, words, counts[-1] - index)
    up_to, nothing = xp.broadcast_to(counts, cards.supply.shape), xp.zeros(cards.supply.shape, counts.dtype)
    hands = []
    for seat in range(shape.players):

        def deal(counted: tuple[Array, Array], place: Any, seat: int = seat) -> tuple[Array, Array]:
            up_to, held = counted
            dealt = rules.top_secret & (place < rules.hand_start)
            taken = ((rests[seat * shape.hand + place] < up_to) & dealt).astype(up_to.dtype)
            return up_to - taken, held + taken

        up_to, held = repeat(shape, shape.hand, deal, (up_to, nothing))
        hands.append(_by_kind(xp, held))
    dealt = shape.players * xp.where(rules.top_secret, rules.hand_start, 0).astype(xp.int16)
    cards = cards._replace(supply=_by_kind(xp, up_to), hands=tuple(hands), drawn=cards.drawn + dealt)
    return state._replace(cards=cards)


def _by_kind(xp: Any, up_to: Array) -> Array:
    """How many there are of each kind, from how many there are up to it."""
    return xp.concatenate([up_to[:1], up_to[1:] - up_to[:-1]]).astype(xp.int8)


def which_card(shape: Shape, rules: Rules, kind: Array, state: State) -> Array:
    """The kind that is drawn next: as likely as the supply holds many of it (T5)."""
    del rules
    word = random_words(shape.xp, (state.seed, state.game), "cards", card_state(state).drawn)
    sums = _running(card_state(state).supply)
    rest = scale(shape.xp, word, sums[-1])
    return count_of(shape.xp, [rest >= edge for edge in sums[:-1]]).astype(kind.dtype)


def one_of(shape: Shape, kind: Array) -> Array:
    """One card of a kind, as a multiset [kind, batch]; of no kind, nothing."""
    kinds = shape.array(range(len(KINDS)), "int8")
    return (kinds[:, None] == kind).astype(shape.xp.int8)


def take_card(shape: Shape, rules: Rules, state: State, seat: Array, kind: Array) -> State:
    """A card goes from the supply into a hand (T2)."""
    del rules
    xp, cards = shape.xp, card_state(state)
    card = one_of(shape, kind)
    hands = with_row(xp, cards.hands, seat, hand_of(shape, cards, seat) + card)
    cards = cards._replace(hands=hands, supply=cards.supply - card, drawn=cards.drawn + 1)
    return state._replace(cards=cards)


def _running(cards: Array) -> list[Array]:
    """The number of cards up to each kind."""
    total = cards[0].astype("int16")
    sums = [total]
    for kind in range(1, len(KINDS)):
        total = total + cards[kind]
        sums.append(total)
    return sums


def can_draw(shape: Shape, rules: Rules, state: State, seat: Array) -> Array:
    """The hand has room (T2), and there is a card to come (T5)."""
    cards = card_state(state)
    room = number_of(hand_of(shape, cards, seat)) < rules.hand_limit
    return room & (_any_card(cards.supply) | (rules.reuse_discards & _any_card(cards.discards)))


def _any_card(cards: Array) -> Array:
    return (cards > 0).any(axis=0)


def draw(shape: Shape, rules: Rules, state: State, draws: Array, seat: Array) -> State:
    """In the games where one is to be drawn, draw a card."""
    state = for_some(shape, draws & ~_any_card(card_state(state).supply), _reuse_discards, rules, state)
    kind = for_some(shape, draws, which_card, rules, state.seat, state)
    state = for_some(shape, draws, take_card, rules, state, seat, kind)
    cards = card_state(state)
    return state._replace(cards=cards._replace(drawing=shape.xp.where(draws, seat, cards.drawing)))


def _reuse_discards(shape: Shape, rules: Rules, state: State) -> State:
    """From an empty supply, the discards become the new one (T5)."""
    del rules
    cards = card_state(state)
    cards = cards._replace(supply=cards.discards, discards=shape.xp.zeros(cards.discards.shape, shape.xp.int8))
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
    hands = with_row(xp, cards.hands, cards.at, hand_of(shape, cards, cards.at) - one_of(shape, kind))
    return state._replace(cards=cards._replace(hands=hands, playing=kind))


def lay_down(shape: Shape, state: State) -> State:
    """The card just played joins the discards, after its own draw (T5, T7)."""
    xp, cards = shape.xp, card_state(state)
    nothing = xp.full(cards.playing.shape, NONE, xp.int8)
    return state._replace(cards=cards._replace(discards=cards.discards + one_of(shape, cards.playing), playing=nothing))
