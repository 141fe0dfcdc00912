"""What a stopwatch tells of hands: nothing. And whom the server answers for, when, and for whom it does not."""

from random import Random

import pytest
from msgspec.structs import replace

from heimlich.server.table import decisions, fold, tempo
from heimlich.server.table.clocks import DaysClock, LiveClock
from heimlich.server.table.commands import AddBot, Consent, Sit, Start
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import Situation
from heimlich.server.table.tempo import LONGEST_MS, answers_itself, effect_of, forced
from tests.server.stopwatch import ASKED, IN_TURN, MEDIANS, VICTIM, area_of, interval, time_people
from tests.server.tables import ANNA, BOB, CARL, GUESTS, Sitting
from tests.soak import count

PACE = ASKED.pace_ms


@pytest.mark.parametrize("median", MEDIANS)
@pytest.mark.parametrize("terms", [ASKED, IN_TURN], ids=lambda terms: terms.edition)
def test_times_do_not_tell_who_had_no_choice(terms: Terms, median: int) -> None:
    times = time_people(terms, median, count(25, 250))
    low, high = interval(times)
    assert low <= 0.5 <= high, f"{area_of(times):.3f}"
    assert abs(area_of(times) - 0.5) < count(12, 4) / 100
    steps = {(one.ms + PACE - 1) // PACE for one in times}
    assert all(one.ms % PACE == 0 for one in times)
    assert len(steps) > 2, "people differ"


@pytest.mark.parametrize("kind", ["round", "safe"])
@pytest.mark.parametrize("terms", [ASKED, IN_TURN], ids=lambda terms: terms.edition)
def test_times_do_not_tell_who_did_not_want_to_be_asked(terms: Terms, kind: str) -> None:
    times = time_people(terms, 2000, count(25, 250), standing=kind)
    low, high = interval(times)
    assert low <= 0.5 <= high, f"{area_of(times):.3f}"
    assert abs(area_of(times) - 0.5) < count(12, 4) / 100
    assert all(one.ms % PACE == 0 for one in times), "on the grid"


def test_the_stopwatch_told_it_when_forced_answers_came_at_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure measures: with the times of earlier versions it finds out."""

    def as_before(now: Situation, seat: int, at: int) -> int:
        question = now.questions[seat]
        return 0 if question is None else max(now.terms.pace_ms, 0 if forced(now, seat) else at - question.at)

    for module in (decisions, fold, tempo):
        monkeypatch.setattr(module, "effect_of", as_before)
    assert area_of(time_people(IN_TURN, 3500, 10)) > 0.9


def at_a_forced_question(terms: Terms, seat: int = VICTIM, guests: tuple[str, ...] = GUESTS) -> Sitting:
    """A table at which this seat has no choice, asked just now."""
    for seed in range(200):
        sitting = Sitting(terms, bytes([seed]) * 32).start(guests)
        rng = Random(seed)
        for _ in range(60):
            if forced(sitting.table.now, seat):
                return sitting
            if sitting.table.now.stage != "playing":
                break
            sitting.play(rng, 1)
    raise AssertionError("nobody was forced")


def test_pressing_the_only_button_changes_nothing() -> None:
    for _ in range(2):
        sitting = at_a_forced_question(IN_TURN)
        [due] = sitting.table.automatic()
        assert sitting.replayed().automatic() == [due], "the same after a restart"
        sitting.at += 200
        sitting.decide(due.seat, due.action)
        assert sitting.table.automatic() == [due]
        assert sitting.replayed().automatic() == [due]
        tempos = sitting.table.now.tempos
        sitting.run_due()
        assert sitting.at == due.at
        assert sitting.table.now.tempos == tempos, "it tells nothing of the player's tempo"


def test_a_duplicate_draws_with_a_secret_of_its_own() -> None:
    """Its seed is public: who knows it must not know the draws."""
    sitting = at_a_forced_question(IN_TURN)
    now = sitting.table.now
    drawn = {effect_of(replace(now, salt=bytes([salt]) * 32), VICTIM, sitting.at) for salt in range(1, 30)}
    assert len(drawn) > 1


@pytest.mark.parametrize("guests", [(ANNA,), (ANNA, ANNA)])
def test_at_one_device_nobody_waits_for_a_grid(guests: tuple[str, ...]) -> None:
    sitting = at_a_forced_question(IN_TURN, guests=guests)
    question = sitting.table.now.questions[VICTIM]
    assert question is not None
    assert effect_of(sitting.table.now, VICTIM, sitting.at) == PACE
    free = Sitting(IN_TURN).start(guests)
    while str(free.actions(free.actors()[0])[0]) != "pass" or len(free.actions(free.actors()[0])) == 1:
        free.play(Random(1), 1)
    seat = free.actors()[0]
    asked = free.table.now.questions[seat]
    assert asked is not None
    assert effect_of(free.table.now, seat, asked.at + 200) == PACE
    assert effect_of(free.table.now, seat, asked.at + 2345) == 2345


def test_with_days_the_server_answers_for_no_one_but_bots() -> None:
    sitting = at_a_forced_question(replace(IN_TURN, clock=DaysClock(1)))
    assert not answers_itself(sitting.table.now, VICTIM)
    assert sitting.table.automatic() == []
    sitting.at += 5 * PACE
    sitting.decide(VICTIM, forced(sitting.table.now, VICTIM))
    assert [due.at for due in sitting.table.automatic()] == [sitting.at], "on the grid, it takes effect at once"
    sitting.run_due()
    sitting.check()


def test_nobody_is_flagged_while_the_server_imitates_them() -> None:
    for bank in (10, 12, 20):
        sitting = at_a_forced_question(replace(IN_TURN, clock=LiveClock(bank, 0, 0)))
        [due] = sitting.table.automatic()
        clock = sitting.table.now.clocks[VICTIM]
        assert clock.since is not None
        assert due.at <= clock.since + clock.left
        question = sitting.table.now.questions[VICTIM]
        assert question is not None
        left, before = clock.left, question.at - clock.since
        sitting.run_due()
        assert sitting.table.claims_due(sitting.at) == []
        assert sitting.table.now.clocks[VICTIM].left == left - before, "and it costs nothing"


def test_bots_answer_on_the_grid_and_no_sooner_than_their_pace() -> None:
    terms = replace(IN_TURN, house=(("hand_start", "2"),), pace_ms=1000, bot_pace_ms=2500)
    waits = set()
    for seed in range(8):
        sitting = Sitting(terms, bytes([seed]) * 32)
        sitting.do(Sit(0), ANNA)
        sitting.do(AddBot(1, "random"), ANNA)
        sitting.do(Start(), ANNA)
        rng = Random(seed)
        while sitting.table.now.stage == "playing":
            now = sitting.table.now
            for due in sitting.table.automatic():
                question = now.questions[due.seat]
                if due.seat == 1 and question is not None:
                    waits.add(due.at - question.at)
            sitting.play(rng, 1)
    assert waits == {3000}


def test_a_pause_begins_the_wait_anew_and_unseen_answers_come_together() -> None:
    terms = Terms("heimlich-co", "rio-grande", 3, ("top-secret",), (("hand_start", "2"),))
    sitting = Sitting(terms).start()
    while sitting.pictures[None]["game"]["phase"] != "ask":
        seat = sitting.actors()[0]
        sitting.decide(seat, sitting.actions(seat)[0])
    free = [seat for seat in range(3) if not forced(sitting.table.now, seat)]
    for seat in free[:-1]:
        sitting.decide(seat, "no")
    sitting.at += 8 * PACE
    assert sitting.table.automatic() == [], "the last one is not in"
    for guest in (ANNA, BOB, CARL):
        sitting.do(Consent("pause"), guest)
    sitting.at += 60 * PACE
    for guest in (ANNA, BOB, CARL):
        sitting.do(Consent("resume"), guest)
    sitting.at += 100
    sitting.decide(free[-1], "no")
    dues = sitting.table.automatic()
    assert len(dues) == 3
    assert len({due.at for due in dues}) == 1
    assert dues[0].at > sitting.at
    for due in dues:
        sitting.at = due.at
        sitting.decide(due.seat, due.action, SYSTEM)
    assert sitting.pictures[None]["game"]["phase"] != "ask"
    sitting.check()


def test_a_tempo_is_the_players_own() -> None:
    """Long absences are not imitated, and no time is longer than the longest."""
    sitting = at_a_forced_question(IN_TURN)
    now = sitting.table.now
    assert all(answer.ms <= LONGEST_MS for answers in now.tempos for answer in answers)
    slow = tuple(tempo.Answer("pass", 11_900, by_bot=False) for _ in range(5))
    quick = tuple(tempo.Answer("pass", 300, by_bot=False) for _ in range(5))
    waits = [
        effect_of(replace(now, tempos=(now.tempos[0], own), salt=b"x"), VICTIM, sitting.at) for own in (slow, quick)
    ]
    assert waits == [LONGEST_MS, PACE]
