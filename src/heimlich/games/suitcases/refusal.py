"""Refusals: why a seat may not take an action now, by which rule, and what would be legal instead.

Every text is made from the seat's own view, so it mentions only public things and the seat's own.
"""

from collections.abc import Iterable

from heimlich.errors import IllegalAction, waiting_for
from heimlich.game import Line, Term
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
from heimlich.games.suitcases.board import FAR
from heimlich.games.suitcases.delivery import may_deliver
from heimlich.games.suitcases.legal import awaited, is_to_act, legal_actions
from heimlich.games.suitcases.log import place_term, suitcase_line
from heimlich.games.suitcases.luggage import lying_in
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Number, Place
from heimlich.games.suitcases.state import Phase, Table, View

# What each phase asks for, as a line's key, and its rule.
_ASKED = {
    Phase.PACK: ("todo-pack", "C4"),
    Phase.PLACE: ("todo-place", "C5"),
    Phase.STATION: ("todo-station", "C22"),
    Phase.MOVE: ("todo-move", "C8"),
    Phase.FIGHT: ("todo-fight", "C17"),
    Phase.DUEL: ("todo-duel", "C13"),
    Phase.SPOILS: ("todo-spoils", "C15"),
    Phase.LOSE: ("todo-lose", "C20"),
}


def refuse(view: View, action: Action | None) -> IllegalAction:
    """Say why this action is not legal, from what this seat may know; None: what is asked now, and by which rule."""
    table = view.table
    if not is_to_act(view):
        return _must_wait(view, action)
    match table.phase, action:
        case Phase.MOVE, EndTurn():
            city = crowds.crowded_city(table)
            text = f"'end' must wait: too many of your agents stand in {city}; one of them must go on"
            return IllegalAction(text, "C9", "cannot-crowded", place=_place(table, city))
        case Phase.MOVE, Step():
            return _wrong_agent(table, action, action.agent) or _wrong_step(table, action)
        case Phase.MOVE, (Take() | Exchange() | Drop()):
            return _wrong_agent(table, action, action.agent) or _wrong_handling(table, action)
        case Phase.DUEL, PlayDuelCard(card):
            text = f"you do not have the duel card {card}; {_open(view)}"
            return IllegalAction(text, "C14", "cannot-no-duel-card", card=card)
        case Phase.FIGHT, Fight():
            return IllegalAction(f"'{action}' names nobody you can choose; {_open(view)}", "C17", "cannot-fight")
        case Phase.LOSE, Lose(agent):
            text = f"'{action}' does not fit; {_open(view)}"
            return _wrong_agent(table, action, agent) or IllegalAction(text, "C20", "cannot-lose")
        case Phase.SPOILS, (Take() | Exchange()):
            return IllegalAction(f"'{action}' does not fit; {_open(view)}", "C15", "cannot-spoils")
        case Phase.PACK, Pack():
            letter, words = setup.pack_offer(view).questions[0]
            text = f"'{action}' does not fit; now fill suitcase {letter}: {', '.join(words)}"
            return IllegalAction(text, "C4", "cannot-pack", letter=letter)
        case Phase.PLACE, PutSuitcase():
            return _wrong_placing(table, action)
    key, rule = _ASKED[table.phase]
    text = f"'{action}' must wait; now it is time to {table.phase}"
    return IllegalAction(text, rule, "cannot-first", what=Line(key, {}))


def _must_wait(view: View, action: Action | None) -> IllegalAction:
    table = view.table
    over = table.phase is Phase.OVER
    others = [seat for seat in awaited(table) if seat != view.seat]
    text = f"'{action}' must wait; {waiting_for(table.phase, [seat + 1 for seat in others], over=over)}"
    if over:
        return IllegalAction(text, "C21", "cannot-over")
    if not others:
        return IllegalAction(text, "C6", "cannot-wait-all")
    _, rule = _ASKED[table.phase]
    seats = [Term("seat", str(seat)) for seat in others]
    return IllegalAction(text, "C6" if rule == "C8" else rule, "cannot-wait", seats=seats)


def _place(table: Table, place: Place | None) -> Term | str:
    return place_term(table, place or "")


def _open(view: View) -> str:
    return f"open: {_listed(legal_actions(view))}"


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "nothing"


def _wrong_agent(table: Table, action: Action, agent: Number) -> IllegalAction | None:
    """Say what is wrong with the agent that was named."""
    row = table.places[table.seat]
    if agent > len(row):
        text = f"'{action}' needs an agent {agent}; you have agents 1 to {len(row)}"
        return IllegalAction(text, "C3", "cannot-no-agent", number=agent)
    if row[agent - 1] is None:
        text = f"'{action}' needs agent {agent}, who is out of the game"
        return IllegalAction(text, "C15", "cannot-agent-out", number=agent)
    if agent in movement.different_agents(table):
        return None
    first = next(other for other in range(1, agent) if movement.are_alike(table, other, agent))
    text = f"'{action}' names agent {agent}, who is just like agent {first}; say {first}"
    return IllegalAction(text, "C8", "cannot-alike", number=agent, first=first)


def _wrong_step(table: Table, step: Step) -> IllegalAction:
    here = table.places[table.seat][step.agent - 1]
    crowded = crowds.crowded_city(table)
    if not crowds.steps_for(table, step.agent):
        text = f"'{step}' needs a step, and none is left"
        if table.extra:
            text += f"; the extra steps are agent {table.mover}'s"
            return IllegalAction(text, "C16", "cannot-extra", number=table.mover)
        return IllegalAction(text, "C8", "cannot-no-steps")
    if crowded is not None and here != crowded:
        text = f"'{step}' must wait: too many of your agents stand in {crowded}; one of them must go on"
        return IllegalAction(text, "C9", "cannot-crowded", place=_place(table, crowded))
    return _obstacle(table, step)


