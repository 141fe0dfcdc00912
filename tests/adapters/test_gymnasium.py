"""The Gymnasium environment passes that library's own check, plays against bots, and shows no secrets."""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from heimlich.adapters.gymnasium import IDS, HeimlichEnv
from heimlich.bots.random_bot import RandomBot
from heimlich.errors import HeimlichError, IllegalAction
from heimlich.game import Budget
from tests.adapters.tables import SOME, arguments, some_choice
from tests.tables import ALL

# A view's numbers have no limits of their own but those of 16 bits, which the check thinks unusual.
pytestmark = pytest.mark.filterwarnings("ignore:.*A Box observation space m..imum value is:UserWarning")


@pytest.fixture(params=SOME, ids=[str(ALL[index]) for index in SOME])
def words(request: pytest.FixtureRequest) -> dict[str, Any]:
    return arguments(ALL[request.param], 8)


def _play(env: HeimlichEnv, seed: int) -> tuple[list[Any], float, dict[str, Any]]:
    """A random game by the masks: what was observed, the reward, the last info."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, ended, total = [observation.tolist()], False, 0.0
    while not ended:
        assert total == 0.0
        observation, reward, ended, cut, info = env.step(some_choice(info["action_mask"], rng))
        assert not cut
        seen.append(observation.tolist())
        total += reward
    return seen, total, info


@pytest.mark.parametrize("name", IDS)
def test_the_library_accepts_the_environment(name: str) -> None:
    check_env(gymnasium.make(name, illegal="draw", house={"turn_limit": 20}).unwrapped)


def test_the_library_accepts_it_for_all_kinds_of_tables(words: dict[str, Any]) -> None:
    with pytest.warns(UserWarning, match="not having a spec"):
        check_env(HeimlichEnv(**words, illegal="draw", render_mode="ansi"))


def test_a_game_against_bots_ends_with_a_share_of_the_win(words: dict[str, Any]) -> None:
    env = HeimlichEnv(**words, seat=2)
    seen, total, info = _play(env, 1)
    outcome = env.terms.game.outcome(env.match.state)
    assert outcome is not None
    assert total == outcome.shares[1]
    assert not info["action_mask"].any()
    assert info["seat"] == 2
    assert (seen, total) == _play(env, 1)[:2] != _play(env, 2)[:2]
    with pytest.raises(IllegalAction, match="the game is over, or has not begun; reset begins another"):
        env.step(0)


def test_nothing_can_be_done_before_the_game_begins() -> None:
    with pytest.raises(IllegalAction, match="has not begun"):
        HeimlichEnv().step(0)


def test_the_seat_is_drawn_or_fixed() -> None:
    drawn, fixed = HeimlichEnv(players=3), HeimlichEnv(players=3, seat=3)
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(30)} == {1, 2, 3}
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {3}


def test_the_learner_is_asked_and_nobody_else() -> None:
    env = HeimlichEnv("suitcases", players=3, house={"turn_limit": 6})
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while not env.match.over:
        assert info["seat"] - 1 in env.match.asked
        assert (info["action_mask"] == env.action_masks()).all()
        *_, info = env.step(some_choice(info["action_mask"], rng))


def test_better_bots_win_more() -> None:
    house = {"target": 15}
    shares = {}
    for bot in ("random", "greedy"):
        env = HeimlichEnv(players=2, bots=bot, house=house)
        shares[bot] = sum(_play(env, seed)[1] for seed in range(25))
    assert shares["greedy"] < shares["random"]


class _Noting(RandomBot):
    """Notes at which seats it was asked."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def choose(self, view: Any, actions: Sequence[Any], budget: Budget, rng: Random) -> Any:
        self.seats.add(view.seat)
        return super().choose(view, actions, budget, rng)


@pytest.mark.parametrize(("seat", "others"), [(1, [1, 2]), (2, [0, 2]), (3, [0, 1])])
def test_each_bot_plays_its_own_seat(seat: int, others: list[int]) -> None:
    """They are named in the order of the seats, one's own left out, and get those seats' views and no other."""
    env = HeimlichEnv(players=3, seat=seat, bots=["greedy", "random"], house={"turn_limit": 9})
    assert [bot.name for bot in env._bots] == ["greedy", "random"]
    noting = [_Noting(), _Noting()]
    env._bots = list(noting)
    _play(env, 1)
    assert [bot.seats for bot in noting] == [{other} for other in others]


def test_sampling_without_a_mask_plays_by_the_rules() -> None:
    env = HeimlichEnv(house={"turn_limit": 10})
    env.action_space.seed(1)
    env.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, _, _ = env.step(env.action_space.sample())


def test_an_illegal_action_is_refused_or_replaced() -> None:
    env = HeimlichEnv(players=2, seat=1, house={"first": 1})
    env.reset(seed=1)
    before = env.match.state
    with pytest.raises(
        IllegalAction, match=r"seat_1 decided 2, which is 'pass': .*; the action mask shows what is legal"
    ):
        env.step(2)
    assert env.match.state is before
    lenient = HeimlichEnv(players=2, seat=1, house={"first": 1}, illegal="draw")
    lenient.reset(seed=1)
    assert lenient.match.state == before
    lenient.step(2)
    assert lenient.match.state != before


