"""The champion of the suitcase game: exact rules first, then plans, duels and places are tried out in sketches.

What wins for sure is done. Plans that only pass the time, or let the next player win, are left out where there are
others; those that are left are tried out in hundreds of sketched games at once.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from heimlich.bots.suitcases.believer import STYLE
from heimlich.bots.suitcases.players.master import SPARE, Master, clock
from heimlich.bots.suitcases.search.candidates import (
    Plan,
    moments,
    other_plans,
    plan_after,
    plans_for,
    styles_around,
)
from heimlich.bots.suitcases.search.cards import card_odds_by_trial
from heimlich.bots.suitcases.search.duellists import Duellists
from heimlich.bots.suitcases.search.filters import PutDown, is_idle, sound_plans, steps_home, winning_plan
from heimlich.bots.suitcases.search.placing import WAYS, best_place
from heimlich.bots.suitcases.search.trials import FEW, TrialLimits, Trials, best_plan, draft
from heimlich.bots.suitcases.sight import Style
from heimlich.bots.suitcases.sketch.network import weights_for
from heimlich.bots.suitcases.value import Knowledge
from heimlich.game import Budget, Seat
from heimlich.games.suitcases.actions import Action, Drop, Exchange, PlayDuelCard, Step
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.names import Number, Place, Suitcase
from heimlich.games.suitcases.state import Phase, Table, View

# Found by training.suitcases.sketch_styles; the master's own style is tried as well.
_TWO = STYLE._replace(
    agent=0.55, foreign_needed=2.35, alarm=4.46, calm=0.53, prize=1.18, guard=3.6, way=0.437, rest=0.107
)
_THREE = STYLE._replace(
    agent=0.815, foreign_needed=1.22, alarm=1.84, calm=0.293, prize=0.636, guard=5.02, way=0.494, rest=0.192
)
_FOUR = STYLE._replace(
    agent=0.75, foreign_needed=1.49, alarm=2.09, calm=0.276, prize=0.451, guard=3.55, way=0.593, rest=0.133
)
FOUND = {players: (*styles_around(style), STYLE) for players, style in ((2, _TWO), (3, _THREE), (4, _FOUR))}
OTHERS = 0.25  # the share of the time for plans that begin otherwise
GAMES = 5000  # games that are sketched and judged in a second
MOST_SAMPLES, LEAST_SAMPLES = 16, 3  # of everything unknown, for a duel or when suitcases are placed


class Champion(Master):
    """Does what wins for sure, leaves out what gives the game away or passes the time, and tries the rest out."""

    turns: Mapping[int, int] = MappingProxyType({2: 1, 3: 2, 4: 3})  # of a trial, until the own next one

    def __init__(self, name: str = "champion") -> None:
        """Play under this name: people meet it as the master."""
        super().__init__()
        self.name = name
        self.duellists = Duellists()
        self._turn = 0  # the last own turn that was begun
        self._down: PutDown = frozenset()  # put down in this turn …
        self._before: PutDown = frozenset()  # … and in the one before
        self._still: dict[tuple[Number, Place, Suitcase], int] = {}  # for how many own turns carriers have stood still

    def watch(self, before: View, events: Sequence[Any], after: View) -> None:
        """Everything that its seat sees: the duel cards that others show are kept as well."""
        super().watch(before, events, after)
        self.duellists.look(before.table, after.table, self._knowledge(before))

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """One of the actions."""
        self._started = time.thread_time()
        late, table = clock(budget), view.table
        if table.phase in (Phase.DUEL, Phase.PLACE) and len(actions) > 1:
            known = self._by_trial(view, budget, rng)
            if known is not None:
                return known
        if table.phase is not Phase.MOVE:
            return super().choose(view, actions, budget, rng)
        if table.turn != self._turn:
            self._begin(view)
        self.styles = FOUND[table.players]
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

    def _by_trial(self, view: View, budget: Budget, rng: Random) -> Action | None:
        """A duel card or a place for a suitcase, if there is time to try them out."""
        table, weights = view.table, weights_for(view.table.players)
        if table.phase is Phase.PLACE:
            samples = _samples(budget, WAYS)
            return best_place(view, weights, samples, rng) if samples else None
        samples = _samples(budget, len(set(table.rules.duel_cards)) ** 2)
        if not samples:
            return None
        duel = duel_of(table)
        sorts = self.duellists.sorts(duel.defence if view.seat == table.seat else table.seat)
        cards, odds = card_odds_by_trial(table, self._knowledge(view), weights, samples, rng, sorts)
        return PlayDuelCard(rng.choices(cards, odds)[0])

    def _begin(self, view: View) -> None:
        """Note at the start of a turn which carriers have not moved since the last one."""
        table = view.table
        self._turn, self._before, self._down = table.turn, self._down, frozenset()
        rows = zip(table.places[table.seat], table.loads[table.seat], strict=True)
        here = [(agent, place, load) for agent, (place, load) in enumerate(rows, 1) if place and load]
        self._still = {one: self._still.get(one, 0) + 1 for one in here}

    def _plan(self, view: View, budget: Budget, late: Callable[[], bool], rng: Random) -> None:
        """Plans the turn, and keeps what to do at each of its moments."""
        know = self._knowledge(view)
        plan = winning_plan(view.table, know) or self._best_plan(view, know, budget, late, rng)
        self._planned = dict(moments(view.table, know, plan))

    def _best_plan(self, view: View, know: Knowledge, budget: Budget, late: Callable[[], bool], rng: Random) -> Plan:
        table, searches = view.table, budget != Budget()
        plans = self._usual_plans(view, know, late, rng, self.styles if searches else self.styles[:1])
        if searches:
            plans += other_plans(view, know, clock(budget, OTHERS), rng, self.styles[0])
        plans = sound_plans(list(dict.fromkeys(plans)), table, know, self._down | self._before, self._still)
        if budget.rollouts is not None:
            plans = plans[: max(1, budget.rollouts // FEW)]
        if len(plans) == 1 or not searches:
            return plans[0]
        end = None if budget.seconds is None else self._started + SPARE * budget.seconds
        limits = TrialLimits(budget.rollouts, lambda: 1e9 if end is None else end - time.thread_time(), budget.least)
        trials = Trials(know, weights_for(table.players), self.turns[table.players], self.styles[0], self.believers)
        return plans[best_plan(trials, [draft(table, know, plan) for plan in plans], limits, rng)]

    def believers(self, seat: Seat) -> float:
        """The share of sketches in which a seat moves as a believer; half, if it is neither that nor a courier."""
        _, believer, neither = self.duellists.sorts(seat)
        return float(believer + neither / 2)

    def _usual_plans(
        self, view: View, know: Knowledge, late: Callable[[], bool], rng: Random, styles: Sequence[Style]
    ) -> list[Plan]:
        """The plans of some styles; those that walk the carriers first, if the first style would only pass the time."""
        table, down = view.table, self._down | self._before
        plans = plans_for(view, know, late, rng, styles)
        if not is_idle(plans[0], table, know, down, self._still):
            return plans
        steps = sorted(steps_home(table, know), key=lambda step: -self._still.get(_load(table, step), 0))
        firsts = [tuple(steps[:many]) for many in range(min(len(steps), table.steps), 0, -1)]
        walks = [plan_after(view, know, first, rng, self.styles[0]) for first in firsts]
        return [*walks, *plans, *plans_for(view, know, late, rng, self.styles[1:])]


def _samples(budget: Budget, ways: int) -> int:
    """Return how many samples of each of so many ways a budget allows; 0 for too few."""
    games = budget.rollouts if budget.rollouts is not None else GAMES * (budget.seconds or 0)
    samples = min(MOST_SAMPLES, int(games / ways))
    return samples if samples >= LEAST_SAMPLES else 0


def _load(table: Table, step: Step) -> tuple[Number, Place, Suitcase]:
    """The carrier that makes a step, where it stands, and its suitcase."""
    place, load = table.places[table.seat][step.agent - 1], table.loads[table.seat][step.agent - 1]
    assert place is not None
    assert load is not None
    return step.agent, place, load
