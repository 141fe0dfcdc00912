"""The weights of the suitcase game's value can be fitted again."""

from pathlib import Path

import numpy as np
from training.suitcases import value

from heimlich.bots.suitcases.value import FEATURES, win_probabilities


def test_weights_tell_more_than_chance_and_are_written_as_a_table(tmp_path: Path) -> None:
    file = tmp_path / "weights.csv"
    value.main([str(file), "--games", "6"])
    rows = [line.split(",") for line in file.read_text().splitlines()]
    assert rows[0] == ["feature", "2", "3", "4"]
    assert tuple(row[0] for row in rows[1:]) == FEATURES
    weights = np.array([float(row[1]) for row in rows[1:]])
    found, alive, shares = value.samples(2, 6)
    loss = -(shares * np.log(np.maximum(win_probabilities(weights, found, alive), 1e-9))).sum(1).mean()
    assert loss < np.log(2)
    assert np.isfinite([float(cell) for row in rows[1:] for cell in row[1:]]).all()


def test_the_fit_finds_the_weights_that_outcomes_were_drawn_from() -> None:
    rng = np.random.default_rng(1)
    true = np.array([1.5, -0.7, 0.0])
    found = rng.normal(size=(4000, 3, 3))
    alive = np.ones((4000, 3), bool)
    share = win_probabilities(true, found, alive)
    winner = (share.cumsum(1) < rng.random((4000, 1))).sum(1)
    fitted = value.fit(found, alive, np.eye(3)[winner], keep=1e-6)
    assert np.abs(fitted - true).max() < 0.15
