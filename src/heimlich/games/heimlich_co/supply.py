"""The supply of Top Secret cards and drawing from it (T1 to T5). The effects of cards are in cards.py."""

from functools import lru_cache

from heimlich.chance import Chance
from heimlich.game import Seat
from heimlich.games.heimlich_co.actions import CardDrawn, MoveAgents
from heimlich.games.heimlich_co.names import KIND_INDEX, KINDS, RUINS, Card
from heimlich.games.heimlich_co.state import CardTable, Hand, Phase, State, Table, but, put


def chance_of_card(state: State, seat: Seat) -> Chance:
    """Ask chance which card is drawn, each kind in proportion to its number in the supply (T5)."""
    return Chance("cards", card_table(state.table).drawn, _draws(seat), state.secrets.supply)


@lru_cache
def _draws(seat: Seat) -> tuple[CardDrawn, ...]:
    return tuple(CardDrawn(seat, kind) for kind in KINDS)


def card_table(table: Table) -> CardTable:
    """Return the cards of a table that plays with cards."""
    assert table.cards is not None, "only reached with Top Secret cards"
    return table.cards


def next_to_be_dealt(table: Table) -> Seat:
    """Return the seat that is dealt the next card: each in turn gets its whole first hand (T2)."""
    return card_table(table).drawn // table.rules.hand_start


def take_card(state: State, seat: Seat, card: Card) -> State:
    """Move a card from the supply into a hand; only its owner sees which (T2, T5)."""
    table, secrets = state
    cards = card_table(table)
    kind = KIND_INDEX[card]
    hand = sorted_hand((*secrets.hands[seat], card))
    return State(
        but(
            table,
            cards=but(cards, hands=put(cards.hands, seat, len(hand)), supply=cards.supply - 1, drawn=cards.drawn + 1),
        ),
        but(secrets, hands=put(secrets.hands, seat, hand), supply=put(secrets.supply, kind, secrets.supply[kind] - 1)),
    )


def sorted_hand(cards: tuple[Card, ...]) -> Hand:
    """Sort a hand in the order of KINDS, so that the order of drawing does not show."""
    return tuple(sorted(cards, key=KIND_INDEX.__getitem__))


def can_draw(table: Table, seat: Seat) -> bool:
    """Tell whether a seat's hand has room (T2), and a card is left to draw (T5)."""
    cards = card_table(table)
    if cards.hands[seat] >= table.rules.hand_limit:
        return False
    return cards.supply > 0 or (table.rules.reuse_discards and sum(cards.discards) > 0)


def start_drawing(state: State, seat: Seat, resume: Phase) -> State:
    """Wait for a card to be drawn; if the supply is empty, the discards become the new supply first (T5)."""
    table, secrets = state
    cards = card_table(table)
    if cards.supply == 0:
        secrets = but(secrets, supply=cards.discards)
        cards = but(cards, supply=sum(cards.discards), discards=(0,) * len(KINDS))
    return State(but(table, phase=Phase.DRAW, resume=resume, cards=but(cards, drawing=seat)), secrets)


def move_draws(table: Table, move: MoveAgents) -> bool:
    """Tell whether a move draws a card: points brought an agent to rest in the ruins, or none were taken (T4)."""
    if RUINS not in table.places:
        return not move.steps
    return not move.steps or any(table.place(agent) == RUINS for agent, _ in move.steps)


def card_draws(before: Table, after: Table, seat: Seat) -> bool:
    """Tell whether a played card draws a card: the seat whose turn it is brought an agent into the ruins (T4)."""
    if seat != after.seat or not after.rules.draw_for_cards:
        return False
    return any(new == RUINS != old for old, new in zip(before.places, after.places, strict=True))


def play_from_hand(state: State, seat: Seat, card: Card) -> State:
    """Take a card out of the hand the moment it is played (T4), for all to see (T7); restart counting passes (T6)."""
    table, secrets = state
    cards = card_table(table)
    hand = list(secrets.hands[seat])
    hand.remove(card)
    cards = but(
        cards,
        hands=put(cards.hands, seat, len(hand)),
        playing=card,
        passes=0,
        must_play=False,
        has_played=True,
        last_to_play=seat,
    )
    return State(
        but(table, cards=cards),
        but(secrets, hands=put(secrets.hands, seat, tuple(hand))),
    )


def lay_down(table: Table) -> Table:
    """Put the card just played on the discards, after its own draw (T5, T7)."""
    cards = card_table(table)
    if cards.playing is None:
        return table
    kind = KIND_INDEX[cards.playing]
    return but(table, cards=but(cards, playing=None, discards=put(cards.discards, kind, cards.discards[kind] + 1)))
