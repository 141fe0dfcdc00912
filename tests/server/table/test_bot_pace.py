"""Bots at a pace that people can follow: the same for each decision, whatever the bot could do, and after a restart."""

from random import Random

import pytest
from msgspec.structs import replace

from heimlich.server.table.clocks import SECOND, LiveClock
from heimlich.server.table.commands import AddBot, ComeBack, Consent, Decide, Leave, Sit, Start
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.terms import Terms, check_terms
from tests.server.tables import ANNA, BOB, Sitting

PACE = 800
TERMS = Terms("heimlich-co", "rio-grande", 3, bot_pace_ms=PACE)
ASKED = Terms("heimlich-co", "rio-grande", 3, ("top-secret",), (("hand_start", "2"),), pace_ms=300, bot_pace_ms=PACE)


def with_bots(terms: Terms) -> Sitting:
    """Anna against two bots."""
    sitting = Sitting(terms)
    sitting.do(Sit(0), ANNA)
    for seat in (1, 2):
        sitting.do(AddBot(seat, "random"), ANNA)
    sitting.do(Start(), ANNA)
    return sitting


def until_a_bot_is_asked(sitting: Sitting) -> int:
    """Anna moves until it is a bot's turn; whose."""
    while not sitting.table.bot_moves_due():
        sitting.at += 100
        sitting.decide(0, sitting.actions(0)[0])
    return sitting.table.bot_moves_due()[0].seat


@pytest.mark.parametrize("pace", [-1, 10_001])
def test_a_pace_that_nobody_could_play_by_is_refused(pace: int) -> None:
    with pytest.raises(Refused, match=f"a pace for bots of {pace} ms is not possible; it takes 0 to 10000"):
        check_terms(replace(TERMS, bot_pace_ms=pace))


def test_a_bot_decides_no_sooner_than_its_pace() -> None:
    sitting = with_bots(TERMS)
    seat = until_a_bot_is_asked(sitting)
    asked = sitting.at
    [turn] = sitting.table.bot_moves_due()
    assert turn.at == asked + PACE
    choice = sitting.actions(seat)[0]
    sitting.at = asked + PACE - 1
    with pytest.raises(Refused, match=f"it is too soon for the bot on seat {seat + 1}"):
        sitting.do(Decide(seat, choice, turn.number), SYSTEM)
    assert sitting.replayed().bot_moves_due() == [turn], "a server that was restarted waits for the same moment"
    sitting.at += 1
    assert sitting.do(Decide(seat, choice, turn.number), SYSTEM)
    sitting.check()


def test_every_decision_of_a_bot_has_the_same_pace() -> None:
    """Of whatever kind, forced or free: from the question to its effect it is the longer of the two paces."""
    sitting = with_bots(ASKED)
    rng, waited = Random(3), set()
    for _ in range(150):
        if sitting.table.now.stage != "playing":
            break
        turns = sitting.table.bot_moves_due()
        if not turns:
            if 0 in sitting.actors():
                sitting.decide(0, rng.choice(sitting.actions(0)))
            else:
                assert sitting.run_due()
            continue
        asked = {turn.seat: sitting.table.now.questions[turn.seat] for turn in turns}
        for turn in turns:
            question = asked[turn.seat]
            assert question is not None
            waited.add(turn.at - question.at)
        sitting.run_bots(rng)
    assert waited == {PACE}


def test_a_stand_in_begins_when_it_has_taken_over() -> None:
    sitting = Sitting(TERMS).start()
    seat = sitting.actors()[0]
    guest = sitting.table.now.people[sitting.table.now.chairs[seat].who - 1].guest
    sitting.at += 60 * SECOND
    sitting.do(Leave(), guest)
    assert [turn.at for turn in sitting.table.bot_moves_due()] == [sitting.at + PACE]
    sitting.do(ComeBack(seat), guest)
    assert sitting.table.bot_moves_due() == []


def test_what_a_bot_waits_for_costs_it_no_time_and_a_pause_begins_anew() -> None:
    sitting = with_bots(replace(TERMS, clock=LiveClock(60)))
    seat = until_a_bot_is_asked(sitting)
    sitting.at += 100
    sitting.do(Consent("pause"), ANNA)
    sitting.at += 60 * SECOND
    sitting.do(Consent("resume"), ANNA)
    [turn] = sitting.table.bot_moves_due()
    assert turn.at == sitting.at + PACE
    sitting.run_bots(Random(1))
    assert sitting.table.now.clocks[seat].left == 60 * SECOND - 100
    with pytest.raises(Refused, match="come to the table first"):
        sitting.do(ComeBack(seat), BOB)
