"""Clocks by themselves, and at a table: who loses time, when it has run out, and what happens then."""

from random import Random

import pytest

from heimlich.server.table.clocks import (
    DAY,
    MINUTE,
    SECOND,
    Clock,
    DaysClock,
    LiveClock,
    NoClock,
    SeatClock,
    asked,
    check_clock,
    come_back,
    decided,
    flag,
    fresh,
    stopped,
)
from heimlich.server.table.commands import Claim, ComeBack, Consent, Decide
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, BOB, CARL, Sitting

LIVE = LiveClock(60, 5, 10)


def test_time_passes_only_for_who_is_asked() -> None:
    clock = fresh(LIVE)
    assert clock == SeatClock(60 * SECOND)
    running = asked(LIVE, clock, 1000)
    assert running == SeatClock(60 * SECOND, 1000)
    assert flag(LIVE, running) == 61_000
    assert flag(LIVE, clock) is None
    assert decided(LIVE, running, 11_000) == SeatClock(55 * SECOND)  # ten gone, five gained
    assert decided(LIVE, running, 11_000, free=2000) == SeatClock(57 * SECOND)
    assert decided(LIVE, running, 1500, free=2000) == SeatClock(65 * SECOND)
    assert stopped(running, 3000) == SeatClock(58 * SECOND)
    assert stopped(clock, 3000) == clock


def test_days_are_for_each_decision() -> None:
    days = DaysClock(2)
    running = asked(days, SeatClock(5), 0)
    assert flag(days, running) == 2 * DAY
    assert asked(days, decided(days, running, DAY), DAY) == SeatClock(2 * DAY, DAY)


def test_without_a_clock_no_time_runs_out() -> None:
    assert flag(NoClock(), asked(NoClock(), fresh(NoClock()), 5)) is None


def test_who_comes_back_has_time_to_play_on_with() -> None:
    assert come_back(LIVE, SeatClock(-5)) == SeatClock(6 * SECOND)
    assert come_back(LIVE, SeatClock(9 * SECOND)) == SeatClock(9 * SECOND)
    assert come_back(NoClock(), SeatClock()) == SeatClock()


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (LiveClock(5), "a bank of 5 seconds is not possible; it takes 10 to 86400"),
        (LiveClock(60, -1), "an increment of -1 seconds is not possible; it takes 0 to 3600"),
        (LiveClock(60, 0, 601), "a grace period of 601 seconds is not possible; it takes 0 to 600"),
        (DaysClock(0), "0 days for a decision are not possible; it takes 1 to 30"),
    ],
)
def test_clocks_that_nobody_could_play_by_are_refused(clock: Clock, text: str) -> None:
    with pytest.raises(Refused) as error:
        check_clock(clock)
    assert str(error.value) == text


def _sitting(clock: Clock) -> Sitting:
    return Sitting(Terms("heimlich-co", "rio-grande", 3, clock=clock)).start()


def test_after_bank_and_grace_a_bot_moves_until_the_player_is_back() -> None:
    sitting = _sitting(LIVE)
    seat = sitting.actors()[0]
    guest = (ANNA, BOB, CARL)[seat]
    begin = sitting.at
    assert [(due.seat, due.at) for due in sitting.table.claims_due()] == [(seat, begin + 70 * SECOND)]
    assert sitting.table.wake_at() == begin + 70 * SECOND
    sitting.at = begin + 70 * SECOND - 1
    assert sitting.table.claims_due(sitting.at) == []
    with pytest.raises(Refused, match=f"the time of seat {seat + 1} has not run out"):
        sitting.do(Claim(seat), SYSTEM)
    other = (BOB, CARL, ANNA)[seat]
    with pytest.raises(Refused, match=f"seat {seat + 1} has 1 more seconds"):
        sitting.do(Claim(seat), other)
    sitting.at += 1
    sitting.do(Claim(seat), SYSTEM)
    assert sitting.pictures[None]["table"]["seats"][str(seat)] == {"who": seat + 1, "stand_in": "time"}
    assert [turn.seat for turn in sitting.table.bot_moves_due()] == [seat]
    assert sitting.table.bot_moves_due()[0].bot == "casual"
    assert sitting.table.claims_due() == []
    sitting.run_bots(Random(1))
    assert sitting.actors() != [seat]
    sitting.do(ComeBack(seat), guest)
    assert "stand_in" not in sitting.pictures[None]["table"]["seats"][str(seat)]
    assert sitting.pictures[seat]["clock"][str(seat)]["left"] >= 6 * SECOND
    sitting.check()


def test_a_decision_is_enough_to_come_back() -> None:
    sitting = _sitting(LIVE)
    seat = sitting.actors()[0]
    sitting.at += 2 * MINUTE
    sitting.do(Claim(seat), (BOB, CARL, ANNA)[seat])
    sitting.decide(seat, sitting.actions(seat)[0])
    assert not sitting.table.now.chairs[seat].stand_in
    sitting.check()


