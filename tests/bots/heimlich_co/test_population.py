"""The population: each sort plays as its name says, and thinks the same in both array libraries."""

from collections import Counter
from random import Random

import jax.numpy as jnp
import numpy as np
import pytest

from heimlich import Budget, RulesetName
from heimlich.bots.heimlich_co.population.personas import (
    CROWD,
    EAGER,
    HELD_OUT,
    TABLES,
    TRAINED,
    TRAINED_TABLES,
    Persona,
    Sort,
    cause_of,
    gu_tables,
    persona_safe_values,
    persona_values,
    weights_of,
)
from heimlich.bots.heimlich_co.population.players import odd
from heimlich.bots.heimlich_co.yardstick_values import gu_safe_values, gu_table, gu_values
from heimlich.bots.registry import bots_of, partners
from heimlich.games.heimlich_co.actions import MoveSafe
from heimlich.games.heimlich_co.editions import RIO_GRANDE
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.sim.heimlich_co.board import Board, board_of, board_rules, look_ahead, make_board_rules
from heimlich.sim.heimlich_co.moves import Array, action_of, moves_of
from tests.tables import HEIMLICH, Case


def _positions(seed: int, rows: int, agents: int, target: int) -> tuple[Board, Array]:
    rng = np.random.default_rng(seed)
    places, points = rng.integers(12, size=(rows, agents)), rng.integers(target, size=(rows, agents))
    return Board(places, points, rng.integers(12, size=rows)), rng.integers(agents, size=rows)


def _personas(seed: int, sort: Sort, me: Array, agents: int, table: int | None = None) -> Persona:
    rng = np.random.default_rng(seed)
    tables = rng.integers(len(TABLES), size=len(me)) if table is None else np.full(len(me), table)
    other = (me + rng.integers(1, agents, len(me))) % agents
    return Persona(np.full(len(me), sort), tables, other, rng.integers(18, 31, size=len(me)))


@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize(("edition", "agents"), [("rio-grande", 5), ("cie", 7)])
def test_personas_think_the_same_in_both_array_libraries(sort: Sort, edition: str, agents: int) -> None:
    rules = Case(HEIMLICH, RulesetName(edition), 3).rules
    board, me = _positions(agents, 30, agents, rules.target)
    persona, moves = _personas(3, sort, me, agents), moves_of((1, 3), agents, 1 if rules.one_agent else agents)
    found = []
    for xp in (np, jnp):
        here, one, own = (Board(*map(xp.asarray, board)), Persona(*map(xp.asarray, persona)), xp.asarray(me))
        tables = xp.asarray(gu_tables())
        values = persona_values(make_board_rules(rules, xp), tables, here, one, own, moves)
        found.append((np.asarray(values), np.asarray(persona_safe_values(xp, tables, here, one, own))))
    for one, other in zip(*found, strict=True):
        assert other == pytest.approx(one, rel=1e-5, abs=1e-4)


def test_a_stranger_with_gus_own_table_is_gu() -> None:
    board, me = _positions(1, 50, 6, RIO_GRANDE.target)
    persona, moves, rules = _personas(1, Sort.STRANGER, me, 6, table=0), moves_of((4,), 6, 6), board_rules(RIO_GRANDE)
    found = persona_values(rules, gu_tables(), board, persona, me, moves)
    assert found == pytest.approx(gu_values(rules, gu_table(), board, me, moves), abs=1e-4)
    assert persona_safe_values(np, gu_tables(), board, persona, me) == pytest.approx(
        gu_safe_values(np, gu_table(), board, me), abs=1e-4
    )


def test_sorts_and_tables_are_held_out_in_halves_that_do_not_meet() -> None:
    assert set(TRAINED) | HELD_OUT == set(Sort)
    assert not set(TRAINED) & HELD_OUT
    assert len(gu_tables()) == len(TABLES)
    assert len(odd("stranger")._tables) == TRAINED_TABLES - 1
    listed = bots_of("heimlich-co")
    for name in [sort.name.lower() for sort in Sort] + [f"gu-{n}" for n in range(TRAINED_TABLES, len(TABLES))]:
        assert listed[name].yardstick
        assert name not in partners("heimlich-co")
    own = gu_table().ravel()
    for table in gu_tables()[1:]:
        assert 0.8 < np.corrcoef(table.ravel(), own)[0, 1] < 0.9999


POINTS = np.array([[10, 20, 5, 20], [30, 8, 31, 7], [12, 3, 4, 5]])
ME = np.array([0, 1, 0])


def _weights(sort: Sort, mark: int = 25, other: int = 2) -> Array:
    rows = len(ME)
    persona = Persona(np.full(rows, sort), np.zeros(rows, int), np.full(rows, other), np.full(rows, mark))
    found: Array = weights_of(np, persona, POINTS, ME)
    return found


