"""The simulator equals the readable rules: every state, every legal action, every view, every outcome.

As in test_heimlich_co.py, all decisions of a case's games make one batch.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.errors import BadRuleset
from heimlich.game import RulesetName
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.crowds import crowded_city, has_way_out
from heimlich.games.suitcases.encoding import encode_view, view_size
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.state import State as Readable
from heimlich.games.suitcases.view import consistent_state, view_of
from heimlich.sim.suitcases import Simulator
from heimlich.sim.suitcases.pack import pack, unpack
from tests.equivalence.replay import SEED, Moment, assert_equal, check, choice_words, compiled, ends_of_random_play
from tests.equivalence.suitcase_games import (
    CASES,
    NAMES,
    PROMISING,
    RANDOM,
    corridor,
    crowded_states,
    legal_numbers,
    played,
)
from tests.games.suitcases.small_maps import provoked_crowds
from tests.rulebook.suitcases.table import SMALL
from tests.soak import SOAK, count

GAMES = count(6, 100)


@pytest.fixture(scope="module", params=range(len(CASES)), ids=NAMES)
def index(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def simulator(index: int) -> Simulator:
    return Simulator(CASES[index].rules, CASES[index].players, np)


def packed(sim: Simulator, states: Sequence[Readable], decisions: Sequence[Moment]) -> Any:
    return pack(sim.shape, states, SEED, [decision.game for decision in decisions])


def test_every_decision_leads_to_the_same_state(index: int) -> None:
    decisions = played(index, GAMES)
    assert sum(decision.after.table.result is not None for decision in decisions) == GAMES
    check(simulator(index), pack, decisions)


def test_games_start_the_same(index: int) -> None:
    case, games = CASES[index], PROMISING.games_of(index, GAMES)
    expected = [PROMISING.first_state(case.rules, case.players, game) for game in games]
    sim = simulator(index)
    assert_equal(sim.reset(SEED, np.asarray(games)), pack(sim.shape, expected, SEED, games))


def test_packed_states_unpack_to_what_they_were(index: int) -> None:
    decisions = played(index, GAMES)[:: count(61, 5)]
    states = [state for decision in decisions for state in (decision.before, decision.after)]
    sim = simulator(index)
    batch = pack(sim.shape, states, SEED, range(len(states)))
    for number, state in enumerate(states):
        assert unpack(sim.shape, CASES[index].rules, batch, number) == state


def test_an_observation_is_the_encoded_view(index: int) -> None:
    case, decisions = CASES[index], played(index, GAMES)[:: count(13, 1)]
    states = [decision.after for decision in decisions]
    sim = simulator(index)
    seats = [number % case.players for number in range(len(states))]
    found = sim.observe(packed(sim, states, decisions), np.asarray(seats))
    expected = [encode_view(view_of(state, seat)) for state, seat in zip(states, seats, strict=True)]
    np.testing.assert_array_equal(found, expected)
    assert found.shape == (len(states), view_size(case.rules, case.players))


def test_what_is_hidden_changes_no_observation(index: int) -> None:
    """The same view with other contents and cards behind it (C23) looks the same to its seat."""
    case, rng, sim = CASES[index], Random(index), simulator(index)
    decisions = played(index, GAMES)[:: count(61, 7)]
    states = [moment.before for moment in decisions]
    changed = 0
    for seat in range(case.players):
        others = [consistent_state(view_of(state, seat), rng) for state in states]
        changed += sum(one.secrets != other.secrets for one, other in zip(states, others, strict=True))
        found = [sim.observe(packed(sim, each, decisions), seat) for each in (states, others)]
        np.testing.assert_array_equal(found[0], found[1])
    assert changed > len(states)


def test_a_random_action_is_any_legal_one(index: int) -> None:
    """The word's share of the way through the legal actions."""
    decisions = played(index, GAMES)
    sim = simulator(index)
    state = packed(sim, [decision.before for decision in decisions], decisions)
    words = np.random.default_rng(index).integers(0, 2**32, len(decisions), dtype=np.uint32)
    expected = [
        decision.legal[int(word) * len(decision.legal) >> 32] for decision, word in zip(decisions, words, strict=True)
    ]
    assert sim.random_action(state, words).tolist() == expected


