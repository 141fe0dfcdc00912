"""The bots of the suitcase game: legal everywhere, blind to what is hidden, on time, and good at duels."""

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from time import thread_time
from typing import Any

import numpy as np
import pytest

from heimlich import Budget, Decision, RulesetName, Seeded, play, seat_generators
from heimlich.bots.registry import make_bot
from heimlich.bots.suitcases.belief.evidence import Memory
from heimlich.bots.suitcases.belief.posterior import content_odds, sample_contents
from heimlich.bots.suitcases.matrix import solve
from heimlich.game import Watcher
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.maps import MAPS
from heimlich.games.suitcases.names import BOMB
from heimlich.games.suitcases.state import Phase, State, View
from heimlich.runner import bots_ask
from tests.bots.timing import assert_in_time
from tests.games.suitcases.games import random_game
from tests.rulebook.suitcases.table import lay
from tests.soak import count

LEVELS = ["newcomer", "casual", "regular", "snoop", "inspector", "profiler", "veteran", "master"]
SEARCHERS = ("inspector", "profiler", "veteran", "master")
FEW = Budget(rollouts=15)  # enough for three of each plan, so that they count


def _rules(a_map: str) -> Any:
    return SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo", house=(("map", a_map),))))


def _asked(a_map: str, players: int, seed: int, every: int) -> Iterator[tuple[int, State]]:
    """States of random games in which a seat is asked."""
    for number, (state, event, _) in enumerate(random_game(_rules(a_map), players, seed)):
        if isinstance(event, Decision) and number % every == seed % every:
            yield event.seat, state


@pytest.mark.rule("C22")
@pytest.mark.parametrize("a_map", MAPS)
@pytest.mark.parametrize("name", LEVELS)
def test_the_fourth_start_space_is_always_used(name: str, a_map: str) -> None:
    asked = 0
    for seed in range(3):
        for state, event, _ in random_game(_rules(a_map), 3, seed)[:40]:
            if state.table.phase is not Phase.STATION or not isinstance(event, Decision):
                continue
            view = SUITCASES.view(state, event.seat)
            for luck in range(8):
                chosen = make_bot("suitcases", name).choose(view, SUITCASES.legal_actions(view), FEW, Random(luck))
                assert str(chosen) == "station"
            asked += 1
    assert asked == 6


@pytest.mark.parametrize(("a_map", "players"), list(product(MAPS, (2, 3, 4))))
@pytest.mark.parametrize("name", LEVELS)
def test_every_choice_is_legal_and_blind_to_what_is_hidden(name: str, a_map: str, players: int) -> None:
    asked = 0
    for seat, state in _asked(a_map, players, seed=players, every=31 if name in SEARCHERS else 7):
        view = SUITCASES.view(state, seat)
        twin = SUITCASES.view(SUITCASES.consistent_state(view, Random(asked)), seat)
        actions = SUITCASES.legal_actions(view)
        one, other = (
            make_bot("suitcases", name).choose(each, SUITCASES.legal_actions(each), FEW, Random(asked))
            for each in (view, twin)
        )
        assert one in actions
        assert one == other
        asked += 1
        if asked == (count(40, 400) if name not in SEARCHERS else count(10 if players == 2 else 4, 100)):
            break
    assert asked > 3


def _game(names: list[str], seed: int, budget: Budget) -> tuple[State, list[Any]]:
    bots = [make_bot("suitcases", name) for name in names]
    events: list[Any] = []
    ask = bots_ask(SUITCASES, bots, seat_generators(seed, len(bots)), budget)
    start = SUITCASES.new(_rules("europe"), len(bots))
    last = play(SUITCASES, start, Seeded(seed), ask, lambda _, event, __: events.append(event))
    return last, events


def test_with_a_budget_in_rollouts_the_same_seed_gives_the_same_game() -> None:
    first, second = (_game(["master", "casual"], 3, FEW)[1] for _ in range(2))
    assert first == second


def _wins(names: list[str], games: int, budget: Budget = FEW) -> float:
    """The first one's share, seats taken in turn."""
    won = 0.0
    for game in range(games):
        turn = game % len(names)
        outcome = SUITCASES.outcome(_game(names[-turn:] + names[:-turn] if turn else names, game, budget)[0])
        assert outcome is not None
        won += outcome.shares[turn]
    return won / games


@pytest.mark.parametrize(
    ("names", "games", "least"),
    [
        (["newcomer", "random"], count(40, 400), 0.6),
        (["casual", "newcomer"], count(40, 400), 0.8),
        (["master", "casual"], count(6, 100), 0.5),
    ],
)
def test_each_level_beats_the_one_below(names: list[str], games: int, least: float) -> None:
    assert _wins(names, games) >= least


def _times(limit: float, seed: int) -> Iterator[float]:
    """The CPU time of each of some decisions."""
    for seat, state in islice(_asked("europe", 4, seed=seed, every=23), 30):
        view = SUITCASES.view(state, seat)
        bot = make_bot("suitcases", "master")
        start = thread_time()
        bot.choose(view, SUITCASES.legal_actions(view), Budget(seconds=limit), Random(1))
        yield thread_time() - start


