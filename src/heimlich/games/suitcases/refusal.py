"""The texts of refusals: what was asked, what stands in the way, and what would be legal.

Every text is made from the seat's own view, so it mentions only public things and the seat's own.
"""

from collections.abc import Iterable

from heimlich.errors import IllegalAction, waiting_for
from heimlich.games.suitcases import crowds, movement, setup
from heimlich.games.suitcases.actions import (
    Action,
    Drop,
    EndTurn,
    Exchange,
    Fight,
    Lose,
    Pack,
    PlayDuelCard,
    PutSuitcase,
    Step,
    Take,
)
from heimlich.games.suitcases.delivery import may_deliver
from heimlich.games.suitcases.legal import awaited, is_to_act, legal_actions
from heimlich.games.suitcases.luggage import lying_in
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Number, Place
from heimlich.games.suitcases.state import Phase, Table, View


def refuse(view: View, action: Action) -> IllegalAction:
    """Say why this action is not legal, from what this seat may know."""
    if not is_to_act(view):
        return IllegalAction(f"'{action}' must wait; {_waiting_for(view)}")
    return IllegalAction(_reason(view, action))


def _waiting_for(view: View) -> str:
    table = view.table
    others = [seat + 1 for seat in awaited(table) if seat != view.seat]
    return waiting_for(table.phase, others, over=table.phase is Phase.OVER)


def _reason(view: View, action: Action) -> str:
    table = view.table
    match table.phase, action:
        case Phase.MOVE, EndTurn():
            city = crowds.crowded_city(table)
            return f"'end' must wait: too many of your agents stand in {city}; one of them must go on"
        case Phase.MOVE, Step():
            return _wrong_agent(table, action, action.agent) or _wrong_step(table, action)
        case Phase.MOVE, (Take() | Exchange() | Drop()):
            return _wrong_agent(table, action, action.agent) or _wrong_handling(table, action)
        case Phase.DUEL, PlayDuelCard(card):
            return f"you do not have the duel card {card}; {_open(view)}"
        case Phase.FIGHT, Fight():
            return f"'{action}' names nobody you can choose; {_open(view)}"
        case Phase.LOSE, Lose(agent):
            return _wrong_agent(table, action, agent) or f"'{action}' does not fit; {_open(view)}"
        case Phase.SPOILS, (Take() | Exchange()):
            return f"'{action}' does not fit; {_open(view)}"
        case Phase.PACK, Pack():
            letter, words = setup.pack_offer(view).questions[0]
            return f"'{action}' does not fit; now fill suitcase {letter}: {', '.join(words)}"
        case Phase.PLACE, PutSuitcase():
            return _wrong_placing(table, action)
    return f"'{action}' must wait; now it is time to {table.phase}"


def _open(view: View) -> str:
    return f"open: {_listed(legal_actions(view))}"


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "nothing"


def _wrong_agent(table: Table, action: Action, agent: Number) -> str | None:
    """Say what is wrong with the agent that was named."""
    row = table.places[table.seat]
    if agent > len(row):
        return f"'{action}' needs an agent {agent}; you have agents 1 to {len(row)}"
    if row[agent - 1] is None:
        return f"'{action}' needs agent {agent}, who is out of the game"
    if agent in movement.different_agents(table):
        return None
    first = next(other for other in range(1, agent) if movement.are_alike(table, other, agent))
    return f"'{action}' names agent {agent}, who is just like agent {first}; say {first}"


def _wrong_step(table: Table, step: Step) -> str:
    here = table.places[table.seat][step.agent - 1]
    crowded = crowds.crowded_city(table)
    if not crowds.steps_for(table, step.agent):
        own = f"; the extra steps are agent {table.mover}'s" if table.extra else ""
        return f"'{step}' needs a step, and none is left{own}"
    if crowded is not None and here != crowded:
        return f"'{step}' must wait: too many of your agents stand in {crowded}; one of them must go on"
    return f"'{step}' is no way to go: {_obstacle(table, step)}; {_open_ways(table, step.agent)}"


def _obstacle(table: Table, step: Step) -> str:
    board = table.rules.board
    here = table.places[table.seat][step.agent - 1]
    assert here is not None
    colour = COLOURS_IN_PLAY[table.players][table.seat]
    if step.place in board.starts:
        return "nobody steps onto a start space"
    if step.place in board.headquarters:
        return _closed_headquarters(table, step, here, colour)
    if step.place not in board.cities:
        return f"there is no {step.place} on this map"
    if step.place not in board.ways[here]:
        return f"no line leads there from {here}"
    return f"{table.rules.most_in_city} of your agents stand there, and none could go on"


def _closed_headquarters(table: Table, step: Step, here: Place, colour: int) -> str:
    if step.place != table.rules.board.headquarters[colour]:
        return "those are another colour's headquarters"
    if here not in table.rules.board.gates[colour]:
        return f"no marked line leads there from {here}"
    if table.loads[table.seat][step.agent - 1] is None:
        return "only an agent with a suitcase enters headquarters"
    assert not may_deliver(table, step.agent)
    return f"one of your first {table.rules.foreign_within} deliveries must be an opponent's suitcase"


def _open_ways(table: Table, agent: Number) -> str:
    ways = dict(movement.ways(table, [agent], crowds.full_cities(table)))
    return f"open: {_listed(ways.get(agent, ()))}"


def _wrong_handling(table: Table, action: Take | Exchange | Drop) -> str:
    agent = action.agent
    here, load = table.places[table.seat][agent - 1], table.loads[table.seat][agent - 1]
    assert here is not None
    if here not in table.rules.board.cities:
        return f"'{action}' is only possible in a city; agent {agent} stands on {here}"
    if agent in table.handled:
        return f"'{action}' must wait until agent {agent} has made a step; it has handled luggage here"
    if isinstance(action, Drop) and load is None:
        return f"'{action}' needs a suitcase; agent {agent} carries none"
    if isinstance(action, Take) and load is not None:
        return f"'{action}' needs free hands; agent {agent} carries {load}, and may exchange it"
    if isinstance(action, Exchange) and load is None:
        return f"'{action}' needs a suitcase to give; agent {agent} carries none, and may take one"
    things = lying_in(table, here)
    if not isinstance(action, Drop) and action.suitcase not in things:
        return f"{action.suitcase} does not lie in {here}; there: {_listed(things)}"
    return f"'{action}' would leave your agents in {crowds.crowded_city(table)} without a way out"


def _wrong_placing(table: Table, action: PutSuitcase) -> str:
    left = setup.letters_to_place(table, table.seat)
    if action.letter not in left:
        return f"'{action}' needs a suitcase that lies nowhere yet; left: {_listed(left)}"
    if action.city not in table.rules.board.cities:
        return f"'{action}' needs a city; there is no city {action.city} on this map"
    return f"'{action}' needs a city without one of your suitcases; there lies one in {action.city}"
