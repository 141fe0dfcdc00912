"""PPO: what it takes for the hero's decisions is what was decided, and learning makes the better ones likelier."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from training.heimlich_co import ppo
from training.heimlich_co.league import read_options

from heimlich import RulesetName
from heimlich.bots.heimlich_co.value.packing import read_arrays
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from tests.tables import HEIMLICH, Case

# One face, as a program is compiled for each; and a near target, so that games end.
SHORT = Case(HEIMLICH, RulesetName("rio-grande", (), (("die", "2"), ("target", "12"))), 3).rules
WORDS = [
    *("rio-grande", "3", "--games", "24", "--steps", "1", "--batch", "32", "--widths", "8", "8", "4"),
    *("--choices", "64", "--seconds", "0", "--tag=-try", "--value", "1"),
]


class Batch(NamedTuple):
    run: ppo.PpoRun
    out: Path
    played: Any
    target: Any


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Batch:
    """A run that has learnt once, and games that it played then."""
    out = tmp_path_factory.mktemp("ppo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(EDITIONS[VERSION], "rio-grande", SHORT)
        run = ppo.PpoRun("rio-grande", 3, read_options([*WORDS, "--out", str(out)], ppo.PpoRun.parser()))
    run.train()
    played = run.league.play_batch(run.setting(run.state.mean), jax.random.key(2))
    target, _ = jax.jit(run.league.targets)(run.state.critic.params, played)
    return Batch(run, out, played, target)


def test_decisions_are_those_that_the_hero_made(batch: Batch) -> None:
    games, played = batch.run.league, batch.played
    moves, safe = games._eligible(played)
    choices = jax.jit(lambda key: games._draw(played, batch.target, moves, key))(jax.random.key(3))
    steps = np.asarray(games._moves(0).steps)[np.asarray(choices.chosen)]
    board, number = choices.match.board, np.asarray(choices.match.number)
    after = (np.asarray(board.places) + steps) % 12
    seen = SimpleNamespace(**{name: np.asarray(part) for name, part in played.seen._asdict().items()})
    hero = np.asarray(played.hero)[number]
    order = np.concatenate([(np.arange(3) + hero[:, None]) % 3, np.broadcast_to(np.arange(3, 6), (64, 3))], 1)
    found = [
        any(
            np.array_equal(seen.places[turn, game][row], after[index])
            for turn in range(hero[index], int(played.turns), 3)
        )
        for index, (game, row) in enumerate(zip(number, order, strict=True))
    ]
    assert all(found)
    about_safe = jax.jit(lambda key: games._draw(played, batch.target, safe, key))(jax.random.key(4))
    chances = np.asarray(games._chances(batch.run.state.params, 1, about_safe))
    picked = np.take_along_axis(chances, np.asarray(about_safe.chosen)[:, None], 1)[:, 0]
    assert (picked[np.asarray(about_safe.weight) > 0] > ppo.FORBIDDEN).all()


def test_what_turned_out_well_becomes_likelier(batch: Batch) -> None:
    games, state = batch.run.league, batch.run.state
    moves, _ = games._eligible(batch.played)

    @jax.jit
    def learnt(params: Any) -> tuple[Any, Any]:
        choices = games._draw(batch.played, batch.target, moves, jax.random.key(5))
        before, _ = games._fixed(params, state.critic.params, 0, choices)
        better = jnp.where(choices.chosen % 2 == 0, 1.0, -1.0)
        slope = jax.grad(games._actor_loss)(params, [choices], [(before, better)])
        step = jax.tree.map(lambda part, change: part - 1e-4 * change, params, slope)
        after, _ = games._fixed(step, state.critic.params, 0, choices)
        return slope, ((after - before) * better).mean()

    slope, gained = learnt(state.params)
    assert all(np.isfinite(np.asarray(part)).all() for part in slope.values())
    assert float(gained) > 0


def test_a_run_leaves_a_network_for_the_bots_and_what_it_goes_on_from(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EDITIONS[VERSION], "rio-grande", SHORT)
    lines = [json.loads(line) for line in (batch.out / "rio-grande-3-try.jsonl").read_text().splitlines()]
    assert [line["batches"] for line in lines if "batches" in line] == [0, 1]
    assert lines[-1]["heat"] == pytest.approx(0.01, rel=0.05)
    arrays = read_arrays(batch.out / "rio-grande-3-try.npz")
    assert ppo.HEAT not in arrays
    assert np.isfinite(arrays["w1"]).all()
    again = ppo.PpoRun("rio-grande", 3, batch.run.options)
    assert again.batches == 1
    assert float(again.state.params[ppo.HEAT]) == float(batch.run.state.params[ppo.HEAT])
