"""Whoever was served least comes first: a crowd of questions makes nobody else wait."""

import asyncio
import pickle
from typing import Any

import pytest

from heimlich import GAMES, RulesetName
from heimlich.server.limits import network_of
from heimlich.server.thinking import workers
from heimlich.server.thinking.fair_queue import HALF_LIFE_S, FairQueue, Payer
from heimlich.server.thinking.minds import Forgotten, Minds
from heimlich.server.thinking.questions import TablePast, Thought
from heimlich.server.thinking.workers import BotWorkers
from tests.tables import Case, random_game

CROWD, HONEST = Payer("10.0.0.1", "crowd"), Payer("10.0.0.2", "honest")


class Time:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def _served(queue: FairQueue[str], number: int, seconds: float = 0.5) -> list[str]:
    names = []
    for _ in range(number):
        found = queue.take()
        assert found is not None
        names.append(found[0].guest)
        queue.charge(found[0], seconds)
    return names


def test_a_crowd_of_questions_makes_nobody_wait() -> None:
    queue: FairQueue[str] = FairQueue(Time())
    for number in range(420):
        queue.add(CROWD, f"{number}")
    assert _served(queue, 3) == ["crowd"] * 3
    queue.add(HONEST, "one")
    assert _served(queue, 2) == ["honest", "crowd"]
    assert len(queue) == 420 - 4


def test_many_guests_of_one_address_get_no_more_than_one() -> None:
    queue: FairQueue[str] = FairQueue(Time())
    for number in range(60):
        queue.add(Payer("10.0.0.1", f"g{number}"), "")
    for _ in range(10):
        queue.add(HONEST, "")
    assert _served(queue, 20).count("honest") == 10


def test_guests_of_one_address_share_alike() -> None:
    queue: FairQueue[str] = FairQueue(Time())
    for guest in ("greedy", "pupil"):
        for _ in range(50 if guest == "greedy" else 5):
            queue.add(Payer("school", guest), "")
    assert _served(queue, 10).count("pupil") == 5


def test_service_is_forgotten_by_and_by() -> None:
    time = Time()
    queue: FairQueue[str] = FairQueue(time)
    queue.charge(HONEST, 1000.0)
    time.now += 30 * HALF_LIFE_S
    assert queue.had(HONEST.address) < 0.001


def test_of_a_guests_questions_the_preferred_one_comes_first() -> None:
    queue: FairQueue[str] = FairQueue(Time())
    for item in "abc":
        queue.add(HONEST, item)
    assert queue.take(lambda item: item == "b") == (HONEST, "b")
    assert queue.take(lambda item: item == "z") == (HONEST, "a")
    queue.take()
    assert queue.take() is None


GAME = GAMES["heimlich-co"]
NAME = GAME.limited(RulesetName("rio-grande"))
STEPS = random_game(Case(GAME, NAME, 3), 4)


def _past(number: int) -> TablePast:
    return TablePast("t", NAME, 3, 1, tuple(step.event for step in STEPS[:number]))


def test_a_worker_is_sent_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    dumps = pickle.dumps

    def measured(thing: Any) -> bytes:
        assert isinstance(thing, Thought)
        assert thing.past is not None
        sizes.append(len(thing.past.events))
        return dumps(thing)

    async def ask() -> None:
        asked = BotWorkers(1)
        for number in (20, 30, 30, 45):
            state = STEPS[number].before
            view = GAME.view(state, 1)
            legal = GAME.legal_actions(view)
            if not legal:
                number = next(at for at in range(number, len(STEPS)) if 1 in GAME.actors(STEPS[at].before))
                view = GAME.view(STEPS[number].before, 1)
                legal = GAME.legal_actions(view)
            assert await asked.choose(Thought(GAME.id, "careful", view, _past(number))) in list(map(str, legal))
        await asked._all[0].stop()  # it dies: the next one knows nothing
        await asked.choose(Thought(GAME.id, "careful", view, _past(number)))
        await asked.stop()

    with monkeypatch.context() as patch:
        patch.setattr(workers.pickle, "dumps", measured)  # type: ignore[attr-defined]
        asyncio.run(ask())
    assert sizes[0] >= 20
    assert max(sizes[1:4]) < 30, "only what has come since"
    assert sizes[-1] >= 45, "the whole past"


def test_a_worker_that_lacks_the_beginning_says_so() -> None:
    kept = Minds()
    with pytest.raises(Forgotten):
        kept.take(GAME.id, "careful", _past(40).since(20))
    kept.keep(GAME.id, "careful", _past(20), kept.take(GAME.id, "careful", _past(20)))
    mind = kept.take(GAME.id, "careful", _past(40).since(20))
    assert mind.shown == 40


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket", "a socket"),
        ("", ""),
    ],
)
def test_of_ipv6_the_first_half_tells_whose_it_is(address: str, network: str) -> None:
    assert network_of(address) == network