def _obstacle(table: Table, step: Step) -> IllegalAction:
    board = table.rules.board
    here = table.places[table.seat][step.agent - 1]
    assert here is not None
    colour = COLOURS_IN_PLAY[table.players][table.seat]
    if step.place in board.starts:
        return _no_way(table, step, "nobody steps onto a start space", "C1", Line("cannot-start", {}))
    if step.place in board.headquarters:
        return _closed_headquarters(table, step, here, colour)
    if step.place not in board.cities:
        return _no_way(table, step, f"there is no {step.place} on this map", "C2", Line("cannot-no-place", {}))
    there = _place(table, step.place)
    far = min((1 + board.apart[step.place].get(near, FAR) for near in board.ways[here]), default=FAR)
    steps = crowds.steps_for(table, step.agent)
    if steps < far < FAR:
        line = Line("cannot-far", {"n": far, "place": there, "steps": steps})
        return _no_way(table, step, f"no line leads there from {here}", "C9", line)
    if step.place not in board.ways[here]:
        line = Line("cannot-no-line", {"here": _place(table, here), "place": there})
        return _no_way(table, step, f"no line leads there from {here}", "C9", line)
    most = table.rules.most_in_city
    reason = f"{most} of your agents stand there, and none could go on"
    return _no_way(table, step, reason, "C9", Line("cannot-full", {"n": most, "place": there}))


def _closed_headquarters(table: Table, step: Step, here: Place, colour: int) -> IllegalAction:
    if step.place != table.rules.board.headquarters[colour]:
        return _no_way(table, step, "those are another colour's headquarters", "C1", Line("cannot-foreign-hq", {}))
    if here not in table.rules.board.gates[colour]:
        line = Line("cannot-no-marked-line", {"here": _place(table, here)})
        return _no_way(table, step, f"no marked line leads there from {here}", "C1", line)
    if table.loads[table.seat][step.agent - 1] is None:
        reason = "only an agent with a suitcase enters headquarters"
        return _no_way(table, step, reason, "C1", Line("cannot-empty-handed", {}))
    assert not may_deliver(table, step.agent)
    within = table.rules.foreign_within
    reason = f"one of your first {within} deliveries must be an opponent's suitcase"
    return _no_way(table, step, reason, "C19", Line("cannot-foreign-first", {"n": within}))


def _no_way(table: Table, step: Step, reason: str, rule: str, line: Line) -> IllegalAction:
    ways = dict(movement.ways(table, [step.agent], crowds.full_cities(table)))
    text = f"'{step}' is no way to go: {reason}; open: {_listed(ways.get(step.agent, ()))}"
    return IllegalAction(text, rule, line.key, **line.values)


def _wrong_handling(table: Table, action: Take | Exchange | Drop) -> IllegalAction:
    agent = action.agent
    here, load = table.places[table.seat][agent - 1], table.loads[table.seat][agent - 1]
    assert here is not None
    if here not in table.rules.board.cities:
        text = f"'{action}' is only possible in a city; agent {agent} stands on {here}"
        return IllegalAction(text, "C11", "cannot-not-in-city", number=agent)
    if agent in table.handled:
        text = f"'{action}' must wait until agent {agent} has made a step; it has handled luggage here"
        return IllegalAction(text, "C10", "cannot-handled", number=agent)
    if isinstance(action, Drop) and load is None:
        text = f"'{action}' needs a suitcase; agent {agent} carries none"
        return IllegalAction(text, "C10", "cannot-carries-none", number=agent)
    if isinstance(action, Take) and load is not None:
        text = f"'{action}' needs free hands; agent {agent} carries {load}, and may exchange it"
        return IllegalAction(text, "C10", "cannot-hands-full", number=agent, suitcase=suitcase_line(load))
    if isinstance(action, Exchange) and load is None:
        text = f"'{action}' needs a suitcase to give; agent {agent} carries none, and may take one"
        return IllegalAction(text, "C10", "cannot-carries-none", number=agent)
    things = lying_in(table, here)
    if not isinstance(action, Drop) and action.suitcase not in things:
        text = f"{action.suitcase} does not lie in {here}; there: {_listed(things)}"
        values = {"suitcase": suitcase_line(action.suitcase), "place": _place(table, here)}
        return IllegalAction(text, "C10", "cannot-not-here", **values)
    crowded = crowds.crowded_city(table)
    text = f"'{action}' would leave your agents in {crowded} without a way out"
    return IllegalAction(text, "C10", "cannot-way-out", place=_place(table, crowded))


def _wrong_placing(table: Table, action: PutSuitcase) -> IllegalAction:
    left = setup.letters_to_place(table, table.seat)
    if action.letter not in left:
        text = f"'{action}' needs a suitcase that lies nowhere yet; left: {_listed(left)}"
        return IllegalAction(text, "C5", "cannot-put-already", letter=action.letter)
    if action.city not in table.rules.board.cities:
        text = f"'{action}' needs a city; there is no city {action.city} on this map"
        return IllegalAction(text, "C5", "cannot-no-city")
    text = f"'{action}' needs a city without one of your suitcases; there lies one in {action.city}"
    return IllegalAction(text, "C5", "cannot-one-each", place=_place(table, action.city))
