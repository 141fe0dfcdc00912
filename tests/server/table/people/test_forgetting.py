"""Forgetting a guest: no name, chat or note is left in a table's log, and it folds, replays and verifies as before."""

import contextlib
from random import Random
from typing import Any

import pytest

from heimlich.errors import HeimlichError
from heimlich.fairness import read_facts, verify_record
from heimlich.games import GAMES
from heimlich.record import read_record
from heimlich.server.table.afterwards.replay import replay
from heimlich.server.table.audience.messages import Snapshot, encode
from heimlich.server.table.audience.summaries import summary_of
from heimlich.server.table.commands import AnyCommand, Chat, Leave, Nickname, Report, Sit, Watch, WritePad
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.people.forgetting import Rewritten, forget_guest, without_names
from heimlich.server.table.rows import Row, encode_row
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.situation import FINISHED
from tests.server.tables import ANNA, BOB, CARDS, DORA, GUESTS, JUMBO, RIO, Sitting, terms_of
from tests.tables import ALL

SECRET = "Zanzibar"  # in every name and text of the guest who goes


def talkative(terms: Any, guest: str = BOB) -> Sitting:
    """A game in which a guest has left as many traces as possible."""
    sitting = Sitting(terms)
    for seat, who in enumerate(GUESTS[: terms.seats]):
        name = f"{SECRET} {seat}" if who == guest else who[6:].title()
        sitting.do(Sit(seat), who, Around(name=name))
    sitting.do(Watch(), DORA if terms.seats < 4 else "guest-zoe", Around(name="Dora"))
    if guest == ANNA:
        sitting.do(Nickname(SECRET), ANNA)
    seat = GUESTS.index(guest)
    sitting.do(Nickname(f"{SECRET} once"), guest)
    sitting.do(Nickname(f"{SECRET} twice", seat), guest)
    sitting.do(Chat("players", f"I am {SECRET}"), guest)
    sitting.do(Chat("players", "hello"), ANNA if guest != ANNA else BOB)
    sitting.start()
    grid = sitting.table.pad().grids[0]
    sitting.do(WritePad(seat, ((grid.rows[0], next(iter(grid.columns)), "suspect"),), f"it is {SECRET}"), guest)
    sitting.do(Chat("players", phrase="hello"), guest)
    return sitting


def forget(sitting: Sitting, guest: str = BOB, alias: str = "alias") -> tuple[list[Row], Rewritten]:
    """The rewritten log, and what was rewritten."""
    rows = sitting.replayed_rows()
    gone = forget_guest(rows, guest, alias)
    assert gone is not None
    changed = {row.seq: row for row in gone.changed}
    return [*(changed.get(row.seq, row) for row in rows), gone.added], gone


@pytest.mark.parametrize("guest", [ANNA, BOB])
@pytest.mark.parametrize("terms", [RIO, CARDS, JUMBO], ids=str)
def test_nothing_of_the_guest_is_left_and_the_game_is_the_same(terms: Any, guest: str) -> None:
    sitting = talkative(terms, guest)
    sitting.play(Random(2))
    before = sitting.table.now
    record = str(sitting.table.record())
    assert SECRET in record
    rows, _ = forget(sitting, guest)
    text = b"\n".join(map(encode_row, rows)).decode()
    assert SECRET not in text
    assert guest not in text
    again = LiveTable.from_rows(rows)
    assert again.now.state == before.state
    assert again.now.seed == before.seed
    assert again.now.commitment == before.commitment
    assert [number - 1 for number in again.now.numbers] == list(before.numbers), "one more update, and no other change"
    exported = again.export(None)
    assert SECRET not in exported
    facts = read_facts(exported)
    assert facts is not None
    checked = verify_record(read_record(exported, GAMES), again.now.game, facts)
    assert checked.finished == (before.stage in FINISHED)
    assert replay(read_record(exported, GAMES)).moments > 5
    assert again.past() == sitting.table.past()


