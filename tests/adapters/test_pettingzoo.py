"""The PettingZoo environments pass that library's own checks, ask whom the rules ask, and show no secrets."""

from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from heimlich.adapters.pettingzoo import TogetherEnv, env, parallel_env
from heimlich.errors import HeimlichError, IllegalAction
from heimlich.game import Decision
from tests.adapters.tables import SOME, arguments, some_choice
from tests.tables import ALL

# Observations with a mask are dictionaries, and whoever is not asked has a mask of zeros; the checks mention both.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]
CARDS: dict[str, Any] = {"variants": ["top-secret"], "players": 3}


@pytest.fixture(params=SOME, ids=[str(ALL[index]) for index in SOME])
def words(request: pytest.FixtureRequest) -> dict[str, Any]:
    return arguments(ALL[request.param], 12)


def test_the_library_accepts_the_environment(words: dict[str, Any]) -> None:
    api_test(env(**words), num_cycles=60)


def test_the_library_finds_the_same_game_for_the_same_seed(words: dict[str, Any]) -> None:
    seed_test(partial(env, **words), num_cycles=30)


def test_the_library_accepts_the_parallel_environment(words: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(**words), num_cycles=60)
    parallel_seed_test(partial(parallel_env, **words), num_cycles=20)


def test_the_library_accepts_the_limit_of_cycles() -> None:
    """While suitcases are packed, everyone decides as often as anyone: four times."""
    terms: dict[str, Any] = {"game": "suitcases", "players": 3}
    max_cycles_test(SimpleNamespace(env=partial(env, **terms), parallel_env=partial(parallel_env, **terms)))


def test_the_library_accepts_the_limit_of_cycles_where_seats_take_turns() -> None:
    """Turned into one that asks everyone in each cycle, it counts as that check expects."""

    def turned(**terms: Any) -> Any:
        return parallel_to_aec(parallel_env("heimlich-co", players=3, **terms))

    max_cycles_test(SimpleNamespace(env=turned, parallel_env=partial(parallel_env, "heimlich-co", players=3)))


def _play(table: Any, seed: int) -> list[tuple[str, int]]:
    """A random game by the masks; what was decided."""
    rng, decisions = np.random.default_rng(seed), []
    table.reset(seed=seed)
    for agent in table.agent_iter():
        observation, _, ended, cut, info = table.last()
        assert info == {}
        action = None if ended or cut else some_choice(observation["action_mask"], rng)
        if action is not None:
            decisions.append((agent, action))
        table.step(action)
    return decisions


def test_a_game_ends_with_shares_of_the_win() -> None:
    table = env(players=3, house={"target": 5, "free_agents_win": False})
    table.reset(seed=3)
    rng, total = np.random.default_rng(3), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, ended, cut, _ = table.last()
        total[agent] += reward
        assert not cut
        table.step(None if ended else some_choice(observation["action_mask"], rng))
    outcome = table.unwrapped.terms.game.outcome(table.unwrapped.match.state)
    assert tuple(total.values()) == outcome.shares
    assert sum(total.values()) == pytest.approx(1.0)
    assert table.agents == []


def test_the_parallel_environment_plays_the_same_games() -> None:
    """With the same seed and the same decisions, whoever is asked together: it ends with the same state."""
    words: dict[str, Any] = {"game": "suitcases", "players": 3, "house": {"turn_limit": 10}}
    turns, together = env(**words), parallel_env(**words)
    together.reset(seed=5)
    waiting: dict[str, list[int]] = {agent: [] for agent in together.possible_agents}
    for agent, action in _play(turns, 5):
        waiting[agent].append(action)
    while together.agents:
        asked = [together.possible_agents[seat] for seat in together.match.asked]
        together.step({agent: waiting[agent].pop(0) for agent in asked})
    assert not any(waiting.values())
    assert together.match.state == turns.unwrapped.match.state


def _asking() -> Any:
    """A game with cards, where the first of several is asked whether to play one, and may say either."""
    for seed in range(50):
        table = env(**CARDS)
        table.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(60):
            match = table.unwrapped.match
            if table.agents and len(match.asked) > 1 and match.mask(match.asked[0])[:2].all():
                return table
            observation, _, ended, *_ = table.last()
            if ended:
                break
            table.step(some_choice(observation["action_mask"], rng))
    raise AssertionError("no such game was found")


def test_answers_stay_unseen_until_all_have_answered() -> None:
    table = _asking()
    raw, first = table.unwrapped, table.agent_selection
    before = raw.match.state
    others = [agent for agent in table.agents if agent != first]
    seen = {}
    for answer in (0, 1):  # yes, no
        raw.match.state = before
        raw.agent_selection = first
        table.step(answer)
        assert table.agent_selection != first
        seen[answer] = {agent: table.observe(agent) for agent in others}
        assert not table.observe(first)["action_mask"].any()
    for agent in others:
        for part in ("observation", "action_mask"):
            assert (seen[0][agent][part] == seen[1][agent][part]).all()
    assert seen[0][table.agent_selection]["action_mask"].any()


@pytest.mark.parametrize("make", [env, parallel_env])
def test_what_is_hidden_changes_nothing_that_an_agent_gets(words: dict[str, Any], make: Any) -> None:
    table = make(**words, render_mode="ansi")
    table.reset(seed=1)
    raw, rng = table.unwrapped, Random(1)
    game, numbers = raw.terms.game, np.random.default_rng(1)
    differed = 0
    for number in range(40):
        state, seat = raw.match.state, number % raw.terms.players
        agent = table.possible_agents[seat]
        raw.note_legal()
        shown = _shown(raw, agent)
        raw.match.state = game.consistent_state(game.view(state, seat), rng)
        differed += raw.match.state != state
        raw.note_legal()
        assert _shown(raw, agent) == shown
        raw.match.state = state
        if not raw.match.asked:
            break
        asked = raw.match.asked[0]
        raw.match.decide(asked, some_choice(raw.match.mask(asked), numbers))
    assert differed > 3 or raw.terms.players == 2


