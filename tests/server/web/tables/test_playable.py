"""What the form for a new table is told: every setting, its kind, and what editions and variants make of it."""

import pytest

from heimlich.errors import HeimlichError
from heimlich.game import RulesetName
from heimlich.games import GAMES
from heimlich.server.table.setup.terms import Terms, check_terms
from heimlich.server.web.tables.playable import GameAnswer, all_games

BY_NAME = {game.id: game for game in all_games()}


def test_every_game_is_told_with_its_editions_and_bots() -> None:
    assert list(BY_NAME) == list(GAMES)
    game = BY_NAME["heimlich-co"]
    assert game.editions["rio-grande"] == ["top-secret", "dossier"]
    assert game.players["cie"] == (2, 7)
    assert {"newcomer", "casual", "master"} <= set(game.bots)
    assert {bot: game.characters[bot] for bot in game.bots} == game.characters
    assert game.characters["casual"] == "Otto Brandl"


@pytest.mark.parametrize(
    ("game", "name", "kind", "choices"),
    [
        ("heimlich-co", "one_agent", "yes-no", ["yes", "no"]),
        ("heimlich-co", "target", "whole", []),
        ("heimlich-co", "turn_limit", "whole", ["none"]),
        ("heimlich-co", "safe_goes", "choice", ["elsewhere", "unoccupied", "anywhere"]),
        ("heimlich-co", "die", "text", []),
        ("suitcases", "map", "choice", ["europe-2", "orient-express-2", "europe", "orient-express"]),
    ],
)
def test_each_setting_says_what_can_be_filled_in(game: str, name: str, kind: str, choices: list[str]) -> None:
    [setting] = [one for one in BY_NAME[game].settings if one.name == name]
    assert (setting.kind, setting.choices) == (kind, choices)


def test_a_variant_is_told_by_what_it_changes() -> None:
    changes = BY_NAME["heimlich-co"].changes
    assert changes["escale"]["top-secret"] == {"top_secret": "yes", "die": "2,3,4,5,6,1-3"}
    assert changes["cie"] == {"dossier": {"dossier": "yes"}}


@pytest.mark.parametrize("game", BY_NAME.values(), ids=BY_NAME)
def test_what_is_told_can_be_played(game: GameAnswer) -> None:
    """An edition's own values, and each choice of a setting, are house rules that mean what they say."""
    rules = GAMES[game.id]
    for edition, values in game.values.items():
        assert set(values) == {setting.name for setting in game.settings}
        same = rules.ruleset(RulesetName(edition, house=tuple(values.items())))
        assert {one.name: one.value for one in rules.settings(same)} == values
    for setting in game.settings:
        if setting.kind in {"yes-no", "choice"}:
            for choice in setting.choices:
                check_terms(Terms(game.id, next(iter(game.editions)), 4, house=((setting.name, choice),)))


@pytest.mark.parametrize("game", BY_NAME.values(), ids=BY_NAME)
def test_every_whole_number_is_told_with_its_bounds(game: GameAnswer) -> None:
    """Beyond them a table refuses it with those very numbers; the seat that starts is counted from 1."""
    first = next(iter(game.editions))
    for setting in game.settings:
        if setting.kind != "whole":
            assert (setting.least, setting.most) == ("", "")
            continue
        least, most = int(setting.least), int(setting.most)
        assert least < most
        for beyond in (least - 1, most + 1):
            terms = Terms(game.id, first, 4, house=((setting.name, str(beyond)),))
            with pytest.raises(HeimlichError):
                check_terms(terms)
    [seat] = [one for one in game.settings if one.name == "first"]
    assert seat.least == "1"
