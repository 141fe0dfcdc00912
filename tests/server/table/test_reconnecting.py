"""Whoever comes back sees what those who stayed have seen: at every moment, a snapshot is the sum of the updates."""

from random import Random

import pytest
from msgspec.structs import replace

from heimlich.errors import HeimlichError
from heimlich.server.table.audience.messages import Snapshot, decode_server, encode
from heimlich.server.table.clocks import DAY, HOUR, SECOND, Clock, DaysClock, LiveClock, NoClock
from heimlich.server.table.commands import AnyCommand, Chat, Claim, ComeBack, Consent, Leave
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED
from tests.server.tables import ANNA, BOB, CARDS, CARL, GUESTS, JUMBO, Sitting
from tests.soak import count

HAND = (("hand_start", "2"),)
ASKED = Terms("heimlich-co", "rio-grande", 3, ("top-secret",), HAND)
CLOCKS = [NoClock(), LiveClock(20, 1, 2), DaysClock(1)]


def compare(sitting: Sitting) -> None:
    """For every audience: what a fresh join would be sent, and what the updates have made."""
    for audience in sitting.table.audiences:
        snapshot = decode_server(encode(sitting.table.snapshot(audience)))
        assert isinstance(snapshot, Snapshot)
        assert snapshot.p == sitting.pictures[audience], audience
        assert snapshot.n == len(sitting.sent[audience])


def _command(rng: Random, sitting: Sitting) -> tuple[AnyCommand, str]:
    """Something that makes chairs and votes change."""
    seat = rng.randrange(len(sitting.table.now.chairs))
    who = rng.choice(GUESTS[:3])
    choices: list[tuple[AnyCommand, str]] = [
        (Claim(seat), who),
        (Claim(seat), SYSTEM),
        (ComeBack(seat), GUESTS[seat]),
        (Leave(), who),
        (Chat("players", "hm"), who),
        (Consent(rng.choice(("pause", "resume", "end")), rng.random() < 0.8), who),
        (Consent(rng.choice(("pause", "resume")), no=False), who),
    ]
    return rng.choices(choices, (4, 6, 3, 1, 1, 1, 2))[0]


@pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: type(clock).__name__)
@pytest.mark.parametrize("terms", [ASKED, CARDS, JUMBO], ids=lambda terms: f"{terms.game} {terms.variants}")
@pytest.mark.parametrize("seed", range(count(4, 60)))
def test_a_snapshot_is_the_sum_of_the_updates(terms: Terms, clock: Clock, seed: int) -> None:
    rng = Random(f"{terms.variants} {clock} {seed}")
    sitting = Sitting(replace(terms, clock=clock)).start()
    jump = {NoClock: 3 * 60 * SECOND, LiveClock: 30 * SECOND, DaysClock: DAY + HOUR}[type(clock)]
    for _ in range(150):
        if sitting.table.now.stage in FINISHED:
            break
        if rng.random() < 0.15:
            sitting.at += rng.randrange(jump)
        if rng.random() < 0.5:
            command, who = _command(rng, sitting)
            try:
                sitting.do(command, who, Around(present=frozenset({ANNA})))
            except HeimlichError:
                continue
        elif sitting.table.now.stage == "playing":
            sitting.play(rng, 1)
        compare(sitting)
    sitting.check()


@pytest.mark.parametrize("pace", [0, 1500])
def test_with_days_an_unseen_answer_of_a_stand_in_changes_no_chair_for_the_others(pace: int) -> None:
    """A bot called by the others answers unseen: the chair shows the bot until all answers do."""
    sitting = Sitting(replace(ASKED, clock=DaysClock(1), pace_ms=pace)).start()
    while sitting.pictures[None]["game"]["phase"] != "ask":
        seat = sitting.actors()[0]
        sitting.decide(seat, sitting.actions(seat)[0])
    sitting.at += DAY + HOUR
    sitting.do(Claim(1), ANNA)
    shown = {"who": 2, "stand_in": "time"}
    assert sitting.pictures[None]["table"]["seats"]["1"] == shown
    if sitting.table.bot_moves_due():  # else it has no choice, and answers by itself
        sitting.decide(1, "no", SYSTEM)
    for due in [due for due in sitting.table.automatic() if due.seat == 1]:
        sitting.at = max(sitting.at, due.at)
        sitting.decide(1, due.action, SYSTEM)
    assert sitting.table.now.questions[1] is None or sitting.table.now.held[1], "the bot has answered"
    compare(sitting)
    assert sitting.pictures[0]["table"]["seats"]["1"] == shown
    for seat in (0, 2):
        if sitting.table.now.questions[seat]:
            sitting.decide(seat, "no")
    while sitting.pictures[None]["game"]["phase"] == "ask":
        assert sitting.run_due()
    assert sitting.pictures[0]["table"]["seats"]["1"] == {"who": 2}
    compare(sitting)


def _out_of_time(terms: Terms) -> Sitting:
    """Bob is out of time at an unseen question; the others may not know."""
    sitting = Sitting(terms).start()
    while sitting.pictures[None]["game"]["phase"] != "ask":
        seat = sitting.actors()[0]
        sitting.decide(seat, sitting.actions(seat)[0])
    for seat in (0, 2):
        if sitting.table.now.questions[seat]:
            sitting.decide(seat, "no")
    sitting.at += 60 * SECOND
    for due in sitting.table.automatic(sitting.at):
        if due.seat != 1:
            sitting.decide(due.seat, due.action, SYSTEM)
    return sitting


@pytest.mark.parametrize("to", ["pause", "end"])
def test_who_is_out_of_time_has_a_vote(to: str) -> None:
    """Neither does a vote tell who has not answered, nor can the others end the game without one who was too slow."""
    sitting = _out_of_time(replace(ASKED, clock=LiveClock(20, 0, 2)))
    for due in sitting.table.claims_due(sitting.at):
        sitting.do(Claim(due.seat), SYSTEM)
    assert sitting.table.now.chairs[1].stand_in == "time"
    for guest in (ANNA, CARL):
        sitting.do(Consent("pause" if to == "pause" else "end"), guest)
    assert sitting.table.now.stage == "playing"
    compare(sitting)
    sitting.do(Consent("pause" if to == "pause" else "end"), BOB)
    assert sitting.table.now.stage == {"pause": "paused", "end": "ended"}[to]
    compare(sitting)


def test_who_has_left_or_resigned_has_no_vote() -> None:
    sitting = Sitting(replace(ASKED, clock=LiveClock(20, 0, 2))).start()
    sitting.do(Leave(), BOB)
    for guest in (ANNA, CARL):
        sitting.do(Consent("end"), guest)
    assert sitting.table.now.stage == "ended"
