"""The games that networks are fitted to follow the rules, move by move, to the right end."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from training.heimlich_co.games import Games, Played
from training.heimlich_co.network import init

from heimlich import RulesetName
from heimlich.bots.heimlich_co.value.assumptions import Kind
from heimlich.bots.heimlich_co.yardstick_values import g1_safe_values, g1_values, gu_safe_values, gu_table, gu_values
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import (
    Board,
    after_move,
    board_rules,
    make_board_rules,
    open_places,
    shares_as_dealt,
)
from heimlich.sim.heimlich_co.moves import Array, moves_of
from tests.tables import HEIMLICH, Case

GAMES = 24
# Short dice, as a program is compiled for each face; and a near target, so that games end.
TABLES = [
    Case(HEIMLICH, RulesetName("rio-grande", (), (("die", "1-3,4"), ("target", "12"))), 2),
    Case(HEIMLICH, RulesetName("cie", (), (("die", "1,2,5"), ("target", "12"))), 2),
]


class Batch(NamedTuple):
    rules: Ruleset
    players: int
    played: Played


@pytest.fixture(scope="module", params=TABLES, ids=str)
def batch(request: pytest.FixtureRequest) -> Batch:
    rules, players = request.param.rules, request.param.players
    games = Games(rules, players, GAMES)
    played = jax.jit(games.play)(init(jax.random.key(1), players), jax.random.key(2))
    return Batch(rules, players, Played(*jax.tree.map(np.asarray, played)))


def _positions(batch: Batch, turn: int) -> Board:
    """All games after so many turns."""
    seen, games = batch.played.seen, len(batch.played.won)
    if turn == 0:
        zeros = np.zeros((games, seen.places.shape[2]), np.int64)
        return Board(zeros, zeros, np.full(games, batch.rules.safe_start))
    return Board(*(part[turn - 1].astype(np.int64) for part in (seen.places, seen.points, seen.safe)))


def test_every_turn_is_a_move_of_the_rules_and_games_end_when_they_should(batch: Batch) -> None:
    rules, players, played = batch
    on_board, seen = board_rules(rules), played.seen
    live, reached = np.ones(len(played.won), bool), np.zeros(len(played.won), bool)
    totals = {total for face in rules.die for total in face}
    won = np.full(len(played.won), np.nan)
    assert int(played.turns) > 5
    for turn in range(int(played.turns)):
        before, after = _positions(batch, turn).take(live), _positions(batch, turn + 1).take(live)
        steps = (after.places - before.places) % len(rules.values)
        assert set(steps.sum(1).tolist()) <= totals
        assert not rules.one_agent or (steps > 0).sum(1).max() <= 1
        expected, due = after_move(on_board, before, steps)
        assert np.array_equal(after.points, np.minimum(expected.points, 100))
        assert np.array_equal(after.safe[~due], before.safe[~due])
        assert open_places(on_board, expected)[due, after.safe[due]].all()
        reached[live] |= expected.points.max(1) >= rules.target
        over = reached & live & (not rules.play_out_round or (turn + 1) % players == 0)
        shares = shares_as_dealt(on_board, expected.points, expected.points - before.points, players)
        ended = over[live]
        won[over] = shares[ended, played.hero[over]]
        assert np.array_equal(seen.live[turn], live & ~over)
        assert np.array_equal(seen.scored[turn][live], due & ~ended)
        assert np.array_equal(seen.reached[turn][live], reached[live])
        live &= ~over
    assert np.array_equal(played.finished, ~live)
    assert played.finished.mean() > 0.9
    assert played.won[played.finished] == pytest.approx(won[played.finished])
    assert not played.won[~played.finished].any()


def test_where_the_round_is_played_out_games_go_on_after_the_target_is_reached(batch: Batch) -> None:
    seen = batch.played.seen
    assert (seen.reached & seen.live).any() == batch.rules.play_out_round


def test_heroes_are_strong_players_among_others(batch: Batch) -> None:
    kinds, hero = batch.played.kinds, batch.played.hero
    assert (np.take_along_axis(kinds, hero[:, None], 1) == Kind.STRONG).all()
    assert len(set(kinds.ravel().tolist())) > 2
    assert set(hero.tolist()) == set(range(batch.players))


@pytest.mark.parametrize(("edition", "agents"), [("rio-grande", 4), ("cie", 5)])
def test_yardsticks_think_the_same_in_both_array_libraries(edition: str, agents: int) -> None:
    rng = np.random.default_rng(agents)
    rules = Case(HEIMLICH, RulesetName(edition), 3).rules
    rows = 40
    places, points = rng.integers(12, size=(rows, agents)), rng.integers(rules.target, size=(rows, agents))
    board, me = Board(places, points, rng.integers(12, size=rows)), rng.integers(agents, size=rows)
    moves = moves_of((2, 6), agents, 1 if rules.one_agent else agents)
    found: list[list[Array]] = []
    for xp in (np, jnp):
        on_board, here, own = make_board_rules(rules, xp), Board(*map(xp.asarray, board)), xp.asarray(me)
        found.append(
            [
                np.asarray(gu_values(on_board, xp.asarray(gu_table()), here, own, moves)),
                np.asarray(g1_values(on_board, here, own, moves)),
                np.asarray(gu_safe_values(xp, xp.asarray(gu_table()), here, own)),
                np.asarray(g1_safe_values(xp, here, own)),
            ]
        )
    for one, other in zip(*found, strict=True):
        assert other == pytest.approx(one, rel=1e-5, abs=1e-4)
    assert (np.abs(found[0][0]) > 500).any(), "some moves end the game"
