"""Bots play in environments by their names and with their budgets, and remember what their seats have seen."""

from typing import Any

import numpy as np
import pyspiel
import pytest

from heimlich.adapters import openspiel
from heimlich.adapters.gymnasium import HeimlichEnv
from heimlich.adapters.pettingzoo import BotPolicy, env
from heimlich.errors import HeimlichError
from tests.adapters.tables import some_choice

SHORT = {"turn_limit": 8}
WORD = "champion:40r"


def _remembered(bot: Any) -> int:
    """How many decisions a bot has weighed."""
    return len(bot._keeper.evidence.decisions) if bot._keeper.evidence else 0


def test_the_champion_plays_for_an_agent_of_pettingzoo() -> None:
    table = env(players=3, house=SHORT)
    bots = {agent: BotPolicy(table, agent, WORD) for agent in ("seat_1", "seat_3")}
    rng, played = np.random.default_rng(1), []
    for _ in range(2):
        table.reset(seed=4)
        asked = 0
        for agent in table.agent_iter():
            observation, _, ended, cut, _ = table.last()
            if ended or cut:
                table.step(None)
                continue
            asked += 1
            number = bots[agent].act() if agent in bots else some_choice(observation["action_mask"], rng)
            assert observation["action_mask"][number]
            table.step(number)
        played.append(asked)
        assert 0 < _remembered(bots["seat_3"]._bot._bot) < asked, "what it did not see, or was asked last, is missing"


def test_the_champion_plays_against_a_learner_of_gymnasium() -> None:
    table = HeimlichEnv(players=3, seat=2, bots=[WORD, "gu"], house=SHORT)
    rng = np.random.default_rng(1)
    for seed in range(2):
        _, info = table.reset(seed=seed)
        ended = False
        while not ended:
            _, _, ended, _, info = table.step(some_choice(info["action_mask"], rng))
        bot: Any = table._bots[0]
        assert 0 < _remembered(bot) <= sum(1 for step in table.match.steps if hasattr(step.event, "action"))


def test_the_champion_plays_for_a_player_of_openspiel() -> None:
    game = pyspiel.load_game("heimlich_co(players=2,house=turn_limit:8)")
    bots = [openspiel.HeimlichBot(game, 0, WORD), openspiel.HeimlichBot(game, 1, "casual")]
    rng = np.random.RandomState(1)
    for _ in range(2):
        state = game.new_initial_state()
        for bot in bots:
            bot.restart_at(state)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choice(outcomes, p=odds))
            else:
                number = bots[state.current_player()].step(state)
                assert number in state.legal_actions()
                state.apply_action(number)
        assert _remembered(bots[0]._bot._bot) > 4
    assert sum(state.returns()) == pytest.approx(0)


def test_what_cannot_be_had_is_refused() -> None:
    table = env(players=2)
    for agent, word, reason in (
        ("seat_1", "grandmaster", "there is no bot 'grandmaster'"),
        ("seat_1", "champion:fast", "'fast' is no budget"),
    ):
        with pytest.raises(HeimlichError, match=reason):
            BotPolicy(table, agent, word)
    with pytest.raises(HeimlichError, match="there is no seat 3"):
        openspiel.HeimlichBot(pyspiel.load_game("heimlich_co(players=2)"), 2, "gu")
