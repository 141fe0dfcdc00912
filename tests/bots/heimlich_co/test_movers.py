"""How others move in rollouts: what is found without listing all moves is as good as the best of the list."""

from typing import Any

import numpy as np
import pytest

from heimlich import RulesetName
from heimlich.bots.heimlich_co.search.movers import Movers, best_moves, random_moves
from heimlich.bots.heimlich_co.search.splits import COMES, EITHER, QUIET, STILL, Splits
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, Kind, roles
from heimlich.bots.heimlich_co.value.network import IN_HAND, judge
from heimlich.bots.heimlich_co.yardstick_values import g1_values, gu_table, gu_values
from heimlich.games.heimlich_co.names import RING
from heimlich.sim.heimlich_co.board import Board, board_rules, look_ahead
from heimlich.sim.heimlich_co.moves import SPAN, Array, moves_of
from tests.tables import HEIMLICH, Case

ROWS = 300


def _rules(edition: str, players: int) -> Any:
    return Case(HEIMLICH, RulesetName(edition), players).rules


def _boards(agents: int, most: int, rng: np.random.Generator) -> Board:
    """Positions, some of them near the end."""
    return Board(
        rng.integers(RING, size=(ROWS, agents)),
        rng.integers(most - 25, most, size=(ROWS, agents)),
        rng.integers(RING, size=ROWS),
    )


