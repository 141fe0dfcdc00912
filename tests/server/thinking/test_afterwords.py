"""What bots say afterwards, in the table's log: after the end, once, by bots alone, and the same for everyone."""

import pytest

from heimlich.server.table.commands import AddBot, Consent, Reflect, Rematch, Sit, Start
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.opening import open_rematch
from heimlich.server.table.setup.preparation import Around
from tests.server.tables import ANNA, BOB, RIO, SEED, Sitting

SAID = ((2, (["after-right"],)), (0, (["after-right"],)))
KEY = "afterwords"


def started() -> Sitting:
    sitting = Sitting(RIO)
    sitting.do(Sit(0), ANNA)
    sitting.do(Sit(1), BOB)
    sitting.do(AddBot(2, "master"), ANNA)
    sitting.do(Start(), ANNA)
    return sitting


def test_bots_speak_once_when_all_is_over_and_everyone_hears_it() -> None:
    sitting = started()
    with pytest.raises(Refused, match="bots say what they thought when the game is over"):
        sitting.do(Reflect(SAID), SYSTEM)
    for guest in (ANNA, BOB):
        sitting.do(Consent("end"), guest)
    assert all(KEY not in picture["table"] for picture in sitting.pictures.values())
    sitting.at += 400
    sitting.do(Reflect(SAID), SYSTEM)
    told = {"2": {"at": sitting.at, "lines": [["after-right"]]}}  # of seat 0, somebody sits there
    assert [picture["table"][KEY] for picture in sitting.pictures.values()] == [told] * 4
    assert sitting.do(Reflect(SAID), SYSTEM) == []
    sitting.check()


def test_only_the_server_asks_for_it() -> None:
    sitting = started()
    for guest in (ANNA, BOB):
        sitting.do(Consent("end"), guest)
    with pytest.raises(Refused, match="only the server itself may ask this"):
        sitting.do(Reflect(SAID), ANNA)


def test_the_next_game_begins_without_it() -> None:
    sitting = started()
    for guest in (ANNA, BOB):
        sitting.do(Consent("end"), guest)
    sitting.do(Reflect(SAID), SYSTEM)
    sitting.do(Rematch(), BOB, Around(new_table="t2"))
    following = Sitting(rows=open_rematch(sitting.table.now, BOB, sitting.at, table="t2", seed=SEED))
    assert KEY not in following.pictures[None]["table"]
