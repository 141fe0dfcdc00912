"""Updates are put together from parts that are made once: they must be what a comparison of whole pictures gives."""

from random import Random

import pytest
from msgspec.structs import replace

from heimlich.server.table.audience.patches import patch
from heimlich.server.table.audience.updates import Painter
from heimlich.server.table.clocks import LiveClock
from heimlich.server.table.commands import Chat, Claim, ComeBack, Consent, Resign, Watch
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, CARDS, DORA, JUMBO, RIO, Sitting, terms_of
from tests.tables import Case, played


def check_changes(sitting: Sitting) -> None:
    """For every audience and every batch so far."""
    for batch in sitting.batches:
        for audience in sitting.table.audiences:
            update = batch.update(audience)
            old = {} if batch.before is None else Painter().picture(batch.before, audience)
            whole = patch(old, Painter().picture(batch.after, audience))
            assert (update.p if update else {}) == whole


def test_changes_are_those_between_the_whole_pictures(table_index: int, case: Case) -> None:
    for clock in (LiveClock(600, 1, 5), None):
        terms = terms_of(case, clock=clock) if clock else terms_of(case)
        check_changes(Sitting(terms).start().play(Random(table_index), 60))


@pytest.mark.parametrize("terms", [RIO, CARDS, JUMBO], ids=["rio", "cards", "jumbo"])
def test_the_same_with_people_who_talk_pause_resign_and_end(terms: Terms) -> None:
    sitting = Sitting(replace(terms, clock=LiveClock(20, 1, 2))).start()
    sitting.do(Watch(), DORA)
    rng = Random(2)
    for _ in range(12):
        sitting.play(rng, 2)
        sitting.at += 8000
        sitting.do(Chat("players", "x"), ANNA)
        sitting.at += 15_000
        for due in sitting.table.claims_due(sitting.at):
            sitting.do(Claim(due.seat), SYSTEM)
    players = [person.guest for person in sitting.table.now.people[:3]]
    for seat, guest in enumerate(players):
        sitting.do(ComeBack(seat), guest)
    for to in ("pause", "resume"):
        for guest in players:
            sitting.do(Consent(to), guest)
    sitting.do(Resign(0), ANNA)
    for guest in players[1:]:
        sitting.do(Consent("end"), guest)
    assert "revealed" in sitting.pictures[None]
    check_changes(sitting)
    sitting.check()


def test_those_who_get_the_same_share_its_bytes() -> None:
    sitting = Sitting(replace(RIO, seats=5)).start().play(Random(1), 20)
    texts = [sitting.batches[-1].encoded(audience) for audience in sitting.table.audiences]
    assert len({id(text) for text in texts}) <= 3, "who has decided, who is asked now, and all the others"


def test_steps_are_worked_out_once_and_the_same_as_from_the_log() -> None:
    """A batch that was just asked for is not read back from its text; one of another process is."""
    sitting = Sitting(CARDS).start()
    other = LiveTable.from_rows(sitting.replayed_rows())
    seat = sitting.actors()[0]
    rows = sitting.decide(seat, sitting.actions(seat)[0])
    for row in rows:
        batch = other.apply(row)
    assert batch is not None
    assert other.now == sitting.table.now
    assert batch.steps == sitting.batches[-1].steps
    assert [batch.encoded(who) for who in other.audiences] == [
        sitting.batches[-1].encoded(who) for who in other.audiences
    ]


def test_what_spectators_see_as_it_is_everyone_sees_so(table_index: int, case: Case) -> None:
    """The events of a batch are asked for once where this is so."""
    for step in played(table_index):
        public = tuple(case.game.seen(*step, None))
        if step.event in public:
            assert all(tuple(case.game.seen(*step, seat)) == public for seat in range(case.players))
