"""The OpenSpiel games pass that library's own simulation, keep secrets, last as text, can be solved and searched."""

import copy
import pickle
from collections import Counter
from typing import Any
from urllib.parse import quote

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.algorithms.external_sampling_mccfr import AverageType, ExternalSamplingSolver

from heimlich.adapters.openspiel import HeimlichObserver, HeimlichState, read_house, write_house
from heimlich.errors import HeimlichError, IllegalAction
from heimlich.game import RulesetName
from tests.adapters.tables import SOME, short_terms
from tests.rulebook.suitcases.table import SMALL
from tests.tables import ALL, Case

# Two players, three agents of whom one is free, and a race to the second house by single steps: 294 states.
SMALL_RACE = (
    "heimlich_co(players=2,house=agents_in_play:3%2C3%2C4%2C5%2C6%2C7;colours:red%2Cblue%2Cgreen;first:1;"
    "die:1;target:1;turn_limit:4;safe_start:2)"
)


def _words(case: Case, turns: int) -> str:
    """The game's string for a table, with so many turns at most."""
    name = short_terms(case, turns).name
    edition, variants, house = name.edition, "+".join(name.variants), write_house(name)
    game = case.game.id.replace("-", "_")
    return f"{game}(players={case.players},edition={edition},variants={variants},house={house})"