def test_with_days_a_bot_stands_in_for_one_decision_only() -> None:
    sitting = _sitting(DaysClock(1))
    seat = sitting.actors()[0]
    sitting.at += DAY + 60 * MINUTE
    sitting.do(Claim(seat), SYSTEM)
    assert sitting.table.now.chairs[seat].stand_in == "time"
    while sitting.actors() == [seat]:
        sitting.run_bots(Random(1))
    assert not sitting.table.now.chairs[seat].stand_in
    sitting.check()


@pytest.mark.parametrize("clock", [NoClock(), LIVE, DaysClock(1)])
def test_a_decision_changes_no_chair_and_so_no_list_of_tables(clock: Clock) -> None:
    """Chairs are compared by identity to see whether the list of tables must be written again."""
    sitting = _sitting(clock)
    before = sitting.table.now.chairs
    seat = sitting.actors()[0]
    sitting.decide(seat, sitting.actions(seat)[0])
    assert sitting.table.now.chairs is before


def test_in_a_pause_time_stands_still() -> None:
    sitting = _sitting(LIVE)
    seat = sitting.actors()[0]
    sitting.at += 20 * SECOND
    for guest in (ANNA, BOB, CARL):
        sitting.do(Consent("pause"), guest)
    assert sitting.table.claims_due() == []
    assert sitting.pictures[None]["clock"][str(seat)] == {"left": 40 * SECOND}
    sitting.at += 10 * MINUTE
    for guest in (ANNA, BOB, CARL):
        sitting.do(Consent("resume"), guest)
    assert [due.at for due in sitting.table.claims_due()] == [sitting.at + 50 * SECOND]
    sitting.check()


def test_several_who_are_asked_each_lose_their_own_time() -> None:
    sitting = Sitting(Terms("suitcases", "jumbo", 3, clock=LIVE)).start()
    begin = sitting.at
    sitting.at = begin + 10 * SECOND
    for _ in range(4):
        sitting.decide(0, sitting.actions(0)[0])
    sitting.at = begin + 30 * SECOND
    for _ in range(4):
        sitting.decide(1, sitting.actions(1)[0])
    assert [clock.left for clock in sitting.table.now.clocks] == [55 * SECOND, 35 * SECOND, 60 * SECOND]
    assert [due.seat for due in sitting.table.claims_due()] == [2]
    assert sitting.pictures[0]["clock"]["0"] == {"left": 55 * SECOND}
    assert sitting.pictures[2]["clock"]["2"] == {"left": 60 * SECOND, "since": begin}


def test_without_a_clock_one_who_is_away_is_not_waited_for_for_ever() -> None:
    sitting = _sitting(NoClock())
    seat = sitting.actors()[0]
    gone, asking = (ANNA, BOB, CARL)[seat], (BOB, CARL, ANNA)[seat]
    sitting.at += MINUTE
    with pytest.raises(Refused, match=f"seat {seat + 1} has 60 more seconds"):
        sitting.do(Claim(seat), asking)
    with pytest.raises(Refused, match=f"seat {seat + 1} has 1740 more seconds"):
        sitting.do(Claim(seat), asking, Around(present=frozenset({gone})))
    with pytest.raises(Refused, match=f"seat {(seat + 1) % 3 + 1} is not asked now"):
        sitting.do(Claim((seat + 1) % 3), asking)
    sitting.at += MINUTE
    sitting.do(Claim(seat), asking)
    with pytest.raises(Refused, match=f"a bot moves for seat {seat + 1} already"):
        sitting.do(Claim(seat), asking)
    assert sitting.run_bots(Random(1))


def test_the_time_before_an_answer_may_take_effect_is_free() -> None:
    """So a clock does not tell who was forced: he has lost as much as who answered at once, nothing."""
    house = (("hand_start", "2"),)
    sitting = Sitting(Terms("heimlich-co", "rio-grande", 3, ("top-secret",), house, clock=LiveClock(60, 0, 5))).start()
    mover = sitting.actors()[0]
    sitting.decide(mover, next(action for action in sitting.actions(mover) if len(action.split()) == 3))
    begin = sitting.at
    sitting.decide(0, "no")
    sitting.at = begin + 1500
    for due in sitting.table.automatic(sitting.at):
        sitting.decide(due.seat, due.action, SYSTEM)
    sitting.at = begin + 4500
    for seat in sitting.actors():
        sitting.decide(seat, "no")
    lefts = {clock.left for clock in sitting.table.now.clocks}
    assert lefts <= {60 * SECOND, 57 * SECOND}
    assert sitting.table.now.clocks[0].left == 60 * SECOND


def test_the_server_moves_only_for_bots() -> None:
    sitting = _sitting(NoClock())
    seat = sitting.actors()[0]
    with pytest.raises(Refused, match=f"seat {seat + 1} decides for itself"):
        sitting.do(Decide(seat, sitting.actions(seat)[0], sitting.table.now.number(seat)), SYSTEM)
