"""The order of play. Start reading the game here.

`chance` says what chance decides now, `actors` whose decision is missing, and `apply` carries an event out. All three
only choose a rule; the rules live one file per section and know nothing of what comes next. The order is:

    set up → roll → move → (draw) → cards → score → (dossiers) → move the safe → the next turn, or the end
"""

from collections.abc import Callable, Sequence
from typing import assert_never

from heimlich.chance import Chance
from heimlich.errors import IllegalAction
from heimlich.game import Decision, Seat
from heimlich.games.heimlich_co import (
    card_round,
    cards,
    dossier,
    double_agent,
    endgame,
    movement,
    safe,
    scoring,
    setup,
    supply,
)
from heimlich.games.heimlich_co.actions import (
    Action,
    AgentDrawn,
    CardDrawn,
    ChanceEvent,
    DoubleTaken,
    Event,
    IdentityDealt,
    KeepAnswers,
    MoveAgents,
    MoveSafe,
    NameOwner,
    Pass,
    PlayCard,
    Rolled,
    SayWhether,
    StartDrawn,
    Stop,
)
from heimlich.games.heimlich_co.legal import awaited, is_legal, is_legal_move
from heimlich.games.heimlich_co.names import Building, Card
from heimlich.games.heimlich_co.refusal import refuse
from heimlich.games.heimlich_co.state import NOBODY, Phase, State, Table, View, but
from heimlich.games.heimlich_co.view import view_of

_ROLL, _MOVE = Phase.ROLL, Phase.MOVE  # for speed: they are looked up in every turn

_CHANCES: dict[Phase, Callable[[State], Chance]] = {
    Phase.AGENTS: lambda state: setup.chance_of_agent(state.table),
    Phase.IDENTITIES: setup.chance_of_identity,
    Phase.HANDS: lambda state: supply.chance_of_card(state, supply.next_to_be_dealt(state.table)),
    Phase.START: lambda state: setup.chance_of_start(state.table),
    Phase.DRAW: lambda state: supply.chance_of_card(state, supply.card_table(state.table).drawing),
    Phase.DOUBLE: double_agent.chance_of_double,
}


def chance(state: State) -> Chance | None:
    """Return what chance decides now, if anything."""
    table = state.table
    if table.phase is _ROLL:  # by far the most frequent
        return movement.chance_of_roll(table)
    decides = _CHANCES.get(table.phase)
    return decides(state) if decides is not None else None


def actors(state: State) -> Sequence[Seat]:
    """List the seats whose decision is missing."""
    table = state.table
    if table.phase is _MOVE:  # by far the most frequent
        return (table.seat,)
    asked, answers = awaited(table), state.secrets.answers
    return asked if len(asked) < 2 else tuple([seat for seat in asked if answers[seat] is None])


def apply(state: State, event: Event) -> State:
    """Return the state after an event; refuse an event that is not possible now."""
    if isinstance(event, Decision):
        return _decide(state, *event)
    return _happen(state, event)


def _happen(state: State, event: ChanceEvent) -> State:
    if not _can_happen(state, event):
        raise IllegalAction(f"'{event}' cannot happen; now it is time to {state.table.phase}")
    table = state.table
    match event:
        case Rolled(face):
            return State(movement.roll(table, face), state.secrets)
        case AgentDrawn(agent):
            return State(setup.draw_agent(table, agent), state.secrets)
        case IdentityDealt(seat, agent):
            assert agent is not None
            return _begin(setup.deal_identity(state, seat, agent))
        case StartDrawn(seat):
            return State(setup.start(table, seat), state.secrets)
        case CardDrawn(seat, card):
            assert card is not None
            return _after_draw(supply.take_card(state, seat, card))
        case DoubleTaken(seat, agent):
            assert agent is not None
            return _after_card(double_agent.take_double(state, seat, agent))
    assert_never(event)


def _can_happen(state: State, event: ChanceEvent) -> bool:
    if isinstance(event, Rolled):  # by far the most frequent
        return state.table.phase is _ROLL and event.face in state.table.rules.die
    possible = chance(state)
    return possible is not None and possible.allows(event)


def _decide(state: State, seat: Seat, action: Action) -> State:
    table = state.table
    if isinstance(action, MoveAgents) and seat == table.seat and is_legal_move(table, action):
        return _move(state, action)  # by far the most frequent
    if not 0 <= seat < table.players:
        raise IllegalAction(f"there is no seat {seat + 1}; there are {state.table.players}")
    view: View = view_of(state, seat)
    if not is_legal(view, action):
        raise refuse(view, action)
    match action:
        case MoveAgents():
            return _move(state, action)
        case MoveSafe(place):
            return _end_turn(State(safe.move_safe(table, place), state.secrets), table.places, scored=True)
        case SayWhether(yes):
            return _after_round(card_round.answer(state, seat, yes=yes))
        case PlayCard():
            return _play(state, seat, action)
        case Pass() | Stop():
            return _after_round(State(card_round.let_pass(state.table), state.secrets))
        case NameOwner():
            return _after_dossier(dossier.name_owner(state, seat, action))
        case KeepAnswers():
            return _after_dossier(dossier.keep_answers(state, seat))
    assert_never(action)


