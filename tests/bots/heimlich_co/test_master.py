"""The master decides by what its seat may know, within its budget, the same for the same seed; and it wins."""

from random import Random
from time import thread_time
from typing import Any

import numpy as np
import pytest

from heimlich import Budget, Decision, RulesetName, Seeded, play, seat_generators
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1
from heimlich.bots.heimlich_co.players.master import Master
from heimlich.bots.heimlich_co.search.candidates import Candidates
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, Kind, roles
from heimlich.bots.heimlich_co.value.context import Positions, SearchContext
from heimlich.bots.heimlich_co.value.network import judge, network
from heimlich.bots.heimlich_co.value.win_probabilities import move_win_probabilities
from heimlich.bots.registry import make_bot
from heimlich.games.heimlich_co.actions import Pass, PlayCard, Rolled
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import Agent, Card
from heimlich.runner import bots_ask, bots_watch
from heimlich.sim.heimlich_co.board import Board, board_of, board_rules, look_ahead
from heimlich.sim.heimlich_co.moves import moves_of
from tests.soak import count
from tests.tables import HEIMLICH, Case


def _game(case: Case, names: list[str], seed: int, budget: Budget) -> tuple[Any, list[Any]]:
    bots = [make_bot("heimlich-co", name) for name in names]
    events: list[Any] = []
    shown = bots_watch(HEIMLICH, bots)

    def watch(before: Any, event: Any, after: Any) -> None:
        events.append(event)
        if shown is not None:
            shown(before, event, after)

    ask = bots_ask(HEIMLICH, bots, seat_generators(seed, case.players), budget)
    return play(HEIMLICH, HEIMLICH.new(case.rules, case.players), Seeded(seed), ask, watch), events


@pytest.mark.parametrize(("edition", "players"), [("rio-grande", 3), ("cie", 2), ("escale", 4)])
def test_with_a_budget_in_rollouts_the_same_seed_gives_the_same_game(edition: str, players: int) -> None:
    case = Case(HEIMLICH, RulesetName(edition), players)
    names = ["master", *["gu"] * (players - 1)]
    first, second = (_game(case, names, 5, Budget(rollouts=128))[1] for _ in range(2))
    assert first == second


def test_what_it_remembers_is_public_too() -> None:
    """After the same public play, two masters that could not tell two states apart decide the same."""
    case = Case(HEIMLICH, RulesetName("rio-grande"), 3)
    last, events = _game(case, ["gu"] * 3, 2, Budget())
    del last
    state = HEIMLICH.new(case.rules, 3)
    one, other = Master(), Master()
    asked = 0
    for event in events:
        if isinstance(event, Decision) and event.seat == 0:
            view = HEIMLICH.view(state, 0)
            twin = HEIMLICH.consistent_state(view, Random(asked))
            twin_view = HEIMLICH.view(twin, 0)
            actions = HEIMLICH.legal_actions(view)
            budget = Budget(rollouts=64)
            assert one.choose(view, actions, budget, Random(1)) == other.choose(twin_view, actions, budget, Random(1))
            asked += 1
        after = HEIMLICH.apply(state, event)
        seen = HEIMLICH.seen(state, event, after, 0)
        for bot in (one, other):
            bot.watch(HEIMLICH.view(state, 0), seen, HEIMLICH.view(after, 0))
        state = after
    assert asked > 5


def test_it_keeps_its_time() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande"), 4)
    _, events = _game(case, ["gu"] * 4, 1, Budget())
    state, bot, late = HEIMLICH.new(case.rules, 4), Master(), 0
    for event in events:
        if isinstance(event, Decision):
            view = HEIMLICH.view(state, event.seat)
            start = thread_time()
            bot.choose(view, HEIMLICH.legal_actions(view), Budget(seconds=0.1), Random(1))
            late += thread_time() - start > 0.12
        after = HEIMLICH.apply(state, event)
        bot.watch(HEIMLICH.view(state, 0), HEIMLICH.seen(state, event, after, 0), HEIMLICH.view(after, 0))
        state = after
    assert late <= 0.2 * len(events), "a machine that is busy otherwise may make it late now and then, not always"


