"""One fit for tables of all sizes finds strengths that were put in, keeps the ladder's order, and made the file."""

import csv
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest
from training.level_ratings import KINDS, Fit, Table, fit, rated, read, without

from heimlich.bots.ratings import FILE, rating_of_bot
from heimlich.bots.registry import ladder

LADDER = ("newcomer", "casual", "regular", "snoop", "master")
TRUE = {"casual": 0.0, "regular": 0.6, "snoop": 0.9, "master": 2.0, "careful": 0.7, "newcomer": -3.0}
SCALES = {2: 1.0, 4: 0.7}


def _games(number: int, seed: int) -> Counter[Table]:
    rng, found = np.random.default_rng(seed), Counter[Table]()
    for players, scale in SCALES.items():
        for names in combinations(sorted(TRUE), players):
            odds = np.exp([scale * TRUE[name] for name in names])
            for winner, wins in enumerate(rng.multinomial(number, odds / odds.sum())):
                found[names, tuple(float(seat == winner) for seat in range(players))] += int(wins)
    return found


def _fitted(number: int, seed: int) -> Fit:
    return fit(LADDER, without(frozenset({"newcomer"}), _games(number, seed)))


def test_strengths_that_were_put_in_are_found() -> None:
    found = _fitted(1000, 1)
    assert found.sizes == (2, 4)
    for row, scale in enumerate(SCALES.values()):
        for name, strength in zip(found.names, found.strengths()[row], strict=True):
            assert strength == pytest.approx(scale * TRUE[name], abs=0.12)


def test_the_order_of_the_ladder_stays_however_few_games_there_are() -> None:
    for seed in range(8):
        found = _fitted(2, seed)
        for row in found.strengths():
            by_name = dict(zip(found.names, row, strict=True))
            assert all(by_name[low] < by_name[high] for low, high in pairwise(LADDER[1:]))


def test_who_is_left_out_takes_no_share_with_them() -> None:
    games: Counter[Table] = Counter(
        {(("casual", "newcomer", "regular"), (0.5, 0.5, 0.0)): 3, (("newcomer", "snoop"), (1.0, 0.0)): 1}
    )
    assert without(frozenset({"newcomer"}), games) == {(3, (("casual", "regular"), (1.0, 0.0))): 3}


def test_the_ratings_of_the_server_are_those_of_the_games_that_are_kept() -> None:
    with FILE.open(newline="", encoding="utf-8") as lines:
        written = {tuple(row[:3]): row for row in csv.reader(lines)}
    for kind, games in read().items():
        for line in rated(KINDS[kind], kind, games):
            row = written[tuple(map(str, line[:3]))]
            assert [float(cell) for cell in row[3:5]] == pytest.approx(line[3:5], abs=0.02), row
            assert row[5:] == [str(cell) for cell in line[5:]]


def test_every_rating_climbs_with_the_ladder_and_is_known_well() -> None:
    for game, sizes, most in (("heimlich-co", range(2, 8), 2.6), ("suitcases", range(2, 5), 4.3)):
        steps = ladder(game)[1:]
        for players in sizes:
            found = [rating_of_bot(game, players, bot) for bot in steps]
            assert all(low and high and low.mu < high.mu for low, high in pairwise(found)), (game, players)
            assert all(one and one.sigma < most for one in found), (game, players)
