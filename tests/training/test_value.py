"""Fitting draws a network towards how games end, and writes files that the bots can read."""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from training.heimlich_co import value
from training.heimlich_co.games import Played
from training.heimlich_co.network import Params, init
from training.heimlich_co.value import RATE, Trainer

from heimlich import RulesetName
from heimlich.bots.heimlich_co.value.assumptions import Kind
from heimlich.bots.heimlich_co.value.network import Network, judge
from tests.tables import HEIMLICH, Case

ONLY_RANDOM = [float(kind == Kind.RANDOM) for kind in Kind]


# A short die, as a program is compiled for each face; and a near target, so that games end.
CIE = Case(HEIMLICH, RulesetName("cie", (), (("die", "1,2,5"), ("target", "12"))), 2)


def test_the_loss_falls_and_targets_reach_back_from_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """In `cie` the round is played out: the turns that are left are told to the network."""
    monkeypatch.setattr(value, "BATCH", 1024)
    trainer = Trainer(CIE.rules, 2, 96, ONLY_RANDOM, steps=8)
    state, iterate, key = trainer.begin(init(jax.random.key(1), 2)), jax.jit(trainer.iterate), jax.random.key(3)
    figures = []
    for number in range(25):
        state, figure = iterate(state, 2 * RATE, jax.random.fold_in(key, number))
        figures.append([float(one) for one in figure])
    loss, _, _, won, finished, _ = np.array(figures).T
    assert loss[-5:].mean() < 0.95 * loss[:2].mean()
    assert (won / finished)[-5:].mean() > (won / finished)[:2].mean() + 0.1


def test_the_last_position_is_worth_what_became_of_the_game() -> None:
    trainer = Trainer(CIE.rules, 2, 12)
    params, games, agents = init(jax.random.key(1), 2), trainer.games, trainer.agents
    _, seen = trainer.start(jnp.zeros((games, 2), int))
    live = jnp.arange(trainer.most_turns)[:, None] < 4 + jnp.arange(games)  # the first game ends with its fifth turn
    won, finished = jnp.arange(games) % 2.0, jnp.arange(games) != 7
    kinds, hero = jnp.zeros((games, 2), int), jnp.zeros(games, int)
    played = Played(seen._replace(live=live), kinds, hero, won, finished, jnp.array(20))
    after, before = (np.asarray(part) for part in trainer.targets(params, played))
    for game in range(games):
        last = 3 + game  # the last position from which the game went on
        assert (after[last, game] == won[game]) == finished[game]
        assert 0 < after[last - 1, game] < 1, "drawn towards it"
        assert not np.isnan(after[: last + 1, game]).any()
        assert np.isnan(before[last + 1, game])
    trainer.standoff = 0.25
    for turns, is_one in ((trainer.most_turns, True), (20, False)):
        after, _ = trainer.targets(params, played._replace(turns=jnp.array(turns)))
        assert (float(after[10, 7]) == 0.25) == is_one, "a game that goes on for ever is a standoff"
        assert float(after[3, 0]) == won[0]
    assert agents > 2
    assert [int(trainer.left(turn)) for turn in range(4)] == [1, 0, 1, 0]


def test_a_step_is_adams() -> None:
    """Against the formulas: means of slopes and of their squares, without bias; the rate falls outside."""
    trainer = Trainer(CIE.rules, 2, 12)
    params: Params = {"w": jnp.array([1.0, -2.0])}
    moments, slopes = trainer.adam.init(params), [np.array([0.5, -1.0]), np.array([0.1, 3.0])]
    first = second = np.zeros(2)
    for number, slope in enumerate(slopes, 1):
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        expected = first / (1 - 0.9**number) / (np.sqrt(second / (1 - 0.999**number)) + 1e-8)
        update, moments = trainer.adam.update({"w": jnp.array(slope)}, moments)
        assert np.asarray(update["w"]) == pytest.approx(expected, rel=1e-4)


def test_what_it_writes_is_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value, "BATCH", 256)
    value.main(["cie", "2", "--games", "12", "--steps", "2", "--seconds", "0", "--out", str(tmp_path)])
    with np.load(tmp_path / "cie-2.npz") as arrays:
        made = Network(**{name: arrays[name] for name in arrays})
    known = judge(Case(HEIMLICH, RulesetName("cie"), 2).rules, 2)
    assert [part.shape for part in made] == [part.shape for part in known]
    assert all(part.dtype == np.float16 for part in made)
