"""G1 and GU are what they were: their choices and their strength do not change."""

from functools import partial
from random import Random

import numpy as np
import pytest
from training.heimlich_co.gu_table import fit
from training.heimlich_co.many_games import ByValue, Policy, Uniform, play_many

from heimlich import Budget
from heimlich.bots.heimlich_co.yardstick_values import g1_safe_values, g1_values, gu_safe_values, gu_table, gu_values
from heimlich.bots.registry import make_bot
from heimlich.games.heimlich_co.actions import Action, MoveSafe
from heimlich.games.heimlich_co.editions import RIO_GRANDE
from heimlich.games.heimlich_co.state import State
from tests.tables import HEIMLICH

G1 = ByValue(g1_values, partial(g1_safe_values, np))
GU = ByValue(
    lambda rules, board, me, moves: gu_values(rules, gu_table(), board, me, moves),
    lambda board, me: gu_safe_values(np, gu_table(), board, me),
)


def _share(challenger: Policy, opponent: Policy, players: int, games: int) -> float:
    """In %, the challenger having taken every seat."""
    rng = np.random.default_rng(1)
    won = 0.0
    for seat in range(players):
        policies = [challenger if other == seat else opponent for other in range(players)]
        won += float(play_many(RIO_GRANDE, policies, games // players, rng)[:, seat].sum())
    return 100 * won / (games // players * players)


@pytest.mark.parametrize(
    ("challenger", "opponent", "players", "share"),
    [(GU, Uniform(), 4, 93), (GU, G1, 4, 67), (G1, GU, 2, 15), (GU, GU, 3, 33), (Uniform(), Uniform(), 4, 15)],
)
def test_the_ladder(challenger: Policy, opponent: Policy, players: int, share: float) -> None:
    assert abs(_share(challenger, opponent, players, 600) - share) < 7


def test_the_table_is_frozen_and_can_be_fitted_again() -> None:
    table = gu_table()
    assert table.shape == (12, 12)
    assert float(table.sum()) == pytest.approx(922.148, abs=0.001)
    again = fit(2, games=60)
    assert np.corrcoef(again.ravel(), table.ravel())[0, 1] > 0.8


def _choice(name: str, position: str) -> Action:
    state: State = HEIMLICH.parse_state(position, RIO_GRANDE)
    view = HEIMLICH.view(state, state.table.seat)
    action: Action = make_bot("heimlich-co", name).choose(view, HEIMLICH.legal_actions(view), Budget(), Random(1))
    return action


def test_g1_takes_the_points_it_gets_most_ahead_by() -> None:
    position = "red 8 (5), blue 3 (9), green 2; safe 5; roll 2; players 2; owners 1 red, 2 blue"
    assert _choice("g1", position) == HEIMLICH.parse_action("move blue 2")  # 8 for red, 5 for blue: 4 behind, then 1
    nothing = "red 8 (5), blue 3 (9), green 2; safe church; roll 2; players 2; owners 1 red, 2 blue"
    assert _choice("g1", nothing) == HEIMLICH.parse_action("move red 2")  # nobody can score, and red stands best in 10


def test_g1_puts_the_safe_ahead_of_its_agent() -> None:
    position = "red 8 (5), blue 3 (9), green 2; safe 3; roll 2; players 2; phase safe; scorings 1; owners 1 red, 2 blue"
    action = _choice("g1", position)
    assert isinstance(action, MoveSafe)
    assert 1 <= (action.place - 8) % 12 <= 6


def test_gu_takes_a_winning_end_and_leaves_a_losing_one() -> None:
    ahead = "red 5 (38), blue 3 (30), green 2 (4); safe 7; roll 2; players 2; owners 1 red, 2 blue"
    assert _choice("gu", ahead) == HEIMLICH.parse_action("move red 2")
    behind = "red 5 (30), blue 9 (38), green 2 (4); safe 7; roll 2; players 2; owners 1 red, 2 blue"
    assert _choice("gu", behind) != HEIMLICH.parse_action("move red 2")
