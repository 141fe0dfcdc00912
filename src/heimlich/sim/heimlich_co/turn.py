"""The order of play, in the order of the readable turn.py. Start reading here.

`decide` carries out one decision in every game, whatever the phase of each, and all that follows from it; where a
section concerns only some of the games, `for_some` leaves the others as they are. Cards and dossiers are left out when
the program is traced, if no game has them.
"""

from heimlich.games.heimlich_co.encoding import CARD_START, MOVE_START, SAFE_START, YES
from heimlich.sim.batch import for_few, for_some, worked_out
from heimlich.sim.heimlich_co import (
    card_round,
    cards,
    dossier,
    double_agent,
    endgame,
    movement,
    scoring,
    setup,
    supply,
)
from heimlich.sim.heimlich_co.state import (
    ASK,
    CARDS,
    DOSSIER,
    MOVE,
    NONE,
    OVER,
    ROLL,
    SAFE,
    Array,
    Rows,
    State,
    card_state,
    dossier_state,
)
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.rows import all_of, any_of


def reset(shape: Shape, rules: Rules, seed: Array, game: Array) -> State:
    """New games, up to their first decision."""
    return movement.roll(shape, rules, setup.new(shape, rules, seed, game))


def step(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """A decision of the seat that is to act, and all chance that follows. A game that is over stays as it is."""
    return _roll(shape, rules, decide(shape, rules, state, action))


def advance(shape: Shape, rules: Rules, state: State, action: Array, stride: int) -> tuple[State, State]:
    """`step`, then a new game in place of every finished one; also the state before that, for its rewards."""
    decided = decide(shape, rules, state, action)
    renew = for_few if shape.branches else for_some  # on a GPU, to gather them costs more
    renewed = renew(shape, decided.phase == OVER, _next_game, rules, decided, shape.array([stride], "uint32"))
    return _roll(shape, rules, renewed), decided


def renew(shape: Shape, rules: Rules, state: State, stride: Array) -> State:
    """A new game, numbered `stride` further, in place of every one that is over."""
    renew = for_few if shape.branches else for_some  # as in `advance`
    renewed: State = renew(shape, state.phase == OVER, _first_decision, rules, state, stride)
    return renewed


def _first_decision(shape: Shape, rules: Rules, state: State, stride: Array) -> State:
    return reset(shape, rules, state.seed, state.game + stride)


def _next_game(shape: Shape, rules: Rules, state: State, stride: Array) -> State:
    return setup.new(shape, rules, state.seed, state.game + stride)


def _roll(shape: Shape, rules: Rules, state: State) -> State:
    rolled: State = for_some(shape, state.phase == ROLL, movement.roll, rules, state)
    return rolled


def decide(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """A decision and what follows from it, up to the next roll of the die, a decision or the end."""
    xp = shape.xp
    moving, placing = state.phase == MOVE, state.phase == SAFE
    steps = movement.steps_of(shape, xp.where(moving, action, MOVE_START))
    places, arrived = movement.walk(shape, state.places, state.safe, steps)
    safe = xp.where(placing, (action - SAFE_START).astype(xp.int8), state.safe)
    after = state._replace(places=places, safe=safe)
    if shape.cards or shape.dossier:
        return _with_variants(shape, rules, state, after, steps, arrived, action)
    return _close_turn(shape, rules, after, moving, placing, arrived)


def _with_variants(
    shape: Shape, rules: Rules, before: State, state: State, steps: Rows, arrived: Rows, action: Array
) -> State:
    """Return what comes between the move and the scoring: cards (T4 to T8) and dossiers (D1, D3)."""
    xp, phase = shape.xp, before.phase
    closing = phase == MOVE
    laid = resumed = xp.zeros(phase.shape, bool)
    if shape.cards:
        state = _note_arrivals(shape, state, closing, arrived)
        state = for_some(shape, phase == ASK, card_round.answer, rules, state, action == YES)
        state = worked_out(shape, state)
        state, laid = _play_and_draw(shape, rules, before, state, steps, action)
        state, laid = worked_out(shape, (state, laid))
        state = for_some(shape, closing & rules.top_secret, card_round.open_round, rules, state)
    if shape.dossier:
        state, back_to_cards, resumed = _write_dossiers(shape, rules, before, state, action)
        laid = laid | back_to_cards
    if shape.cards:
        state = for_some(shape, laid, _lay_down, rules, state)
        passes = (phase == CARDS) & (action < CARD_START)
        passes = passes | (laid & card_round.stops_by_itself(shape, rules, state))
        state = for_some(shape, passes, card_round.let_pass, rules, state)
        closing = (closing & ~rules.top_secret) | card_round.is_over(shape, state)
        state, closing, resumed = worked_out(shape, (state, closing, resumed))
        arrived = card_state(state).arrived
    return _close_turn(shape, rules, state, closing, phase == SAFE, arrived, resumed)


def _note_arrivals(shape: Shape, state: State, moving: Array, arrived: Rows) -> State:
    xp, held = shape.xp, card_state(state)
    noted = tuple(xp.where(moving, new, old) for new, old in zip(arrived, held.arrived, strict=True))
    return state._replace(cards=held._replace(arrived=noted))


def _play_and_draw(
    shape: Shape, rules: Rules, before: State, state: State, steps: Rows, action: Array
) -> tuple[State, Array]:
    """A card that is played, and the draw that it or the move brings (T4); also where a card is to be laid down."""
    xp = shape.xp
    moving, playing = before.phase == MOVE, (before.phase == CARDS) & (action >= CARD_START)
    points = state.points
    draws = moving & rules.top_secret & supply.move_draws(state, steps)
    state = for_some(shape, playing, _play, rules, state, action)
    double = playing & cards.is_double_agent(cards.kind_of(shape, action))
    free = double_agent.any_free(state)
    state = for_some(shape, double & ~free, double_agent.leave_without_effect, rules, state)
    draws = draws | (playing & supply.card_draws(rules, before.places, state)) | (double & ~free)
    which = for_some(shape, double & free, double_agent.which_agent, rules, action, state)  # drawn once, not per agent
    state = for_some(shape, double & free, double_agent.take_double, rules, state, which)
    seat = xp.where(moving, state.seat, card_state(state).at)
    draws = draws & supply.can_draw(shape, rules, state, seat)
    state = supply.draw(shape, rules, state, draws, seat)
    if not shape.dossier:
        return state, playing
    state, halts = dossier.watch(shape, rules, points, state)
    state = for_some(shape, halts, dossier.halt, rules, state, shape.array([CARDS], "int8"))
    return state, playing & ~halts


def _play(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    state = supply.play_from_hand(shape, state, cards.kind_of(shape, action))
    state = cards.carry_out(shape, rules, state, action)
    return state._replace(cards=card_round.note_play(shape, card_state(state)))


def _lay_down(shape: Shape, rules: Rules, state: State) -> State:
    del rules
    return supply.lay_down(shape, state)


def _write_dossiers(
    shape: Shape, rules: Rules, before: State, state: State, action: Array
) -> tuple[State, Array, Array]:
    """An answer in a dossier; also where play goes back to the cards, or on to the safe, since all have written."""
    xp = shape.xp
    writing = before.phase == DOSSIER
    state = for_some(shape, writing, dossier.write, rules, state, action)
    held = dossier_state(state)
    done = writing & all_of(held.written)
    to_cards, to_safe = done & (held.resume == CARDS), done & (held.resume == SAFE)
    state = state._replace(
        phase=xp.where(to_cards, xp.int8(CARDS), state.phase),
        dossier=held._replace(resume=xp.where(done, xp.int8(NONE), held.resume)),
    )
    return state, to_cards, to_safe


def _close_turn(
    shape: Shape, rules: Rules, state: State, closing: Array, placing: Array, arrived: Rows, scored: Array | None = None
) -> State:
    """Scoring, dossiers, the end, or the next turn; `scored` are games whose scoring was before a halt."""
    xp = shape.xp
    due = closing & any_of(arrived)
    points = state.points
    state = for_some(shape, due, scoring.score, rules, state)
    turn_over = placing | (closing & ~due)
    following = _next_seat(shape, rules, state, closing & ~due)
    to_safe = due
    if shape.cards:
        state = _clear_arrivals(state, due)
    if shape.dossier:
        state, halts = dossier.watch(shape, rules, points, state)
        state = for_some(shape, halts, dossier.halt, rules, state, shape.array([SAFE], "int8"))
        to_safe = (due & ~halts) | scored
    ends = endgame.ends_with_this_turn(rules, state, following)
    goes_on = turn_over & ~ends
    state = state._replace(
        phase=xp.where(to_safe, xp.int8(SAFE), xp.where(goes_on, xp.int8(ROLL), state.phase)),
        turn=state.turn + goes_on.astype(xp.int16),
        seat=xp.where(goes_on, following, state.seat),
    )
    over = (to_safe | turn_over) & ends
    state = for_some(shape, over, _give_win, rules, state)
    closed: State = for_some(shape, over, endgame.close, rules, state)
    return closed


def _clear_arrivals(state: State, due: Array) -> State:
    held = card_state(state)
    return state._replace(cards=held._replace(arrived=tuple(flag & ~due for flag in held.arrived)))


def _next_seat(shape: Shape, rules: Rules, state: State, unscored: Array) -> Array:
    """Clockwise (H7); in one edition, without a scoring, from the last one who played a card (T6)."""
    seat = state.seat
    if shape.cards:
        last = card_state(state).last_to_play
        seat = shape.xp.where(rules.last_card_passes_turn & unscored & (last != NONE), last, seat)
    return card_round.next_seat(shape, seat)


def _give_win(shape: Shape, rules: Rules, state: State) -> State:
    counts, free = double_agent.kept_agents(shape, rules, state)
    if shape.dossier:
        state = dossier.move_markers(shape, rules, state, counts, free)
    if shape.cards:
        state = state._replace(cards=card_state(state)._replace(counts=counts))
    return endgame.give_win(shape, rules, state, counts, free)
