"""Why not, and hints: who gets an answer, and that nothing else changes because of a question."""

import pytest
from msgspec.structs import replace

from heimlich.errors import BadNotation
from heimlich.server.table.audience.messages import Because, encode
from heimlich.server.table.commands import AddBot, Consent, Decide, Sit, Start
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, JUMBO, RIO, Sitting

ALONE = [RIO, JUMBO]


def against_bots(terms: Terms = RIO) -> Sitting:
    sitting = Sitting(terms)
    sitting.do(Sit(0), ANNA)
    for seat in range(1, terms.seats):
        sitting.do(AddBot(seat, "casual"), ANNA)
    sitting.do(Start(), ANNA)
    return sitting


def asked(sitting: Sitting) -> int:
    return sitting.actors()[0]


def test_a_seat_is_told_why_it_may_not_do_something_and_by_which_rule() -> None:
    sitting = Sitting(RIO).start()
    seat = asked(sitting)
    answer = sitting.table.why(seat, "safe 3", "q1")
    assert (answer.id, answer.rule, answer.line) == ("q1", "H12", {"cannot-safe-later": {}})
    answer = sitting.table.why(seat, "move red 50")
    assert answer.rule == "H9"
    assert set(answer.line) == {"cannot-too-far"}
    assert sitting.table.why(seat, sitting.actions(seat)[0]) == Because("")
    assert sitting.table.why(seat, "").line == {"cannot-first": {"what": {"todo-move": {}}}}
    other = next(one for one in range(RIO.seats) if one != seat)
    assert sitting.table.why(other, "move red 1").line == {"cannot-wait": {"seats": [[f"@{seat}"]]}}


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("jump", "'jump' is no action"),
        ("move red", "'move red' is no action"),
        ("play nothing", "'nothing' is not a card"),
        ("move red " + "9" * 180, ""),
        ("\x00" * 200, ""),
        ("play move-safe", "'play move-safe' takes one building"),
    ],
)
def test_what_is_no_action_is_refused_in_words(action: str, text: str) -> None:
    sitting = Sitting(RIO).start()
    seat = asked(sitting)
    if action.startswith("move red 9"):
        assert sitting.table.why(seat, action).rule == "H9"
        return
    with pytest.raises(BadNotation) as caught:
        sitting.table.why(seat, action)
    assert str(caught.value).startswith(text)


def test_only_players_of_a_game_that_is_going_on_are_answered() -> None:
    waiting = Sitting(RIO)
    for question in (lambda: waiting.table.why(0, ""), lambda: waiting.table.hint(0)):
        with pytest.raises(Refused) as caught:
            question()
        assert caught.value.code == "stage"
    sitting = against_bots()
    with pytest.raises(Refused) as caught:
        sitting.table.why(None, "")
    assert caught.value.code == "seat"
    sitting.do(Consent("pause"), ANNA)
    with pytest.raises(Refused) as caught:
        sitting.table.hint(0)
    assert caught.value.code == "paused"


@pytest.mark.parametrize("terms", ALONE, ids=lambda terms: terms.game)
def test_one_person_against_bots_gets_hints(terms: Terms) -> None:
    sitting = against_bots(terms)
    hints = sitting.table.hint(0, "h")
    assert hints.id == "h"
    assert 1 <= len(hints.lines) <= 3
    assert all(next(iter(line)).startswith("hint-") for line in hints.lines)


@pytest.mark.parametrize("terms", ALONE, ids=lambda terms: terms.game)
def test_two_people_get_no_hints_nor_does_a_table_that_does_not_want_them(terms: Terms) -> None:
    for sitting in (Sitting(terms).start(), against_bots(replace(terms, hints=False))):
        for seat in range(terms.seats):
            with pytest.raises(Refused) as caught:
                sitting.table.hint(seat)
            assert caught.value.code == "hint"


def test_several_players_on_one_device_get_no_hints() -> None:
    sitting = Sitting(RIO)
    for seat in range(RIO.seats):
        sitting.do(Sit(seat), ANNA)
    sitting.do(Start(), ANNA)
    with pytest.raises(Refused) as caught:
        sitting.table.hint(0)
    assert caught.value.code == "hint"


def test_nothing_changes_because_somebody_asked() -> None:
    asking, silent = against_bots(), against_bots()
    for sitting in (asking, silent):
        for _ in range(3):
            if sitting is asking:
                for number in range(20):
                    sitting.table.why(0, f"move red {number + 1}")
                    sitting.table.hint(0)
            seat = asked(sitting)
            sitting.do(Decide(seat, sitting.actions(seat)[0], sitting.table.now.number(seat)), ANNA if not seat else "")
    pictures = [[encode(one.table.snapshot(audience)) for audience in one.table.audiences] for one in (asking, silent)]
    assert pictures[0] == pictures[1]
    assert asking.table.next_seq == silent.table.next_seq