@pytest.mark.parametrize(
    "odd", [None, "in a list", "as a fraction", [445, 446], {}, float("nan"), np.array([445, 3]), 2**70, -1]
)
def test_whatever_is_no_legal_action_is_replaced(odd: Any) -> None:
    env = HeimlichEnv(players=2, seat=1, illegal="draw", house={"first": 1})
    env.reset(seed=1)
    before = env.match.state
    legal = int(env.action_masks().argmax())
    env.step({"in a list": [legal], "as a fraction": float(legal)}[odd] if isinstance(odd, str) else odd)
    assert env.match.state != before


def test_before_the_first_reset_there_is_nothing_to_see() -> None:
    with pytest.raises(IllegalAction, match="no game has begun; reset begins one"):
        HeimlichEnv().action_masks()
    with pytest.raises(IllegalAction, match="no game has begun; reset begins one"):
        HeimlichEnv(render_mode="ansi").render()


def test_a_legal_action_is_never_replaced() -> None:
    strict, lenient = (HeimlichEnv(players=3, illegal=kind, house={"turn_limit": 9}) for kind in ("refuse", "draw"))
    assert _play(strict, 4)[:2] == _play(lenient, 4)[:2]


@pytest.mark.parametrize("name", IDS)
def test_many_at_once(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=3, vectorization_mode="sync", players=2, house={"turn_limit": 5})
    alone = [gymnasium.make(name, players=2, house={"turn_limit": 5}) for _ in range(3)]
    observations, infos = envs.reset(seed=1)
    rng, ended = np.random.default_rng(1), np.zeros(3, bool)
    for seed, env in enumerate(alone, 1):
        assert (env.reset(seed=seed)[0] == observations[seed - 1]).all()
    assert observations.dtype == np.int16
    games = 0
    while games < 4:
        masks = infos["action_mask"]
        assert masks.shape == (3, envs.single_action_space.n)  # type: ignore[attr-defined]
        actions = np.array([0 if over else some_choice(mask, rng) for mask, over in zip(masks, ended, strict=True)])
        begun = ended
        observations, rewards, ended, _, infos = envs.step(actions)
        games += int(ended.sum())
        if games <= int(ended.sum()):  # until the first of them ends, and begins anew
            for index, env in enumerate(alone):
                observation, reward, over, _, _ = env.step(actions[index])
                assert (observation == observations[index]).all()
                assert (reward, over) == (rewards[index], ended[index])
        assert not rewards[begun].any()
    envs.close()


def test_what_is_hidden_changes_nothing_that_the_learner_gets(words: dict[str, Any]) -> None:
    env = HeimlichEnv(**words, render_mode="ansi")
    _, info = env.reset(seed=1)
    rng, numbers = Random(1), np.random.default_rng(1)
    game, seat = env.terms.game, info["seat"] - 1
    for _ in range(15):
        state = env.match.state
        shown = _shown(env, seat)
        env.match.state = game.consistent_state(game.view(state, seat), rng)
        assert _shown(env, seat) == shown
        env.match.state = state
        if env.match.over:
            break
        env.step(some_choice(env.action_masks(), numbers))


def _shown(env: HeimlichEnv, seat: int) -> list[Any]:
    info = env._info()
    return [env.match.observation(seat).tolist(), info.pop("action_mask").tolist(), info, env.render()]


def test_the_picture_shows_what_is_ones_own() -> None:
    env = HeimlichEnv(players=3, seat=2, render_mode="ansi")
    env.reset(seed=1)
    own, *others = (env.match.state.secrets.identities[seat][0] for seat in (1, 0, 2))
    text = env.render()
    assert "seat_2, you are" in text
    told = next(line for line in text.splitlines() if "you are" in line)
    assert own.capitalize() in told
    assert not any(agent.capitalize() in told for agent in others)
    named = {agent: text.count(agent.capitalize()) for agent in (own, *others)}
    assert len({named[agent] for agent in others}) == 1
    assert named[own] == named[others[0]] + 1  # on the board as often as any other, and once on one's own card
    assert HeimlichEnv().render() is None


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"seat": 5}, "there is no seat 5; there are 4"),
        ({"seat": "2"}, "'seat' is '2'; it takes a whole number"),
        ({"seat": 1.5}, "'seat' is 1.5; it takes a whole number"),
        ({"bots": "cmd:./bot"}, "'cmd:./bot' is a program, which plays in the arena alone; bots have names: gu"),
        ({"bots": "genius"}, "there is no bot 'genius' for heimlich-co; there are: random, greedy"),
        ({"bots": ["random", "greedy"]}, "2 bots are named for 3 seats; name one for all, or one for each"),
        ({"illegal": "lose"}, "'illegal' cannot be 'lose'; it can be: refuse, draw"),
        ({"render_mode": "human"}, "there is no render mode 'human'; there are: ansi"),
    ],
)
def test_what_cannot_be_had_is_refused(words: dict[str, Any], reason: str) -> None:
    with pytest.raises(HeimlichError, match=reason):
        HeimlichEnv(**words)
