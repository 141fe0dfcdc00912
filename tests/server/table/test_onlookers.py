"""Those who do not play: spectators, devices that only show the board; and people who do not want to hear someone."""

from random import Random

import pytest
from msgspec.structs import replace

from heimlich.server.table.audience.messages import Snapshot, You
from heimlich.server.table.audience.updates import without_chat_of
from heimlich.server.table.commands import (
    AddBot,
    AnyCommand,
    Block,
    Chat,
    Decide,
    Leave,
    Nickname,
    PassHost,
    Rematch,
    Resign,
    Sit,
    Start,
    Watch,
)
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.opening import open_rematch
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.situation import FINISHED
from tests.server.tables import ANNA, BOB, CARL, DORA, RIO, Sitting

PARTY = replace(RIO, watch=False, board=True)
CLOSED = replace(RIO, watch=False)


def test_a_device_joins_as_board_where_nobody_may_look_on() -> None:
    sitting = Sitting(PARTY).fill()
    sitting.do(Watch(), DORA, Around(name="Tablet"))
    assert sitting.table.audiences_of(DORA) == [None]
    assert sitting.pictures[0]["table"]["people"]["4"] == {"name": "Tablet", "board": True}
    sitting.do(Start(), ANNA)
    sitting.play(Random(1), 10)
    assert "own" not in sitting.pictures[None]["game"]
    sitting.check()


@pytest.mark.parametrize(
    "command",
    [Chat("spectators", "x"), Decide(0, "move red 1", 1), AddBot(0, "random"), Resign(0), Start(), Block(1), Rematch()],
)
def test_a_board_does_nothing_but_show(command: AnyCommand) -> None:
    sitting = Sitting(PARTY)
    sitting.do(Watch(board=True), DORA)
    with pytest.raises(Refused, match="this device only shows the board; sit down to take part") as error:
        sitting.do(command, DORA)
    assert error.value.code == "board"
    sitting.do(Nickname("Wall"), DORA)
    with pytest.raises(Refused, match="who is not at the table cannot be its host"):
        sitting.do(PassHost(2), ANNA)
    sitting.do(Leave(), ANNA)
    assert sitting.table.now.host == 1, "a board does not become host"
    sitting.do(Sit(0), DORA)
    assert "board" not in sitting.pictures[0]["table"]["people"]["2"], "who sits down takes part"
    sitting.check()


def test_where_there_is_no_board_none_joins() -> None:
    sitting = Sitting(CLOSED)
    with pytest.raises(Refused, match="nobody may look on at this table"):
        sitting.do(Watch(), DORA)
    with pytest.raises(Refused, match="no device may join this table as a board"):
        sitting.do(Watch(board=True), DORA)
    open_table = Sitting(replace(RIO, board=True))
    open_table.do(Watch(), BOB)
    open_table.do(Chat("spectators", "x"), BOB)
    open_table.do(Watch(board=True), CARL)
    assert [person.board for person in open_table.table.now.people] == [False, False, True]


def test_a_board_comes_along_to_the_rematch() -> None:
    sitting = Sitting(PARTY).start()
    sitting.do(Watch(), DORA)
    sitting.play(Random(2))
    assert sitting.table.now.stage in FINISHED
    rows = open_rematch(sitting.table.now, ANNA, sitting.at, table="t2", seed=bytes(32))
    again = Sitting(rows=rows)
    assert again.table.audiences_of(DORA) == [None]


def test_everyone_learns_what_is_his() -> None:
    sitting = Sitting().fill()
    sitting.do(Watch(), DORA)
    assert sitting.table.you(ANNA) == You(1, (0,), True)
    assert sitting.table.you(BOB) == You(2, (1,))
    assert sitting.table.you(DORA) == You(4)
    assert sitting.table.you("guest-stranger") == You(0)
    sitting.do(Block(1), DORA)
    assert sitting.table.you(DORA) == You(4, blocked=(1,))
    assert sitting.table.blocked_by(DORA) == {1}
    assert sitting.table.blocked_by(ANNA) == frozenset()


def test_who_has_blocked_someone_hears_nothing_of_him() -> None:
    sitting = Sitting().fill()
    sitting.do(Block(2), ANNA)
    sitting.do(Chat("players", "rude"), BOB)
    sitting.do(Chat("players", "kind"), CARL)
    deaf, number = sitting.table.blocked_by(ANNA), sitting.table.now.number(0)
    missed = sitting.table.catch_up(0, number - 2, deaf)
    assert isinstance(missed, list)
    assert [update.n for update in missed] == [number - 1, number], "numbers have no gap"
    assert [[line.text for line in update.c] for update in missed] == [[], ["kind"]]
    snapshot = sitting.table.snapshot(0, deaf)
    assert isinstance(snapshot, Snapshot)
    assert [line.text for line in snapshot.c] == ["kind"]
    assert [line.text for line in sitting.table.snapshot(2).c] == ["rude", "kind"], "the others hear it"
    update = sitting.batches[-1].update(2)
    assert update is not None
    assert without_chat_of(update, deaf) is update
