"""A seat's view as numbers: the fields of `encoding.view_fields`, and no more (S1 to S3)."""

from heimlich.games.heimlich_co.encoding import FREE, UNKNOWN
from heimlich.games.heimlich_co.ruleset import MOST_PLAYERS
from heimlich.sim.batch import is_eager
from heimlich.sim.heimlich_co.card_round import next_seat
from heimlich.sim.heimlich_co.dossier import answers_of
from heimlich.sim.heimlich_co.multiset import cards_at, counts, is_empty, number_of
from heimlich.sim.heimlich_co.state import (
    ASK,
    CARDS,
    DOSSIER,
    MOVE,
    NONE,
    OVER,
    SAFE,
    Array,
    Rows,
    State,
    card_state,
    dossier_state,
)
from heimlich.sim.heimlich_co.supply import hand_sizes
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.rows import look_up, row_at
from heimlich.sim.words import in_pairs, side_by_side


def observe(shape: Shape, rules: Rules, state: State, seat: Array) -> Array:
    """Return what each game's `seat` (int8 [batch]) may know, int16 [batch, fields]."""
    xp, found = shape.xp, columns(shape, rules, state, seat)
    if shape.branches or is_eager(xp):
        return xp.stack([column.astype(xp.int16) for column in found], axis=-1)
    return side_by_side(xp, in_pairs(xp, found), len(found))


def columns(shape: Shape, rules: Rules, state: State, seat: Array) -> list[Array]:
    """`observe`, with each field as a vector [batch]."""
    xp = shape.xp
    found = [
        state.phase,
        state.turn,
        _from(shape, seat, state.seat),
        _from(shape, seat, state.first),
        look_up(xp, rules.fewest, state.face),
        look_up(xp, rules.most, state.face),
        state.safe,
        state.reached,
        state.scorings,
        state.ending,
        *_rotated(shape, seat, awaited(shape, state)),
        *state.places,
        *state.points,
        *state.gains,
        *_owners(shape, state, seat),
    ]
    if shape.cards:
        found += _card_columns(shape, state, seat)
    if shape.dossier:
        found += _dossier_columns(shape, state, seat)
    return found


def awaited(shape: Shape, state: State) -> Rows:
    """Return who is asked, as far as everyone may know: an answer in T6 does not show before the last one."""
    found = []
    deciding = (state.phase == MOVE) | (state.phase == SAFE)
    for seat in range(shape.players):
        flag = deciding & (state.seat == seat)
        if shape.cards:
            cards = card_state(state)
            flag = flag | ((state.phase == CARDS) & (cards.at == seat))
            flag = flag | ((state.phase == ASK) & ~is_empty(cards.hands[seat]))
        if shape.dossier:
            flag = flag | ((state.phase == DOSSIER) & ~dossier_state(state).written[seat])
        found.append(flag)
    return tuple(found)


def _from(shape: Shape, me: Array, seat: Array) -> Array:
    """A seat, counted clockwise from the one who looks."""
    return shape.xp.where(seat >= me, seat - me, seat + shape.players - me)


def _or_none(shape: Shape, me: Array, seat: Array) -> Array:
    return shape.xp.where(seat == NONE, shape.xp.int8(UNKNOWN), _from(shape, me, seat))


def _rotated(shape: Shape, me: Array, rows: Rows) -> Rows:
    """Per-seat rows, the one who looks first."""
    found = []
    for _ in range(shape.players):
        found.append(row_at(shape.xp, rows, me))
        me = next_seat(shape, me)
    return tuple(found)


def _owners(shape: Shape, state: State, me: Array) -> Rows:
    """One's own agents; at the end everyone's (S3)."""
    xp = shape.xp
    found = []
    for owner in state.owner:
        known = xp.where(owner == me, xp.int8(0), xp.int8(UNKNOWN))
        revealed = xp.where(owner == NONE, xp.int8(FREE), _from(shape, me, owner))
        found.append(xp.where(state.phase == OVER, revealed, known))
    return tuple(found)


def _card_columns(shape: Shape, state: State, me: Array) -> list[Array]:
    xp, cards = shape.xp, card_state(state)
    return [
        *counts(xp, cards_at(xp, cards.hands, me)),
        *counts(xp, cards.discards),
        number_of(xp, cards.supply),
        cards.removed,
        cards.playing,
        _from(shape, me, cards.at),
        cards.passes,
        cards.must_play,
        cards.has_played,
        _or_none(shape, me, cards.last_to_play),
        row_at(xp, cards.answers, me),
        *_rotated(shape, me, hand_sizes(shape, cards)),
        *_rotated(shape, me, cards.yes),
        *_rotated(shape, me, cards.doubles),
        *cards.arrived,
        *(
            xp.where(owner == me, order, xp.int8(UNKNOWN))
            for owner, order in zip(state.owner, cards.order, strict=True)
        ),
    ]


def _dossier_columns(shape: Shape, state: State, me: Array) -> list[Array]:
    dossier = dossier_state(state)
    return [
        dossier.halts,
        dossier.again,
        *_rotated(shape, me, dossier.written),
        *dossier.beyond,
        *_ballot(shape, me, dossier.dossiers),
        *_ballot(shape, me, dossier.drafts),
    ]


def _ballot(shape: Shape, me: Array, ballots: Rows) -> list[Array]:
    xp = shape.xp
    cells = answers_of(shape, row_at(xp, ballots, me))
    return [xp.where((cell >= 0) & (cell < MOST_PLAYERS), _from(shape, me, cell), cell) for cell in cells]