@pytest.mark.parametrize("terms", [RIO, CARDS, JUMBO], ids=str)
def test_a_table_in_memory_forgets_as_one_that_is_loaded_anew(terms: Any) -> None:
    sitting = talkative(terms)
    sitting.play(Random(1), 30)
    rows, gone = forget(sitting)
    sitting.take([gone.added])
    again = LiveTable.from_rows(rows)
    assert again.now == sitting.table.now
    for audience in again.audiences:
        mine, theirs = sitting.table.snapshot(audience), again.snapshot(audience)
        assert encode(mine) == encode(theirs)
        assert SECRET not in encode(mine).decode()
        for last in range(sitting.table.now.number(audience)):
            missed = sitting.table.catch_up(audience, last)
            updates = [missed] if isinstance(missed, Snapshot) else missed
            assert not any(SECRET in encode(update).decode() for update in updates)
    assert sitting.pictures[None]["table"]["people"]["2"]["name"] == ""
    assert sitting.table.notes(1) is None
    assert sitting.table.audiences_of(BOB) == [], "the guest is a stranger here"


def test_the_summary_loses_names_of_seats_and_host() -> None:
    for guest in (ANNA, BOB):
        sitting = talkative(RIO, guest)
        _, gone = forget(sitting, guest)
        before = summary_of(sitting.table.now)
        assert SECRET in str(before)
        assert SECRET not in str(without_names(before, gone))
        sitting.take([gone.added])
        assert without_names(before, gone).seats == summary_of(sitting.table.now).seats


def test_a_report_stays_without_a_name() -> None:
    sitting = talkative(RIO)
    sitting.do(Report(2, "was rude"), ANNA)
    sitting.do(Report(1, "was slow"), BOB)
    rows, _ = forget(sitting)
    text = b"\n".join(map(encode_row, rows)).decode()
    assert "was rude" in text
    assert "was slow" in text


def test_pads_of_others_stay_where_a_seat_has_changed_hands() -> None:
    sitting = Sitting(RIO)
    sitting.do(Sit(0), BOB, Around(name=SECRET))
    sitting.do(Leave(), BOB)
    sitting.fill((ANNA, "guest-carl", DORA))
    sitting.start((ANNA, "guest-carl", DORA))
    grid = sitting.table.pad().grids[0]
    mark = (grid.rows[0], next(iter(grid.columns)), "sure")
    sitting.do(WritePad(0, (mark,), "mine"), ANNA)
    rows, gone = forget(sitting)
    assert gone.seats == frozenset()
    again = LiveTable.from_rows(rows)
    assert again.notes(0) == sitting.table.notes(0)
    assert again.now.names == sitting.table.now.names


def test_who_was_never_there_is_not_found_and_nobody_is_forgotten_twice() -> None:
    sitting = talkative(RIO)
    assert forget_guest(sitting.replayed_rows(), "guest-nobody", "alias") is None
    rows, _ = forget(sitting)
    assert forget_guest(rows, BOB, "other") is None


def test_two_can_be_forgotten_one_after_the_other() -> None:
    sitting = talkative(CARDS)
    sitting.play(Random(3))
    for guest, alias in ((BOB, "one"), (ANNA, "another")):
        rows, gone = forget(sitting, guest, alias)
        sitting.stored = list(map(encode_row, rows[:-1]))
        sitting.take([gone.added])
    again = LiveTable.from_rows(sitting.replayed_rows())
    assert again.now == sitting.table.now
    assert [name for name in again.now.names if name] == ["Carl"]


@pytest.mark.parametrize("index", range(2, len(ALL), 17))
def test_the_scan_knows_the_seats_that_the_fold_knows(index: int) -> None:
    """In every kind of game, with people coming and going before the start."""
    rng = Random(index)
    sitting = Sitting(terms_of(ALL[index]))
    seats = len(sitting.table.now.chairs)
    for _ in range(30):
        guest, seat = rng.choice(GUESTS), rng.randrange(seats)
        commands: list[AnyCommand] = [Sit(seat), Leave(), Watch(), Sit(seat), Nickname(f"{guest[6:]}{seat}")]
        command = rng.choice(commands)
        with contextlib.suppress(HeimlichError):  # the seat is taken, or nobody is there
            sitting.do(command, guest, Around(name=guest[6:]))
    for guest in GUESTS:
        gone = forget_guest(sitting.replayed_rows(), guest, "alias")
        person = sitting.table.now.person(guest)
        held = {seat for seat, chair in enumerate(sitting.table.now.chairs) if person and chair.who == person}
        assert (gone.seats if gone else set()) == held
        if gone:
            assert gone.is_host == (sitting.table.now.host == person)
