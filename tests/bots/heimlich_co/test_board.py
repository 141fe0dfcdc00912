"""What the bots look ahead with is the rules: every move, scoring, safe and end comes out the same."""

import numpy as np
import pytest

from heimlich import Decision
from heimlich.bots.heimlich_co.board import Board, board_of, leads, look_ahead, open_places, scored, terms_of, walk
from heimlich.bots.heimlich_co.moves import action_of, moves_of
from heimlich.bots.heimlich_co.value.network import Assumptions, end_share, end_shares
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe
from heimlich.games.heimlich_co.movement import move_terms, steps
from heimlich.games.heimlich_co.scoring import score
from tests.tables import ALL, HEIMLICH, played

BASIC = [
    index
    for index, case in enumerate(ALL)
    if case.game is HEIMLICH and not case.name.house and not {"top-secret"} & set(case.name.variants)
]


@pytest.mark.parametrize("index", BASIC[::4], ids=lambda index: str(ALL[index]))
def test_moves_scorings_and_safes_are_those_of_the_rules(index: int) -> None:
    for number, (before, event, _) in enumerate(played(index)):
        if not isinstance(event, Decision) or number % 5:
            continue
        table = before.table
        terms, board = terms_of(table.rules), board_of(table)
        legal = HEIMLICH.legal_actions(HEIMLICH.view(before, event.seat))
        if isinstance(event.action, MoveSafe):
            allowed = np.flatnonzero(open_places(terms, board)[0])
            assert {MoveSafe(int(place)) for place in allowed} == set(legal)
        if not isinstance(event.action, MoveAgents):
            continue
        totals, agents, most = move_terms(table)
        moves = moves_of(totals, len(agents), most)
        actions = [action_of(agents, row) for row in moves.steps]
        assert set(actions) == set(legal)
        assert len(actions) == len(legal)
        ahead = look_ahead(terms, board, moves)
        for row in range(0, len(actions), 7):
            places, arrived = steps(table, actions[row])
            assert tuple(walk(board, moves.steps[row])[0]) == places
            assert ahead.scores[0, row] == bool(arrived)
            after = score(table._replace(places=places))
            assert tuple(scored(terms, np.array([places]), board.points)[0]) == after.points
            assert ahead.ends[0, row] == (bool(arrived) and max(after.points) >= table.rules.target)


PLAIN = [index for index in BASIC if not ALL[index].name.variants and ALL[index].name.edition != "cie"]


@pytest.mark.parametrize("index", PLAIN[::2], ids=lambda index: str(ALL[index]))
def test_ends_are_those_of_the_rules(index: int) -> None:
    steps_played = played(index)
    table = steps_played[-1].after.table
    assert table.result is not None
    assert table.reached
    owners = [table.agents.index(own[0]) for own in table.result.identities]
    order = owners + [agent for agent in range(len(table.agents)) if agent not in owners]
    terms = terms_of(table.rules)
    points, gains = (np.array([line])[:, order] for line in (table.points, table.gains))
    assert tuple(leads(terms, points, gains, table.players)[0]) == table.result.outcome.shares
    assumed = Assumptions(np.array([owners]), np.zeros((1, table.players), np.int64), np.zeros((1, 0), np.int64), ())
    for seat in range(table.players):
        ends = np.array([table.points]), np.array([table.gains])
        for shares in (end_shares, end_share):
            assert shares(terms, *ends, assumed, seat).item() == table.result.outcome.shares[seat]


def test_positions_can_be_repeated_and_taken() -> None:
    board = Board(np.array([[1, 2], [3, 4]]), np.zeros((2, 2), np.int64), np.array([5, 6]))
    assert board.repeated(2).safe.tolist() == [5, 5, 6, 6]
    assert board.take(np.array([1])).places.tolist() == [[3, 4]]
