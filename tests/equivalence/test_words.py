"""A batch in words is the batch; and observations written as words are the observations."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.sim.heimlich_co.pack import pack
from heimlich.sim.heimlich_co.simulator import Simulator
from tests.equivalence.replay import CASES, SEED, leaves, played


def states_of(index: int) -> tuple[Simulator, Any]:
    """Every state of a case's games, as a program for a GPU would have them."""
    case = CASES[index]
    sim = Simulator(case.rules, case.players, jnp)
    sim.shape = sim.shape._replace(branches=False)
    decisions = played(index, 3)
    state = pack(sim.shape, [each.before for each in decisions], SEED, [each.game for each in decisions])
    return sim, jax.tree_util.tree_map(jnp.asarray, state)


SOME = range(0, len(CASES), 15)


@pytest.mark.parametrize("index", SOME, ids=lambda index: str(CASES[index]))
def test_words_bring_back_what_was_packed(index: int) -> None:
    sim, state = states_of(index)
    layout = sim.layout(state)
    back = layout.unpack(layout.pack(state))
    for one, other in zip(leaves(back), leaves(state), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
    assert layout.words * 4 < sum(leaf.nbytes for leaf in leaves(state)) / state.phase.size + 4


@pytest.mark.parametrize("index", SOME, ids=lambda index: str(CASES[index]))
def test_observations_as_words_are_the_same(index: int) -> None:
    sim, state = states_of(index)
    branching = Simulator(CASES[index].rules, CASES[index].players, jnp)
    seen = sim.observe(state, sim.to_act(state))
    assert seen.shape == (state.phase.size, sim.fields)
    assert seen.dtype == jnp.int16
    np.testing.assert_array_equal(seen, branching.observe(state, branching.to_act(state)))