def _advance(state: Any, rng: np.random.RandomState) -> None:
    """One event: by chance as likely as it is, or any decision."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(outcomes, p=chances))
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("index", SOME, ids=[str(ALL[index]) for index in SOME])
def test_the_library_simulates_the_game_and_stores_its_states(index: int) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(_words(ALL[index], 6)), num_sims=2, serialize=True, verbose=False)


def test_every_table_can_be_loaded_and_played(case: Case) -> None:
    game = pyspiel.load_game(_words(case, 2))
    again = pyspiel.load_game(str(game))
    assert again.get_parameters() == game.get_parameters()
    assert again.terms == game.terms == short_terms(case, 2, "centred")
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    while not state.is_terminal():
        assert state.returns() == [0.0] * case.players
        _advance(state, rng)
    assert sum(state.returns()) == pytest.approx(0.0)
    assert state.move_number() <= game.max_move_number()


def test_the_library_loads_the_games_by_name() -> None:
    assert {"heimlich_co", "suitcases"} <= set(pyspiel.registered_names())
    game = pyspiel.load_game("heimlich_co")
    assert (game.num_players(), game.num_distinct_actions(), game.utility_sum()) == (4, 2041, 0.0)
    assert (game.min_utility(), game.max_utility()) == (-0.25, 0.75)
    shares = pyspiel.load_game("suitcases(rewards=shares)")
    assert shares.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert (shares.min_utility(), shares.max_utility()) == (0.0, 1.0)


def test_chance_is_as_likely_as_the_rules_say() -> None:
    state = pyspiel.load_game("heimlich_co(house=first:1;die:2%2C2%2C5)").new_initial_state()
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(7), 1 / 7))
    for _ in range(4):
        state.apply_action(0)
    names = {state.action_to_string(-1, number): chance for number, chance in state.chance_outcomes()}
    assert names == pytest.approx({"roll 2": 2 / 3, "roll 5": 1 / 3})
    state.apply_action(0)
    assert state.current_player() == 0
    assert state.action_to_string(state.legal_actions()[0]) == "move gray 2"


def test_what_cannot_happen_is_no_outcome() -> None:
    """Cards that the supply has none of are left out, and the others keep their numbers."""
    house = quote("to-ruins:3,move-safe:1")
    state = pyspiel.load_game(f"heimlich_co(players=2,variants=top-secret,house=cards:{house})").new_initial_state()
    while "card" not in state.action_to_string(-1, state.chance_outcomes()[0][0]):
        state.apply_action(state.chance_outcomes()[0][0])
    outcomes = {state.action_to_string(-1, number): chance for number, chance in state.chance_outcomes()}
    assert outcomes == pytest.approx({"card 1 to-ruins": 0.75, "card 1 move-safe": 0.25})


@pytest.mark.parametrize("index", SOME, ids=[str(ALL[index]) for index in SOME])
def test_states_last_as_text_and_are_copied_cheaply(index: int) -> None:
    game = pyspiel.load_game(_words(ALL[index], 6))
    state, rng = game.new_initial_state(), np.random.RandomState(index)
    while not state.is_terminal():
        if rng.uniform() < 0.2:
            _, stored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            moment = pickle.loads(pickle.dumps(state.moment))
            assert stored.moment.state == moment.state == state.moment.state
            assert stored.moment.seen == moment.seen == state.moment.seen
            assert stored.history() == state.history()
            assert state.clone().moment is state.moment is copy.deepcopy(state.moment)
        _advance(state, rng)


# Secrets


@pytest.mark.parametrize("index", SOME, ids=[str(ALL[index]) for index in SOME])
def test_another_state_with_the_same_view_is_the_same_information_state(index: int) -> None:
    game = pyspiel.load_game(_words(ALL[index], 6))
    state, rng = game.new_initial_state(), np.random.RandomState(index)
    different = 0
    while not state.is_terminal():
        if not state.is_chance_node():
            player = state.current_player()
            other = state.resample_from_infostate(player, rng.uniform)
            different += other.moment.state != state.moment.state
            assert _shown(other, player) == _shown(state, player)
            assert other.current_player() == player
        _advance(state, rng)
    assert different > 0 or game.num_players() == 2


def _shown(state: Any, player: int) -> list[Any]:
    return [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(player),
    ]


def _follow(words: str, first: list[int]) -> Any:
    """A game after these first events, by their numbers."""
    state = pyspiel.load_game(words).new_initial_state()
    for action in first:
        state.apply_action(action)
    return state


def test_games_that_differ_in_hidden_deals_alone_look_the_same_to_the_end() -> None:
    """Seats 2 and 3 have exchanged their agents: seat 1 cannot tell, until all is revealed."""
    words = "heimlich_co(players=3,house=agents_in_play:3%2C3%2C4%2C5%2C6%2C7;colours:red%2Cblue%2Cgreen;turn_limit:9)"
    rng = np.random.RandomState(1)
    one, other = (_follow(words, deal) for deal in ([0, 0, 0], [0, 1, 0]))
    assert one.moment.state.secrets != other.moment.state.secrets
    compared = 0
    while not one.is_terminal():
        assert _shown(one, 0)[:4] == _shown(other, 0)[:4]
        assert _shown(one, 1)[0] != _shown(other, 1)[0]
        _advance(one, rng)
        other.apply_action(one.history()[-1])
        compared += 1
    assert compared > 15
    assert other.is_terminal()


def test_what_others_pack_is_hidden_until_it_is_delivered() -> None:
    """Seat 2 has packed its suitcases in another order, and nobody else can tell."""
    own, packed, otherwise = [4, 9, 14, 19], [4, 9, 14, 19], [5, 8, 15, 18]
    one, other = (_follow("suitcases(players=2,house=turn_limit:8)", [*own, *way]) for way in (packed, otherwise))
    rng, compared = np.random.RandomState(1), 0
    while not one.is_terminal():
        assert _shown(one, 0) == _shown(other, 0)
        assert one.information_state_string(1) != other.information_state_string(1)
        _advance(one, rng)
        other.apply_action(one.history()[-1])
        compared += 1
    assert compared > 30


def test_information_states_recall_everything_and_observations_the_table() -> None:
    """Two ways to the same position: one observation, two information states, each with one's own decisions."""
    game = pyspiel.load_game(SMALL_RACE)
    ways = []
    for first, second in (("move red 1", "move blue 1"), ("move blue 1", "move red 1")):
        state = game.new_initial_state()
        for wanted in ("identity 1 red", "identity 2 blue", "roll 1", first, "roll 1", second, "roll 1"):
            state.apply_action(state.string_to_action(state.current_player(), wanted))
        ways.append(state)
    one, other = ways
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(0).splitlines()[:3] == ["identity 1 red", "identity 2 ?", "roll 1"]
    assert "1: move red 1\n" in one.information_state_string(0)


def test_the_spectator_can_be_observed_and_all_secrets_together_cannot() -> None:
    state = _follow(SMALL_RACE, [0, 0])
    terms = state.get_game().terms
    private = pyspiel.PrivateInfoType
    kind = pyspiel.IIGObservationType(perfect_recall=True, public_info=True, private_info=private.NONE)
    observer = HeimlichObserver(terms, kind, None)
    assert observer.string_from(state, 0).startswith("identity 1 ?\nidentity 2 ?\n")
    assert "own" not in observer.string_from(state, 0)
    observer.set_from(state, 0)
    assert observer.dict["owner"].tolist() == [-1, -1, -1]
    everything = pyspiel.IIGObservationType(perfect_recall=True, public_info=True, private_info=private.ALL_PLAYERS)
    with pytest.raises(HeimlichError, match="what can be observed is a seat's view"):
        HeimlichObserver(terms, everything, None)
    with pytest.raises(HeimlichError, match="observations take no parameters"):
        HeimlichObserver(terms, kind, {"size": 3})


