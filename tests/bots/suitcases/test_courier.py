"""The courier plays suitcases: it beats chance, ends its games, and knows what it should."""

from random import Random

import pytest

from heimlich.bots.random_bot import RandomBot
from heimlich.bots.suitcases.courier import Courier
from heimlich.chance import Seeded
from heimlich.game import Budget, RulesetName
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.names import BOMB
from heimlich.games.suitcases.state import State
from heimlich.runner import bots_ask, play, seat_generators
from tests.rulebook.suitcases.table import lay
from tests.soak import count


def _play(bots: list[Courier | RandomBot], seed: int, *, limited: bool = True) -> State:
    name = RulesetName("jumbo")
    rules = SUITCASES.ruleset(SUITCASES.limited(name) if limited else name)
    ask = bots_ask(SUITCASES, bots, seat_generators(seed, len(bots)))
    state: State = play(SUITCASES, SUITCASES.new(rules, len(bots)), Seeded(seed), ask)
    return state


def _choice(text: str, seat: int = 0, seed: int = 0) -> str:
    view = SUITCASES.view(lay(text), seat)
    return str(Courier().choose(view, SUITCASES.legal_actions(view), Budget(), Random(seed)))


def test_it_beats_chance_nearly_always() -> None:
    games, won = count(40, 400), 0.0
    for game in range(games):
        bots: list[Courier | RandomBot] = [Courier(), RandomBot()]
        outcome = SUITCASES.outcome(_play(bots if game % 2 == 0 else bots[::-1], game // 2))
        assert outcome is not None
        won += outcome.shares[game % 2]
    assert won / games >= 0.95


@pytest.mark.parametrize("players", [2, 3, 4])
def test_couriers_among_themselves_end_their_games_without_a_limit(players: int) -> None:
    for seed in range(count(8, 60)):
        state = _play([Courier() for _ in range(players)], seed, limited=False)
        assert SUITCASES.outcome(state) is not None
        assert state.table.turn < 1000


def test_it_never_brings_its_own_bomb_home() -> None:
    for seed in range(count(8, 60)):
        state = _play([Courier(), Courier()], seed)
        for colour, row in zip(("red", "green"), state.table.delivered, strict=True):
            assert not [one for one in row if one.content == BOMB and one.suitcase.startswith(colour)]


def test_the_same_view_and_generator_give_the_same_choice_whatever_is_hidden() -> None:
    text = "red oslo paris+red-A; green rome; lying green-A york, green-B kiev, green-C lima; roll 2 1"
    assert _choice(f"{text}; contents 2 5 3 1 bomb") == _choice(f"{text}; contents 2 bomb 1 3 5")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("red delhi+red-A; roll 2 0", "step 1 hq-red"),
        ("red delhi+red-C; delivered 1 red-A=5 red-B=3; roll 0 0", "end"),
        ("red oslo; lying red-A oslo; roll 1 0", "take 1 red-A"),
        ("red oslo; lying red-D oslo; roll 0 0", "end"),
        ("red oslo+red-D; roll 0 0", "drop 1"),
        ("red oslo+red-C; lying red-A oslo; roll 0 0", "exchange 1 red-A"),
        ("red york out out out out out out; lying red-A lima; roll 1 0", "step 1 lima"),
    ],
)
def test_what_it_does(text: str, wanted: str) -> None:
    assert _choice(text) == wanted


def test_it_fights_the_carrier_first() -> None:
    duel = "phase fight; duel 1; against green; roll 1 0; steps 0"
    assert _choice(f"red rome; green rome rome+green-A; {duel}") == "fight green-2"


def test_it_takes_spoils_that_are_worth_it_and_leaves_its_own_bomb() -> None:
    duel = "phase spoils; duel 1; against green-1; roll 1 0; steps 0"
    assert _choice(f"red out; green rome; {duel}; spoils red-A; lying red-A rome", 1) == "take 1 red-A"
    assert _choice(f"red out; green rome; {duel}; spoils green-D; lying green-D rome", 1) == "leave"


def test_it_gives_up_agents_at_home_before_carriers() -> None:
    text = "red oslo+red-A rome; green goa; phase lose; losing 1; delivered 1 green-D=bomb; roll 1 0"
    assert _choice(text) == "lose 3"


def test_it_mixes_its_duel_cards_and_wastes_none_where_nothing_can_be_won() -> None:
    duel = "red rome; green rome; phase duel; duel 1; against green-1; roll 1 0; steps 0"
    chosen = {_choice(duel, seed=seed) for seed in range(60)}
    assert len(chosen) > 2
    hopeless = [_choice(f"{duel}; cards 1 0 1 2, 2 5", seed=seed) for seed in range(60)]
    assert hopeless.count("duel 0") > 40, "a 0 at least saves the agent"
