"""The pad of a seat: written, bounded, kept with the table; and nobody else is sent or can count anything of it."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from heimlich.server.storage.store import addition_of
from heimlich.server.table.audience.messages import encode
from heimlich.server.table.clocks import DaysClock
from heimlich.server.table.commands import Block, Chat, Instruct, Resign, ShowPad, WritePad
from heimlich.server.table.live_table import KEPT_BATCHES, KEPT_COMMANDS, LiveTable
from heimlich.server.table.notes.pads import LONGEST_TEXT, MARKS, MOST, MOST_EVER, WITHIN
from heimlich.server.table.rows import Noted, Row
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED, Audience
from tests.server.tables import ANNA, BOB, CARDS, CARL, JUMBO, RIO, Sitting, refused

AGENT = "red"


def started(terms: Terms = RIO) -> Sitting:
    return Sitting(terms).start()


def agents(sitting: Sitting) -> list[str]:
    return list(sitting.table.pad().grids[0].rows)


def test_marks_and_text_are_kept_with_the_seat_and_survive_a_restart() -> None:
    sitting = started()
    one, other = agents(sitting)[:2]
    sitting.do(WritePad(1, ((one, "0", "suspect"), (other, "free", "excluded"))), BOB)
    sitting.at += 1000
    sitting.do(WritePad(1, ((one, "0", "sure"), (other, "free", "")), "  watch \x00 Anna\n "), BOB)
    for table in (sitting.table, sitting.replayed()):
        notes = table.notes(1)
        assert notes is not None
        assert notes.marks == ((one, "0", "sure"),)
        assert notes.text == "watch Anna"
        assert table.notes(0) is None
        assert table.notes(None) is None
    sitting.do(WritePad(1, text=""), BOB)
    assert sitting.table.notes(1) is not None, "an emptied pad is sent, too"
    sitting.check()


def test_a_pad_is_refused_with_clear_words() -> None:
    sitting = started()
    one = agents(sitting)[0]
    refused(sitting, WritePad(0, ((one, "1", "sure"),)), BOB, "seat 1 is not yours", "seat")
    refused(sitting, WritePad(1, ((one, "9", "sure"),)), BOB, f"the pad has no cell '{one}' / '9'", "pad")
    refused(sitting, WritePad(1, (("pink", "0", "sure"),)), BOB, "the pad has no cell 'pink' / '0'", "pad")
    marks = ", ".join(MARKS)
    refused(sitting, WritePad(1, ((one, "0", "maybe"),)), BOB, f"there is no mark 'maybe'; there are: {marks}", "pad")
    long = f"a note has at most {LONGEST_TEXT} characters; this one has {LONGEST_TEXT + 1}"
    refused(sitting, WritePad(1, text="x" * (LONGEST_TEXT + 1)), BOB, long, "pad")
    refused(sitting, WritePad(1, text="x"), CARL + "x", "come to the table first: sit down or watch", "stranger")
    unknown = "there is no standing answer 'never'; there are: round, safe"
    refused(sitting, Instruct(1, "never"), BOB, unknown, "pad")
    refused(sitting, ShowPad(1), BOB, "a pad can be shown when the game is over", "stage")
    waiting = Sitting(RIO).fill()
    refused(waiting, WritePad(1, text="x"), BOB, "the game has not started yet", "stage")
    sitting.do(Resign(1), BOB)
    refused(sitting, WritePad(1, text="x"), BOB, "you have resigned seat 2: a bot plays on", "seat")
    none = "there is no standing answer 'round'; this game has none"
    refused(started(JUMBO), Instruct(1, "round"), BOB, none, "pad")
    days = started(replace(CARDS, clock=DaysClock(2)))
    refused(days, Instruct(1, "round"), BOB, "with days for each decision, the server answers for nobody", "pad")


def test_a_pad_cannot_flood_the_log() -> None:
    sitting = started()
    one = agents(sitting)[0]
    for number in range(MOST):
        sitting.do(WritePad(1, text=f"note {number}"), BOB)
    fast = f"at most {MOST} changes of a pad in {WITHIN // 1000} seconds; wait a little"
    refused(sitting, WritePad(1, text="more"), BOB, fast, "rate")
    refused(sitting, Instruct(1, "safe"), BOB, fast, "rate")
    assert sitting.do(WritePad(1, text=f"note {MOST - 1}"), BOB) == [], "nothing changes: no row, and no refusal"
    sitting.do(WritePad(0, ((one, "1", "sure"),)), ANNA)
    for number in range(MOST_EVER - MOST):
        sitting.at += WITHIN
        sitting.do(WritePad(1, text=f"again {number}"), BOB)
    full = f"this pad has been changed {MOST_EVER} times; that is all there is room for in one game"
    sitting.at += WITHIN
    refused(sitting, WritePad(1, text="more"), BOB, full, "pad")
    biggest = max(len(row) for row in sitting.stored if b'"noted"' in row)
    assert biggest < 600


def test_an_unchanged_pad_adds_no_row() -> None:
    sitting = started()
    one = agents(sitting)[0]
    assert sitting.do(WritePad(1, ((one, "0", ""),)), BOB) == []
    assert sitting.do(Instruct(1, ""), BOB) == []
    assert [row.type for row in sitting.do(Instruct(1, "safe"), BOB)] == ["instructed"]
    assert sitting.do(Instruct(1, "safe"), BOB) == []


def test_a_pad_is_shown_after_the_end_if_its_player_wants() -> None:
    sitting = started()
    one = agents(sitting)[0]
    sitting.do(WritePad(1, ((one, "0", "sure"),), "it was Anna"), BOB)
    sitting.play(Random(1))
    assert "pads" not in sitting.pictures[0]["table"]
    refused(sitting, WritePad(1, text="too late"), BOB, "the table is finished", "stage")
    refused(sitting, ShowPad(1), ANNA, "seat 2 is not yours", "seat")
    assert sitting.do(ShowPad(0), ANNA) == [], "there is nothing to show"
    sitting.do(ShowPad(1), BOB)
    shown = {"1": {"marks": [[one, "0", "sure"]], "text": "it was Anna"}}
    for audience in sitting.table.audiences:
        assert sitting.pictures[audience]["table"]["pads"] == shown
    assert sitting.do(ShowPad(1), BOB) == []
    sitting.check()


# Secrecy


def scribble(sitting: Sitting, seat: int, who: str, rng: Random) -> int:
    """Write something into a seat's pad; return the number of rows it took."""
    [*grids] = sitting.table.pad().grids
    grid = rng.choice(grids)
    mark = (rng.choice(grid.rows), rng.choice(list(grid.columns)), rng.choice(["", *MARKS]))
    batch = sitting.table.handle(WritePad(seat, (mark,), f"note {rng.random()}"), who, sitting.at, command_id="")
    assert batch is not None
    sitting.accept(batch)
    return len(batch.rows)


