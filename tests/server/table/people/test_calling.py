"""Who is called to a table follows from what everyone can see, and from nothing that is hidden."""

from random import Random

from msgspec.structs import replace

from heimlich.server.table.clocks import DaysClock
from heimlich.server.table.people.calling import awaited_guests, others_at
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import Situation
from tests.server.tables import Sitting

CARDS = Terms("heimlich-co", "rio-grande", 3, ("top-secret",), (("hand_start", "3"),))


def played(terms: Terms) -> list[Situation]:
    """The situations of a game as it goes on."""
    sitting, found = Sitting(terms).start(), []
    for _ in range(40):
        sitting.play(Random(3), 1)
        found.append(sitting.table.now)
    return found


def test_what_is_hidden_changes_no_call() -> None:
    several = 0
    for now in played(replace(CARDS, clock=DaysClock(1))) + played(CARDS):
        called = awaited_guests(now)
        several += len(called) > 1
        hidden = replace(
            now,
            questions=(None,) * len(now.chairs),
            held=("yes",) * len(now.chairs),
            state=None,
            waits=(9,) * len(now.chairs),
        )
        assert awaited_guests(hidden) == called
        assert {one.guest for one in called} == {
            now.people[chair.who - 1].guest
            for chair, since in zip(now.chairs, now.awaited, strict=True)
            if since is not None and chair.who
        }
    assert several  # some questions are asked of several at once


def test_alone_against_bots_nobody_waits_unless_a_decision_has_days() -> None:
    now = next(now for now in played(CARDS) if awaited_guests(now))
    alone = replace(now, chairs=tuple(replace(chair, who=1) for chair in now.chairs))
    assert awaited_guests(alone) == []
    assert awaited_guests(replace(alone, terms=replace(alone.terms, clock=DaysClock(1))))


def test_a_message_names_the_others() -> None:
    now = played(CARDS)[0]
    own = now.people[0].guest
    assert now.names[0] not in others_at(now, own)
    assert len(others_at(now, own)) == 2
