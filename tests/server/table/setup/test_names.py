"""How people are called at a table, and each of several who play at one device."""

import pytest

from heimlich.server.table.audience.summaries import summary_of
from heimlich.server.table.commands import AddBot, ComeBack, Leave, Nickname, Sit, StandUp, Start, Watch
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import Came, Row
from heimlich.server.table.setup.naming import (
    LONGEST_NAME,
    check_name,
    distinct,
    is_copy,
    look,
    optional_name,
    usable_name,
)
from heimlich.server.table.setup.preparation import Around
from tests.server.tables import ANNA, BOB, CARL, Sitting, refused


def test_names() -> None:
    sitting = Sitting()
    sitting.do(Nickname("  Anna \u202eB\n"), ANNA)
    assert sitting.pictures[None]["table"]["people"]["1"]["name"] == "Anna B"
    sitting.do(Nickname("x" * 99), ANNA)
    assert sitting.pictures[None]["table"]["people"]["1"]["name"] == "x" * 24
    assert sitting.do(Nickname("x" * 24), ANNA) == []
    refused(sitting, Nickname(" \t"), ANNA, "a nickname has at least one letter", "name")
    refused(sitting, Nickname("Bob"), BOB, "come to the table first: sit down or watch", "stranger")


def test_each_of_several_who_play_at_one_device_has_a_name() -> None:
    sitting = Sitting()
    for seat in (0, 1):
        sitting.do(Sit(seat), ANNA)
    sitting.do(Sit(2), BOB, Around(name="Bob"))
    sitting.do(Nickname("Anna", 0), ANNA)  # one's own name, for one of them
    sitting.do(Nickname(" Ben\n", 1), ANNA)
    assert sitting.pictures[None]["table"]["seats"] == {
        "0": {"who": 1, "name": "Anna"},
        "1": {"who": 1, "name": "Ben"},
        "2": {"who": 2},
    }
    assert sitting.pictures[None]["table"]["people"]["1"] == {"name": "Anna"}
    assert [seat.name for seat in summary_of(sitting.table.now).seats] == ["Anna", "Ben", "Bob"]
    assert sitting.do(Nickname("Ben", 1), ANNA) == []
    for name in ("anna", "BOB"):
        refused(sitting, Nickname(name, 1), ANNA, f"someone at this table is called '{name}' already", "namesake")
    refused(sitting, Nickname("", 1), ANNA, "a nickname has at least one letter", "name")
    refused(sitting, Nickname("Cleo", 2), ANNA, "seat 3 is not yours", "seat")
    refused(sitting, Nickname("Cleo", 3), ANNA, "there is no seat 4; there are 3", "seat")
    sitting.do(StandUp(2), BOB)
    sitting.do(AddBot(2, "casual"), ANNA)
    bot = sitting.pictures[None]["table"]["seats"]["2"]["name"]
    refused(sitting, Nickname(bot, 1), ANNA, f"someone at this table is called '{bot}' already", "namesake")
    sitting.do(StandUp(1), ANNA)
    sitting.do(Sit(1), BOB)  # the name was who sat there
    assert sitting.pictures[None]["table"]["seats"]["1"] == {"who": 2}
    sitting.check()


def test_who_comes_back_to_a_seat_finds_his_name_there() -> None:
    sitting = Sitting()
    for seat in (0, 1, 2):
        sitting.do(Sit(seat), ANNA)
    sitting.do(Nickname("Ben", 1), ANNA)
    sitting.do(Start(), ANNA)
    assert sitting.table.record().seats == ("Anna", "Ben", "Anna")
    sitting.do(Leave(), ANNA)
    assert sitting.pictures[None]["table"]["seats"]["1"] == {"who": 1, "name": "Ben", "stand_in": "left"}
    sitting.do(ComeBack(1), ANNA)
    assert sitting.pictures[None]["table"]["seats"]["1"] == {"who": 1, "name": "Ben"}
    sitting.check()


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u115f\u1160", "\uffa0 ", "\u200b\u200d", "\u2800", "\u0301\u0302", "\u00a0\u2003", "\ufe0f", "\u034f"],
)
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    sitting = Sitting()
    refused(sitting, Nickname(name), ANNA, "a nickname has at least one letter", "name")
    sitting.do(Sit(1), BOB, Around(name=name))  # a guest who was called so before comes without a name
    assert sitting.pictures[None]["table"]["people"]["2"] == {"name": ""}


@pytest.mark.parametrize(
    "name", ["A" + "\u0301" * 4 + "nna", "Bo" + "\u0336\u0337\u0338\u0335" + "b", "x" + "\u20dd" * 5]
)
def test_a_name_with_stacked_marks_is_refused(name: str) -> None:
    refused(Sitting(), Nickname(name), ANNA, "a nickname has at most 3 marks on one letter", "name")
    assert usable_name(name) == ""


@pytest.mark.parametrize(
    "name", ["Zoë", "Nguyễn", "שָׁלוֹם", "ผู้เล่น", "हिन्दी", "李小龙", "🦊", "O'Neil", "김철수", "Éowyn"]
)
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert check_name(name)
    assert optional_name(name) == check_name(name)


COPIES = ["anna", "ANNA", "Ａｎｎａ", "Аnnа", "Ánnà", "A n n a", "Anna.", "An\u200bna", "𝐀𝐧𝐧𝐚", "Anna\u3164", "Αnna"]


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_of_a_name_at_the_table_is_refused_or_numbered(name: str) -> None:
    sitting = Sitting()
    sitting.do(Watch(), BOB, Around(name="Bob"))
    with pytest.raises(Refused, match="someone at this table is called") as error:
        sitting.do(Nickname(name), BOB)
    assert error.value.code == "namesake"
    sitting.do(Sit(2), CARL, Around(name=name))  # nobody is kept out for a name
    third = sitting.pictures[None]["table"]["people"]["3"]["name"]
    assert third.endswith(" 2")
    assert not is_copy(third, ["Anna", "Bob"])
    sitting.do(Leave(), CARL)
    sitting.do(Sit(2), CARL, Around(name=name))
    assert sitting.pictures[None]["table"]["people"]["3"]["name"] == third
    sitting.check()


def test_different_names_are_different() -> None:
    names = [
        "Anna",
        "Anne",
        "Hanna",
        "Bob",
        "Rob",
        "Otto",
        "Оля",
        "Олег",
        "Мария",
        "Μαρία",
        "Ann",
        "🦊",
        "🐻",
        "?",
        "!?",
        "李",
        "王",
    ]
    assert len({look(name) for name in names}) == len(names)
    assert distinct("x" * LONGEST_NAME, ["x" * LONGEST_NAME]) == "x" * (LONGEST_NAME - 2) + " 2"
    assert distinct("", ["", "Anna"]) == ""
    assert distinct("Anna", ["Anna", "anna 2"]) == "Anna 3"


def test_old_logs_with_copied_and_blank_names_are_read_as_they_were() -> None:
    sitting = Sitting()
    for number, (guest, name) in enumerate([(BOB, "Anna"), (CARL, "\u3164")]):
        sitting.take([Row(sitting.table.next_seq, sitting.at, Came(guest, name))])
        assert sitting.pictures[None]["table"]["people"][str(number + 2)] == {"name": name}
    sitting.check()
