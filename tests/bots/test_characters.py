"""Every bot that people play with is somebody, and no two at a table are called the same."""

import pytest

from heimlich import GAMES
from heimlich.bots.characters import CHARACTERS, cast, character, kind_of, names_at
from heimlich.bots.registry import ALIASES, bots_of, is_partner, partners


@pytest.mark.parametrize("game", GAMES)
def test_everyone_people_play_with_is_somebody(game: str) -> None:
    assert list(cast(game)) == list(partners(game))
    assert set(partners(game)) <= set(CHARACTERS)


def test_no_first_name_is_used_twice() -> None:
    names = [name for family in CHARACTERS.values() for name in family.first_names]
    assert len(names) == len(set(names))
    assert len({family.surname for family in CHARACTERS.values()}) == len(CHARACTERS)


@pytest.mark.parametrize("bot", CHARACTERS)
def test_a_table_full_of_one_family(bot: str) -> None:
    names = names_at([bot] * 7)
    assert len(set(names)) == 7
    assert names[: len(character(bot).first_names)] == list(character(bot).first_names)
    assert names[4] == f"{names[0]} II"


def test_names_go_by_who_sits_there() -> None:
    assert names_at(["casual", "", "master", "casual", ""]) == ["Otto", "", "Ambros", "Resi", ""]
    assert names_at(["gu", "gu"]) == ["gu", "gu II"]  # nobody's partner has a name


def test_former_names_are_the_same_people() -> None:
    assert names_at(["greedy", "casual"]) == ["Otto", "Resi"]
    for old, new in ALIASES.items():
        assert kind_of(old) == new
        assert any(is_partner(game, old) and new in bots_of(game) for game in GAMES)