# Algorithms


def test_counterfactual_regret_minimisation_gets_close_to_equilibrium() -> None:
    np.random.seed(1)  # what the algorithm draws from
    game = pyspiel.load_game(SMALL_RACE)
    solver = ExternalSamplingSolver(game, AverageType.SIMPLE)
    for _ in range(60):
        solver.iteration()
    found = exploitability.nash_conv(game, solver.average_policy())
    assert found < exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) / 3


def test_information_set_search_sees_the_winning_move() -> None:
    """One's own agent stands before the safe: to move it wins, and only the player himself knows that."""
    game = pyspiel.load_game(SMALL_RACE)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 60, random_state=np.random.RandomState(2))
    for own in ("red", "blue"):
        state = game.new_initial_state()
        for wanted in (
            f"identity 1 {own}",
            "identity 2 green",
            "roll 1",
            "move red 1",
            "roll 1",
            "move blue 1",
            "roll 1",
        ):
            state.apply_action(state.string_to_action(state.current_player(), wanted))
        assert state.action_to_string(bot.step(state)) == f"move {own} 1"


def test_information_set_search_plays_where_others_have_answered_unseen() -> None:
    """While suitcases are packed: those who have packed before, unseen, are drawn too."""
    house = ";".join(f"{name}:{quote(value)}" for name, value in (("map", SMALL), ("turn_limit", "2")))
    game = pyspiel.load_game(f"suitcases(players=2,house={house})")
    bots = [
        ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
            1.0,
            4,
            random_state=np.random.RandomState(2),
            allow_inconsistent_action_sets=True,
        )
        for _ in range(2)
    ]
    state, rng, decided = game.new_initial_state(), np.random.RandomState(3), Counter[int]()
    for _ in range(14):
        if state.is_chance_node():
            _advance(state, rng)
        else:
            decided[state.current_player()] += 1
            state.apply_action(bots[state.current_player()].step(state))
    assert decided[0] > 4 < decided[1]


# Mistakes


def test_an_outcome_that_cannot_come_is_refused() -> None:
    state = pyspiel.load_game("heimlich_co(players=2)").new_initial_state()
    with pytest.raises(IllegalAction, match=r"99 is no outcome of chance now; there are: 0, 1, .*see chance_outcomes"):
        state.apply_action(99)
    assert state.history() == []


def test_an_illegal_action_is_refused() -> None:
    state = _follow(SMALL_RACE, [0, 0, 0])
    before = state.moment
    with pytest.raises(IllegalAction, match="seat_1 decided 2, which is 'pass'"):
        state.apply_action(2)
    assert state.moment is before
    with pytest.raises(HeimlichError, match="chance decides nothing now"):
        state.chance_outcomes()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("heimlich_co(players=9)", "9 players"),
        ("heimlich_co(edition=jumbo)", "there is no edition 'jumbo'"),
        ("suitcases(house=target)", "'target' is no house rule; it looks like: target:20"),
        ("suitcases(rewards=points)", "there are no rewards 'points'"),
    ],
)
def test_what_cannot_be_had_is_refused(words: str, reason: str) -> None:
    with pytest.raises((HeimlichError, pyspiel.SpielError), match=reason):
        pyspiel.load_game(words)


def test_house_rules_can_be_written_in_a_games_string() -> None:
    house = (("die", "1-3,4"), ("cards", "double-agent:6,to-ruins:4"), ("map", '{"id": "x(y);z=%"}'))
    text = write_house(RulesetName("any", (), house))
    assert not set(text) & set("(),= ")
    assert tuple(read_house(text)) == house
    assert read_house("target=20") == [("target", "20")]


def test_a_state_says_everything() -> None:
    """What OpenSpiel prints is for the one who studies, not for a player."""
    state = _follow(SMALL_RACE, [0, 0, 0])
    assert isinstance(state, HeimlichState)
    game, rules = state.moment.terms.game, state.moment.terms.rules
    assert game.parse_state(str(state), rules) == state.moment.state
