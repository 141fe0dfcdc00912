"""Cards are valued by what the rules make of them, against keeping them; T6 is answered by that; no secret counts."""

from random import Random

import numpy as np
import pytest

from heimlich import Budget, Decision, RulesetName
from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.players.detective import Detective, find_candidates
from heimlich.bots.heimlich_co.search.candidates import Candidates
from heimlich.bots.heimlich_co.value.context import search_context
from heimlich.bots.registry import make_bot
from heimlich.games.heimlich_co.actions import MoveAgents, Pass, PlayCard, SayWhether
from heimlich.games.heimlich_co.cards import carry_out
from heimlich.games.heimlich_co.names import Card
from heimlich.games.heimlich_co.scoring import is_due, score
from heimlich.games.heimlich_co.state import View
from tests.tables import HEIMLICH, Case, random_game

CARDS = RulesetName("rio-grande", ("top-secret",))


def _view(text: str, players: int = 3, seat: int = 0) -> View:
    rules = Case(HEIMLICH, CARDS, players).rules
    view: View = HEIMLICH.view(HEIMLICH.parse_state(text, rules), seat)
    return view


def _found(view: View) -> Candidates:
    belief = belief_of(EvidenceKeeper().at(view.table), view.seat, view.agents)
    actions = HEIMLICH.legal_actions(view)
    assert view.seat is not None
    return find_candidates(search_context(view.table, view.seat), view, actions, belief, np.random.default_rng(1))


def _card_decisions(players: int = 3, games: int = 3) -> list[View]:
    views = []
    for seed in range(games):
        for before, event, _ in random_game(Case(HEIMLICH, CARDS, players), seed, "casual"):
            if isinstance(event, Decision) and isinstance(event.action, PlayCard | Pass | SayWhether):
                view = HEIMLICH.view(before, event.seat)
                if len(HEIMLICH.legal_actions(view)) > 1:
                    views.append(view)
    return views


def test_a_level_keeps_its_cards_longer_than_the_one_below() -> None:
    """Whoever overlooked the uses of cards used to keep them by that, and was the stronger for it."""
    views = [view for view in _card_decisions(2, 4) if isinstance(HEIMLICH.legal_actions(view)[0], SayWhether)]
    plays = {
        name: sum(
            make_bot("heimlich-co", name).choose(view, HEIMLICH.legal_actions(view), Budget(), Random(1))
            == SayWhether(True)
            for view in views
        )
        for name in ("regular", "inspector", "veteran")
    }
    assert len(views) > 40
    assert plays["regular"] > plays["inspector"] > plays["veteran"] > 0


def test_every_play_leads_where_the_rules_say() -> None:
    looked = scorings = 0
    for view in _card_decisions():
        table = view.table
        found = _found(view)
        for action, places, points, gains in zip(
            found.actions, found.after.board.places, found.after.board.points, found.after.gains, strict=True
        ):
            after = carry_out(table, action) if isinstance(action, PlayCard) else table
            if is_due(after):
                after = score(after)
                assert tuple(gains) == after.gains
                scorings += 1
            assert tuple(places) == after.places
            assert tuple(points) == after.points
            looked += 1
    assert looked > 100
    assert scorings > 10


def test_what_ends_the_game_is_worth_the_win_and_a_card_kept_then_is_worth_nothing() -> None:
    # seat 1 owns red, which stands at the safe and will score; all others are far behind
    view = _view(
        "red 7 (38), blue 1 (5), green 2 (3), gray 1, yellow church, orange church; safe 7; turn 9; roll 2;"
        " players 3; phase cards; arrived red; owners 1 red, 2 blue, 3 green; hands 1 back-one-or-two"
    )
    found = _found(view)
    assert isinstance(found.actions[0], Pass)
    assert found.values[0] == pytest.approx(1)
    assert found.bonus[0] == 0


def test_a_card_that_stops_the_winner_is_played() -> None:
    view = _view(
        "red 1 (35), blue 7 (38), green 2 (3), gray 1, yellow church, orange church; safe 7; turn 9; seat 2; roll 2;"
        " players 3; phase ask; arrived blue; owners 1 red, 2 blue, 3 green; hands 1 to-ruins"
    )
    bot = Detective()
    assert bot.choose(view, HEIMLICH.legal_actions(view), Budget(), Random(1)) == SayWhether(True)


def test_a_second_agent_is_worth_something_while_there_are_free_ones() -> None:
    view = _view(
        "red 1 (5), blue 7 (20), green 2 (3), gray 5 (18), yellow church, orange 3 (15); safe 9; turn 9; roll 2;"
        " players 3; phase cards; owners 1 red, 2 blue, 3 green; hands 1 double-agent"
    )
    found = _found(view)
    double = [action for action in found.actions if isinstance(action, PlayCard)]
    assert double == [PlayCard(Card.DOUBLE_AGENT)]
    index = found.actions.index(double[0])
    assert found.bonus[index] > 0


def test_with_two_agents_it_plays_for_the_better_one() -> None:
    text = (
        "red 1 (2), blue 2 (6), green 2 (3), gray 9 (36), yellow church, orange church; safe 10; turn 9; roll 3;"
        " players 3; doubles 1 0 0; owners 1 red gray, 2 blue, 3 green"
    )
    view = _view(text)
    found = _found(view)
    assert view.table.agents[found.mine] == "gray"


def test_a_move_that_draws_a_card_has_its_worth() -> None:
    found = _found(
        _view(
            "red 5, blue 6, green 4, gray 2, yellow church, orange 1; safe 10; turn 4; roll 1-3;"
            " players 3; owners 1 red, 2 blue, 3 green; hands 1 to-ruins; supply to-safe"
        )
    )
    idle = found.actions.index(MoveAgents(()))
    assert found.bonus[idle] > 0
    assert (np.delete(found.bonus, idle) == 0).all()


@pytest.mark.parametrize("name", ["detective", "master"])
def test_with_cards_it_decides_the_same_whatever_it_cannot_know(name: str) -> None:
    """After the same public play, two bots that could not tell two states apart decide the same."""
    one, other = (make_bot("heimlich-co", name) for _ in range(2))
    assert isinstance(one, Detective)
    assert isinstance(other, Detective)
    asked = 0
    budget = Budget(rollouts=64)
    for before, event, after in random_game(Case(HEIMLICH, CARDS, 3), 4, "casual"):
        if isinstance(event, Decision) and event.seat == 0:
            view = HEIMLICH.view(before, 0)
            twin = HEIMLICH.view(HEIMLICH.consistent_state(view, Random(asked)), 0)
            actions = HEIMLICH.legal_actions(view)
            assert one.choose(view, actions, budget, Random(1)) == other.choose(twin, actions, budget, Random(1))
            asked += len(actions) > 1
        seen = HEIMLICH.seen(before, event, after, 0)
        for bot in (one, other):
            bot.watch(HEIMLICH.view(before, 0), seen, HEIMLICH.view(after, 0))
    assert asked > 8
