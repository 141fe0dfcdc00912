"""The Top Secret part of a turn (T6): who is asked, whose opportunity it is, and when all have passed."""

from heimlich.sim.batch import select
from heimlich.sim.heimlich_co.multiset import cards_at, is_empty
from heimlich.sim.heimlich_co.state import ASK, CARDS, NONE, Array, CardState, Rows, State, card_state
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.rows import any_of, row_at


def is_over(shape: Shape, state: State) -> Array:
    """All players in a row have passed (T6)."""
    return (state.phase == CARDS) & (card_state(state).passes >= shape.players)


def next_seat(shape: Shape, seat: Array) -> Array:
    """Clockwise (H7)."""
    xp = shape.xp
    return xp.where(seat == shape.players - 1, xp.int8(0), seat + xp.int8(1))


def open_round(shape: Shape, rules: Rules, state: State) -> State:
    """After the move and its draw: all who hold a card are asked, or the first opportunity comes at once."""
    xp, cards = shape.xp, card_state(state)
    size = state.phase.shape
    no, zero, nothing = xp.zeros(size, bool), xp.zeros(size, xp.int8), xp.full(size, NONE, xp.int8)
    somebody = any_of([~is_empty(hand) for hand in cards.hands])
    at = xp.where(rules.from_next, next_seat(shape, state.seat), state.seat)
    passes = xp.where(rules.asked & ~somebody, xp.int8(shape.players), zero)
    cards = cards._replace(
        yes=(no,) * shape.players,
        passes=passes,
        must_play=no,
        has_played=no,
        last_to_play=nothing,
        at=at,
        answers=(nothing,) * shape.players,
    )
    skipped = _skip_empty_hands(shape, rules, cards)
    phase = xp.where(rules.asked & somebody, xp.int8(ASK), xp.int8(CARDS))
    cards = cards._replace(
        at=xp.where(rules.asked, cards.at, skipped.at), passes=xp.where(rules.asked, cards.passes, skipped.passes)
    )
    return state._replace(phase=phase, cards=cards)


def missing_answers(cards: CardState) -> Rows:
    """The seats that hold a card and have not answered yet (T6)."""
    return tuple(~is_empty(hand) & (answer == NONE) for hand, answer in zip(cards.hands, cards.answers, strict=True))


def first_of(shape: Shape, flags: Rows) -> Array:
    """The first seat of which it holds; if none, none."""
    xp = shape.xp
    found = xp.full(flags[0].shape, NONE, xp.int8)
    for seat in reversed(range(shape.players)):
        found = xp.where(flags[seat], xp.int8(seat), found)
    return found


def answer(shape: Shape, rules: Rules, state: State, yes: Array) -> State:
    """A seat's hidden answer; the last one reveals them all, and the first who said yes must play (T6)."""
    del rules
    xp, cards = shape.xp, card_state(state)
    missing = missing_answers(cards)
    seat = first_of(shape, missing)
    answers = tuple(
        xp.where(seat == number, yes.astype(xp.int8), former) for number, former in enumerate(cards.answers)
    )
    waiting = any_of([flag & (seat != number) for number, flag in enumerate(missing)])
    willing = tuple(each == 1 for each in answers)
    somebody = any_of(willing)
    at = _first_clockwise(shape, willing, state.seat)
    revealed = cards._replace(
        answers=(xp.full(seat.shape, NONE, xp.int8),) * shape.players,
        yes=willing,
        at=xp.where(somebody, at, cards.at),
        must_play=somebody,
        passes=xp.where(somebody, cards.passes, xp.int8(shape.players)),
    )
    hidden = cards._replace(answers=answers)
    return state._replace(
        phase=xp.where(waiting, state.phase, xp.int8(CARDS)),
        cards=select(xp, waiting, hidden, revealed),
    )


def _first_clockwise(shape: Shape, flags: Rows, start: Array) -> Array:
    """The first seat of which it holds, from `start` on."""
    xp = shape.xp
    best = xp.full(start.shape, shape.players, xp.int8)
    found = xp.full(start.shape, NONE, xp.int8)
    for seat, flag in enumerate(flags):
        distance = xp.where(start > seat, seat + shape.players - start, seat - start).astype(xp.int8)
        nearer = flag & (distance < best)
        best, found = xp.where(nearer, distance, best), xp.where(nearer, xp.int8(seat), found)
    return found


def note_play(shape: Shape, cards: CardState) -> CardState:
    """A card is played: the passes are counted anew."""
    xp, size = shape.xp, cards.at.shape
    return cards._replace(
        passes=xp.zeros(size, xp.int8),
        must_play=xp.zeros(size, bool),
        has_played=xp.ones(size, bool),
        last_to_play=cards.at,
    )


def stops_by_itself(shape: Shape, rules: Rules, state: State) -> Array:
    """After a card: with an empty hand the seat cannot play another."""
    cards = card_state(state)
    return is_empty(cards_at(shape.xp, cards.hands, cards.at)) & ~rules.pass_aloud


def let_pass(shape: Shape, rules: Rules, state: State) -> State:
    """The opportunity goes on clockwise. To stop after a card is no pass, except where nobody was asked (T6)."""
    xp, cards = shape.xp, card_state(state)
    counts = ~cards.has_played | ~rules.asked
    cards = cards._replace(
        passes=cards.passes + counts.astype(xp.int8),
        at=next_seat(shape, cards.at),
        has_played=xp.zeros(cards.at.shape, bool),
    )
    return state._replace(cards=_skip_empty_hands(shape, rules, cards))


def _skip_empty_hands(shape: Shape, rules: Rules, cards: CardState) -> CardState:
    """Let seats without a card pass automatically (T6)."""
    xp = shape.xp
    empty = [is_empty(hand) for hand in cards.hands]
    at, passes = cards.at, cards.passes
    for _ in range(shape.players):
        skips = ~rules.pass_aloud & (passes < shape.players) & row_at(xp, empty, at)
        passes = passes + skips.astype(xp.int8)
        at = xp.where(skips, next_seat(shape, at), at)
    return cards._replace(at=at, passes=passes)
