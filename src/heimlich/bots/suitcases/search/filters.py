"""Filters for plans: what wins for sure is taken, idle plans and those that let the next player win are left out.

A plan is idle if it walks an agent out and back, puts a suitcase down and takes it up again, or leaves a carrier where
it could go on.
"""

from collections.abc import Mapping, Sequence

from heimlich.bots.suitcases.search.candidates import Plan, blank_state
from heimlich.bots.suitcases.search.deliveries import deliveries, next_wins
from heimlich.bots.suitcases.sight import quiet_home
from heimlich.bots.suitcases.value import Knowledge
from heimlich.game import Decision
from heimlich.games.suitcases.actions import Drop, EndTurn, Exchange, Step, Take
from heimlich.games.suitcases.delivery import is_welcome
from heimlich.games.suitcases.legal import legal_actions
from heimlich.games.suitcases.names import BOMB, COLOURS_IN_PLAY, SUITCASES, Number, Place, Suitcase, colour_name
from heimlich.games.suitcases.state import State, Table, View
from heimlich.games.suitcases.turn import apply

STILL = 2  # own turns after which a carrier must not stand still again
CLEARLY = 0.1  # a difference in the next player's chance to win that counts

PutDown = frozenset[tuple[Number, Suitcase]]  # what agents have put down in this turn and the one before
Standing = Mapping[tuple[Number, Place, Suitcase], int]  # for how many own turns carriers have stood still


def winning_plan(table: Table, know: Knowledge) -> Plan | None:
    """A plan that wins the game now, for sure; every way without a duel is looked at."""
    for plan, after in deliveries(blank_state(table, know), know):
        result = after.table.result
        if result is not None and result.outcome.shares[know.me] == 1:
            return plan
    return None


def sound_plans(plans: Sequence[Plan], table: Table, know: Knowledge, down: PutDown, still: Standing) -> list[Plan]:
    """The plans that are not idle, and of these the ones that do not give the game away; all, if none is left."""
    lively = [plan for plan in plans if not is_idle(plan, table, know, down, still)] or list(plans)
    if len(lively) < 2:
        return lively
    chances = [next_wins(after_plan(table, know, plan).table, know) for plan in lively]
    least = min(chances)
    return [plan for plan, chance in zip(lively, chances, strict=True) if chance <= least + CLEARLY]


def after_plan(table: Table, know: Knowledge, plan: Plan) -> State:
    """The state that a plan leads to, as far as it can be foreseen."""
    state = blank_state(table, know)
    for action in plan:
        state = apply(state, Decision(know.me, action))
    return state


def is_idle(plan: Plan, table: Table, know: Knowledge, down: PutDown, still: Standing) -> bool:
    """Tell whether a plan only passes the time with one of its agents."""
    me, state = know.me, blank_state(table, know)
    could_go = carriers_with_a_way(table, know)
    been: dict[Number, set[Place]] = {}
    for action in plan:
        now = state.table
        match action:
            case Step(agent, place):
                here = now.places[me][agent - 1]
                assert here is not None
                if place in been.setdefault(agent, {here}):
                    return True
                been[agent].add(place)
                if place not in now.rules.board.cities:
                    been.clear()
            case Take(agent, suitcase) | Exchange(agent, suitcase) if (agent, suitcase) in down:
                return True
            case EndTurn():
                return _leaves_a_carrier(now, know, could_go, still)
        if isinstance(action, Take | Drop | Exchange):
            been.pop(action.agent, None)
            load = now.loads[me][action.agent - 1]
            if load is not None:
                down |= {(action.agent, load)}
        state = apply(state, Decision(me, action))
    return False


def _leaves_a_carrier(table: Table, know: Knowledge, could_go: set[Number], still: Standing) -> bool:
    if (table.steps or table.extra) and carriers_with_a_way(table, know):
        return True
    rows = zip(table.places[know.me], table.loads[know.me], strict=True)
    return any(
        agent in could_go and place and load and still.get((agent, place, load), 0) >= STILL
        for agent, (place, load) in enumerate(rows, 1)
    )


def carriers_with_a_way(table: Table, know: Knowledge) -> set[Number]:
    """The carriers that can come nearer home, or into it, without a duel."""
    return {step.agent for step in steps_home(table, know)}


def steps_home(table: Table, know: Knowledge) -> list[Step]:
    """The steps of carriers nearer home, or into it, without a duel; one of each."""
    me, board = know.me, table.rules.board
    home = quiet_home(table.rules.map, COLOURS_IN_PLAY[table.players][me])
    guarded = {place for seat, row in enumerate(table.places) if seat != me for place in row}
    found: dict[Number, Step] = {}
    for action in legal_actions(View(table, me, know.contents)):
        if not isinstance(action, Step) or action.agent in found:
            continue
        load = table.loads[me][action.agent - 1]
        if load is None or not is_welcome(table, me, load):
            continue
        colour, letter = SUITCASES[load]
        if colour == colour_name(table.players, me) and know.contents[letter] == BOMB:
            continue
        here = table.places[me][action.agent - 1]
        assert here is not None
        if action.place not in board.cities or (home[action.place] < home[here] and action.place not in guarded):
            found[action.agent] = action
    return list(found.values())
