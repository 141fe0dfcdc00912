"""The Top Secret part of a turn (T6): who is asked, whose opportunity it is, and when all have passed."""

from heimlich.game import Seat
from heimlich.games.heimlich_co.ruleset import CardRound
from heimlich.games.heimlich_co.state import CardTable, Phase, State, Table, put
from heimlich.games.heimlich_co.supply import card_table


def is_over(table: Table) -> bool:
    """All players in a row have passed (T6)."""
    return card_table(table).passes >= table.players


def open_round(state: State) -> State:
    """After the move and its draw: all who hold a card are asked, or the first opportunity comes at once."""
    table, secrets = state
    cards = card_table(table)._replace(
        yes=(), passes=0, must_play=False, has_played=False, last_to_play=None, at=table.seat
    )
    if table.rules.card_round is CardRound.ASKED:
        if not any(cards.hands):
            return State(_nobody_plays(table, cards), secrets)
        return State(table._replace(phase=Phase.ASK, cards=cards), secrets._replace(answers=(None,) * table.players))
    if table.rules.card_round is CardRound.FROM_NEXT:
        cards = cards._replace(at=(table.seat + 1) % table.players)
    return State(table._replace(phase=Phase.CARDS, cards=_skip_empty_hands(table, cards)), secrets)


def _nobody_plays(table: Table, cards: CardTable) -> Table:
    return table._replace(phase=Phase.CARDS, cards=cards._replace(passes=table.players))


def is_asked(cards: CardTable, seat: Seat) -> bool:
    """Everyone who holds a card is asked, whether or not it could be played: that would show (S1)."""
    return cards.hands[seat] > 0


def answer(state: State, seat: Seat, *, yes: bool) -> State:
    """A seat's hidden answer; the last one reveals them all, and the first who said yes must play (T6)."""
    table, secrets = state
    answers = put(secrets.answers, seat, yes)
    cards = card_table(table)
    if any(answers[other] is None and is_asked(cards, other) for other in range(table.players)):
        return State(table, secrets._replace(answers=answers))
    secrets = secrets._replace(answers=(None,) * table.players)
    clockwise = [(table.seat + offset) % table.players for offset in range(table.players)]
    willing = [other for other in clockwise if answers[other]]
    cards = cards._replace(yes=tuple(sorted(willing)))
    if not willing:
        return State(_nobody_plays(table, cards), secrets)
    return State(table._replace(phase=Phase.CARDS, cards=cards._replace(at=willing[0], must_play=True)), secrets)


def note_play(table: Table, seat: Seat) -> Table:
    """A card is played: the passes are counted anew."""
    cards = card_table(table)
    return table._replace(cards=cards._replace(passes=0, must_play=False, has_played=True, last_to_play=seat))


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
    passes = cards.passes + 1 if counts else cards.passes
    cards = cards._replace(passes=passes, at=(cards.at + 1) % table.players, has_played=False)
    return table._replace(cards=_skip_empty_hands(table, cards))


def _skip_empty_hands(table: Table, cards: CardTable) -> CardTable:
    """Who holds no card passes by himself (T6); everyone can see that he must."""
    while not table.rules.pass_aloud and cards.passes < table.players and not cards.hands[cards.at]:
        cards = cards._replace(passes=cards.passes + 1, at=(cards.at + 1) % table.players)
    return cards
