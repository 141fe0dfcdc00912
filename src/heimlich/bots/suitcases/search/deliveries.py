"""Deliveries within the steps of a turn: every way to bring suitcases home now, and the next player's chance to win so.

Both are exact as far as nobody has to be fought: an agent walks through cities without opponents, may take up a
suitcase on its way, and several agents may deliver one after the other (C18).
"""

from collections import deque
from collections.abc import Iterator

from heimlich.bots.suitcases.belief.posterior import content_odds
from heimlich.bots.suitcases.distances import distance_table
from heimlich.bots.suitcases.value import Knowledge
from heimlich.errors import IllegalAction
from heimlich.game import Decision, Seat
from heimlich.games.suitcases.actions import Action, Exchange, Step, Take
from heimlich.games.suitcases.crowds import steps_for
from heimlich.games.suitcases.delivery import is_welcome
from heimlich.games.suitcases.movement import DICE
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, SUITCASES, Number, Place, Suitcase, colour_name
from heimlich.games.suitcases.state import Phase, State, Table, View, secrets_of
from heimlich.games.suitcases.turn import apply

Plan = tuple[Action, ...]
MOST = 3  # deliveries in one turn; a roll has 6 steps at most, and every start space is 9 away from home


def _guarded(table: Table, seat: Seat) -> set[Place]:
    """The places where a seat would have to fight."""
    return {place for other, row in enumerate(table.places) if other != seat for place in row if place is not None}


def _ways_from(table: Table, guarded: set[Place], start: Place, most: int) -> dict[Place, tuple[Place, ...]]:
    """The shortest ways from a place to others, through cities without opponents, of at most so many steps."""
    found: dict[Place, tuple[Place, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        place = queue.popleft()
        if len(found[place]) == most:
            continue
        for near in table.rules.board.ways[place]:
            if near not in found and near not in guarded:
                found[near] = (*found[place], near)
                queue.append(near)
    return found


def _ways_home(
    table: Table, seat: Seat, agent: Number, steps: int, guarded: set[Place]
) -> Iterator[tuple[Suitcase, Plan]]:
    """Every suitcase that an agent could bring home within some steps, and the actions for it."""
    board, colour = table.rules.board, COLOURS_IN_PLAY[table.players][seat]
    place, load = table.places[seat][agent - 1], table.loads[seat][agent - 1]
    if place is None or steps < 1 or board.home[colour].get(place, steps) > steps:
        return
    home = board.headquarters[colour]
    ways = _ways_from(table, guarded, place, steps - 1)
    if load is not None:
        for gate in board.gates[colour]:
            if gate in ways:
                yield load, (*(Step(agent, city) for city in ways[gate]), Step(agent, home))
    for suitcase, city in table.lying:
        if city not in ways or (agent in table.handled and city == place):
            continue
        there = tuple(Step(agent, one) for one in ways[city])
        take: Action = Take(agent, suitcase) if load is None else Exchange(agent, suitcase)
        onward = _ways_from(table, guarded, city, steps - 1 - len(there))
        for gate in board.gates[colour]:
            if gate in onward:
                yield suitcase, (*there, take, *(Step(agent, one) for one in onward[gate]), Step(agent, home))


def deliveries(state: State, know: Knowledge, deep: int = MOST) -> Iterator[tuple[Plan, State]]:
    """Every series of deliveries without a duel, and the state after it.

    Where the last step home opens a suitcase with unknown contents, it is the state before that step.
    """
    table, me = state.table, know.me
    if table.phase is not Phase.MOVE or table.seat != me or not deep:
        return
    guarded = _guarded(table, me)
    own = colour_name(table.players, me)
    for agent in range(1, table.rules.agents + 1):
        for suitcase, plan in _ways_home(table, me, agent, steps_for(table, agent), guarded):
            if not is_welcome(table, me, suitcase):
                continue
            known = SUITCASES[suitcase][0] == own
            after = _carried_out(state, me, plan if known else plan[:-1])
            if after is None:
                continue
            yield plan, after
            if known and after.table.result is None:
                for more, last in deliveries(after, know, deep - 1):
                    yield (*plan, *more), last


def _carried_out(state: State, me: Seat, plan: Plan) -> State | None:
    """The state after some actions; None where the rules do not allow them (crowds, C9)."""
    try:
        for action in plan:
            state = apply(state, Decision(me, action))
    except IllegalAction:
        return None
    return state


def next_wins(table: Table, know: Knowledge) -> float:
    """The probability that the next player wins with the next roll, by one quiet delivery, as this seat sees it."""
    if table.phase is not Phase.ROLL or table.seat == know.me:
        return 0.0
    rival = table.seat
    distances = distance_table(table.rules, table.players)
    missing = table.rules.target - secrets_of(table, rival)
    guarded = _guarded(table, rival)
    most = DICE * max(table.rules.die)
    view = View(table, know.me, know.contents)
    best = 0.0
    for agent in range(1, table.rules.agents + 1):
        for suitcase, plan in _ways_home(table, rival, agent, most, guarded):
            if not is_welcome(table, rival, suitcase):
                continue
            enough = sum(p for content, p in content_odds(view, suitcase, know.clues) if content >= missing)
            steps = sum(isinstance(action, Step) for action in plan)
            best = max(best, enough * float(distances.at_least[steps]))
    return best
