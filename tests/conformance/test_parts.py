"""Every game brings all of its parts, each where heimlich.games says that it is found."""

import subprocess
import sys

import pytest

from heimlich.game import RulesetName
from heimlich.games import GAMES, PACKAGES, part_of

PARTS = (
    ("games", "encoding", "encode_view"),
    ("games", "achievements", "achievements"),
    ("sim", "", "Simulator"),
    ("bots", "roster", "BOTS"),
    ("bots", "afterwords", "Afterword"),
    ("analysis", "telling", "tell"),
    ("analysis", "hints", "hints"),
    ("terminal", "", "FACE"),
    ("adapters", "", "TableCode"),
    ("lab", "", "SUBJECT"),
)


@pytest.mark.parametrize(("room", "inside", "name"), PARTS)
@pytest.mark.parametrize("game", PACKAGES)
def test_the_part_is_there(game: str, room: str, inside: str, name: str) -> None:
    assert hasattr(part_of(game, room, inside), name)


def test_games_go_by_their_own_names() -> None:
    assert {name: game.id for name, game in GAMES.items()} == {name: name for name in PACKAGES}


def test_only_the_game_that_is_asked_for_is_loaded() -> None:
    loads = "import sys, heimlich; heimlich.GAMES['suitcases']; print('heimlich.games.heimlich_co' in sys.modules)"
    said = subprocess.run((sys.executable, "-c", loads), capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


def test_choices_are_settings_that_the_game_has() -> None:
    for game in GAMES.values():
        for edition in game.editions():
            settings = {setting.name: setting.value for setting in game.settings(game.ruleset(RulesetName(edition)))}
            for name, value in settings.items():
                choices = game.choices(name)
                assert not choices or value in choices