def test_the_master_keeps_its_time() -> None:
    assert_in_time(0.05, lambda seed: list(_times(0.05, seed)))


def test_what_nobody_can_read_is_played_in_duels() -> None:
    paper_stone = solve(np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert np.allclose(paper_stone.rows, 1 / 3)
    assert np.allclose(paper_stone.columns, 1 / 3)
    assert abs(paper_stone.value) < 1e-9
    pennies = solve(np.array([[3.0, -1], [-1, 1]]))  # solved by hand: a third of the first, worth a third
    assert np.allclose(pennies.rows, [1 / 3, 2 / 3])
    assert abs(pennies.value - 1 / 3) < 1e-9
    saddle = solve(np.array([[4.0, 2, 3], [1, 0, 5]]))
    assert np.allclose(saddle.rows, [1, 0])
    assert np.allclose(saddle.columns, [0, 1, 0])


@pytest.mark.parametrize("seed", range(20))
def test_nobody_gains_by_leaving_the_solution_of_any_matrix(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-4, 5, (rng.integers(1, 7), rng.integers(1, 7))).astype(float)
    found = solve(matrix)
    assert (matrix @ found.columns).max() <= found.value + 1e-7
    assert (found.rows @ matrix).min() >= found.value - 1e-7


def _card(text: str, seat: int, seed: int) -> str:
    view = SUITCASES.view(lay(text), seat)
    bot = make_bot("suitcases", "master")
    return str(bot.choose(view, SUITCASES.legal_actions(view), FEW, Random(seed)))


def test_the_master_mixes_duel_cards_and_saves_its_agent_where_nothing_can_be_won() -> None:
    duel = "red rome; green rome; phase duel; duel 1; against green-1; roll 1 0; steps 0"
    assert len({_card(duel, 0, seed) for seed in range(40)}) > 1
    assert {_card(f"{duel}; cards 1 0 1 2, 2 5", 0, seed) for seed in range(20)} == {"duel 0"}


def test_who_carries_his_own_suitcase_shows_that_it_is_no_bomb() -> None:
    state = lay("red oslo; green rome+green-A; lying green-B york, green-C kiev, green-D lima; turn 9; roll 1 0")
    memory = Memory()
    memory.look(state.table)
    clues = memory.clues(state.table)
    view = SUITCASES.view(state, 0)
    bombs = [dict(content_odds(view, f"green-{letter}", clues))[BOMB] for letter in "ABCD"]
    assert bombs[0] < 0.05 < bombs[1] == pytest.approx(bombs[2])
    assert sum(bombs) == pytest.approx(1)
    drawn = [sample_contents(state.table, 0, view.contents, clues, Random(seed))[1][0] for seed in range(60)]
    assert drawn.count(BOMB) < 12


def test_what_the_master_remembers_is_public_too() -> None:
    """After the same public play, two masters that could not tell two states apart decide the same."""
    state = SUITCASES.new(_rules("europe"), 2)
    one, other = make_bot("suitcases", "master"), make_bot("suitcases", "master")
    assert isinstance(one, Watcher)
    assert isinstance(other, Watcher)
    asked = 0
    for event in _game(["casual", "casual"], 5, FEW)[1]:
        view = SUITCASES.view(state, 0)
        twin = SUITCASES.consistent_state(view, Random(asked))
        if isinstance(event, Decision) and event.seat == 0 and state.table.turn:
            actions = SUITCASES.legal_actions(view)
            chosen = one.choose(view, actions, FEW, Random(1))
            assert chosen == other.choose(SUITCASES.view(twin, 0), actions, FEW, Random(1))
            asked += 1
        after = SUITCASES.apply(state, event)
        one.watch(view, SUITCASES.seen(state, event, after, 0), SUITCASES.view(after, 0))
        public = SUITCASES.view(SUITCASES.consistent_state(SUITCASES.view(after, 0), Random(asked)), 0)
        other.watch(SUITCASES.view(twin, 0), SUITCASES.seen(state, event, after, 0), public)
        state = after
        if asked == 30:
            break
    assert asked > 10


def test_where_a_suitcase_was_put_tells_of_the_bomb() -> None:
    """Secrets lie on the owner's own way, the bomb on the others'."""
    bombs = 0.0
    for seed in range(8):
        last, events = _game(["casual", "casual"], seed, FEW)
        state = SUITCASES.new(_rules("europe"), 2)
        memory = Memory()
        for event in events:
            state = SUITCASES.apply(state, event)
            memory.look(state.table)
            if state.table.turn:
                break
        view = SUITCASES.view(state, 0)
        letter = "ABCD"[last.secrets.contents[1].index(BOMB)]
        bombs += dict(content_odds(view, f"green-{letter}", memory.clues(state.table)))[BOMB] / 8
    assert bombs > 0.4, "a quarter without any clue"


def test_a_view_of_an_opened_suitcase_leaves_no_doubt() -> None:
    state = lay("red oslo; green rome; lying green-B york, green-C kiev, green-D lima; delivered 2 green-A=5; roll 1 0")
    memory = Memory()
    memory.look(state.table)
    view: View = SUITCASES.view(state, 0)
    assert content_odds(view, "green-A", memory.clues(state.table)) == [(5, 1.0)]
