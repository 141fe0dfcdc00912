"""Studies of the suitcase game count what the readable game counts."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from heimlich.games.suitcases.names import SUITCASES, colour_name
from heimlich.lab.figures import figures
from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.study import Study
from heimlich.lab.suitcases import SUBJECT
from heimlich.lab.tally import Tally
from heimlich.sim.suitcases.pack import unpack
from heimlich.sim.threefry import stream_number, threefry_arrays

STUDY = Study("jumbo+turn_limit=120+target=3", 2, 9, "random")
GAMES = 64


def final_states() -> list[Any]:
    """The same games, played to their ends side by side, in readable form."""
    sim = SUBJECT.simulator(STUDY.rules, STUDY.players, np)
    state = sim.reset(STUDY.seed, np.arange(GAMES))
    number = 0
    while not sim.is_over(state).all():
        counter = (np.full(1, stream_number("choice"), np.uint32), np.full(1, number, np.uint32))
        word = threefry_arrays(np, (state.seed, state.game), counter)[0]
        state = sim.step(state, sim.random_action(state, word))
        number += 1
    return [unpack(sim.shape, STUDY.rules, state, index) for index in range(GAMES)]


@pytest.fixture(scope="module")
def found() -> Tally:
    return play_chunk(Chunk(STUDY, "numpy", 0, GAMES))


def test_the_counts_are_those_of_the_readable_games(found: Tally) -> None:
    states = final_states()
    tallies = [STUDY.game.tally(state) for state in states]
    for name in SUBJECT.counted:
        assert found.counted[name] == Counter(int(tally[name]) for tally in tallies)
    outcomes = [STUDY.game.outcome(state) for state in states]
    assert found.winners == Counter(len(outcome.winners) for outcome in outcomes if outcome)
    assert found.endings == Counter(STUDY.game.endings.index(outcome.ending) for outcome in outcomes if outcome)
    brought = [
        (delivery.content, SUITCASES[delivery.suitcase][0] == colour_name(STUDY.players, seat))
        for state in states
        for seat, row in enumerate(state.table.delivered)
        for delivery in row
    ]
    assert brought
    for sums, own in zip(found.parts, (True, False), strict=False):
        assert sums.n == sum(mine == own for _, mine in brought)
        assert sums.a == sum(content for content, mine in brought if mine == own)
    assert found.parts[-1].n == len(brought)


def test_it_has_figures_of_its_own(found: Tally) -> None:
    told = figures(STUDY, found)
    assert list(told["counted"]) == ["decisions", "turns", "duels", "deliveries"]
    assert [part["kind"] for part in told["parts"]] == ["own", "foreign", "all"]
    assert sum(each["value"] for each in told["wins_by_seat"]) > 0.99
