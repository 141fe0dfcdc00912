"""The simulator equals the readable rules: every state, every legal action, every view, every outcome.

All decisions of a case's games make one batch: the simulator takes each of them at once, from the state in which the
readable rules took it, and must come to the same state. With the same first states, that makes the games equal.
"""

import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.games.heimlich_co.encoding import (
    action_of,
    encode_view,
    unit_choices,
    unit_path,
    view_size,
)
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.games.heimlich_co.state import Phase
from heimlich.games.heimlich_co.state import State as Readable
from heimlich.games.heimlich_co.view import consistent_state, view_of
from heimlich.sim.heimlich_co import units
from heimlich.sim.heimlich_co.pack import pack, unpack
from heimlich.sim.heimlich_co.simulator import Simulator
from tests.equivalence.replay import (
    CASES,
    SEED,
    Moment,
    assert_equal,
    check,
    choice_words,
    compiled,
    ends_of_random_play,
    first_state,
    moments,
    played,
)
from tests.soak import SOAK, count
from tests.tables import Case

GAMES = count(25, 2000)


def packed(sim: Simulator, states: Sequence[Readable], decisions: Sequence[Moment]) -> Any:
    return pack(sim.shape, states, SEED, [decision.game for decision in decisions])


@pytest.fixture(scope="module", params=range(len(CASES)), ids=[str(case) for case in CASES])
def index(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def simulator(case: Case) -> Simulator:
    return Simulator(case.rules, case.players, np)


def test_every_decision_leads_to_the_same_state(index: int) -> None:
    decisions = played(index, GAMES)
    assert sum(decision.after.table.result is not None for decision in decisions) == GAMES
    check(simulator(CASES[index]), pack, decisions)


def test_games_start_the_same(index: int) -> None:
    case, games = CASES[index], range(index * 1_000_000, index * 1_000_000 + GAMES)
    expected = [first_state(case.rules, case.players, game) for game in games]
    sim = simulator(case)
    assert_equal(sim.reset(SEED, np.asarray(games)), pack(sim.shape, expected, SEED, games))


def test_packed_states_unpack_to_what_they_were(index: int) -> None:
    decisions = played(index, GAMES)[:: count(23, 3)]
    states = [state for decision in decisions for state in (decision.before, decision.after)]
    sim = simulator(CASES[index])
    batch = pack(sim.shape, states, SEED, range(len(states)))
    for number, state in enumerate(states):
        assert unpack(sim.shape, CASES[index].rules, batch, number) == state


def test_an_observation_is_the_encoded_view(index: int) -> None:
    case, decisions = CASES[index], played(index, GAMES)[:: count(7, 1)]
    states = [decision.after for decision in decisions]
    sim = simulator(case)
    seats = [number % case.players for number in range(len(states))]
    found = sim.observe(packed(sim, states, decisions), np.asarray(seats))
    expected = [encode_view(view_of(state, seat)) for state, seat in zip(states, seats, strict=True)]
    np.testing.assert_array_equal(found, expected)
    rules = case.rules
    size = view_size(sim.shape.agents, case.players, cards=rules.top_secret, dossier=rules.dossier)
    assert found.shape == (len(states), size)


def mixed(players: int, agents: int) -> list[Ruleset]:
    """Every ruleset with so many players and agents."""
    cases = [case for case in CASES if case.players == players]
    return [case.rules for case in cases if case.rules.agents_in_play[players - 2] == agents]


def played_by(rulesets: Sequence[Ruleset], players: int, games: int) -> list[Moment]:
    """Every decision of some games by each of the rulesets."""
    firsts = [(rules, 1000 * number) for number, rules in enumerate(rulesets)]
    return [
        decision
        for rules, first in firsts
        for game in range(first, first + games)
        for decision in moments(rules, players, game)
    ]


def check_mixed(players: int, agents: int, games: int, *, in_jax: bool) -> None:
    rulesets = mixed(players, agents)
    decisions = played_by(rulesets, players, games)
    which = [rulesets.index(decision.before.table.rules) for decision in decisions]
    sim = Simulator(rulesets, players, jnp if in_jax else np, which)
    check(compiled(sim) if in_jax else sim, pack, decisions)


COMBINATIONS = [(2, 4), (2, 5), (3, 5), (3, 6), (4, 6), (4, 7), (5, 7), (6, 7), (7, 7)]


@pytest.mark.parametrize(("players", "agents"), COMBINATIONS)
def test_different_rules_play_in_one_batch(players: int, agents: int) -> None:
    check_mixed(players, agents, count(2, 100), in_jax=False)


@pytest.mark.parametrize(("players", "agents"), COMBINATIONS if SOAK else [(2, 4), (4, 7)])
def test_jax_equals_the_rules(players: int, agents: int) -> None:
    """All editions and variants of this size in one compiled batch."""
    check_mixed(players, agents, count(4, 100), in_jax=True)


@pytest.mark.parametrize("players", [2, 7])
def test_jax_equals_the_rules_without_variants(players: int) -> None:
    case = next(case for case in CASES if case.players == players)
    check(compiled(Simulator(case.rules, players, jnp)), pack, played_by([case.rules], players, count(50, 2000)))


@pytest.mark.parametrize("number", [0, 9, 14, 21, 33, 40, 60], ids=lambda number: str(CASES[number]))
def test_random_play_from_the_start_reaches_the_same_ends(number: int) -> None:
    """The simulator alone, choosing by itself, each finished game followed by another: every game ends as it should."""
    case = CASES[number]
    for game, shares in ends_of_random_play(simulator(case), 12).items():
        result = [*moments(case.rules, case.players, game)][-1].after.table.result
        assert result is not None
        assert shares == pytest.approx(result.outcome.shares)


@pytest.mark.parametrize("number", [0, 14])
def test_a_finished_game_gives_way_to_the_next_one_in_jax_too(number: int) -> None:
    case, games = CASES[number], 64
    sims = [simulator(case), Simulator(case.rules, case.players, jnp)]
    states: list[Any] = [sim.reset(SEED, np.arange(games)) for sim in sims]
    advance: list[Any] = [sims[0].advance, jax.jit(sims[1].advance, static_argnums=2)]
    for step in range(count(60, 1000)):
        words = choice_words(states[0], np.full(games, step, np.uint32))
        action = sims[0].random_action(states[0], words)
        found = [each(state, action, games) for each, state in zip(advance, states, strict=True)]
        assert_equal(found[1], found[0])
        states = [each[0] for each in found]
    assert (np.asarray(states[1].game) >= games).any()


def test_what_is_hidden_changes_no_observation(index: int) -> None:
    """The same view with other secrets behind it (S1, S2) looks the same to its seat."""
    case, rng, sim = CASES[index], Random(index), simulator(CASES[index])
    decisions = played(index, GAMES)[:: count(41, 5)]
    for seat in range(case.players):
        states = [moment.before for moment in decisions]
        others = [consistent_state(view_of(state, seat), rng) for state in states]
        found = [sim.observe(packed(sim, each, decisions), seat) for each in (states, others)]
        np.testing.assert_array_equal(found[0], found[1])


def test_unit_steps_are_those_of_the_numbering(index: int) -> None:
    """Along the path of each decision, what may follow is what the encoding says; at its end stands the action."""
    decisions = played(index, GAMES)[:: count(31, 5)]
    sim = simulator(CASES[index])
    for decision in decisions[:12]:
        table = decision.before.table
        state = packed(sim, [decision.before], [decision])
        spent = sim.nothing_spent(state)
        for unit in unit_path(table, action_of(table, decision.action)):
            able = np.flatnonzero(sim.unit_mask(state, spent)[0]).tolist()
            if table.phase is Phase.MOVE:
                assert able == list(unit_choices(table, tuple(int(points[0]) for points in spent)))
            else:
                assert able == decision.legal
            spent, action, complete = units.spend(sim.shape, sim.rules, state, spent, np.asarray([unit]))
        assert complete.all()
        assert action.tolist() == [decision.action]


def test_heimlich_itself_does_without_numpy() -> None:
    code = "import sys, heimlich, heimlich.games.heimlich_co.encoding; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
