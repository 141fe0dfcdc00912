"""The array form of move, scoring, safe and win is the rules: with NumPy and with JAX, everything comes out the same.

The bots look ahead with it, rollouts and training play with it, and the simulator's step is made of the same functions.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from heimlich import Decision, RulesetName
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, end_share_each, end_shares
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe
from heimlich.games.heimlich_co.endgame import finish
from heimlich.games.heimlich_co.movement import move_terms, steps
from heimlich.games.heimlich_co.scoring import score
from heimlich.games.heimlich_co.state import State
from heimlich.sim.heimlich_co.board import (
    Board,
    BoardRules,
    after_move,
    board_of,
    board_rules,
    look_ahead,
    make_board_rules,
    open_places,
    scored,
    shares_as_dealt,
    walk,
)
from heimlich.sim.heimlich_co.moves import action_of, moves_of
from tests.soak import count
from tests.tables import ALL, HEIMLICH, Case, played

BASIC = [
    index
    for index, case in enumerate(ALL)
    if case.game is HEIMLICH and not case.name.house and not {"top-secret"} & set(case.name.variants)
]


def _on(rules: BoardRules, board: Board) -> Board:
    """The same positions in the array library of the rules."""
    return Board(*map(rules.xp.asarray, board))


@pytest.mark.rule("H9")
@pytest.mark.rule("H10")
@pytest.mark.rule("H11")
@pytest.mark.rule("H12")
@pytest.mark.parametrize("xp", [np, jnp], ids=["numpy", "jax"])
@pytest.mark.parametrize("index", BASIC[::4], ids=lambda index: str(ALL[index]))
def test_moves_scorings_and_safes_are_those_of_the_rules(index: int, xp: Any) -> None:
    every = 5 if xp is np else 45  # JAX is slow where nothing is compiled
    for number, (before, event, _) in enumerate(played(index)):
        if not isinstance(event, Decision) or number % every:
            continue
        table = before.table
        rules = make_board_rules(table.rules, xp)
        board = _on(rules, board_of(table))
        legal = HEIMLICH.legal_actions(HEIMLICH.view(before, event.seat))
        if isinstance(event.action, MoveSafe):
            allowed = np.flatnonzero(np.asarray(open_places(rules, board))[0])
            assert {MoveSafe(int(place)) for place in allowed} == set(legal)
        if not isinstance(event.action, MoveAgents):
            continue
        totals, agents, most = move_terms(table)
        moves = moves_of(totals, len(agents), most)
        actions = [action_of(agents, row) for row in moves.steps]
        assert set(actions) == set(legal)
        assert len(actions) == len(legal)
        ahead = look_ahead(rules, board, moves)
        scores, ends = np.asarray(ahead.scores), np.asarray(ahead.ends)
        some = np.arange(0, len(actions), 7)
        reached = [steps(table, actions[row]) for row in some]
        places, due = np.array([place for place, _ in reached]), np.array([bool(arrived) for _, arrived in reached])
        after = [score(table._replace(places=place)) for place, _ in reached]
        points, target = np.array([one.points for one in after]), table.rules.target
        here = board.take(xp.zeros(len(some), int))
        assert np.array_equal(walk(xp, here.places, moves.steps[some]), places)
        assert np.array_equal(scores[0, some], due)
        assert np.array_equal(scored(xp, here.points, rules.values[xp.asarray(places)], rules.floor), points)
        assert np.array_equal(ends[0, some], due & (points.max(1) >= target))
        moved, scoring = after_move(rules, here, xp.asarray(moves.steps[some]))
        assert np.array_equal(scoring, due)
        assert np.array_equal(moved.places, places)
        assert np.array_equal(moved.points, np.where(due[:, None], points, table.points))
        assert set(moved.safe.tolist()) == {table.safe}


PLAIN = [index for index in BASIC if not ALL[index].name.variants and ALL[index].name.edition != "cie"]


@pytest.mark.parametrize("index", PLAIN[::2], ids=lambda index: str(ALL[index]))
def test_ends_are_those_of_the_rules(index: int) -> None:
    steps_played = played(index)
    table = steps_played[-1].after.table
    assert table.result is not None
    assert table.reached
    _check_ends([steps_played[-1].after])


HOUSES = [
    Case(HEIMLICH, RulesetName("rio-grande", (), tuple(house.items())), players)
    for players in (2, 4, 7)
    for house in (
        {"last_scoring_wins": last, "free_agents_win": free} for last in ("yes", "no") for free in ("yes", "no")
    )
]


@pytest.mark.rule("H15")
@pytest.mark.rule("H16")
@pytest.mark.rule("H17")
@pytest.mark.parametrize("case", HOUSES, ids=str)
def test_any_markers_and_gains_give_the_win_to_whom_the_rules_give_it(case: Case) -> None:
    """Also where a marker that has reached the target lost points just now, and where only a free agent is there."""
    rng = Random(str(case))
    index = next(index for index, one in enumerate(ALL) if (one.name, one.players) == (_plain(case), case.players))
    state: State = played(index)[-1].after
    table = state.table._replace(rules=case.rules, result=None, reached=True)
    ends = []
    for _ in range(count(60, 2000)):
        points = tuple(rng.choice((9, 41, 42, 43, 44)) for _ in table.agents)
        gains = tuple(rng.choice((-3, 0, 1, 9, 9)) for _ in table.agents)
        ended = State(table._replace(points=points, gains=gains), state.secrets)
        ends.append(finish(ended, state.secrets.identities, (0,) * case.players))
    _check_ends(ends)


def _plain(case: Case) -> RulesetName:
    return RulesetName(case.name.edition)


def _check_ends(states: Sequence[State]) -> None:
    """Each seat's share of the win, by all functions that tell it; who owns whom is the same in all."""
    tables = [state.table for state in states]
    players, agents, rules = tables[0].players, tables[0].agents, tables[0].rules
    results = [table.result for table in tables if table.result is not None]
    expected = np.array([result.outcome.shares for result in results])
    assert len(expected) == len(tables)
    owners = [agents.index(own[0]) for own in results[0].identities]
    order = owners + [agent for agent in range(len(agents)) if agent not in owners]
    points, gains = np.array([table.points for table in tables]), np.array([table.gains for table in tables])
    for xp in (np, jnp):
        found = shares_as_dealt(
            make_board_rules(rules, xp), xp.asarray(points[:, order]), xp.asarray(gains[:, order]), players
        )
        assert found == pytest.approx(expected)
    assumed = Assumptions(np.array([owners]), np.zeros((1, players), np.int64), np.zeros((1, 0), np.int64), ())
    each = assumed.take(np.zeros(len(tables), np.int64))
    for seat in range(players):
        assert np.array_equal(end_shares(board_rules(rules), points, gains, assumed, seat)[0], expected[:, seat])
        assert np.array_equal(end_share_each(board_rules(rules), points, gains, each, seat), expected[:, seat])


def test_positions_can_be_repeated_and_taken() -> None:
    board = Board(np.array([[1, 2], [3, 4]]), np.zeros((2, 2), np.int64), np.array([5, 6]))
    assert board.repeated(2).safe.tolist() == [5, 5, 6, 6]
    assert board.take(np.array([1])).places.tolist() == [[3, 4]]
