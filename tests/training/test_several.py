"""Self-play on several devices and in several processes: the same games, and the same network."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.heimlich_co import several
from training.heimlich_co.several import Lesson, Setup

from heimlich.errors import HeimlichError
from heimlich.spread import Processes, Ray, ThisProcess, Where
from tests.soak import SOAK

SETUP = Setup("escale", 2, 16, 3, 2)
DEVICES = {"XLA_FLAGS": "--xla_force_host_platform_device_count=2", "JAX_PLATFORMS": "cpu"}
SLOPES = """
import json, jax, jax.numpy as jnp, numpy as np
from training.heimlich_co.self_play import SelfPlay, _spec
from heimlich.sim.devices import AXIS
plays = [SelfPlay("escale", 2, 16, 3, 2, devices) for devices in (1, 2)]
seen = jnp.asarray(np.random.default_rng(1).integers(0, 6, (plays[0].sim.fields, 16)), jnp.int16)
target = jnp.linspace(0, 1, 16)
found = []
for play in plays:
    def slope(params, key, seen, target):
        words, draws = play._draws(key)
        return play._mean(jax.grad(play._loss)(params, seen, target)), words, draws, play._watcher()
    apart = _spec(None, AXIS)
    run = play._compiled(slope, (_spec(), _spec(), apart, _spec(AXIS)), (_spec(), apart, apart, _spec(AXIS)))
    slopes, *draws = run(play.init(1).params, jax.random.key(7), seen, target)
    found.append((slopes, draws))
for one, other in zip(*(jax.tree_util.tree_leaves(slopes) for slopes, _ in found)):
    np.testing.assert_allclose(one, other, atol=2e-3)  # bfloat16
for one, other in zip(*(draws for _, draws in found)):
    np.testing.assert_array_equal(one, other)
print(json.dumps(len(jax.devices())))
"""
STRETCH = """
import json, jax, numpy as np
from training.heimlich_co.self_play import SelfPlay
found = []
for devices in (1, 2):
    play = SelfPlay("escale", 2, 64, 24, 2, devices)
    learner, packed, figures = play.learn(play.init(1), play.packed, jax.random.key(7))
    found.append((learner, packed, figures))
(one, games, figures), (other, same_games, same_figures) = found
for mine, theirs in zip(games.words, same_games.words):
    np.testing.assert_array_equal(mine, theirs)
assert int(figures.ended) == int(same_figures.ended) > 0
assert float(figures.won) == float(same_figures.won)
for mine, theirs in zip(jax.tree_util.tree_leaves(one.params), jax.tree_util.tree_leaves(other.params)):
    mine, theirs = np.asarray(mine), np.asarray(theirs)
    far = np.abs(mine - theirs) > 5e-3
    assert far.mean() < 1e-3, far.mean()  # sums in bfloat16, and Adam's first steps go by the sign of a slope
print(json.dumps(len(jax.devices())))
"""


def on_two_devices(text: str) -> Any:
    """The last line that a program prints which sees two devices, as JSON."""
    env = {**os.environ, **DEVICES, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_two_devices_draw_the_same_and_learn_by_the_same_slope() -> None:
    """Each has half of the games; what it draws follows from a game's number, and slopes are averaged."""
    assert on_two_devices(SLOPES) == 2


@pytest.mark.skipif(not SOAK, reason="compiles for a minute")
def test_two_devices_play_the_same_games_and_learn_the_same() -> None:
    assert on_two_devices(STRETCH) == 2


def test_the_mean_of_lessons_keeps_kinds_of_numbers() -> None:
    lessons = [Lesson((np.array([1.0, 3.0], np.float32), np.array(7)), 0.5, 3) for _ in range(2)]
    lessons.append(Lesson((np.array([4.0, 0.0], np.float32), np.array(7)), 0.5, 3))
    mean, steps = several.mean_of(lessons)
    assert mean.tolist() == [2.0, 2.0]
    assert mean.dtype == np.float32
    assert steps == 7
    assert steps.dtype == lessons[0].leaves[1].dtype


def test_nothing_to_do_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HeimlichError, match="each takes at least 1"):
        several.train(SETUP, tmp_path, ThisProcess(), workers=0, rounds=1, stretches=1, seed=1)


@pytest.mark.skipif(not SOAK, reason="compiles for minutes")
@pytest.mark.parametrize("where", [Processes(2), Ray(None, 2)])
@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_processes_and_ray_learn_what_one_process_learns(where: Where, tmp_path: Path) -> None:
    found = []
    for name, place in (("here", ThisProcess()), ("there", where)):
        several.train(SETUP, tmp_path / name, place, workers=2, rounds=1, stretches=2, seed=1)
        with np.load(tmp_path / name / "escale-2.npz") as kept:
            found.append([kept[part] for part in kept.files])
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
