"""The Top Secret part of a turn (T6): which seats are asked, whose opportunity it is, and when all have passed."""

from heimlich.game import Seat
from heimlich.games.heimlich_co.ruleset import CardRound
from heimlich.games.heimlich_co.state import CardTable, Phase, State, Table, but, put
from heimlich.games.heimlich_co.supply import card_table


def is_over(table: Table) -> bool:
    """Tell whether all players in a row have passed (T6)."""
    return card_table(table).passes >= table.players


def open_round(state: State) -> State:
    """Start the card round after the move and its draw: ask all who hold a card, or give the first opportunity (T6)."""
    table, secrets = state
    cards, how = card_table(table), table.rules.card_round
    phase = Phase.CARDS
    at, passes = (table.seat + 1) % table.players if how is CardRound.FROM_NEXT else table.seat, 0
    if how is not CardRound.ASKED:
        at, passes = _skip_empty_hands(table, at, passes)
    elif any(cards.hands):
        phase = Phase.ASK
    else:
        passes = table.players
    cards = but(cards, yes=(), passes=passes, must_play=False, has_played=False, last_to_play=None, at=at)
    return State(but(table, phase=phase, cards=cards), secrets)


def holders(cards: CardTable) -> tuple[Seat, ...]:
    """List everyone who holds a card, playable or not: asking only some would reveal hands (S1)."""
    return tuple([seat for seat, number in enumerate(cards.hands) if number])


def answer(state: State, seat: Seat, *, yes: bool) -> State:
    """Note a seat's hidden answer; the last one reveals them all, and the first seat that said yes must play (T6)."""
    table, secrets = state
    answers = put(secrets.answers, seat, yes)
    cards = card_table(table)
    if None in [given for given, held in zip(answers, cards.hands, strict=True) if held]:
        return State(table, but(secrets, answers=answers))
    secrets = but(secrets, answers=(None,) * table.players)
    willing = tuple([other for other, yes in enumerate(answers) if yes])
    if not willing:
        return State(but(table, phase=Phase.CARDS, cards=but(cards, passes=table.players)), secrets)
    first = min(willing, key=lambda other: (other - table.seat) % table.players)
    return State(but(table, phase=Phase.CARDS, cards=but(cards, yes=willing, at=first, must_play=True)), secrets)


def go_on(table: Table) -> Table:
    """Let the seat that played a card play another; with an empty hand it stops without being asked."""
    cards = card_table(table)
    if cards.hands[cards.at] or table.rules.pass_aloud:
        return table
    return let_pass(table)


def let_pass(table: Table) -> Table:
    """Pass the opportunity on clockwise. Stopping after a card is no pass, except where nobody was asked (T6)."""
    cards = card_table(table)
    counts = not cards.has_played or table.rules.card_round is not CardRound.ASKED
    at, passes = _skip_empty_hands(table, (cards.at + 1) % table.players, cards.passes + counts)
    return but(table, cards=but(cards, passes=passes, at=at, has_played=False))


def _skip_empty_hands(table: Table, at: Seat, passes: int) -> tuple[Seat, int]:
    """Let seats without cards pass without being asked (T6); everyone can see that they must."""
    hands = card_table(table).hands
    if not table.rules.pass_aloud:
        while passes < table.players and not hands[at]:
            at, passes = (at + 1) % table.players, passes + 1
    return at, passes
