"""A busy machine makes masters slower and not weaker: their seconds are CPU time, and some rollouts are always made."""

from collections.abc import Callable
from random import Random
from time import sleep
from typing import Any

import pytest

from heimlich import Budget, Decision, RulesetName
from heimlich.bots.heimlich_co.players.master import Master
from heimlich.bots.heimlich_co.search import rollouts, rounds
from heimlich.bots.registry import make_bot
from heimlich.bots.suitcases.search.rollouts import LEAST, Lookahead
from heimlich.bots.suitcases.search.trials import Trials
from heimlich.games import GAMES
from heimlich.games.suitcases.state import Phase
from tests.tables import HEIMLICH, Case, random_game

SUITCASES = GAMES["suitcases"]
CASE = Case(HEIMLICH, RulesetName("rio-grande"), 4)


def _rollouts(monkeypatch: pytest.MonkeyPatch, budget: Budget, *, stall: float, decisions: int) -> list[int]:
    """How many rollouts each of some decisions is made from, on a machine that stands still now and then."""
    made: list[int] = []
    play_on = rollouts.play_on

    def counted(*args: Any) -> Any:
        sleep(stall)
        results = play_on(*args)
        made[-1] += results.size
        return results

    with monkeypatch.context() as patch:
        patch.setattr(rounds, "play_on", counted)
        bot = Master()
        for before, event, after in random_game(CASE, 1, "casual"):
            if isinstance(event, Decision):
                view = HEIMLICH.view(before, event.seat)
                actions = HEIMLICH.legal_actions(view)
                if len(actions) > 1:
                    made.append(0)
                    bot.choose(view, actions, budget, Random(1))
                    if len(made) == decisions:
                        return made
            bot.watch(HEIMLICH.view(before, 0), HEIMLICH.seen(before, event, after, 0), HEIMLICH.view(after, 0))
    raise AssertionError("the game was too short")


def test_a_machine_that_stands_still_takes_no_rollouts_away(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(seconds=0.1)
    free = sum(_rollouts(monkeypatch, budget, stall=0.0, decisions=8))
    busy = sum(_rollouts(monkeypatch, budget, stall=0.05, decisions=8))
    assert free > 2000
    assert busy > 0.5 * free, "by the wall clock, a hundredth would be left"


def test_some_rollouts_are_made_however_late_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    late = _rollouts(monkeypatch, Budget(seconds=1e-6), stall=0.0, decisions=12)
    assert sum(late) == 0
    owed = _rollouts(monkeypatch, Budget(seconds=1e-6, least=512), stall=0.0, decisions=12)
    assert min(owed) >= 256, "batches are of whole worlds, so that somewhat less than 512 may do"


def test_the_first_master_of_suitcases_tries_each_plan_often_enough_when_late(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    best, try_out = Lookahead.best, Lookahead.try_out

    def chosen(self: Lookahead, plans: Any, *rest: Any) -> Any:
        tried.append(-LEAST * len(plans))
        return best(self, plans, *rest)

    def counted(self: Lookahead, *args: Any) -> float:
        tried[-1] += 1
        return try_out(self, *args)

    monkeypatch.setattr(Lookahead, "best", chosen)
    monkeypatch.setattr(Lookahead, "try_out", counted)
    monkeypatch.setattr("heimlich.bots.suitcases.players.master.SPARE", 0.0)
    monkeypatch.setattr("heimlich.bots.suitcases.players.master.plans_for", _all_plans())
    for before, event, _ in random_game(Case(SUITCASES, RulesetName("jumbo"), 2), 1, "casual"):
        if isinstance(event, Decision) and before.table.phase is Phase.MOVE:
            view = SUITCASES.view(before, event.seat)
            actions = SUITCASES.legal_actions(view)
            make_bot("suitcases", "master1").choose(view, actions, Budget(seconds=0.1, least=48), Random(1))
            if len(tried) == 3:
                break
    assert tried == [0, 0, 0]


def test_a_late_master_of_suitcases_sketches_what_it_owes(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    values = Trials.values

    def counted(self: Trials, drafts: Any, count: int, rng: Random) -> Any:
        made[-1] += count * len(drafts)
        return values(self, drafts, count, rng)

    monkeypatch.setattr(Trials, "values", counted)
    monkeypatch.setattr("heimlich.bots.suitcases.players.champion.SPARE", 0.0)
    for before, event, _ in random_game(Case(SUITCASES, RulesetName("jumbo"), 2), 1, "casual"):
        if isinstance(event, Decision) and before.table.phase is Phase.MOVE:
            view = SUITCASES.view(before, event.seat)
            made.append(0)
            actions = SUITCASES.legal_actions(view)
            make_bot("suitcases", "master").choose(view, actions, Budget(seconds=1.0, least=200), Random(1))
            if len(made) == 4:
                break
    tried = [games for games in made if games]
    assert len(tried) > 1, "a turn may have one sound plan only, or be won"
    assert min(tried) >= 100, "the same number of each plan, so that somewhat less than 200 may do"


def _all_plans() -> Callable[..., Any]:
    """Plans found as if it were not late yet: only their trial is looked at here."""
    from heimlich.bots.suitcases.search.candidates import plans_for

    return lambda view, know, _, *rest: plans_for(view, know, lambda: False, *rest)