def outside(sitting: Sitting, writer: int) -> list[Any]:
    """All that anyone but the writer can get to know, now or by coming back."""
    others: list[Audience] = [audience for audience in sitting.table.audiences if audience != writer]
    table = sitting.table
    missed = [table.catch_up(who, last) for who in others for last in range(-1, table.now.number(who) + 1)]
    caught_up = [[encode(one) for one in found] if isinstance(found, list) else encode(found) for found in missed]
    return [
        [sitting.sent[who] for who in others],
        [encode(table.snapshot(who)) for who in others],
        caught_up,
        [table.now.number(who) for who in table.audiences],
        [table.export(who) for who in others],
        encode(table.pad()),
        [table.notes(who) for who in others],
        table.automatic(),
        table.claims_due(),
        table.wake_at(),
        table.now.tempos,
        table.now.shown,
    ]


@pytest.mark.parametrize("terms", [RIO, CARDS, JUMBO], ids=lambda terms: "-".join((terms.game, *terms.variants)))
def test_nobody_else_is_sent_anything_of_a_pad(terms: Terms) -> None:
    """Two games that differ only in one seat's pad: the others are sent the same bytes, now and when they come back."""
    writer = 1
    quiet, busy = Sitting(terms).start(), Sitting(terms).start()
    written = 0
    for number in range(70):
        for sitting in (quiet, busy):
            sitting.play(Random(number), 1)
        if quiet.table.now.stage in FINISHED:
            break
        written += scribble(busy, writer, BOB, Random(number)) if number % 2 else 0
        busy.at = quiet.at
        for sitting in (quiet, busy):
            sitting.at += WITHIN // MOST * 2
        if number % 5 == 0:
            assert outside(busy, writer) == outside(quiet, writer)
    assert written > 15
    assert busy.sent[writer] == quiet.sent[writer], "not even the writer's own numbers change"
    assert outside(busy, writer) == outside(quiet, writer)
    quiet.check()
    busy.check()


