"""The Top Secret part of a turn (T6): who is asked, whose opportunity it is, and when all have passed."""

from heimlich.game import Seat
from heimlich.games.heimlich_co.ruleset import CardRound
from heimlich.games.heimlich_co.state import CardTable, Phase, State, Table, but, put
from heimlich.games.heimlich_co.supply import card_table


def is_over(table: Table) -> bool:
    """All players in a row have passed (T6)."""
    return card_table(table).passes >= table.players


def open_round(state: State) -> State:
    """After the move and its draw: all who hold a card are asked, or the first opportunity comes at once."""
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
    """Everyone who holds a card is asked, whether or not it could be played: that would show (S1)."""
    return tuple([seat for seat, number in enumerate(cards.hands) if number])


def answer(state: State, seat: Seat, *, yes: bool) -> State:
    """A seat's hidden answer; the last one reveals them all, and the first who said yes must play (T6)."""
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
    """After a card: the same seat may play another; with an empty hand it stops by itself."""
    cards = card_table(table)
    if cards.hands[cards.at] or table.rules.pass_aloud:
        return table
    return let_pass(table)


def let_pass(table: Table) -> Table:
    """The opportunity goes on clockwise. To stop after a card is no pass, except where nobody was asked (T6)."""
    cards = card_table(table)
    counts = not cards.has_played or table.rules.card_round is not CardRound.ASKED
    at, passes = _skip_empty_hands(table, (cards.at + 1) % table.players, cards.passes + counts)
    return but(table, cards=but(cards, passes=passes, at=at, has_played=False))


def _skip_empty_hands(table: Table, at: Seat, passes: int) -> tuple[Seat, int]:
    """Who holds no card passes by himself (T6); everyone can see that he must."""
    hands = card_table(table).hands
    if not table.rules.pass_aloud:
        while passes < table.players and not hands[at]:
            at, passes = (at + 1) % table.players, passes + 1
    return at, passes
