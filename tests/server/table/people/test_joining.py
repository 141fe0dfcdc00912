"""Two guests who were one person become one at a table: one row is added, and the game is what it was."""

from random import Random

import pytest

from heimlich.server.table.afterwards.personal import personal_table
from heimlich.server.table.afterwards.plays import plays_of
from heimlich.server.table.audience.messages import encode
from heimlich.server.table.commands import Chat, Leave, Sit, Watch, WritePad
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.people.forgetting import forget_guest
from heimlich.server.table.people.joining import SitApart, join_guest, sit_apart
from heimlich.server.table.rows import GuestJoined, encode_row
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.situation import FINISHED
from tests.server.tables import ANNA, BOB, CARL, DORA, RIO, Sitting

PHONE = "guest-phone"  # of the same person as BOB


def join(sitting: Sitting, was: str, guest: str) -> GuestJoined:
    """Join at this table, and let the clients and the log be checked."""
    row = join_guest(sitting.replayed_rows(), was, guest, over=sitting.table.now.stage in FINISHED)
    assert row is not None
    assert isinstance(row.data, GuestJoined)
    sitting.take([row])
    sitting.check()
    return row.data


def test_a_seat_is_the_other_guests_and_nobody_notices() -> None:
    sitting = Sitting().start()
    sitting.do(WritePad(1, (), "it is red"), BOB)
    before = sitting.table.now
    sent = {audience: len(texts) for audience, texts in sitting.sent.items()}
    joined = join(sitting, BOB, PHONE)
    assert (joined.who, joined.into) == (2, 0)
    after = sitting.table.now
    assert after.numbers == before.numbers
    assert {audience: len(texts) for audience, texts in sitting.sent.items()} == sent
    assert after.chairs is before.chairs
    assert sitting.table.you(PHONE).seats == (1,)
    assert sitting.table.you(BOB).number == 0
    assert sitting.table.audiences_of(BOB) == []
    notes = sitting.table.notes(1)
    assert notes is not None
    assert notes.text == "it is red"
    sitting.play(Random(1))
    assert sitting.table.now.stage in FINISHED
    made = plays_of(sitting.table.now, sitting.table.past())
    assert made[PHONE] is not None
    assert BOB not in made


@pytest.mark.parametrize(("seated", "watching"), [(BOB, PHONE), (PHONE, BOB)])
def test_whoever_sits_keeps_the_seat_and_whoever_watched_is_part_of_them(seated: str, watching: str) -> None:
    sitting = Sitting()
    sitting.do(Watch(), watching, Around(name="Watcher"))
    sitting.do(Sit(1), seated, Around(name="Player"))
    sitting.do(Sit(0), ANNA)
    sitting.do(Sit(2), CARL, Around(name="Carl"))
    sitting.do(Chat("players", "hello"), seated)
    joined = join(sitting, PHONE, BOB)
    assert joined.into == sitting.table.now.chairs[1].who == sitting.table.now.person(BOB)
    assert sitting.table.you(BOB).seats == (1,)
    assert sitting.table.now.names[1] == "Player"
    assert sitting.table.you(PHONE).seats == (), "an id that nobody has any more"


def test_the_host_stays_the_host() -> None:
    sitting = Sitting()
    sitting.do(Sit(0), ANNA)
    sitting.do(Watch(), BOB, Around(name="Bob"))
    join(sitting, ANNA, BOB)
    assert sitting.table.you(BOB).host


def test_two_seats_of_one_game_stay_apart_until_it_is_over() -> None:
    sitting = Sitting().start()
    assert sit_apart(sitting.table.now, BOB, CARL)
    with pytest.raises(SitApart):
        join_guest(sitting.replayed_rows(), BOB, CARL, over=False)
    sitting.play(Random(3))
    assert not sit_apart(sitting.table.now, BOB, CARL)
    before = sitting.table.export(None)
    join(sitting, BOB, CARL)
    assert sitting.table.export(None) == before, "names and seats are what they were"
    assert sitting.table.you(CARL).seats == (1, 2)
    play = plays_of(sitting.table.now, sitting.table.past())[CARL]
    assert play is not None
    assert play.own == (1, 2)


def test_strangers_are_not_joined() -> None:
    sitting = Sitting().start()
    assert join_guest(sitting.replayed_rows(), "guest-nobody", BOB, over=False) is None


@pytest.mark.parametrize("both", [False, True])
def test_a_joined_guest_can_be_forgotten_with_all_that_they_were(both: bool) -> None:
    sitting = Sitting(RIO)
    sitting.do(Watch(), DORA, Around(name="Zanzibar watched"))
    sitting.do(Chat("spectators", "Zanzibar as a watcher"), DORA)
    if both:
        sitting.do(Watch(), PHONE, Around(name="Zanzibar phone"))
    sitting.fill()
    sitting.do(Chat("players", "Zanzibar said"), BOB)
    sitting.start()
    sitting.do(WritePad(1, (), "Zanzibar noted"), BOB)
    sitting.do(Chat("spectators", "Zanzibar again"), DORA)
    join(sitting, DORA, PHONE)
    join(sitting, BOB, PHONE)
    assert sitting.table.you(PHONE).seats == (1,)
    found = personal_table(sitting.table, sitting.replayed_rows(), PHONE)
    assert found is not None
    assert len(found.words) == 3, "what they said under all their names"
    sitting.play(Random(5))
    sitting.do(Leave(), PHONE)
    gone = forget_guest(sitting.replayed_rows(), PHONE, "alias")
    assert gone is not None
    changed = {row.seq: row for row in gone.changed}
    rows = [*(changed.get(row.seq, row) for row in sitting.replayed_rows()), gone.added]
    written = b"\n".join(map(encode_row, rows)).decode()
    for secret in ("Zanzibar", DORA, PHONE, BOB, "Bob"):
        assert secret not in written, secret
    again = LiveTable.from_rows(rows)
    assert again.now.state == sitting.table.now.state
    sitting.take([gone.added])  # and a table in memory forgets, too
    for audience in again.audiences:
        told = encode(sitting.table.snapshot(audience))
        assert b"Zanzibar" not in told
        assert b"Bob" not in told
    assert [person.name for person in again.now.people] == [person.name for person in sitting.table.now.people]
    assert [person.guest for person in again.now.people] == [person.guest for person in sitting.table.now.people]
