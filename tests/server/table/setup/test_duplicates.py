"""Duplicate tables: a finished one's deal, dice and deck once more; and old logs, which share a secret seed."""

from random import Random

import pytest
from msgspec.structs import replace

from heimlich.fairness import read_facts, verify_record
from heimlich.games import GAMES
from heimlich.record import read_record
from heimlich.server.table.audience.summaries import decode_summary, encode_summary, summary_of
from heimlich.server.table.commands import AddEntropy, Close, Consent, Create, NoteOver, Sit, Start, Watch
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import Created, Row, TwinOpened
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.opening import open_duplicate, open_table
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import Stage
from tests.server.tables import ANNA, BOB, CARL, DORA, RIO, SEED, Sitting

OTHERS = ("guest-xena", "guest-yves", "guest-zora")


NOT_NOW = "only a table that is over and shows its seed can be played again"


def _again(sitting: Sitting, terms: Terms = RIO, table: str = "t2", who: str = OTHERS[0]) -> tuple[Row, ...]:
    return open_duplicate(sitting.table.now, terms, who, sitting.at, table=table, salt=bytes(32), name="Xena")


def _pair() -> tuple[Sitting, Sitting]:
    """Two tables as earlier versions opened them: the second with the secret seed of the first, which is on."""
    first = Sitting(RIO).fill()
    first.do(AddEntropy(1, "beef"), BOB)
    first.start()
    created = first.replayed_rows()[0].data
    assert isinstance(created, Created)
    other = replace(
        created,
        table="t2",
        host=OTHERS[0],
        name="Xena",
        twin_of="t1",
        twins=(("t1", False),),
        entropies=((1, "beef"),),
    )
    second = Sitting(rows=[Row(0, first.at, other, OTHERS[0])])
    first.take([Row(first.table.next_seq, first.at, TwinOpened("t2"))])
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


@pytest.mark.parametrize("who", [ANNA, BOB, DORA, *OTHERS])
def test_only_a_finished_table_is_played_again_whoever_asks(who: str) -> None:
    """The refusal is the same for the host, a player and a stranger, and does not tell of twins."""
    waiting, playing, closed = Sitting(RIO), Sitting(RIO).start(), Sitting(RIO).start()
    closed.do(Close(), SYSTEM)
    paused = Sitting(RIO).start((ANNA,))
    paused.do(Consent("pause"), ANNA)
    shares, other = _pair()
    shares.play(Random(1))
    for sitting in (waiting, playing, closed, paused, shares, other):
        for terms in (RIO, Terms("heimlich-co", "rio-grande", 4)):
            with pytest.raises(Refused, match=NOT_NOW) as error:
                _again(sitting, terms, who=who)
            assert error.value.code == "duplicate"
    over = Sitting(RIO).start().play(Random(1))
    with pytest.raises(Refused, match="played by the same rules, with the same number of seats"):
        _again(over, Terms("heimlich-co", "rio-grande", 4), who=who)
    assert _again(over, who=who)


def test_a_duplicate_has_the_same_deal_and_says_so_but_not_of_which_table() -> None:
    first = Sitting(RIO).fill()
    first.do(AddEntropy(1, "beef"), BOB)
    first.start().play(Random(1))
    before = [first.table.snapshot(audience) for audience in first.table.audiences]
    second = Sitting(rows=_again(first))
    assert second.pictures[None]["table"]["duplicate"] is True
    assert summary_of(second.table.now).duplicate
    second.do(Sit(0), ANNA)  # who has played the first one may come: everyone can know it
    with pytest.raises(Refused, match="this table plays with the dice of another one: nothing can be added to them"):
        second.do(AddEntropy(0, "00"), ANNA)
    for seat, guest in enumerate((BOB, CARL), 1):
        second.do(Sit(seat), guest)
    _start(second, OTHERS[0])
    assert _events(first, "identity", "agent") == _events(second, "identity", "agent")
    second.play(Random(2))
    rolls = [_events(sitting, "roll") for sitting in (first, second)]
    shorter = min(map(len, rolls))
    assert rolls[0][:shorter] == rolls[1][:shorter]
    *running, last = [batch.after for batch in second.batches]
    assert {summary_of(now).twin_of for now in running} == {""}
    assert summary_of(last).twin_of == "t1"
    assert b'"t1"' not in b"".join(text for sent in second.sent.values() for text in sent[:-1])
    assert second.pictures[None]["table"]["fair"]["twins"] == ["t1"]
    text = second.table.export(0)
    facts = read_facts(text)
    assert facts is not None
    verify_record(read_record(text, GAMES), GAMES["heimlich-co"], facts)
    second.check()
    assert [first.table.snapshot(audience) for audience in first.table.audiences] == before
    third = Sitting(rows=_again(second, table="t3"))
    assert third.table.now.plays_again, "a duplicate that is over can be played again, too"


def test_a_list_written_earlier_does_not_tell_whose_deal_a_running_table_has() -> None:
    summary = summary_of(Sitting(RIO).start().table.now)
    assert decode_summary(encode_summary(replace(summary, twin_of="t1"))).twin_of == ""
    assert decode_summary(encode_summary(replace(summary, twin_of="t1", stage="over"))).twin_of == "t1"


def test_seeds_of_tables_are_their_own() -> None:
    rows = open_table(Create(RIO), ANNA, 0, table="a", seed=SEED)
    other = open_table(Create(RIO), ANNA, 0, table="b", seed=SEED)
    assert LiveTable.from_rows(rows).now.commitment != LiveTable.from_rows(other).now.commitment
