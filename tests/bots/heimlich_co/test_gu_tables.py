"""Strangers who value moves as GU does, by another table: the belief tells their tables, and rollouts move by them."""

from typing import Any

import numpy as np
import pytest

from heimlich import Decision, RulesetName
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.belief.likelihoods import chances_of, softmax
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_2, BELIEF_4, BeliefSettings
from heimlich.bots.heimlich_co.belief.table_players import table_likelihoods
from heimlich.bots.heimlich_co.options import options_of
from heimlich.bots.heimlich_co.population.personas import (
    TABLES,
    Persona,
    Sort,
    gu_tables,
    persona_safe_values,
    persona_values,
)
from heimlich.bots.heimlich_co.search.movers import Movers, best_moves, safe_values
from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Assumptions, Kind, roles
from heimlich.bots.heimlich_co.value.network import judge
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe
from heimlich.games.heimlich_co.names import RING
from heimlich.record import Step
from heimlich.sim.heimlich_co.board import Board, board_of, board_rules, look_ahead
from heimlich.sim.heimlich_co.moves import Array, moves_of
from tests.tables import HEIMLICH, Case, random_game

ROWS = 120


def _persona(tables: Array) -> Persona:
    nothing = np.zeros_like(tables)
    return Persona(np.full_like(tables, Sort.STRANGER), tables, nothing, nothing)


def test_rollouts_move_a_stranger_by_its_table() -> None:
    rng, agents, face = np.random.default_rng(3), 6, 4
    rules = Case(HEIMLICH, RulesetName("rio-grande"), 4).rules
    board = Board(
        rng.integers(RING, size=(ROWS, agents)),
        rng.integers(10, rules.target, size=(ROWS, agents)),
        rng.integers(RING, size=ROWS),
    )
    me, tables = rng.integers(agents, size=ROWS), rng.integers(len(TABLES), size=ROWS)
    kind = np.where(tables > 0, LOOSE_GU + tables, Kind.GU)
    movers = Movers(me, kind, np.zeros((ROWS, agents), np.int64), np.zeros(ROWS, bool))
    net, die = judge(rules, 4), [rules.die.index((face,))] * ROWS
    steps = best_moves(rules, net, board, movers, np.array(die), 0, rng)
    moves = moves_of((face,), agents, agents)
    values = persona_values(board_rules(rules), gu_tables(), board, _persona(tables), me, moves)
    picked = (moves.steps == steps[:, None]).all(2).argmax(1)
    assert np.allclose(values[np.arange(ROWS), picked], values.max(1), atol=0.02)
    places = safe_values(rules, net, board, movers, 0, rng)
    assert np.allclose(places, persona_safe_values(np, gu_tables(), board, _persona(tables), me), atol=0.002)


@pytest.mark.parametrize("telling", [MoveAgents, MoveSafe])
def test_a_decision_is_as_likely_as_its_player_finds_it_good(telling: Any) -> None:
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), 3), 4, "gu")
    before, event = next((a, b) for a, b, _ in steps[15:] if isinstance(b, Decision) and isinstance(b.action, telling))
    table, known = before.table, (2, 8)
    chances, options = chances_of(table, event.action), options_of(table, event.action)
    assert chances is not None
    assert options is not None
    found = table_likelihoods(table, event.action, chances, known, 0.1)
    for column, number in enumerate(known):
        for agent in range(len(table.agents)):
            rules, board, me = board_rules(table.rules), board_of(table), np.array([agent])
            persona = _persona(np.array([number]))
            if telling is MoveSafe:
                values = persona_safe_values(np, gu_tables(), board, persona, me)[:, options.places]
            else:
                moves = moves_of(table.roll, len(table.agents), len(table.agents))
                ahead = look_ahead(rules, board, moves)
                values = persona_values(rules, gu_tables(), board, persona, me, moves, ahead)
            likely = softmax(values / max(TABLES[number].heat, 0.1))[0, options.index(event.action)]
            assert found[agent, column] == pytest.approx(likely, rel=1e-3, abs=1e-9)


def _taken_for(steps: list[Step[Any]], settings: BeliefSettings, kinds: tuple[int, ...]) -> float:
    """The probability, the mean over the others, that seat 0 takes them for players of these kinds in the end."""
    last = steps[-1].after
    evidence = Evidence(last.table.players, last.table.agents, settings)
    for before, event, _ in steps:
        if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe):
            evidence.note(before.table, event.seat, event.action)
    found = belief_of(evidence, 0, last.secrets.identities[0]).kinds()[1:].mean(0)
    return float(found[np.isin(evidence.types.kinds, kinds)].sum())


@pytest.mark.parametrize("stranger", ["gu-9", "gu-11"])
def test_an_unknown_gu_is_taken_for_one_with_a_table_near_its_own(stranger: str) -> None:
    """Their tables are none of those that the belief knows; by GU's own table alone they looked like something else."""
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), 4), 2, stranger)
    gus = (Kind.GU, *(LOOSE_GU + table for table in range(1, 9)))
    assert _taken_for(steps, BELIEF_4, gus) > 0.8
    assert _taken_for(steps, BELIEF_4, gus) > _taken_for(steps, BELIEF_2, gus)


def test_players_who_go_by_the_network_are_still_known() -> None:
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), 3), 2, "detective")
    assert _taken_for(steps, BELIEF_4, (Kind.STRONG,)) > 0.8


def test_networks_take_strangers_for_gus() -> None:
    owners = np.array([[0, 1, 2]])
    kinds = np.array([[Kind.STRONG, LOOSE_GU + 3, LOOSE_GU]])
    known = np.array([[Kind.STRONG, Kind.GU, Kind.STRONG]])
    nobody = np.zeros((1, 0), np.int64)
    found, right = (roles(Assumptions(owners, each, nobody, ()), 0, 1, 6) for each in (kinds, known))
    assert (found == right).all()


def test_the_sum_over_agents_may_come_before_the_product() -> None:
    rng, rules = np.random.default_rng(1), Case(HEIMLICH, RulesetName("rio-grande"), 4).rules
    net = judge(rules, 4, 2)
    places, points, role = rng.integers(RING, size=(3, 5, 6)), rng.integers(60, size=(3, 5, 6)), np.arange(6)
    each = net.embed(places, 3, points, role).sum(2)
    assert np.allclose(net.embed_all(places, 3, points, role), each, atol=1e-3)