def _deals(players: int, agents: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Which agent is the mover's, and what each agent is to him."""
    owners = rng.permuted(np.tile(np.arange(agents), (ROWS, 1)), axis=1)[:, :players]
    assumed = Assumptions(owners, np.full_like(owners, Kind.GU), np.zeros((ROWS, 0), np.int64), ())
    return owners[:, 0], roles(assumed, 0, 1, agents)


@pytest.mark.parametrize("join", [np.add, np.minimum])
@pytest.mark.parametrize("agents", [5, 7])
def test_the_best_split_of_every_total(join: Any, agents: int) -> None:
    rng = np.random.default_rng(agents)
    quiet, loud = rng.normal(size=(2, ROWS, agents, SPAN)).astype(np.float32)
    comes = np.arange(SPAN) == rng.integers(1, RING, (ROWS, agents))[:, :, None]
    splits = Splits(quiet, loud, comes, join)
    rows = np.arange(ROWS)
    for total in range(SPAN):
        moves = moves_of((total,), agents, agents)

        def cells(values: Array, cells: Array = moves.cells) -> Array:
            return values.reshape(ROWS, -1)[:, cells]

        scores = cells(comes).any(-1)
        for table, values, right in (
            (QUIET, quiet, ~scores),
            (STILL, loud, ~scores),
            (COMES, loud, scores),
            (EITHER, loud, scores | ~scores),
        ):
            listed = np.where(right, join.reduce(cells(values), axis=-1), -np.inf).max(1)
            assert np.allclose(splits.values(table)[:, total], listed, atol=1e-5)
            steps = splits.steps(np.full(ROWS, table), np.full(ROWS, total))
            some = np.isfinite(listed)
            assert (steps[some].sum(1) == total).all()
            found = join.reduce(values[rows[:, None], np.arange(agents), steps], axis=1)
            assert np.allclose(found[some], listed[some], atol=1e-5)


@pytest.mark.parametrize("edition", ["rio-grande", "escale", "cie"])
@pytest.mark.parametrize("kind", [Kind.GU, Kind.G1, Kind.STRONG])
def test_they_move_as_well_as_if_they_had_looked_at_every_move(edition: str, kind: Kind) -> None:
    players = 4
    rules = _rules(edition, players)
    rng = np.random.default_rng(kind)
    agents = rules.agents_in_play[players - 2]
    board, net, on_board = _boards(agents, rules.target, rng), judge(rules, players), board_rules(rules)
    face = rng.integers(len(rules.die), size=ROWS)
    cause, role = _deals(players, agents, rng)
    movers = Movers(cause, np.full(ROWS, kind), role, np.zeros(ROWS, bool))
    steps = best_moves(rules, net, board, movers, face, 0, rng)
    for index, totals in enumerate(rules.die):
        rows = np.flatnonzero(face == index)
        moves = moves_of(totals, agents, 1 if rules.one_agent else agents)
        here, mine = board.take(rows), cause[rows]
        ahead = look_ahead(on_board, here, moves)
        if kind is Kind.G1:
            values, blur = g1_values(on_board, here, mine, moves, ahead), 0.02
        elif kind is Kind.STRONG and rules.one_agent:
            values, blur = _chances(net, here, role[rows], moves.steps, ahead), 0.15
            values = np.where(ahead.ends, np.nan, values)  # all or nothing: looked at below
        else:
            values = gu_values(on_board, gu_table(), here, mine, moves, ahead)
            blur = 0.02 if kind is Kind.GU else 5.0
        picked = (steps[rows][:, None] == moves.steps).all(2)
        assert (picked.sum(1) == 1).all()
        taken = picked.argmax(1)
        got = values[np.arange(len(rows)), taken]
        best = np.nanmax(np.where(ahead.ends & (values < 0), np.nan, values), axis=1)
        assert (np.isnan(got) | (got >= best - blur)).all()


@pytest.mark.parametrize("players", [2, 7])
def test_strong_players_find_a_move_that_the_network_finds_nearly_the_best(players: int) -> None:
    """The network is no sum over agents, hence nearly. GU's moves, which the master takes for theirs, are far worse."""
    rules, rng = _rules("rio-grande", players), np.random.default_rng(players)
    agents = rules.agents_in_play[players - 2]
    board, net, on_board = _boards(agents, rules.target, rng), judge(rules, players), board_rules(rules)
    face = rng.integers(len(rules.die), size=ROWS)
    cause, role = _deals(players, agents, rng)
    movers = Movers(cause, np.full(ROWS, Kind.STRONG), role, np.zeros(ROWS, bool))
    lost = {}
    for everywhere in (True, False):
        steps = best_moves(rules, net, board, movers, face, 0, rng, everywhere)
        regret = []
        for row in range(0, ROWS, 3):
            moves = moves_of(rules.die[face[row]], agents, agents)
            here = board.take(np.array([row]))
            ahead = look_ahead(on_board, here, moves)
            values = _chances(net, here, role[row : row + 1], moves.steps, ahead)[0]
            marks = _scored(ahead, moves.steps)[0]
            first = marks == marks.max(1, keepdims=True)
            values = np.where(ahead.ends[0], first[:, cause[row]] / first.sum(1), values)
            (taken,) = np.flatnonzero((moves.steps == steps[row]).all(1))
            regret.append(values.max() - values[taken])
        lost[everywhere] = float(np.mean(regret))
    assert lost[True] < 0.02
    assert lost[True] < lost[False] / 2


@pytest.mark.parametrize(("reached", "left"), [(False, 2), (True, 2), (True, 0)])
def test_strong_players_know_how_much_of_the_last_round_is_left(
    reached: bool, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is played out (H14), reaching the target ends nothing yet; and the last move ends the game anyhow."""
    monkeypatch.setattr("heimlich.bots.heimlich_co.search.movers.SURE", 0.0)
    players = 4
    rules = _rules("cie", players)
    rng = np.random.default_rng(left)
    agents = rules.agents_in_play[players - 2]
    board, net, on_board = _boards(agents, rules.target + 2, rng), judge(rules, players), board_rules(rules)
    face = rng.integers(len(rules.die), size=ROWS)
    cause, role = _deals(players, agents, rng)
    movers = Movers(cause, np.full(ROWS, Kind.STRONG), role, np.full(ROWS, reached))
    steps = best_moves(rules, net, board, movers, face, left, rng)
    for index, totals in enumerate(rules.die):
        rows = np.flatnonzero(face == index)
        moves = moves_of(totals, agents, 1)
        here = board.take(rows)
        ahead = look_ahead(on_board, here, moves)
        values = _chances(net, here, role[rows], moves.steps, ahead, np.where(reached | ahead.ends, left, 0))
        if not left:
            final = np.where(ahead.scores[..., None], _scored(ahead, moves.steps), here.points[:, None])
            values = final[np.arange(len(rows)), :, cause[rows]] == final.max(2)
        taken = (steps[rows][:, None] == moves.steps).all(2).argmax(1)
        assert (values[np.arange(len(rows)), taken] >= values.max(1) - 1e-4).all()


def _chances(net: Any, board: Board, role: Array, steps: Array, ahead: Any, left: Array | int = 0) -> Array:
    """[rows, moves]: the network's word on every position that a move leads to."""
    places = (board.places[:, None] + steps) % RING
    safe = np.where(ahead.scores, IN_HAND, board.safe[:, None])
    points = np.where(ahead.scores[..., None], _scored(ahead, steps), board.points[:, None])
    chances: Array = net.win_probability(net.embed(places, safe[..., None], points, role[:, None]).sum(2), left)
    return chances


def _scored(ahead: Any, steps: Array) -> Array:
    """[rows, moves, agents]: the markers after a scoring."""
    after: Array = np.take_along_axis(ahead.points[:, None], steps[None, :, :, None], 3)[..., 0]
    return after


def test_random_players_may_make_any_move() -> None:
    rules = _rules("rio-grande", 7)
    face = np.full(4000, 5)
    steps = random_moves(rules, face, np.arange(4000) / 4000, 7)
    assert len(np.unique(steps, axis=0)) == len(moves_of(rules.die[5], 7, 7).steps)
    assert set(steps.sum(1)) == {1, 2, 3}