SETTINGS = (
    (("target", "6"), ("die", "1,2,3"), ("first", "2"), ("agents_break_ties", "yes")),
    (("most_in_city", "1"), ("retreat_card", "5"), ("extra_steps", "3"), ("guard_all_luggage", "no")),
    (("most_in_city", "3"), ("bomb_share", "1"), ("foreign_within", "never")),
    (("duel_cards", "1,2,3,4,5,9,9,9"), ("exact_count_wins", "no"), ("turn_limit", "12"), ("agents_break_ties", "yes")),
    (("contents", "bomb,2,7,4"), ("foreign_within", "1"), ("bomb_share", "3")),
    (("fourth_start", "no"), ("die", "0,0,6"), ("extra_steps", "0"), ("retreat_card", "none")),
)


def mixed(house: tuple[tuple[str, str], ...]) -> list[Ruleset]:
    """Rulesets that differ in everything that one batch can bear."""
    limit = ("turn_limit", "60")
    names = [RulesetName("jumbo", (), tuple({**dict([limit, *house]), **dict(other)}.items())) for other in SETTINGS]
    return [SUITCASES.ruleset(name) for name in names]


def check_mixed(house: tuple[tuple[str, str], ...], players: int, games: int, *, in_jax: bool) -> None:
    rulesets = mixed(house)
    decisions = [
        decision
        for number, rules in enumerate(rulesets)
        for game in range(1000 * number, 1000 * number + games)
        for decision in PROMISING.moments(rules, players, game)
    ]
    which = [rulesets.index(decision.before.table.rules) for decision in decisions]
    sim = Simulator(rulesets, players, jnp if in_jax else np, which)
    check(compiled(sim) if in_jax else sim, pack, decisions)


MAPS = {
    "europe-2": (),
    "orient-express-2": (("map", "orient-express-2"),),
    "europe": (("map", "europe"),),
    "small": (("map", SMALL),),
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", MAPS)
def test_different_rules_play_in_one_batch(name: str, players: int) -> None:
    check_mixed(MAPS[name], players, count(1, 50), in_jax=False)


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in MAPS for players in (2, 3, 4)] if SOAK else [("europe-2", 3)],
)
def test_jax_equals_the_rules(name: str, players: int) -> None:
    check_mixed(MAPS[name], players, count(2, 30), in_jax=True)


def test_what_differs_in_size_does_not_fit_into_one_batch() -> None:
    usual = SUITCASES.ruleset(RulesetName("jumbo"))
    for house in (("agents", "5"), ("contents", "9,bomb"), ("duel_cards", "1,2"), ("map", SMALL)):
        other = SUITCASES.ruleset(RulesetName("jumbo", (), (house,)))
        with pytest.raises(BadRuleset):
            Simulator([usual, other], 4, np, [0, 1])


def test_random_play_from_the_start_reaches_the_same_ends() -> None:
    """The simulator alone, choosing by itself, each finished game followed by another: every game ends as it should."""
    for number in (NAMES.index(name) for name in ("packed 2", "alone 3")):
        case = CASES[number]
        for game, shares in ends_of_random_play(simulator(number), count(2, 20)).items():
            result = [*RANDOM.moments(case.rules, case.players, game)][-1].after.table.result
            assert result is not None
            assert shares == pytest.approx(result.outcome.shares)


