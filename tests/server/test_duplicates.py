"""Duplicate tables: the same deal, dice and deck, kept secret until all of them are over."""

from random import Random

import pytest

from heimlich.fairness import read_facts, verify_record
from heimlich.games import GAMES
from heimlich.record import read_record
from heimlich.server.commands import AddEntropy, Close, Create, NoteDuplicate, NoteOver, Sit, Start, Watch
from heimlich.server.opening import open_duplicate, open_table, twins_of
from heimlich.server.preparation import Around
from heimlich.server.refusals import Refused
from heimlich.server.seats import SYSTEM
from heimlich.server.situation import Stage
from heimlich.server.table import LiveTable
from heimlich.server.terms import Terms
from tests.server.tables import ANNA, BOB, CARL, DORA, RIO, SEED, Sitting

OTHERS = ("guest-xena", "guest-yves", "guest-zora")


def _pair() -> tuple[Sitting, Sitting]:
    first = Sitting(RIO).fill()
    first.do(AddEntropy(1, "beef"), BOB)
    first.start()
    second = Sitting(rows=open_duplicate(first.table.now, RIO, OTHERS[0], first.at, table="t2", name="Xena"))
    for table in twins_of(first.table.now):
        assert table == "t1"
        first.do(NoteDuplicate("t2"), SYSTEM)
    for seat, guest in enumerate(OTHERS):
        second.do(Sit(seat), guest)
    return first, second


def _start(sitting: Sitting, host: str) -> None:
    sitting.do(Start(), host)


def test_deal_and_dice_are_the_same_and_stay_secret_until_both_are_over() -> None:
    first, second = _pair()
    with pytest.raises(Refused, match="this table plays with the dice of another one: nothing can be added to them"):
        second.do(AddEntropy(0, "00"), OTHERS[0])
    _start(second, OTHERS[0])
    assert first.table.now.commitment != second.table.now.commitment, "bound to the table"
    dealt = [str(event) for event in first.table.record().events if str(event).startswith(("identity", "agent"))]
    assert dealt == [
        str(event) for event in second.table.record().events if str(event).startswith(("identity", "agent"))
    ]
    assert first.do(NoteDuplicate("t2"), SYSTEM) == []
    shown = len(first.sent[None])
    first.play(Random(1))
    assert first.table.now.stage is Stage.OVER
    assert "seed" not in first.pictures[None]["table"]["fair"]
    assert SEED.hex() not in first.table.export(0)
    assert "view seat 1" in first.table.export(0)
    assert len(first.sent[None]) > shown
    second.do(NoteOver("t1"), SYSTEM)
    assert b"t1" not in b"".join(second.sent[None])
    second.play(Random(2))
    first.do(NoteOver("t2"), SYSTEM)
    for sitting, other in ((first, "t2"), (second, "t1")):
        assert sitting.pictures[None]["table"]["fair"]["seed"] == SEED.hex()
        assert sitting.pictures[None]["table"]["fair"]["twins"] == [other]
        text = sitting.table.export(0)
        facts = read_facts(text)
        assert facts is not None
        verify_record(read_record(text, GAMES), GAMES["heimlich-co"], facts)
        sitting.check()
    rolls = [
        [str(e) for e in sitting.table.record().events if str(e).startswith("roll")] for sitting in (first, second)
    ]
    shorter = min(map(len, rolls))
    assert rolls[0][:shorter] == rolls[1][:shorter]


def _events(sitting: Sitting, *kinds: str) -> list[str]:
    return [str(event) for event in sitting.table.record().events if str(event).startswith(kinds)]


def test_who_knows_the_deal_cannot_play_it_again() -> None:
    first, second = _pair()
    second.table.handle(Watch(), DORA, second.at)
    text = "you know this deal from another table that is still secret"
    for command in (Watch(), Sit(0)):
        with pytest.raises(Refused, match=text if command == Watch() else "is full|know this deal"):
            second.do(command, CARL, Around(knows_twin=True))
    assert not first.table.now.twins_over


def test_what_can_be_duplicated() -> None:
    waiting = Sitting(RIO)
    with pytest.raises(Refused, match="once it has started: only then are its dice settled"):
        open_duplicate(waiting.table.now, RIO, BOB, 0, table="t2")
    playing = Sitting(RIO).start()
    with pytest.raises(Refused, match="played by the same rules, with the same number of seats"):
        open_duplicate(playing.table.now, Terms("heimlich-co", "rio-grande", 4), BOB, 0, table="t2")
    closed = Sitting(RIO).start()
    closed.do(Close(), SYSTEM)
    over = Sitting(RIO).start().play(Random(1))
    for sitting in (closed, over):
        with pytest.raises(Refused, match="this table's seed is known to all by now"):
            open_duplicate(sitting.table.now, RIO, BOB, 0, table="t2")


def test_a_third_table_knows_both_others() -> None:
    first, second = _pair()
    rows = open_duplicate(first.table.now, RIO, ANNA, first.at, table="t3")
    third = LiveTable.from_rows(rows)
    assert third.now.twins == (("t1", False), ("t2", False))
    assert twins_of(third.now) == ["t3", "t1", "t2"]
    second.do(NoteDuplicate("t3"), SYSTEM)
    assert twins_of(second.table.now) == ["t2", "t1", "t3"]


def test_seeds_of_tables_are_their_own() -> None:
    rows = open_table(Create(RIO), ANNA, 0, table="a", seed=SEED)
    other = open_table(Create(RIO), ANNA, 0, table="b", seed=SEED)
    assert LiveTable.from_rows(rows).now.commitment != LiveTable.from_rows(other).now.commitment