def test_a_die_that_shows_more_than_tables_hold_is_no_trouble() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande", house=(("die", "1,2,3,4,5,8"), ("target", "20"))), 3)
    last, events = _game(case, ["master", "gu", "careful"], 1, Budget(rollouts=64))
    assert last.table.result is not None
    assert any(isinstance(event, Rolled) and event.face == (8,) for event in events)


def test_it_beats_the_yardstick() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande"), 3)
    won, games = 0.0, count(24, 240)
    for number in range(games):
        names = ["gu"] * 3
        names[number % 3] = "master"
        last, _ = _game(case, names, number, Budget(rollouts=64))
        won += last.table.result.outcome.shares[number % 3]
    assert won / games > 0.5


def test_it_writes_dossiers_by_what_it_believes() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande", ("dossier",)), 3)
    right = 0
    for seed in range(3):
        last, _ = _game(case, ["master", "gu", "gu"], seed, Budget())
        right += last.table.result.dossier_points[0]
    assert right >= 3 * 5 * 3, "of five answers, three right on average"


def test_a_move_is_worth_what_the_position_after_it_is() -> None:
    rules = Case(HEIMLICH, RulesetName("rio-grande"), 3).rules
    state = HEIMLICH.parse_state(
        "gray 3 (5), yellow 8, orange 1 (20), red 10 (7), green church, blue 2; safe 4; roll 2; players 3", rules
    )
    table = state.table
    net = network("rio-grande", 3)
    board, moves = board_of(table), moves_of((2,), 6, 6)
    ahead = look_ahead(board_rules(table.rules), board, moves)
    owners, kinds = np.array([[0, 3, 5], [0, 1, 2]]), np.full((2, 3), Kind.GU)
    role = roles(Assumptions(owners, kinds, np.zeros((2, 0), np.int64), ()), 0, 1, 6)
    assert role[0].tolist() == [3, 0, 0, 1 + 3 * 2, 0, 1 + 3 * 2 + 1]
    chances = move_win_probabilities(net, board, ahead, moves, role, np.arange(len(moves.steps)))
    row = int(np.flatnonzero(~ahead.scores[0])[3])
    places = (board.places[0] + moves.steps[row]) % 12
    alone = net.win_probability(net.embed(places, 4, board.points[0], role).sum(1))
    assert chances[:, row] == pytest.approx(alone, rel=1e-4)
    assert move_terms(table)[0] == (2,)
    assert ((chances > 0) & (chances < 1)).all()


@pytest.mark.parametrize(("bot", "taken"), [("master", 1), ("master1", 0)])
def test_it_takes_a_sure_win_however_much_its_cards_seem_to_be_worth(bot: str, taken: int) -> None:
    """Rollouts may find 0.97 where the network found 0.9: with what a kept card is worth at 0.9 that is more than 1."""
    rules = Case(HEIMLICH, RulesetName("rio-grande", ("top-secret",)), 2).rules
    points = np.array([[39, 20, 3, 3, 3], [44, 20, 3, 3, 3]])
    board = Board(np.zeros_like(points), points, np.zeros(2, np.int64))
    found = Candidates(
        [Pass(), PlayCard(Card.TO_SAFE, (Agent.RED,))],
        Positions(board, np.zeros_like(points), np.array([False, True])),
        np.array([1.06, 1.0]),
        np.array([0.09, 0.0]),
        0,
    )
    belief = belief_of(Evidence(2, tuple(Agent)[:5], BELIEF_1), 0, tuple(Agent)[:1])
    context = SearchContext(rules, judge(rules, 2, 1), 0, 1, 0, 2)
    player = make_bot("heimlich-co", bot)
    assert isinstance(player, Master)
    assert player.settle(context, found, belief, Budget(), np.random.default_rng(1)) == taken