def test_jax_plays_on_as_numpy_does() -> None:
    """A scan inside a vmap inside a jit: games that end give way to others, choices and rewards are the same."""
    rules = SUITCASES.ruleset(RulesetName("jumbo", (), (("map", SMALL), ("turn_limit", "3"), ("agents", "2"))))
    games, steps = 32, count(90, 400)
    sims = [Simulator(rules, 2, np), Simulator(rules, 2, jnp)]
    batches = [np.arange(games), np.arange(5000, 5000 + games)]
    words = np.random.default_rng(3).integers(0, 2**32, (steps, games), dtype=np.uint32)

    def play(sim: Simulator, state: Any, word: Any) -> tuple[Any, Any]:
        after, rewards, over = sim.advance(state, sim.random_action(state, word), games)
        return after, (rewards, over, after.phase)

    def scan(numbers: Any) -> Any:
        return jax.lax.scan(lambda state, word: play(sims[1], state, word), sims[1].reset(SEED, numbers), words)

    found, told = jax.jit(jax.vmap(scan))(jnp.stack([jnp.asarray(batch) for batch in batches]))
    for number, batch in enumerate(batches):
        state: Any = sims[0].reset(SEED, batch)
        for step, word in enumerate(words):
            state, expected = play(sims[0], state, word)
            assert_equal(tuple(row[number, step] for row in told), expected)
        assert (state.game >= batch + games).any()
        assert_equal(tuple(leaf[number] for leaf in found), tuple(state))


CROWDS = [
    (("map", corridor()), ("agents", "6"), ("most_in_city", "1")),
    (("map", corridor()), ("agents", "12"), ("foreign_within", "1")),
    (("map", SMALL), ("agents", "9"), ("most_in_city", "1")),
    (("map", SMALL), ("agents", "7")),
    (("map", "europe-2"), ("agents", "9"), ("most_in_city", "1")),
    (("map", "orient-express"), ("agents", "12")),
    (("map", corridor()), ("agents", "6"), ("most_in_city", "1"), ("guard_all_luggage", "no")),
    (("map", "orient-express-2"), ("agents", "12")),
]


@pytest.mark.parametrize("number", range(len(CROWDS)))
def test_crowds_get_out_as_in_the_rules(number: int) -> None:
    """C9: where cities are full all around, what is legal is what the readable rules say."""
    rules = SUITCASES.ruleset(RulesetName("jumbo", (), (*CROWDS[number], ("target", "27"))))
    states = [*crowded_states(rules, 3, Random(number), count(1500 if number < 2 else 150, 20_000))]
    _check_legal(rules, 3, states)


def test_crowds_on_small_maps_get_out_as_in_the_rules() -> None:
    """Maps and positions as tests/games/suitcases/test_crowds.py compares them with a search over what C9 allows."""
    rng = Random("small maps")
    for number in range(count(12, 400)):
        players = 2 + number % 3
        states = [*provoked_crowds(rng, 1, 60, players)]
        rules = states[0].table.rules
        if number % 4 == 0:
            rules = replace(rules, guard_all_luggage=False)
            states = [Readable(state.table._replace(rules=rules), state.secrets) for state in states]
        _check_legal(rules, players, [state for state in states if _is_sound(state)])


def _is_sound(state: Readable) -> bool:
    crowded = crowded_city(state.table)
    return crowded is None or has_way_out(state.table, crowded)


def _check_legal(rules: Ruleset, players: int, states: Sequence[Readable]) -> None:
    sim = Simulator(rules, players, np)
    rows = sim.legal_mask(pack(sim.shape, states, SEED, range(len(states))))
    expected = [legal_numbers(state, state.table.seat) for state in states]
    assert [np.flatnonzero(row).tolist() for row in rows] == expected


def test_words_choose_alike() -> None:
    """`choice_words` are the numbers by which the readable games choose."""
    case = CASES[0]
    first = next(RANDOM.moments(case.rules, case.players, 7))
    sim = simulator(0)
    state = sim.reset(SEED, np.asarray([7]))
    assert sim.random_action(state, choice_words(state, np.zeros(1, np.uint32))).tolist() == [first.action]
