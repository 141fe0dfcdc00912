"""What is concluded from deals: means, intervals that hold at any time, and when a question is settled."""

from random import Random

import pytest

from heimlich.arena.contestants import Contestant
from heimlich.arena.deals import Contest, Dealt, Played
from heimlich.arena.ratings import ratings
from heimlich.arena.report import as_text, figures
from heimlich.arena.standings import NOTHING, Standings, almost_always, mean_of
from heimlich.game import Budget, RulesetName

A, B, C = (Contestant(name, "random", Budget()) for name in "abc")
DUEL = Contest("heimlich-co", RulesetName("rio-grande"), 2, "1", (A,), B)
OPEN = Contest("heimlich-co", RulesetName("rio-grande"), 3, "1", (A, B, C))


def dealt(contest: Contest, *games: tuple[tuple[int, ...], tuple[float, ...]]) -> Dealt:
    return Dealt(tuple(Played(*game) for game in games), (NOTHING,) * len(contest.everyone))


def test_a_deal_counts_as_one_value() -> None:
    standings = Standings(DUEL)
    standings.add(dealt(DUEL, ((0, 1), (1.0, 0.0)), ((1, 0), (1.0, 0.0))))
    standings.add(dealt(DUEL, ((0, 1), (1.0, 0.0)), ((1, 0), (0.0, 1.0))))
    rows = {row.label: row for row in standings.rows()}
    assert rows["a"].wins.value == 0.75
    assert rows["b"].wins.value == 0.25
    assert rows["a"].games == 4
    ahead = standings.ahead("a", "b")
    assert ahead is not None
    assert ahead.value == 0.5
    assert standings.ahead("b", "a") is not None


def test_the_margin_is_the_normal_one() -> None:
    mean = mean_of([0.0, 1.0] * 50)
    assert mean.value == 0.5
    assert mean.margin == pytest.approx(1.96 * 0.5025 / 10, rel=1e-3)
    assert mean.lasting > mean.margin, "to look at any time costs width"


def test_the_lasting_interval_seldom_errs_however_often_one_looks() -> None:
    """Of 400 fair contests looked at after every deal, fewer than 5 in 100 are ever called unfair."""
    wrong = 0
    for number in range(400):
        rng, values = Random(number), list[float]()
        for total in range(1, 301):
            values.append(float(rng.random() < 0.5))
            if total % 10 == 0 and mean_of(values).differs_from(0.5):
                wrong += 1
                break
    assert wrong <= 0.05 * 400


def test_a_clear_question_is_settled_and_a_close_one_is_not() -> None:
    clear, close = Standings(DUEL), Standings(DUEL)
    rng = Random(1)
    for _ in range(100):
        won, lost = float(rng.random() < 0.8), float(rng.random() < 0.5)
        clear.add(dealt(DUEL, ((0, 1), (won, 1 - won))))
        close.add(dealt(DUEL, ((0, 1), (lost, 1 - lost))))
    assert clear.settled(None)
    assert clear.settled(0.5)
    assert not clear.settled(0.8), "that is another question"
    assert not close.settled(None)


def test_all_places_must_be_certain() -> None:
    standings = Standings(OPEN)
    rng = Random(2)
    for _ in range(200):
        winner = rng.choices(range(3), (6, 3, 1))[0]
        standings.add(dealt(OPEN, ((0, 1, 2), tuple(float(seat == winner) for seat in range(3)))))
    assert [row.label for row in standings.rows()] == ["a", "b", "c"]
    assert standings.settled(None)


def test_ratings_follow_wins() -> None:
    games = [dealt(OPEN, ((0, 1, 2), (1.0, 0.0, 0.0)), ((2, 0, 1), (0.0, 0.5, 0.5))) for _ in range(20)]
    rated = ratings(OPEN, games)
    assert rated is not None
    assert rated[0].mu > rated[1].mu > rated[2].mu
    assert all(each.sigma < 8 for each in rated)


def test_times() -> None:
    thinking = NOTHING._replace(decisions=100, worst=7.0, within=(98, 1, *[0] * 11, 1))
    assert almost_always(thinking) == 0.002
    assert almost_always(thinking, 1.0) == 7.0


def test_the_report_says_it_all() -> None:
    standings = Standings(OPEN)
    for _ in range(40):
        standings.add(dealt(OPEN, ((0, 1, 2), (1.0, 0.0, 0.0))))
    found = figures(standings)
    text = as_text(found)
    assert "40 games in 40 deals" in text
    assert "100.0% ± 0.0%" in text
    assert found["ahead"]["a"]["c"]["value"] == 1.0
    assert found["contestants"][0]["bot"] == "a"
