"""The easy ones: the newcomer is a bit silly, casual takes what it can get, and the one is weaker than the other."""

from random import Random
from typing import Any

import pytest

from heimlich import Budget, RulesetName
from heimlich.bots.registry import make_bot
from heimlich.games.heimlich_co.actions import KeepAnswers, MoveAgents, NameOwner
from heimlich.games.heimlich_co.editions import RIO_GRANDE, ruleset
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.games.heimlich_co.state import BLANK, View
from tests.bots.test_bots import wins
from tests.soak import count
from tests.tables import HEIMLICH, Case

CARDS = ruleset(RulesetName("rio-grande", ("top-secret",)))
DOSSIER = ruleset(RulesetName("rio-grande", ("dossier",)))
SUPER = ruleset(RulesetName("cie", ("dossier",)))


def _view(position: str, rules: Ruleset, seat: int | None = None) -> View:
    state = HEIMLICH.parse_state(position, rules)
    view: View = HEIMLICH.view(state, state.table.seat if seat is None else seat)
    return view


def _choices(name: str, view: View, times: int = 40) -> list[Any]:
    bot, actions = make_bot("heimlich-co", name), HEIMLICH.legal_actions(view)
    return [bot.choose(view, actions, Budget(), Random(number)) for number in range(times)]


def test_the_newcomer_walks_its_own_agent_to_large_numbers_and_forgets_the_safe() -> None:
    view = _view("red 8 (5), blue 3 (9), green 2; safe 5; roll 4; players 2; owners 1 red, 2 blue", RIO_GRANDE)
    chosen = _choices("newcomer", view)
    best = [move for move in chosen if dict(move.steps).get(Agent.RED) == 2]
    assert 0.6 * len(chosen) < len(best) < len(chosen), "mostly to the 10, not always"
    assert len({str(move) for move in best}) > 1, "the rest of the points goes anywhere"


ASKED = (
    "red 8 (5), blue 3 (9), green 2; safe 5; roll 4; players 2; phase ask; owners 1 red, 2 blue;"
    " hands 1 to-ruins, 2 two-back"
)


def test_the_newcomer_wants_to_play_a_card_whenever_it_may_and_casual_when_it_pays() -> None:
    view = _view(ASKED, CARDS, 0)
    assert {str(action) for action in _choices("newcomer", view)} == {"yes"}
    assert {str(action) for action in _choices("casual", view)} == {"no"}


HALT = (
    "red 8 (30), blue 3 (9), green 2 (12), gray 1 (3), yellow 4 (2); safe 5; roll 4; players 2; phase dossier; halts 1"
)


def test_a_dossier_is_guessed_from_the_board() -> None:
    """With two players one opponent owns one of four; casual thinks of the one who is in front, and leaves none out."""
    view = _view(HALT + "; owners 1 blue, 2 red", DOSSIER, 0)
    answers = {}
    for agent in view.table.agents:
        if agent != Agent.BLUE:
            (answer,) = {str(action) for action in _choices("casual", view)}
            answers[agent] = answer
            view = view._replace(draft=(*view.draft, (agent, None)))
    assert sorted(answers.values()) == sorted(["name red 2", "name green free", "name gray free", "name yellow free"])


def test_in_a_revision_casual_keeps_what_it_wrote_and_newcomers_never_leave_a_blank() -> None:
    view = _view(
        "red 8 (31), blue 3 (9), green 2 (12), gray 1 (3); safe 5; roll 4; players 2; phase dossier; halts 2;"
        " owners 1 blue, 2 red",
        SUPER,
        0,
    )
    assert set(_choices("casual", view)) == {KeepAnswers()}
    named = [action for action in _choices("newcomer", view) if isinstance(action, NameOwner)]
    assert named
    assert all(action.owner != BLANK for action in named)


def test_casual_walks_somebody_into_the_ruins_for_a_card_if_nothing_is_lost() -> None:
    view = _view(
        "red 8 (5), blue 10 (9), green 2, gray church, yellow church; safe 6; roll 3; players 2;"
        " owners 1 red, 2 blue; hands 1 to-ruins, 2 two-back; supply move-safe",
        CARDS,
    )
    for move in _choices("casual", view, 10):
        assert isinstance(move, MoveAgents)
        assert dict(move.steps) == {Agent.RED: 2, Agent.BLUE: 1}, "red to the 10, blue to the ruins"


@pytest.mark.parametrize(
    ("name", "players", "least"),
    [
        (RulesetName("rio-grande"), 2, 0.85),
        (RulesetName("rio-grande"), 4, 0.6),
        (RulesetName("rio-grande", ("top-secret", "dossier")), 3, 0.5),
        (RulesetName("cie"), 3, 0.5),
        (RulesetName("escale", ("top-secret", "advanced")), 3, 0.5),
        (RulesetName("engine", ("top-secret",)), 3, 0.5),
    ],
)
def test_casual_beats_newcomers(name: RulesetName, players: int, least: float) -> None:
    shares = wins(Case(HEIMLICH, name, players), ["casual", *["newcomer"] * (players - 1)], count(60, 600))
    assert shares[0] > least


def test_newcomers_beat_random() -> None:
    shares = wins(Case(HEIMLICH, RulesetName("rio-grande"), 2), ["newcomer", "random"], count(100, 1000))
    assert shares[0] > shares[1] + 0.1
