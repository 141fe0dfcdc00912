"""The first master of the suitcase game: plans whole turns, tries the plans out, and mixes its duel cards.

The champion, whom people meet as the master now, is made from it.

A turn is planned once, after the roll, and again after whatever could not be foreseen: a duel, or what was in an
opponent's suitcase. Everything else, and all without a budget, it does as the believer that it is.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from heimlich.bots.suitcases.believer import Believer
from heimlich.bots.suitcases.search.candidates import STYLES, moments, plans_for
from heimlich.bots.suitcases.search.filters import winning_plan
from heimlich.bots.suitcases.search.rollouts import Lookahead
from heimlich.bots.suitcases.value import Knowledge
from heimlich.game import Budget
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.state import Phase, View

MOST = 48  # the most rollouts for a decision: more hardly change it
SPARE = 0.9  # the share of the time budget that is used


class Master:
    """Plays the suitcase game as well as anyone did before the champion."""

    name = "master"
    styles = STYLES  # the usual one first

    def __init__(self) -> None:
        self._believer = Believer(self.styles[0])
        self._planned: dict[View, Action] = {}

    def watch(self, before: View, events: Sequence[Any], after: View) -> None:  # noqa: ARG002
        """Everything that its seat sees: of that, what the others show of their suitcases is kept."""
        self._believer.memory.look(after.table)

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """One of the actions."""
        late = clock(budget)
        if len(actions) == 1:
            return actions[0]
        sure = self.sure_win(view)
        if sure is not None:
            return sure
        if view.table.phase is not Phase.MOVE or budget == Budget():
            return self._believer.choose(view, actions, budget, rng)
        if view not in self._planned:
            self._plan(view, budget, late, rng)
        return self._planned[view]

    def sure_win(self, view: View) -> Action | None:
        """The next action of a plan that wins the game now, for sure; None if there is none."""
        if view.table.phase is not Phase.MOVE:
            return None
        plan = winning_plan(view.table, self._knowledge(view))
        return plan[0] if plan else None

    def _plan(self, view: View, budget: Budget, late: Callable[[], bool], rng: Random) -> None:
        """Plans the turn, and keeps what to do at each of its moments."""
        know = self._knowledge(view)
        plans = plans_for(view, know, late, rng, self.styles)
        plan = plans[0]
        if len(plans) > 1:
            rollouts = None if budget.rollouts is None else min(budget.rollouts, MOST)
            plan = Lookahead(view.table, know, self.styles[0]).best(plans, rollouts, late, rng, budget.least)
        self._planned = dict(moments(view.table, know, plan))

    def _knowledge(self, view: View) -> Knowledge:
        """Return what its seat knows, and what the others have shown."""
        assert view.seat is not None
        memory = self._believer.memory
        memory.look(view.table)
        return Knowledge(view.seat, view.contents, memory.clues(view.table))


class Master1(Master):
    """Version 1, frozen: a yardstick. Whatever the others learn, this one decides as it always did."""

    name = "master1"
    styles = STYLES

    def sure_win(self, view: View) -> Action | None:  # noqa: ARG002
        """None: it never looked for one."""
        return None


def clock(budget: Budget, share: float | None = None) -> Callable[[], bool]:
    """From now on, whether a share of the time is over, the usual one if none is given; never, without a limit."""
    if budget.seconds is None:
        return lambda: False
    end = time.thread_time() + (SPARE if share is None else share) * budget.seconds
    return lambda: time.thread_time() > end
