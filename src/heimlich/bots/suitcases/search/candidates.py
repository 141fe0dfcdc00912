"""Candidates: plans for a whole turn, by believers of different styles, each as far as it can be foreseen.

A plan ends with the turn, with a duel, or with the delivery of a suitcase whose contents are unknown.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from heimlich.bots.suitcases.believer import STYLE, Believer
from heimlich.bots.suitcases.sight import Style
from heimlich.bots.suitcases.value import Knowledge
from heimlich.game import Budget, Decision
from heimlich.games.suitcases.actions import Action, Step
from heimlich.games.suitcases.legal import is_legal, legal_actions
from heimlich.games.suitcases.names import BOMB, SUITCASES, colour_name
from heimlich.games.suitcases.state import Phase, Secrets, State, Table, View, put
from heimlich.games.suitcases.turn import apply

Plan = tuple[Action, ...]


def styles_around(style: Style) -> tuple[Style, ...]:
    """Styles that differ from one in what they mind most; that one comes first."""
    return (
        style,
        style._replace(alarm=8.0, calm=0.6, prize=max(0.8, style.prize)),  # stops carriers
        style._replace(guard=4.0, blocked=7.0, agent=2.0),  # keeps out of duels
        style._replace(agent=0.4, guard=0.8, blocked=1.0),  # looks for them
        style._replace(way=0.8, rest=0.5),  # takes what is near
    )


STYLES = styles_around(STYLE)  # those of the first version


def plans_for(
    view: View, know: Knowledge, late: Callable[[], bool], rng: Random, styles: Sequence[Style] = STYLES
) -> list[Plan]:
    """Different plans for a turn, the usual one first; of plans that lead to the same table, only the first."""
    found: dict[Table, Plan] = {}
    seed = rng.getrandbits(32)
    for style in styles:
        plan, after = _turn(Believer(style), view, know, Random(seed))
        found.setdefault(after, plan)
        if late():
            break
    return list(found.values())


def other_plans(view: View, know: Knowledge, late: Callable[[], bool], rng: Random, style: Style = STYLE) -> list[Plan]:
    """Plans that begin with any other step, and go on as usual."""
    steps = [action for action in legal_actions(view) if isinstance(action, Step)]
    rng.shuffle(steps)
    seed, found = rng.getrandbits(32), []
    for step in steps:
        if late():
            break
        found.append(plan_after(view, know, (step,), Random(seed), style))
    return found


def plan_after(view: View, know: Knowledge, first: Plan, rng: Random, style: Style = STYLE) -> Plan:
    """A plan that begins with these actions, as far as crowds allow them (C9), and goes on as a believer would."""
    state, done = blank_state(view.table, know), 0
    for action in first:
        if not is_legal(View(state.table, know.me, know.contents), action):
            break
        state, done = apply(state, Decision(know.me, action)), done + 1
    if state.table.phase is not Phase.MOVE or state.table.seat != know.me:
        return first[:done]
    return (*first[:done], *_turn(Believer(style), View(state.table, know.me, know.contents), know, rng)[0])


def _turn(believer: Believer, view: View, know: Knowledge, rng: Random) -> tuple[Plan, Table]:
    """Return what a believer would do, as far as it can be foreseen, and where that leads."""
    actions: list[Action] = []
    state = blank_state(view.table, know)
    while state.table.phase is Phase.MOVE and state.table.seat == know.me:
        seen = View(state.table, know.me, know.contents)
        actions.append(believer.decide(seen, legal_actions(seen), know.clues, Budget(), rng))
        before = state.table.delivered[know.me]
        state = apply(state, Decision(know.me, actions[-1]))
        after = state.table.delivered[know.me]
        if len(after) > len(before) and not _is_own(view, after[-1].suitcase):
            break
    return tuple(actions), state.table


def _is_own(view: View, suitcase: str) -> bool:
    assert view.seat is not None
    return SUITCASES[suitcase][0] == colour_name(view.table.players, view.seat)


def blank_state(table: Table, know: Knowledge) -> State:
    """A state in which only the own contents are right: enough, until an opponent's suitcase is opened."""
    contents = ((BOMB,) * len(table.rules.contents),) * table.players
    return State(table, Secrets(put(contents, know.me, know.contents), (None,) * table.players))


def moments(table: Table, know: Knowledge, plan: Sequence[Action]) -> Iterator[tuple[View, Action]]:
    """Return what to do at each moment of a turn."""
    state = blank_state(table, know)
    for action in plan:
        yield View(state.table, know.me, know.contents), action
        state = apply(state, Decision(know.me, action))