def _shown(raw: Any, agent: str) -> list[Any]:
    observation = raw.observe(agent)
    return [observation["observation"].tolist(), observation["action_mask"].tolist(), raw.infos[agent], raw.render()]


def test_the_picture_is_the_board_without_secrets() -> None:
    table = env(players=2, house={"first": 1}, render_mode="ansi")
    table.reset(seed=1)
    game = table.unwrapped.terms.game
    state = table.unwrapped.match.state
    names = {"seat_1", "seat_2", "church", "ruins"}
    assert all(name in table.render() for name in names)
    owners = {agent for agents in state.secrets.identities for agent in agents}
    assert all(agent.capitalize() in table.render() for agent in state.table.agents)
    assert len({table.render().count(agent.capitalize()) for agent in state.table.agents}) == 1
    assert len({table.render().count(agent[:3].upper()) for agent in state.table.agents}) == 1
    assert owners < set(state.table.agents)  # so an owner's name stands there no more often than another's
    assert "you are" not in table.render()
    assert game.view(state, None).agents == ()


def test_without_a_render_mode_there_is_no_picture() -> None:
    table = parallel_env(players=2)
    table.reset(seed=1)
    assert table.render() is None


def test_an_action_that_is_not_legal_is_refused() -> None:
    table = env(players=2, house={"first": 1})
    table.reset(seed=1)
    state = table.unwrapped.match.state
    with pytest.raises(IllegalAction, match="seat_1 decided 2, which is 'pass'"):
        table.step(2)
    with pytest.raises(IllegalAction, match="seat_1 decided 99999: 99999 is no action's number"):
        table.step(99999)
    assert table.unwrapped.match.state is state
    assert table.agent_selection == "seat_1"


def _packing() -> TogetherEnv:
    table = parallel_env("suitcases", players=2)
    table.reset(seed=1)
    return table


def test_together_all_who_are_asked_must_decide_and_one_mistake_refuses_all() -> None:
    table = _packing()
    before, known = table.match.state, len(table.match.steps)
    with pytest.raises(IllegalAction, match="seat_2 is asked, and there is no action for it"):
        table.step({"seat_1": 4})
    with pytest.raises(IllegalAction, match="seat_2 decided 0, which is 'end'"):
        table.step({"seat_1": 4, "seat_2": 0})
    with pytest.raises(IllegalAction, match=r"the actions are '\[4, 5\]'; a step takes one for each agent"):
        table.step([4, 5])  # type: ignore[arg-type]
    assert table.match.state is before
    assert len(table.match.steps) == known, "a bot would remember what never happened"
    table.step({"seat_1": 4, "seat_2": 5})
    game = table.terms.game
    expected = game.apply(before, Decision(0, game.parse_action("pack A 5")))
    assert table.match.state == game.apply(expected, Decision(1, game.parse_action("pack A 3")))


def test_together_nothing_follows_the_end() -> None:
    table = parallel_env("suitcases", players=2, max_cycles=1)
    table.reset(seed=1)
    *_, cuts, _ = table.step({"seat_1": 4, "seat_2": 5})
    assert cuts == {"seat_1": True, "seat_2": True}
    with pytest.raises(IllegalAction, match="the game is over, or has not begun; reset begins another"):
        table.step({"seat_1": 8, "seat_2": 8})


def test_seeds_go_on() -> None:
    """Resets without a seed go on from the one before; the environment's own seed starts them."""

    def deals(seed: int | None, *resets: int | None) -> list[Any]:
        table = env(players=4, seed=seed)
        found = []
        for reset in resets:
            table.reset(seed=reset)
            found.append(table.unwrapped.match.state)
        return found

    assert deals(7, None, None) == deals(7, None, None)
    assert deals(7, None)[0] != deals(7, None, None)[1]
    assert deals(7, 1, None) == deals(8, 1, None)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"players": "3"}, "'players' is '3'; it takes a whole number"),
        ({"players": 3.0}, "'players' is 3.0; it takes a whole number"),
        ({"players": [2]}, r"'players' is \[2\]; it takes a whole number"),
        ({"players": True}, "'players' is True; it takes a whole number"),
        ({"house": "target=20"}, "'house' is 'target=20'; it takes settings by name, as in {'target': 20}"),
        ({"house": ["target"]}, r"'house' is \['target'\]; it takes settings by name"),
        ({"house": None}, "'house' is None; it takes settings by name"),
        ({"variants": None}, "'variants' is None; it takes a list of names"),
        ({"max_cycles": 0}, "'max_cycles' is 0; it takes at least 1, or None"),
        ({"max_cycles": "9"}, "'max_cycles' is '9'; it takes a whole number"),
        ({"seed": -1}, "'seed' is -1; it takes a whole number from 0"),
        ({"seed": "a"}, "'seed' is 'a'; it takes a whole number"),
    ],
)
def test_what_cannot_be_had_is_refused(words: dict[str, Any], reason: str) -> None:
    with pytest.raises(HeimlichError, match=reason):
        env(**words)


def test_a_seed_that_cannot_be_leaves_the_game_as_it_is() -> None:
    table = env(players=2)
    table.reset(seed=1)
    before = table.unwrapped.match.state
    with pytest.raises(HeimlichError, match="'seed' is -1; it takes a whole number from 0"):
        table.reset(seed=-1)
    assert table.unwrapped.match.state is before


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(HeimlichError, match="there is no render mode 'human'; there are: ansi"):
        env(render_mode="human")
