"""The simulator equals the readable rules: every state, every legal action, every outcome, game by game."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.pack import pack, unpack
from heimlich.sim.heimlich_co.simulator import Simulator
from tests.equivalence.replay import leaves, readable_game, rounds
from tests.soak import count
from tests.tables import ALL, Case

CASES = [case for case in ALL if case.game.id == "heimlich-co"]
SEED = 11


def compare(sim: Simulator, rules: Sequence[Ruleset], players: int, first: int) -> int:
    """Play games side by side, one for each of the rules; the number of decisions compared."""
    numbers = range(first, first + len(rules))
    games = [readable_game(each, players, SEED, number) for each, number in zip(rules, numbers, strict=True)]
    state: Any = sim.reset(SEED, np.asarray(numbers, np.uint32))
    decisions = 0
    for moments in rounds(games):
        expected = pack(sim.shape, [moment.state for moment in moments], SEED, numbers)
        for one, other in zip(leaves(expected), leaves(state), strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)
        assert np.asarray(sim.to_act(state)).tolist() == [moment.seat for moment in moments]
        mask = np.asarray(sim.legal_mask(state))
        for index, moment in enumerate(moments):
            assert np.flatnonzero(mask[index]).tolist() == moment.legal
        index = decisions % len(moments)
        assert unpack(sim.shape, rules[index], state, index) == moments[index].state
        decisions += sum(moment.seat >= 0 for moment in moments)
        state = sim.step(state, sim.shape.array([moment.action for moment in moments], "int32"))
    return decisions


@pytest.mark.parametrize("case", CASES, ids=str)
def test_numpy_equals_the_rules(case: Case) -> None:
    number = count(24, 4000)
    assert compare(Simulator(case.rules, case.players, np), [case.rules] * number, case.players, 0) > 10 * number
