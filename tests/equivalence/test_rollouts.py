"""Rollouts of a position: the same tally in every array library and on any number of devices."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.errors import HeimlichError
from heimlich.sim import rollouts
from heimlich.sim.heimlich_co import Simulator
from heimlich.sim.rollouts import Evaluator, evaluate, evaluate_each
from tests.equivalence.replay import CASES, HEIMLICH, Moment
from tests.equivalence.suitcase_games import RANDOM
from tests.soak import count

NAMES = ["heimlich-co rio-grande 4", "heimlich-co escale advanced 4"]


def a_game(name: str) -> list[Moment]:
    case = next(case for case in CASES if str(case) == name)
    return [*HEIMLICH.moments(case.rules, case.players, 5)]


@pytest.fixture
def without_jax(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(rollouts, "_library", lambda: np)
    rollouts._evaluator.cache_clear()
    yield
    rollouts._evaluator.cache_clear()


def test_numpy_and_jax_count_the_same() -> None:
    """Of several positions, some of them close to the end."""
    moments = a_game(NAMES[0])
    states = [moments[0].before, moments[-3].before, moments[-1].after]
    sims: list[Any] = [Simulator(states[0].table.rules, 4, xp) for xp in (np, jnp)]
    found = [Evaluator(sim, 200, len(states))(sim.pack(states, 1, range(3)), seed=9) for sim in sims]
    assert found[0] == found[1]
    assert [each.rollouts for each in found[0]] == [200] * 3
    assert found[0][0].shares != found[0][1].shares


@pytest.mark.usefixtures("without_jax")
@pytest.mark.parametrize("name", NAMES)
def test_shares_come_near_to_how_games_end(name: str) -> None:
    moments = a_game(name)
    result = moments[-1].after.table.result.outcome
    over = evaluate(moments[-1].after, 7)
    assert over.shares == pytest.approx(result.shares)
    assert over.errors == pytest.approx([0.0] * 4)
    first, again, other = (evaluate(moments[0].before, count(300, 20_000), seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert first.unfinished == 0
    for one, two, error in zip(first.shares, other.shares, first.errors, strict=True):
        assert abs(one - two) < 6 * error
    assert 0 < sum(first.shares) <= 1 + 1e-9


@pytest.mark.usefixtures("without_jax")
def test_a_rollout_of_the_suitcase_game_may_be_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "MOST_DECISIONS", 40)
    case = RANDOM.cases[0]
    found = evaluate(RANDOM.first_state(case.rules, case.players, 1), 10)
    assert found.unfinished == 10
    assert sum(found.shares) == 0


def test_what_cannot_be_evaluated_is_refused() -> None:
    states = [a_game(name)[0].before for name in NAMES]
    with pytest.raises(HeimlichError, match="0 rollouts tell nothing"):
        evaluate(states[0], 0)
    with pytest.raises(HeimlichError, match="the same rules"):
        evaluate_each(states, 5)
    assert evaluate_each([], 5) == []


SHARDED = """
import json, jax
from tests.equivalence.test_rollouts import NAMES, a_game
from heimlich.sim.rollouts import evaluate_each
states = [moment.before for moment in a_game(NAMES[0])[::20]]
found = evaluate_each(states, 100, seed=4)
print(json.dumps([len(jax.devices()), found]))
"""


@pytest.mark.usefixtures("without_jax")
def test_several_devices_count_the_same() -> None:
    """Three, which do not divide the rollouts evenly; the host is cut up into so many."""
    flags = {"XLA_FLAGS": "--xla_force_host_platform_device_count=3", "JAX_PLATFORMS": "cpu"}
    done = subprocess.run([sys.executable, "-c", SHARDED], env=_environment(flags), capture_output=True, check=True)
    devices, found = json.loads(done.stdout)
    assert devices == 3
    expected = evaluate_each([moment.before for moment in a_game(NAMES[0])[::20]], 100, seed=4)
    assert found == json.loads(json.dumps(expected))


KEPT = """
import sys, time, jax
from pathlib import Path
from heimlich.sim.compiled import keep_compiled
keep_compiled(Path(sys.argv[1]))
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
hits = []
jax.monitoring.register_event_listener(lambda name, **_: hits.append(name))
jax.jit(lambda x: (x * 2 + 1).sum())(jax.numpy.arange(1000)).block_until_ready()
print(any("cache_hits" in name for name in hits))
"""


def test_another_process_need_not_compile_again(tmp_path: Any) -> None:
    runs = [
        subprocess.run([sys.executable, "-c", KEPT, str(tmp_path)], env=_environment({}), capture_output=True)
        for _ in range(2)
    ]
    assert [run.stdout.decode().strip() for run in runs] == ["False", "True"], runs[-1].stderr.decode()


def _environment(more: dict[str, str]) -> dict[str, str]:
    import os

    return {**os.environ, **more}
