"""Policy iteration on a GPU: what is searched is what the hero decided among, and all candidates meet the same dice."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from training.heimlich_co.league import read_options
from training.heimlich_co.network import embed, head
from training.heimlich_co.searched_league import Searched, SearchedRun

from heimlich import RulesetName
from heimlich.bots.heimlich_co.value.network import IN_HAND, network_of
from heimlich.bots.heimlich_co.value.packing import read_arrays
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from heimlich.sim.heimlich_co.moves import moves_of
from tests.tables import HEIMLICH, Case

# Two faces, as a program is compiled for each; and a near target, so that games end.
SHORT = Case(HEIMLICH, RulesetName("rio-grande", (), (("die", "1,2"), ("target", "12"))), 3).rules
WORDS = [
    *("rio-grande", "3", "--games", "48", "--steps", "1", "--batch", "32", "--widths", "8", "8", "4"),
    *("--decisions", "16", "--candidates", "6", "--worlds", "2", "--seconds", "0", "--tag=-try"),
]


class Batch(NamedTuple):
    run: SearchedRun
    out: Path
    played: Any
    searched: Searched


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Batch:
    """A run that has learnt once, games that it played then, and what it finds in them."""
    out = tmp_path_factory.mktemp("searched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(EDITIONS[VERSION], "rio-grande", SHORT)
        run = SearchedRun("rio-grande", 3, read_options([*WORDS, "--out", str(out)], SearchedRun.parser()))
    run.train()
    setting = run.setting(run.state.mean)
    played = run.league.play_batch(setting, jax.random.key(2))
    searched = jax.jit(run.league.look_further)(run.state.params, setting, played, jax.random.key(3))
    return Batch(run, out, played, Searched(*map(np.asarray, searched)))


def test_candidates_are_different_moves_of_one_roll_from_a_position_that_the_hero_was_in(batch: Batch) -> None:
    games, found, seen = batch.run.league, batch.searched, batch.played.seen
    assert found.live.any(1).sum() > games.decisions // 2
    hero, live = np.asarray(batch.played.hero), np.asarray(seen.live)
    places = np.asarray(seen.places)
    steps = [{tuple(row) for row in moves_of(face, games.agents, games.agents).steps} for face in SHORT.die]
    before = [places[turn, game] for turn, game in np.argwhere(live) if hero[game] == (turn + 1) % 3]
    for decision in np.flatnonzero(found.live.any(1)):
        face = next(index for index, rows in enumerate(games.by_face) if decision in rows)
        after = {tuple(row) for row in found.place[decision][found.live[decision]]}
        assert len(after) == found.live[decision].sum() > 1
        starts = [start for start in before if all(_leads(start, row, steps[face]) for row in after)]
        assert starts, "the position is one that the hero had to move from"


def _leads(start: Any, after: Any, steps: set[tuple[int, ...]]) -> bool:
    """Tell whether one of the moves leads there; who comes to the ruins is not looked at."""
    return tuple((np.array(after) - start) % 12) in steps


def test_the_best_by_the_network_come_first(batch: Batch) -> None:
    games, found, params = batch.run.league, batch.searched, batch.run.state.params
    place, role = jnp.asarray(found.place), jnp.broadcast_to(found.role[:, None], found.place.shape)
    safe = jnp.where(found.held, IN_HAND, found.safe)
    worth = np.asarray(head(params, embed(params, place, safe[..., None], jnp.asarray(found.points), role).sum(2)))
    for row, live in zip(worth, found.live, strict=True):
        assert (np.diff(row[live]) < 1e-5).all()
    assert games.decisions == len(worth)


def test_candidates_of_a_decision_meet_the_same_dice_and_past_selves_stay_in_their_part(batch: Batch) -> None:
    games = batch.run.league
    order = np.asarray(games.share_out(jax.random.key(4)))
    assert sorted(order) == list(range(games.ahead.games))
    together = order.reshape(-1, games.candidates)
    assert (together // games.candidates == together[:, :1] // games.candidates).all()
    part = order.reshape(len(SHORT.die), -1)
    past = part < games.met_past * games.worlds * games.candidates
    assert np.array_equal(past, np.arange(part.shape[1])[None] < np.full((2, 1), games.ahead.first))
    eligible = jnp.ones(games.games, bool)
    drawn, _ = games.draw_games(eligible, jax.random.key(5))
    in_first = np.asarray(drawn) % (games.games // 2) < games.first
    assert np.array_equal(in_first, np.arange(games.decisions) < games.met_past)


def test_a_candidate_is_worth_what_the_games_after_it_bring(batch: Batch) -> None:
    """A network that says 0.5 always: then only games that end are worth anything else, and shares are exact."""
    games, setting = batch.run.league, batch.run.setting(batch.run.state.mean)
    blind = jax.tree.map(jnp.zeros_like, batch.run.state.params)
    found = jax.jit(games.look_further)(blind, setting, batch.played, jax.random.key(6))
    value = np.asarray(found.value)[np.asarray(found.live)]
    shares = {sum(pair) / 2 for pair in np.stack(np.meshgrid(*[[0.5, 0, 1, 1 / 2, 1 / 3]] * 2), -1).reshape(-1, 2)}
    assert all(min(abs(one - share) for share in shares) < 1e-5 for one in value)
    assert 0.05 < (np.abs(value - 0.5) < 1e-6).mean() < 1, "some games ended, and some did not"


def test_learning_draws_the_order_of_candidates_towards_what_was_found(batch: Batch) -> None:
    games, params = batch.run.league, batch.run.state.params
    loss = jax.jit(games.further_loss)
    searched = jax.tree.map(jnp.asarray, batch.searched)
    slope = jax.grad(games.further_loss)(params, searched)
    nearer = jax.tree.map(lambda part, down: part - 0.01 * down, params, slope)
    assert float(loss(nearer, searched)) < float(loss(params, searched))
    other = searched._replace(value=jnp.where(searched.live, searched.value, 1 - searched.value))
    assert float(loss(params, other)) == pytest.approx(float(loss(params, searched))), "those that ended do not count"


def test_a_run_leaves_a_network_and_says_what_it_was_called_with(batch: Batch) -> None:
    lines = [json.loads(line) for line in (batch.out / "rio-grande-3-try.jsonl").read_text().splitlines()]
    assert lines[0]["command"].startswith("python -m training.heimlich_co.searched_league")
    assert lines[1]["batches"] == 1
    assert np.isfinite(network_of(read_arrays(batch.out / "rio-grande-3-try.npz")).w1).all()


def test_nothing_is_learnt_that_the_written_network_does_not_have(batch: Batch) -> None:
    """Here no round is played out, and so the turns that are left of one are not told to it."""
    assert not np.asarray(batch.run.state.params["left"]).any()
    assert np.asarray(batch.run.state.params["b1"]).any()


def test_editions_that_play_out_a_round_are_refused(tmp_path: Path) -> None:
    options = read_options(["cie", "2", "--out", str(tmp_path)], SearchedRun.parser())
    with pytest.raises(ValueError, match="play out a round"):
        SearchedRun("cie", 2, options)