def test_a_pad_shortens_nobodys_memory() -> None:
    """What others can catch up on, and how long their commands are known, does not depend on somebody's pad."""
    sitting = started()
    sitting.do(Chat("players", phrase="hello"), ANNA, command_id="mine")
    sitting.play(Random(2), 10)
    last = sitting.table.now.number(None)
    sitting.play(Random(3), 2)
    for number in range(KEPT_BATCHES + 5):
        sitting.at += WITHIN
        sitting.do(WritePad(1, text=f"note {number}"), BOB)
    assert isinstance(sitting.table.catch_up(None, last), list), "updates, and no snapshot"
    table = sitting.table
    for number in range(KEPT_COMMANDS - 100):
        sitting.at += WITHIN
        batch = table.handle(WritePad(0, text=f"note {number % 390}"), ANNA, sitting.at, command_id=f"pad {number}")
        if batch is not None and number < 390:
            table.accept(batch)
    assert table.handle(Chat("players", phrase="hello"), ANNA, sitting.at, command_id="mine") is None


def test_a_pad_changes_no_list_of_tables() -> None:
    sitting = started()
    batch = sitting.table.handle(WritePad(1, text="x"), BOB, sitting.at)
    assert batch is not None
    assert batch.is_private
    assert not any(batch.is_for(audience) for audience in sitting.table.audiences)
    addition = addition_of(batch)
    assert addition.listing is None
    assert not addition.visitors
    other = sitting.table.handle(Block(1), BOB, sitting.at)
    assert other is not None
    assert not other.is_private


# Any sequence of changes

CELLS = st.tuples(st.integers(0, 4), st.sampled_from(["0", "1", "2", "free"]), st.sampled_from(["", *MARKS]))
CHANGES = st.lists(st.tuples(st.lists(CELLS, max_size=5), st.none() | st.text(max_size=30)), max_size=12)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(CHANGES)
def test_any_sequence_of_changes_is_the_last_mark_of_each_cell(changes: list[Any]) -> None:
    sitting = started()
    rows = agents(sitting)
    wanted: dict[tuple[str, str], str] = {}
    for marks, text in changes:
        sitting.at += WITHIN
        named = tuple((rows[row % len(rows)], column, mark) for row, column, mark in marks)
        sitting.do(WritePad(1, named, text), BOB)
        wanted |= {(row, column): mark for row, column, mark in named}
    expected = sorted((row, column, mark) for (row, column), mark in wanted.items() if mark)
    notes = sitting.replayed().notes(1)
    assert list(notes.marks if notes else ()) == expected


def test_an_old_log_has_no_pads() -> None:
    """Rows without pads fold as before; and one with a pad reads back."""
    sitting = started()
    assert sitting.table.now.pads == ()
    again = LiveTable.from_rows([*sitting.replayed_rows(), Row(len(sitting.stored), sitting.at, Noted(1, (), "x"))])
    notes = again.notes(1)
    assert notes is not None
    assert notes.text == "x"
