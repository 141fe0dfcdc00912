"""The champion of the suitcase game: the master's search with exact rules before it, bolder with two players.

What wins for sure is done. Plans that only pass the time, or let the next player win, are left out where there are
others; those that are left are tried out as the master does.
"""

from collections.abc import Callable, Sequence
from random import Random

from heimlich.bots.suitcases.believer import STYLE
from heimlich.bots.suitcases.players.master import MOST, Master, clock
from heimlich.bots.suitcases.search.candidates import STYLES, Plan, moments, plan_after, plans_for, styles_around
from heimlich.bots.suitcases.search.filters import PutDown, is_idle, sound_plans, steps_home, winning_plan
from heimlich.bots.suitcases.search.rollouts import Lookahead
from heimlich.bots.suitcases.value import Knowledge
from heimlich.game import Budget
from heimlich.games.suitcases.actions import Action, Drop, Exchange, Step
from heimlich.games.suitcases.names import Number, Place, Suitcase
from heimlich.games.suitcases.state import Phase, Table, View

BOLD = STYLE._replace(prize=1.1, alarm=6.0)  # found by training.suitcases.styles
BOLD_STYLES = styles_around(BOLD)


class Champion(Master):
    """Does what wins for sure, leaves out what gives the game away or passes the time, and searches among the rest."""

    name = "champion"

    def __init__(self) -> None:
        super().__init__()
        self._turn = 0  # the last own turn that was begun
        self._down: PutDown = frozenset()  # put down in this turn …
        self._before: PutDown = frozenset()  # … and in the one before
        self._still: dict[tuple[Number, Place, Suitcase], int] = {}  # for how many own turns carriers have stood still

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """One of the actions."""
        late, table = clock(budget), view.table
        if table.phase is not Phase.MOVE:
            return super().choose(view, actions, budget, rng)
        if table.turn != self._turn:
            self._begin(view)
        self.styles = BOLD_STYLES if table.players == 2 else STYLES
        if len(actions) == 1:
            return actions[0]
        if view not in self._planned:
            self._plan(view, budget, late, rng)
        action = self._planned[view]
        if isinstance(action, Drop | Exchange):
            load = table.loads[table.seat][action.agent - 1]
            assert load is not None
            self._down |= {(action.agent, load)}
        return action

    def _begin(self, view: View) -> None:
        """Note at the start of a turn which carriers have not moved since the last one."""
        table = view.table
        self._turn, self._before, self._down = table.turn, self._down, frozenset()
        rows = zip(table.places[table.seat], table.loads[table.seat], strict=True)
        here = [(agent, place, load) for agent, (place, load) in enumerate(rows, 1) if place and load]
        self._still = {one: self._still.get(one, 0) + 1 for one in here}

    def _plan(self, view: View, budget: Budget, late: Callable[[], bool], rng: Random) -> None:
        """Plans the turn, and keeps what to do at each of its moments."""
        assert view.seat is not None
        memory = self._believer.memory
        memory.look(view.table)
        know = Knowledge(view.seat, view.contents, memory.clues(view.table))
        plan = winning_plan(view.table, know) or self._best_plan(view, know, budget, late, rng)
        self._planned = dict(moments(view.table, know, plan))

    def _best_plan(self, view: View, know: Knowledge, budget: Budget, late: Callable[[], bool], rng: Random) -> Plan:
        table, down = view.table, self._down | self._before
        plans = plans_for(view, know, late, rng, self.styles if budget != Budget() else self.styles[:1])
        if is_idle(plans[0], table, know, down, self._still):  # then carriers go first
            steps = sorted(steps_home(table, know), key=lambda step: -self._still.get(_load(table, step), 0))
            for many in range(len(steps), 0, -1):
                first = tuple(steps[:many]) if many <= table.steps else ()
                plans += [plan_after(view, know, first, rng, self.styles[0])] if first else []
            plans += plans_for(view, know, late, rng, self.styles[1:])
        plans = sound_plans(list(dict.fromkeys(plans)), table, know, down, self._still)
        if len(plans) == 1 or budget == Budget() or table.players > 2:  # a rollout to the end takes too long there
            return plans[0]
        rollouts = None if budget.rollouts is None else min(budget.rollouts, MOST)
        return Lookahead(table, know, self.styles[0]).best(plans, rollouts, late, rng, budget.least)


def _load(table: Table, step: Step) -> tuple[Number, Place, Suitcase]:
    """The carrier that makes a step, where it stands, and its suitcase."""
    place, load = table.places[table.seat][step.agent - 1], table.loads[table.seat][step.agent - 1]
    assert place is not None
    assert load is not None
    return step.agent, place, load
