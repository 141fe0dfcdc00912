"""Whose turn it is in a list of one's tables, and from when on a bot can be asked to move: from public facts only."""

from heimlich.server.table.clocks import HOUR, MINUTE, SECOND, LiveClock
from heimlich.server.table.commands import Claim, Consent, Sit
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, BOB, CARDS, CARL, GUESTS, RIO, Sitting, refused

EVERYONE = frozenset(GUESTS)


def test_it_is_the_turn_of_the_player_who_must_decide_and_of_nobody_else() -> None:
    sitting = Sitting(RIO).start()
    (seat,) = sitting.actors()
    for number, guest in enumerate((ANNA, BOB, CARL)):
        turn = sitting.table.turn_of(guest)
        assert turn.own == ((seat,) if number == seat else ())
        assert turn.others == (() if number == seat else (seat,))
    assert sitting.table.turn_of("guest-stranger") == ((), (seat,))


def test_before_the_start_and_in_a_pause_it_is_nobodys_turn() -> None:
    sitting = Sitting(RIO)
    sitting.do(Sit(0), ANNA, Around(name="Anna"))
    assert sitting.table.turn_of(ANNA) == ((), ())
    sitting = Sitting(RIO).start()
    for guest in (ANNA, BOB, CARL):
        sitting.do(Consent("pause"), guest)
    assert sitting.table.turn_of(ANNA) == ((), ())


def test_a_secret_answer_changes_only_what_its_own_player_reads() -> None:
    """All are asked at once: who has answered is not to be seen in anybody else's list, nor in their waiting times."""
    sitting = Sitting(CARDS).start()
    (seat,) = sitting.actors()
    sitting.decide(seat, sitting.actions(seat)[0])
    asked = sitting.actors()
    assert len(asked) > 1, "everyone is asked for a card"
    who, others = asked[0], [guest for number, guest in enumerate((ANNA, BOB, CARL)) if number != asked[0]]
    before = [(sitting.table.turn_of(guest), _waits(sitting, guest)) for guest in others]
    assert sitting.table.turn_of(GUESTS[who]).own == (who,)
    sitting.decide(who, "no")
    assert sitting.table.turn_of(GUESTS[who]).own == ()
    assert [(sitting.table.turn_of(guest), _waits(sitting, guest)) for guest in others] == before


def _waits(sitting: Sitting, guest: str, present: frozenset[str] = EVERYONE) -> dict[int, int]:
    return sitting.table.claim_waits(guest, sitting.at, present)


def test_a_bot_can_be_asked_after_two_minutes_for_one_who_is_away_and_after_thirty_for_one_who_is_here() -> None:
    sitting = Sitting(RIO).start()
    (seat,) = sitting.actors()
    asking = GUESTS[(seat + 1) % 3]
    away = EVERYONE - {GUESTS[seat]}
    assert _waits(sitting, asking) == {seat: 30 * MINUTE}
    assert _waits(sitting, asking, away) == {seat: 2 * MINUTE}
    assert _waits(sitting, GUESTS[seat]) == {}, "nobody asks for themselves"
    assert _waits(sitting, "guest-stranger") == {}
    sitting.at += 2 * MINUTE - 1
    assert _waits(sitting, asking, away) == {seat: 1}
    refused(sitting, Claim(seat), asking, f"seat {seat + 1} has 1 more seconds", "claim", Around(present=away))
    sitting.at += 1
    assert _waits(sitting, asking, away) == {seat: 0}
    assert sitting.do(Claim(seat), asking, Around(present=away))
    assert _waits(sitting, asking, away) == {}, "a bot moves already"


def test_with_a_clock_the_time_that_everyone_sees_decides() -> None:
    clock = LiveClock(60, 5, 10)
    sitting = Sitting(Terms("heimlich-co", "rio-grande", 3, clock=clock)).start()
    (seat,) = sitting.actors()
    asking = GUESTS[(seat + 1) % 3]
    sitting.at += 20 * SECOND
    assert _waits(sitting, asking) == _waits(sitting, asking, frozenset()) == {seat: 50 * SECOND}
    sitting.at += HOUR
    assert _waits(sitting, asking) == {seat: 0}
