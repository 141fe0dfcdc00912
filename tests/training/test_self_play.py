"""Self-play on the simulator: what is learnt from, and that a run goes on where it stopped."""

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from training.heimlich_co import self_play
from training.heimlich_co.self_play import SelfPlay

from heimlich.sim.heimlich_co import Simulator
from tests.soak import SOAK


@pytest.fixture(scope="module")
def play() -> SelfPlay:
    return SelfPlay("escale", 2, 16, 4, 2)


def what_is_seen(play: SelfPlay, seed: int) -> Any:
    sim: Any = Simulator(play.sim.rulesets[0], play.players, np)
    state = sim.reset(seed, np.arange(16))
    return sim.observe(state, sim.to_act(state)).T


def test_features_tell_what_is_seen(play: SelfPlay) -> None:
    """The seat's own agent, the places of all agents and the safe, each as a one among zeros."""
    seen = what_is_seen(play, 1)
    found = np.asarray(play.features(jnp.asarray(seen)), np.float32)
    agents = play.sim.shape.agents
    assert set(np.unique(found)) == {0.0, 1.0}
    assert (found[: 12 * agents].reshape(agents, 12, 16).argmax(axis=1) == seen[play.places["places"]]).all()
    own = found[(12 + self_play.POINTS) * agents :][:agents]
    assert (own.sum(axis=0) == 1).all()
    assert (own == (np.asarray(seen[play.places["owner"]]) == 0)).all()


def test_a_run_is_kept_and_goes_on(play: SelfPlay, tmp_path: Path) -> None:
    learner = play.init(3)._replace(steps=jnp.asarray(7))
    self_play.save(tmp_path / "run.npz", learner)
    again = self_play.load(tmp_path / "run.npz", play.init(4))
    for one, other in zip(jax.tree_util.tree_leaves(learner), jax.tree_util.tree_leaves(again), strict=True):
        np.testing.assert_array_equal(one, other)


def test_descent_lowers_the_loss(play: SelfPlay) -> None:
    """Towards targets that follow from what is seen."""
    seen = jnp.asarray(what_is_seen(play, 2))
    target = (seen[play.places["places"]][0] % 2).astype(jnp.float32)
    learner = play.init(1)

    @jax.jit
    def descend(learner: Any) -> tuple[Any, Any]:
        loss, slope = jax.value_and_grad(play._loss)(learner.params, seen, target)
        return self_play._adam(learner, slope), loss

    losses = []
    for _ in range(20):
        learner, loss = descend(learner)
        losses.append(float(loss))
    assert losses[-1] < losses[0]
    assert int(learner.steps) == 20


@pytest.mark.skipif(not SOAK, reason="compiles for a minute")
def test_a_short_run(play: SelfPlay, tmp_path: Path) -> None:
    written = self_play.train(play, "run", tmp_path, 0.1, 1)
    assert (tmp_path / "run.jsonl").read_text().count("\n") == len(written)
    again = self_play.train(play, "run", tmp_path, 0.1, 1)
    assert again[0]["steps"] > written[-1]["steps"]
