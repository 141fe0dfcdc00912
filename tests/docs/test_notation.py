"""docs/notation.md is run, and shows everything that can be written."""

import contextlib
import doctest
import re
from pathlib import Path
from typing import get_args

import pytest

from heimlich import GAMES, BadNotation, RulesetName
from heimlich.games.heimlich_co import actions
from heimlich.games.heimlich_co.names import Card
from heimlich.games.heimlich_co.state import Phase
from heimlich.games.suitcases import actions as couriers
from heimlich.games.suitcases.state import Phase as CourierPhase

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
GAME = GAMES["heimlich-co"]
SUITCASES = GAMES["suitcases"]


def test_the_page_tells_the_truth() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted > 100


def test_it_shows_every_section_of_a_position() -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse_state("nonsense", GAME.ruleset(RulesetName("rio-grande")))
    known = str(caught.value).partition("an agent, ")[2].split(", ")
    shown = {section.split()[0] for section in re.findall(r"^\| `([^`]+)`", PAGE.read_text("utf-8"), re.MULTILINE)}
    assert len(known) > 40
    assert [key for key in known if key not in shown] == []


def test_it_shows_every_phase() -> None:
    page = PAGE.read_text("utf-8")
    assert [phase.name.lower() for phase in Phase if f"`{phase.name.lower()}`" not in page] == []


def test_it_shows_every_card_in_use() -> None:
    page = PAGE.read_text("utf-8")
    assert [card for card in Card if f"play {card}" not in page] == []


def test_it_shows_every_action_and_event() -> None:
    shown = re.findall(r'^(?:\.\.\. |>>> .*?")([a-z0-9].*)$', PAGE.read_text("utf-8"), re.MULTILINE)
    words = {word for line in shown for word in re.findall(r"[a-z-]+", line)}
    kinds = [*get_args(actions.Action), *get_args(actions.ChanceEvent), actions.AnswersRevealed, actions.DossierWritten]
    verbs = {
        "MoveAgents": "move",
        "MoveSafe": "safe",
        "SayWhether": "yes",
        "PlayCard": "play",
        "Pass": "pass",
        "Stop": "stop",
        "NameOwner": "name",
        "KeepAnswers": "keep",
        "AgentDrawn": "agent",
        "IdentityDealt": "identity",
        "CardDrawn": "card",
        "StartDrawn": "start",
        "Rolled": "roll",
        "DoubleTaken": "double",
        "AnswersRevealed": "answers",
        "DossierWritten": "dossier",
    }
    assert {kind.__name__ for kind in kinds} == set(verbs)
    assert set(verbs.values()) - words == set()


def _suitcases_part() -> str:
    return PAGE.read_text("utf-8").partition("## The suitcase game")[2]


def test_it_shows_every_section_of_a_position_of_suitcases() -> None:
    with pytest.raises(BadNotation) as caught:
        SUITCASES.parse_state("nonsense", SUITCASES.ruleset(RulesetName("jumbo")))
    known = str(caught.value).partition("start with: ")[2].split(", ")
    rows = re.findall(r"^\| (`[^|]+) \|", _suitcases_part(), re.MULTILINE)
    shown = {section.split()[0] for row in rows for section in re.findall(r"`([^`]+)`", row)}
    assert len(known) > 25
    assert [key for key in known if key not in shown] == []


def test_it_shows_every_phase_and_every_action_and_event_of_suitcases() -> None:
    part = _suitcases_part()
    assert [phase.name.lower() for phase in CourierPhase if f"`{phase.name.lower()}`" not in part] == []
    asked = re.findall(r'"([^"\n]+)"', part) + re.findall(r"^\.\.\. ([a-z].*)$", part, re.MULTILINE)
    shown = set()
    for text in asked:
        for parse in (SUITCASES.parse_action, SUITCASES.parse_event):
            with contextlib.suppress(BadNotation):
                shown.add(type(parse(text)).__name__)
    kinds = {*get_args(couriers.Action), *get_args(couriers.ChanceEvent)}
    kinds |= {couriers.Packed, couriers.DuelRevealed, couriers.Opened}
    assert {kind.__name__ for kind in kinds} - shown == set()