def _begin(state: State) -> State:
    """Begin the first turn once all is dealt; draw who starts where the rules do not say (H7)."""
    table = state.table
    if table.phase is Phase.START and table.rules.first is not None:
        return State(setup.start(table, table.rules.first), state.secrets)
    return state


def _move(state: State, move: MoveAgents) -> State:
    table, secrets = state
    places, arrived = movement.steps(table, move)
    if table.cards is None and not arrived:  # by far the most frequent
        return _end_turn(state, places, scored=False)
    table = table.moved_on(table.phase, table.turn, table.seat, table.roll, places, arrived)
    state = State(table, secrets)
    if table.cards is None:
        return _score(state)
    if supply.move_draws(table, move) and supply.can_draw(table, table.seat):
        return supply.start_drawing(state, table.seat, Phase.ASK)
    return _after_round(card_round.open_round(state))


def _after_draw(state: State) -> State:
    """Resume what was interrupted after a card has been dealt or drawn."""
    table = state.table
    match table.phase, table.resume:
        case Phase.HANDS, _:
            if supply.next_to_be_dealt(table) < table.players:
                return state
            return _begin(State(but(table, phase=Phase.START), state.secrets))
        case Phase.DRAW, Phase.ASK:
            return _after_round(card_round.open_round(State(but(table, resume=None), state.secrets)))
        case _:
            return _after_card(State(but(table, phase=Phase.CARDS, resume=None), state.secrets))


def _play(state: State, seat: Seat, play: PlayCard) -> State:
    before = state.table
    state = supply.play_from_hand(state, seat, play.card)
    table = cards.carry_out(state.table, play)
    if play.card is Card.DOUBLE_AGENT and table.free:
        return State(double_agent.start_taking(table), state.secrets)
    if play.card is Card.DOUBLE_AGENT:
        table = double_agent.leave_without_effect(table)
        draws = True
    else:
        draws = supply.card_draws(before, table, seat)
    if draws and supply.can_draw(table, seat):
        return supply.start_drawing(State(table, state.secrets), seat, Phase.CARDS)
    table, halts = dossier.watch(before, table)
    if halts:
        return dossier.halt(State(table, state.secrets), Phase.CARDS)
    return _after_card(State(table, state.secrets))


def _after_card(state: State) -> State:
    table = card_round.go_on(supply.lay_down(state.table))
    return _after_round(State(table, state.secrets))


def _after_round(state: State) -> State:
    """Continue the Top Secret part until all have passed; a scoring comes only then (T8)."""
    table = state.table
    if table.phase is Phase.CARDS and card_round.is_over(table):
        return _score(state)
    return state


def _score(state: State) -> State:
    before = state.table
    if not scoring.is_due(before):
        return _end_turn(state, before.places, scored=False)
    table, halts = dossier.watch(before, scoring.score(before))
    state = State(table, state.secrets)
    if halts:
        return dossier.halt(state, Phase.SAFE)
    return _after_scoring(state)


def _after_dossier(state: State) -> State:
    table = state.table
    if not dossier.all_written(table):
        return state
    state = State(but(table, resume=None), state.secrets)
    if table.resume is Phase.CARDS:
        return _after_card(State(but(state.table, phase=Phase.CARDS), state.secrets))
    return _after_scoring(state)


def _after_scoring(state: State) -> State:
    """Have the safe moved, unless the game has just ended (H12, H13)."""
    table = state.table
    if endgame.ends_with_this_turn(table, _next_seat(table, scored=True)):
        return _finish(state)
    return State(but(table, phase=Phase.SAFE), state.secrets)


def _end_turn(state: State, places: tuple[Building, ...], *, scored: bool) -> State:
    table = state.table
    following = _next_seat(table, scored=scored)
    if endgame.ends_with_this_turn(table, following):
        return _finish(State(but(table, places=places), state.secrets))
    return State(table.moved_on(_ROLL, table.turn + 1, following, table.roll, places, NOBODY), state.secrets)


def _next_seat(table: Table, *, scored: bool) -> Seat:
    """Return the next seat clockwise (H7); in one edition, if nothing scored, after the last to play a card (T6)."""
    seat = table.seat
    if table.cards and table.rules.last_card_passes_turn and not scored and table.cards.last_to_play is not None:
        seat = table.cards.last_to_play
    return (seat + 1) % table.players


def _finish(state: State) -> State:
    kept = double_agent.kept_agents(state.table, state.secrets)
    return endgame.finish(state, kept, dossier.dossier_points(state.table, state.secrets.dossiers, kept))
