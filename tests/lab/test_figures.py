"""Means, shares, quantiles and intervals, on numbers that can be worked out by hand."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from heimlich.lab.figures import amount_of, figures, mean_share, proportion, quantile, share_of, spread_of
from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.study import Study
from heimlich.lab.tally import Tally, count_values, from_plain, sum_parts


def test_a_mean_with_its_interval() -> None:
    found = spread_of(Counter({1: 50, 3: 50}))
    assert found["value"] == 2
    assert found["high"] - 2 == pytest.approx(1.959964 * (100 / 99) ** 0.5 / 10, abs=1e-6)
    assert 2 - found["low"] == pytest.approx(found["high"] - 2, abs=1e-6)


def test_a_quantile_is_a_number_that_occurs_and_its_interval_the_ranks_round_it() -> None:
    counts = Counter(dict.fromkeys(range(1, 101), 1))
    assert quantile(counts, 0.5) == {"value": 50, "low": 41, "high": 61}
    assert quantile(counts, 0.95) == {"value": 95, "low": 91, "high": 100}
    assert quantile(Counter({7: 3}), 0.05) == {"value": 7, "low": 7, "high": 7}


def test_a_rare_thing_has_an_interval_too() -> None:
    never = proportion(0, 100)
    assert never["value"] == never["low"] == 0
    assert never["high"] == pytest.approx(0.036994, abs=2e-6)  # Wilson's, for none of a hundred
    half = proportion(50, 100)
    assert (half["low"], half["high"]) == pytest.approx((0.403832, 0.596168), abs=1e-6)


def test_those_who_win_together_have_equal_parts() -> None:
    assert mean_share(Counter({1: 2, 2: 2, 3: 3}), 10)["value"] == pytest.approx(0.4)
    assert mean_share(Counter(), 10) == {"value": 0, "low": 0, "high": 0}


def test_a_mean_over_scorings_counts_games_not_scorings() -> None:
    """Games whose scorings are all alike: many scorings tell no more than many games."""
    numbers, amounts = np.full((1, 40), 5), np.array([[5 * 10] * 20 + [5 * 20] * 20])
    found = amount_of(sum_parts(numbers, amounts)[0], 40)
    assert found["value"] == 15
    assert found["high"] - 15 == pytest.approx(1.959964 * 5 * (40 / 39) ** 0.5 / 40**0.5, abs=1e-5)
    share = share_of(sum_parts(np.array([[1] * 40, [3] * 40]), np.zeros((2, 40), int))[0], 40)
    assert share == {"value": 0.25, "low": 0.25, "high": 0.25}
    assert amount_of(sum_parts(np.zeros((1, 4), int), np.zeros((1, 4), int))[0], 4)["value"] is None


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Out of 400 samples, about 380 intervals hold the mean that they were drawn round."""
    rng = Random(5)
    held = 0
    for _ in range(400):
        scorings = np.array([[rng.randint(1, 9) for _ in range(200)]])
        amounts = np.array([[sum(rng.randint(0, 40) for _ in range(number)) for number in scorings[0]]])
        found = amount_of(sum_parts(scorings, amounts)[0], 200)
        held += found["low"] <= 20 <= found["high"]
    assert 365 <= held <= 395


def test_all_figures_of_a_study_hang_together() -> None:
    study = Study("rio-grande", 3, 1, "random")
    tally = play_chunk(Chunk(study, "numpy", 0, 200))
    found = figures(study, tally)
    wins = [each["value"] for each in found["wins_by_seat"]]
    assert sum(wins) + found["nobody"]["value"] == pytest.approx(1, abs=1e-5)
    assert sum(each["value"] for each in found["wins_by_order"]) == pytest.approx(sum(wins), abs=1e-5)
    assert sum(each["value"] for each in found["endings"].values()) == pytest.approx(1, abs=1e-5)
    assert [each["kind"] for each in found["parts"]] == ["church", *map(str, range(1, 11)), "ruins", "all"]
    assert sum(each["share"]["value"] for each in found["parts"][:-1]) == pytest.approx(1, abs=1e-4)
    assert found["counted"]["turns"]["value"] < found["counted"]["decisions"]["value"]
    assert list(found["counted"]) == ["decisions", "turns", "scorings", "lead changes"]


def test_a_tally_goes_into_text_and_back() -> None:
    tally = play_chunk(Chunk(Study("cie", 2, 3, "random"), "numpy", 0, 30))
    assert from_plain(tally.as_plain()) == tally
    assert count_values(np.array([3, 1, 3])) == {1: 1, 3: 2}
    twice = Tally()
    twice.add(tally)
    twice.add(tally)
    assert twice.games == 60
    assert twice.parts[-1].n == 2 * tally.parts[-1].n
    assert tally.games == 30
