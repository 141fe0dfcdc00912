"""Bots get what their seat may know, act legally everywhere, and act the same whatever is hidden."""

from random import Random

import pytest

from heimlich import GAMES, Budget, Decision, HeimlichError, RulesetName, Seeded, bots_ask, play, seat_generators
from heimlich.bots.heimlich_co.roster import LEVELS, POPULATION
from heimlich.bots.registry import bots_of, make_bot, make_table_of_bots, partners, remembers
from heimlich.game import Watcher
from tests.soak import count
from tests.tables import ALL, HEIMLICH, Case, played

EVERY_BOT = [(game, name) for game in GAMES for name in bots_of(game)]
SOME = 12  # bots that think take seconds for a game with cards: each plays one table in so many, not the same ones


def tables_of(game: str, bot: str) -> list[Case]:
    """Where a bot is to play a whole game."""
    cases = [case for case in ALL if case.game.id == game]
    few = remembers(game, bot) or bot in POPULATION  # which is many bots of one class
    return cases[list(bots_of(game)).index(bot) % SOME :: count(SOME, 1)] if few else cases


@pytest.mark.parametrize(("game_name", "bot_name"), EVERY_BOT)
def test_every_bot_plays_tables_of_every_kind_to_their_end(game_name: str, bot_name: str) -> None:
    for case in tables_of(game_name, bot_name):
        bots = make_table_of_bots(game_name, [bot_name], case.players)
        state = case.game.new(case.rules, case.players)
        last = play(case.game, state, Seeded(7), bots_ask(case.game, bots, seat_generators(7, case.players)))
        assert case.game.outcome(last) is not None, str(case)


@pytest.mark.parametrize(("game_name", "bot_name"), EVERY_BOT)
def test_a_bot_decides_the_same_whatever_it_cannot_know(game_name: str, bot_name: str) -> None:
    bot = make_bot(game_name, bot_name)
    for index, case in enumerate(ALL):
        if case.game.id != game_name or (bot_name in LEVELS and LEVELS[index % len(LEVELS)] != bot_name):
            continue  # the levels are one class, and share the tables
        for number, (state, event, _) in enumerate(played(index)):
            if not isinstance(event, Decision) or number % 9:
                continue
            view = case.game.view(state, event.seat)
            other = case.game.view(case.game.consistent_state(view, Random(number)), event.seat)
            actions = case.game.legal_actions(view)
            first = bot.choose(view, actions, Budget(), Random(number))
            assert first in actions
            assert bot.choose(other, case.game.legal_actions(other), Budget(), Random(number)) == first


def wins(case: Case, names: list[str], games: int) -> list[float]:
    """Each seat's share of the wins, the bots taking every seat in turn."""
    shares = [0.0] * case.players
    for number in range(games):
        turned = [names[(seat + number) % case.players] for seat in range(case.players)]
        bots = make_table_of_bots(case.game.id, turned, case.players)
        state = case.game.new(case.rules, case.players)
        ask = bots_ask(case.game, bots, seat_generators(number, case.players))
        outcome = case.game.outcome(play(case.game, state, Seeded(number), ask))
        assert outcome is not None
        for seat, share in enumerate(outcome.shares):
            shares[(seat + number) % case.players] += share / games
    return shares


@pytest.mark.parametrize(
    ("name", "players", "least"),
    [
        (RulesetName("rio-grande"), 2, 0.90),
        (RulesetName("rio-grande"), 4, 0.70),
        (RulesetName("rio-grande", ("top-secret",)), 3, 0.70),
        (RulesetName("cie"), 3, 0.65),
        (RulesetName("escale", ("advanced",)), 3, 0.65),
    ],
)
def test_greedy_beats_random(name: RulesetName, players: int, least: float) -> None:
    case = Case(HEIMLICH, name, players)
    shares = wins(case, ["greedy", *["random"] * (players - 1)], count(60, 600))
    assert shares[0] > least


def test_one_name_serves_all_seats_or_each_has_its_own() -> None:
    assert [bot.name for bot in make_table_of_bots("heimlich-co", ["random"], 3)] == ["random"] * 3
    assert [bot.name for bot in make_table_of_bots("heimlich-co", ["random", "greedy"], 2)] == ["random", "greedy"]
    with pytest.raises(HeimlichError, match="2 bots are named for 3 seats; name one for all, or one for each"):
        make_table_of_bots("heimlich-co", ["random", "greedy"], 3)
    with pytest.raises(HeimlichError, match="there is no bot 'deep' for heimlich-co; there are: random, greedy"):
        make_bot("heimlich-co", "deep")


def test_a_bot_of_one_seat_does_not_change_the_thinking_of_another() -> None:
    one, other = seat_generators(1, 2), seat_generators(1, 2)
    one[0].random()
    assert one[1].random() == other[1].random()
    assert all(bots_of(game) for game in GAMES)


@pytest.mark.parametrize(("game", "name"), EVERY_BOT)
def test_it_is_known_beforehand_who_remembers(game: str, name: str) -> None:
    assert remembers(game, name) == isinstance(make_bot(game, name), Watcher)


def test_yardsticks_are_nobodys_partners() -> None:
    assert "gu" in bots_of("heimlich-co")
    assert "gu" not in partners("heimlich-co")
    assert "master" in partners("heimlich-co")
