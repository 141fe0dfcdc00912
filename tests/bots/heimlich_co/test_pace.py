"""A master with a limit of time keeps it."""

from random import Random
from time import thread_time

import pytest

from heimlich import Budget, Decision, RulesetName
from heimlich.bots.heimlich_co.players.master import Master
from tests.bots.timing import TRIES, assert_in_time
from tests.soak import count
from tests.tables import HEIMLICH, Case, random_game


def _times(case: Case, limit: float, decisions: int, seed: int) -> list[float]:
    """How long each decision of some games took."""
    times: list[float] = []
    while True:
        bot = Master()
        seed += TRIES
        for before, event, after in random_game(case, seed, "casual"):
            if isinstance(event, Decision):
                view = HEIMLICH.view(before, event.seat)
                actions = HEIMLICH.legal_actions(view)
                if len(actions) > 1:
                    start = thread_time()
                    bot.choose(view, actions, Budget(seconds=limit), Random(1))
                    times.append(thread_time() - start)
                    if len(times) == decisions:
                        return times
            bot.watch(HEIMLICH.view(before, 0), HEIMLICH.seen(before, event, after, 0), HEIMLICH.view(after, 0))


@pytest.mark.parametrize(("limit", "decisions"), [(0.02, count(100, 2000)), (0.2, count(12, 400))])
@pytest.mark.parametrize(("variants", "players"), [((), 4), ((), 7), (("top-secret",), 3)])
def test_it_keeps_its_time(limit: float, decisions: int, variants: tuple[str, ...], players: int) -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande", variants), players)
    assert_in_time(limit, lambda seed: _times(case, limit, decisions, seed))
