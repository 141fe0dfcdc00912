"""The order of play. Start reading the game here.

`chance` says what chance decides now, `actors` whose decision is missing, and `apply` carries an event out. All three
only choose a rule; the rules live one file per section and know nothing of what comes next. The order is:

    pack → draw who starts → put the suitcases into cities → (the free start space) →
    roll → steps and luggage, with (duels) and (deliveries) on the way → end → the next turn, or the end
"""

from collections.abc import Sequence
from typing import assert_never

from heimlich.chance import Chance
from heimlich.errors import IllegalAction
from heimlich.game import Decision, Seat
from heimlich.games.suitcases import delivery, duels, endgame, luggage, movement, setup
from heimlich.games.suitcases.actions import (
    Action,
    ChanceEvent,
    Drop,
    EndTurn,
    Event,
    Exchange,
    Fight,
    Leave,
    Lose,
    Pack,
    PlayDuelCard,
    PutSuitcase,
    Rolled,
    StartDrawn,
    Station,
    Stay,
    Step,
    Take,
)
from heimlich.games.suitcases.legal import awaited, is_legal
from heimlich.games.suitcases.names import Number, Suitcase
from heimlich.games.suitcases.refusal import refuse
from heimlich.games.suitcases.state import Phase, State, Table, is_in_play
from heimlich.games.suitcases.view import view_of


def chance(state: State) -> Chance | None:
    """Return what chance decides now, if anything."""
    table = state.table
    if table.phase is Phase.ROLL:
        return movement.chance_of_roll(table)
    if table.phase is Phase.START:
        return setup.chance_of_start(table)
    return None


def actors(state: State) -> Sequence[Seat]:
    """List the seats whose decision is missing."""
    table, secrets = state
    if table.phase is Phase.MOVE:
        return (table.seat,)
    return tuple(seat for seat in awaited(table) if secrets.chosen[seat] is None)


def apply(state: State, event: Event) -> State:
    """Return the state after an event; refuse an event that is not possible now."""
    if isinstance(event, Decision):
        return _decide(state, event.seat, event.action)
    return _happen(state, event)


def _happen(state: State, event: ChanceEvent) -> State:
    possible = chance(state)
    if possible is None or event not in possible.outcomes:
        raise IllegalAction(f"'{event}' cannot happen; now it is time to {state.table.phase}")
    match event:
        case Rolled(dice):
            return State(movement.roll(state.table, dice), state.secrets)
        case StartDrawn(seat):
            return State(setup.start(state.table, seat), state.secrets)
    assert_never(event)


def _decide(state: State, seat: Seat, action: Action) -> State:
    table, secrets = state
    if not 0 <= seat < table.players:
        raise IllegalAction(f"there is no seat {seat + 1}; there are {table.players}")
    view = view_of(state, seat)
    if not is_legal(view, action):
        raise refuse(view, action)
    match action:
        case Step():
            return _step(state, action)
        case EndTurn():
            return _end_turn(state)
        case Take(agent, suitcase) | Exchange(agent, suitcase):
            return _take(state, seat, agent, suitcase)
        case Drop(agent):
            return State(luggage.drop(table, seat, agent), secrets)
        case PlayDuelCard(card):
            return _duel(duels.choose_card(state, seat, card))
        case Fight(_, agent):
            return State(duels.fight(table, agent), secrets)
        case Leave():
            return _end_turn(state)
        case Lose(agent):
            return _after_loss(State(delivery.lose(table, agent), secrets))
        case Pack():
            return _after_packing(setup.pack(state, seat, action))
        case PutSuitcase(letter, city):
            return State(_after_placing(setup.place(table, letter, city)), secrets)
        case Station():
            return State(_after_station(setup.station(table)), secrets)
        case Stay():
            return State(_after_station(table), secrets)
    assert_never(action)


def _after_packing(state: State) -> State:
    """Draw who starts once all is packed, unless the table's rules say (C6)."""
    table = state.table
    if table.phase is Phase.START and table.rules.first is not None:
        return State(setup.start(table, table.rules.first), state.secrets)
    return state


def _after_placing(table: Table) -> Table:
    """Have three players settle the free start space once all suitcases lie (C22), then begin the first turn."""
    return _after_station(table) if setup.all_placed(table) else table


def _after_station(table: Table) -> Table:
    return setup.ask_next_station(table, setup.stationed_seats(table))


def _step(state: State, step: Step) -> State:
    """Carry a step out: into headquarters it is a delivery (C18), into a city with an opponent a duel (C12)."""
    table = movement.walk(state.table, step.agent, step.place)
    if step.place not in table.rules.board.cities:
        return _unless_over(delivery.deliver(State(table, state.secrets), step.agent))
    opponent = duels.meets(table, step.agent)
    if opponent is not None:
        table = duels.challenge(table, step.agent, opponent)
    return State(table, state.secrets)


def _take(state: State, seat: Seat, agent: Number, suitcase: Suitcase) -> State:
    """Take a suitcase in the seat's own turn (C10); by a defender who won, it ends the aggressor's turn (C15, C17)."""
    taken = State(luggage.take(state.table, seat, agent, suitcase), state.secrets)
    return _end_turn(taken) if state.table.phase is Phase.SPOILS else taken


def _duel(state: State) -> State:
    """Settle the duel once both have chosen. A winning aggressor goes on, a losing one's turn is over (C17)."""
    cards = duels.revealed(state)
    if cards is None:
        return state
    state = duels.settle(state, cards)
    over = endgame.ending(state.table)
    if over:
        return endgame.finish(state, over)
    if cards.won:
        return State(duels.go_on(state.table), state.secrets)
    if duels.duel_of(state.table).spoils is not None:
        return State(state.table._replace(phase=Phase.SPOILS), state.secrets)
    return _end_turn(state)


def _after_loss(state: State) -> State:
    """Continue the turn after a bomb if agents and steps are left (C20)."""
    table = state.table
    if table.losing:
        return state
    state = _unless_over(state)
    if state.table.result is None and not (table.steps and is_in_play(table, table.seat)):
        return _end_turn(state)
    return state


def _unless_over(state: State) -> State:
    """End the game if this state means so (C21); else return the state."""
    how = endgame.ending(state.table)
    return endgame.finish(state, how) if how else state


def _end_turn(state: State) -> State:
    """Let the next player in play roll (C6, C21), unless the limit of turns is reached."""
    table = state.table
    if endgame.is_limit_reached(table):
        return endgame.finish(state, "turn-limit")
    table = table._replace(
        phase=Phase.ROLL,
        turn=table.turn + 1,
        seat=endgame.next_seat(table),
        steps=0,
        extra=0,
        mover=0,
        handled=frozenset(),
        duel=None,
    )
    return State(table, state.secrets)