def test_what_each_sort_wants() -> None:
    plain = _weights(Sort.STRANGER)
    assert plain.sum(1) == pytest.approx(0, abs=1e-6)
    bashes = _weights(Sort.BASHER)
    assert bashes[0].tolist() == [0.5, -0.5, 0, -0.5], "the leaders, two of them"
    assert bashes[1].tolist() == [0, 0.5, -1, 0]
    joins = _weights(Sort.BANDWAGON)
    assert joins[0].tolist() == [0.5, 0.5, 0, 0.5]
    assert joins[1] == pytest.approx(plain[1]), "late, everybody minds themselves"
    helps = _weights(Sort.PATRON)
    assert helps[0, 2] == 0.5
    assert helps[0, 0] == 1
    hides = _weights(Sort.SANDBAGGER)
    assert hides[0, 0] == 1, "ten points behind it walks on"
    assert hides[2, 0] < 0, "in front it holds itself back"
    assert hides[1] == pytest.approx(plain[1])


def test_a_locksmith_opens_the_safe_sooner_and_keeps_it_from_others() -> None:
    board, me = _positions(4, 60, 6, RIO_GRANDE.target - 12)
    moves, rules = moves_of((4,), 6, 6), board_rules(RIO_GRANDE)
    plain, locks = (_personas(1, sort, me, 6, table=0) for sort in (Sort.STRANGER, Sort.LOCKSMITH))
    usual, other = (persona_values(rules, gu_tables(), board, one, me, moves) for one in (plain, locks))
    opens = look_ahead(rules, board, moves).scores
    assert (other - usual)[opens] == pytest.approx(EAGER, abs=1e-4)
    assert (other == usual)[~opens].all()
    usual, other = (persona_safe_values(np, gu_tables(), board, one, me) for one in (plain, locks))
    behind = [
        [sum(agent != own and 1 <= (spot - place) % 12 <= 6 for agent, place in enumerate(row)) for spot in range(12)]
        for row, own in zip(board.places, me, strict=True)
    ]
    assert usual - other == pytest.approx(CROWD * np.array(behind), abs=1e-4)


def test_whom_liars_and_kingmakers_work_for() -> None:
    for sort, causes in ((Sort.LIAR, [2, 1, 2]), (Sort.KINGMAKER, [2, 2, 0]), (Sort.STRANGER, [0, 1, 0])):
        persona = Persona(np.full(3, sort), np.zeros(3, int), np.full(3, 2), np.full(3, 25))
        assert cause_of(np, persona, POINTS, ME).tolist() == causes


@pytest.mark.parametrize(
    "name", ["stranger", "sandbagger", "kingmaker", "patron", "locksmith", "liar", "basher", "bandwagon"]
)
def test_a_bot_takes_what_the_simulator_takes(name: str) -> None:
    """The bot's choice, from the readable table, is the best one by the values that JAX finds for its persona."""
    markers = "red 8 (5), blue 3 (19), green 2 (11), gray 5 (30), violet 6 (2)"
    position = f"{markers}; safe 7; roll 4; players 2; owners 1 red, 2 blue"
    for text in (position, position.replace("safe 7; roll 4", "safe 3; roll 4; phase safe; scorings 1")):
        state = HEIMLICH.parse_state(text, RIO_GRANDE)
        table, view = state.table, HEIMLICH.view(state, state.table.seat)
        bot = odd(name)
        bot._tables = (3,)  # a player without noise
        action = bot.choose(view, HEIMLICH.legal_actions(view), Budget(), Random(5))
        persona = bot.persona
        assert persona is not None
        rules, board = make_board_rules(RIO_GRANDE, jnp), Board(*map(jnp.asarray, board_of(table)))
        drawn, me = Persona(*map(jnp.asarray, persona)), jnp.array([table.agents.index(view.agents[0])])
        if isinstance(action, MoveSafe):
            values = np.array(persona_safe_values(jnp, jnp.asarray(gu_tables()), board, drawn, me))[0]
            values[int(board.safe[0])] = -np.inf
            assert values[action.place] == pytest.approx(values.max(), abs=1e-3)
        else:
            totals, agents, most = move_terms(table)
            moves = moves_of(totals, len(agents), most)
            values = np.array(persona_values(rules, jnp.asarray(gu_tables()), board, drawn, me, moves))[0]
            best = [action_of(agents, moves.steps[row]) for row in np.flatnonzero(values >= values.max() - 1e-3)]
            assert action in best


def test_a_persona_lasts_for_a_game_and_differs_between_games() -> None:
    state = HEIMLICH.parse_state(
        "red 8 (5), blue 3 (9), green 2, gray 5, violet 6; safe 7; roll 2; players 2; owners 1 red, 2 blue", RIO_GRANDE
    )
    view = HEIMLICH.view(state, 0)
    covers: Counter[int] = Counter()
    for seed in range(20):
        bot = odd("liar")
        bot.choose(view, HEIMLICH.legal_actions(view), Budget(), Random(seed))
        first = bot.persona
        bot.choose(view, HEIMLICH.legal_actions(view), Budget(), Random(seed + 100))
        assert bot.persona is first
        assert first is not None
        covers[int(first.other[0])] += 1
    assert view.table.agents.index(view.agents[0]) not in covers
    assert len(covers) > 2
