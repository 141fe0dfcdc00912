"""What cannot be played is refused with a sentence, in NumPy and in JAX, and before anything is computed."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich import GAMES, RulesetName
from heimlich.errors import HeimlichError
from heimlich.sim.heimlich_co import Simulator
from heimlich.sim.rollouts import evaluate_each

GAME = GAMES["heimlich-co"]
RULES = GAME.ruleset(GAME.limited(RulesetName("rio-grande")))
NUMPY, JAX = Simulator(RULES, 3, np), Simulator(RULES, 3, jnp)

WRONG: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "negative seed": (lambda sim, _: sim.reset(-1, [0]), "the seed -1 does not fit; it is a whole number from 0 to"),
    "high seed": (lambda sim, _: sim.reset(2**32, [0]), "the seed 4294967296 does not fit"),
    "broken seed": (lambda sim, _: sim.reset(1.5, [0]), "the seed 1.5 does not fit"),
    "number of games": (lambda sim, _: sim.reset(1, 4096), "games are whole numbers, one for each game; these are"),
    "broken games": (lambda sim, _: sim.reset(1, [0.5]), "games are whole numbers, one for each game; these are float"),
    "rows of games": (lambda sim, _: sim.reset(1, [[0, 1]]), r"these are int(32|64) \[1, 2\]"),
    "one action": (lambda sim, state: sim.step(state, 326), "actions are 4 whole numbers, one for each game"),
    "few actions": (lambda sim, state: sim.step(state, [326]), "actions are 4 whole numbers, one for each game"),
    "flags": (lambda sim, state: sim.step(state, [True] * 4), "actions are 4 whole numbers, .* these are bool"),
    "broken actions": (lambda sim, state: sim.advance(state, [326.0] * 4, 4), "actions are 4 whole numbers"),
    "a seat too many": (lambda sim, state: sim.observe(state, 3), "there is no seat 3; they go from 0 to 2"),
    "no seat": (lambda sim, state: sim.observe(state, -1), "there is no seat -1"),
}


@pytest.mark.parametrize("sim", [NUMPY, JAX], ids=["numpy", "jax"])
@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_refused(name: str, sim: Any) -> None:
    ask, told = WRONG[name]
    state = NUMPY.reset(1, np.arange(4))
    with pytest.raises(HeimlichError, match=told):
        ask(sim, state)


@pytest.mark.parametrize("games", [[-1], [2**32]])
def test_games_without_a_number_of_their_own_are_refused(games: list[int]) -> None:
    with pytest.raises(HeimlichError, match="games have numbers from 0 to 4294967295"):
        NUMPY.reset(1, games)


def test_no_ruleset_and_no_rollouts_are_refused() -> None:
    with pytest.raises(HeimlichError, match="no ruleset to play by; it takes at least 1"):
        Simulator([], 3, np)
    for rollouts in (0, -1, 1.5, True):
        with pytest.raises(HeimlichError, match=f"{rollouts} rollouts tell nothing; what would do: 1 or more"):
            evaluate_each([], rollouts)  # type: ignore[arg-type]


def test_a_view_is_no_state_to_play_on_from() -> None:
    game = GAMES["heimlich-co"]
    state = game.new(game.ruleset(RulesetName("rio-grande")), 3)
    for what, kind in ((game.view(state, 0), "View"), (state.table, "Table"), (None, "NoneType")):
        with pytest.raises(HeimlichError, match=f"a {kind} is not the whole state; for a view, draw states"):
            evaluate_each([what], 10)


@pytest.mark.parametrize("size", [0, 1])
def test_a_batch_may_be_empty_or_of_one_game(size: int) -> None:
    state = NUMPY.reset(1, np.arange(size))
    action = NUMPY.legal_mask(state).argmax(axis=1)
    after, rewards, over = NUMPY.advance(state, action, max(1, size))
    assert (rewards.shape, over.shape, after.phase.shape) == ((size, 3), (size,), (size,))


def test_the_last_game_can_be_played() -> None:
    """Numbers and seeds up to the highest; the game is the one that it is in any batch."""
    last = 2**32 - 1
    alone = NUMPY.reset(last, [last])
    batch = NUMPY.reset(last, np.arange(last - 3, last + 1))
    assert alone.game[0] == last
    assert [row[-1] for row in batch.owner] == [row[0] for row in alone.owner]


def test_seeds_and_actions_may_be_traced() -> None:
    state = jax.jit(lambda seed: JAX.reset(seed, jnp.arange(4)))(7)
    expected = NUMPY.reset(7, np.arange(4))
    np.testing.assert_array_equal(state.face, expected.face)
    action = jax.jit(JAX.legal_mask)(state).argmax(axis=1)
    np.testing.assert_array_equal(jax.jit(JAX.step)(state, action).seat, NUMPY.step(expected, np.asarray(action)).seat)
