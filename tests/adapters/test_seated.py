"""Bots play in environments by their names and with their budgets, and remember what their seats have seen."""

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest

from heimlich.adapters import openspiel
from heimlich.adapters.gymnasium import HeimlichEnv
from heimlich.adapters.pettingzoo import BotPolicy, env
from heimlich.errors import HeimlichError, IllegalAction
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
        ("seat_1", "tcp:localhost:9", "'tcp:localhost:9' is a program, which plays in the arena alone"),
        ("seat_9", "gu", "there is no agent 'seat_9'; there are: seat_1, seat_2"),
    ):
        with pytest.raises(HeimlichError, match=reason):
            BotPolicy(table, agent, word)
    with pytest.raises(HeimlichError, match="there is no seat 3"):
        openspiel.HeimlichBot(pyspiel.load_game("heimlich_co(players=2)"), 2, "gu")


def test_a_bot_decides_only_where_it_is_asked() -> None:
    table = env(players=2, house={"first": 1, **SHORT})
    bots = [BotPolicy(table, agent, "gu") for agent in table.possible_agents]
    with pytest.raises(IllegalAction, match="seat_1, which gu plays, is not asked: no game has begun"):
        bots[0].act()
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat_2, which gu plays, is not asked: now it is for seat_1 to decide"):
        bots[1].act()
    for agent in table.agent_iter():
        table.step(None if table.terminations[agent] else bots[table.possible_agents.index(agent)].act())
    with pytest.raises(IllegalAction, match="seat_1, which gu plays, is not asked: the game is over"):
        bots[0].act()
    game = pyspiel.load_game("heimlich_co(players=2)")
    with pytest.raises(IllegalAction, match="seat_1, which gu plays, is not asked: now chance decides"):
        openspiel.HeimlichBot(game, 0, "gu").step(game.new_initial_state())


def test_a_bot_decides_in_states_that_were_drawn_from_what_a_player_knows() -> None:
    """Their history begins where they were drawn; what came before is not in it."""
    game = pyspiel.load_game("heimlich_co(players=2,house=turn_limit:8)")
    rng = np.random.RandomState(1)
    bot = openspiel.HeimlichBot(game, 0, WORD)

    def go_on(state: Any, decisions: int) -> Any:
        while not state.is_terminal() and (decisions or state.current_player()):
            if state.is_chance_node():
                state.apply_action(rng.choice([number for number, _ in state.chance_outcomes()]))
                continue
            decisions = max(0, decisions - 1)
            state.apply_action(bot.step(state) if state.current_player() == 0 else rng.choice(state.legal_actions()))
        return state

    state = go_on(game.new_initial_state(), 3)
    drawn = state.resample_from_infostate(0, rng.rand)
    assert bot.step(drawn) in drawn.legal_actions()
    later = go_on(drawn.clone(), 3)
    assert len(later.history()) >= 3
    assert bot.step(later) in later.legal_actions()
    assert bot.step(pickle.loads(pickle.dumps(later))) in later.legal_actions()
    assert bot.step(state) in state.legal_actions()


def test_a_bot_of_one_table_does_not_decide_at_another() -> None:
    two, three = (pyspiel.load_game(f"heimlich_co(players={players},house=first:1)") for players in (2, 3))
    state = three.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    with pytest.raises(HeimlichError, match=r"this bot plays at another table: heimlich_co.*players=2"):
        openspiel.HeimlichBot(two, 0, "gu").step(state)
    with pytest.raises(HeimlichError, match=r"'tic_tac_toe\(\)' is no game of heimlich"):
        openspiel.HeimlichBot(pyspiel.load_game("tic_tac_toe"), 0, "gu")
