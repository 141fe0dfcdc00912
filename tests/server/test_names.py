"""How people are called at a table, and each of several who play at one device."""

from heimlich.server.commands import AddBot, ComeBack, Leave, Nickname, Sit, StandUp, Start
from heimlich.server.preparation import Around
from heimlich.server.summaries import summary_of
from tests.server.tables import ANNA, BOB, Sitting, refused


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
