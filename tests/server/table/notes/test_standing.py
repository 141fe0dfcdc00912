"""Standing answers: a player says once what many quiet questions are to be answered; the others notice nothing."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from heimlich.server.table.audience.messages import encode
from heimlich.server.table.clocks import LiveClock
from heimlich.server.table.commands import Instruct, Resign
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED, Audience
from heimlich.server.table.tempo import effect_of, forced
from tests.server.tables import BOB, Sitting

ASKED = Terms("heimlich-co", "rio-grande", 3, ("top-secret",), (("hand_start", "3"),), clock=LiveClock(600, 0, 5))
IN_TURN = Terms("heimlich-co", "engine", 3, ("top-secret",), (("hand_start", "3"),))
SEAT, GUEST = 1, BOB
OTHERS: list[Audience] = [0, 2, None]


def to_question(sitting: Sitting, *, arrived: bool | None = None) -> bool:
    """Play until the seat is asked for a card and could play one; False if the game ends before."""
    rng = Random(5)
    for _ in range(600):
        now = sitting.table.now
        if now.stage in FINISHED:
            return False
        question = now.questions[SEAT]
        phase = now.state.table.phase.name
        quiet = question is not None and phase in {"ASK", "CARDS"} and not now.state.table.cards.must_play
        free = quiet and not now.state.table.cards.has_played and len(sitting.actions(SEAT)) > 1
        if free and not now.held[SEAT] and arrived in {None, bool(now.state.table.arrived)}:
            return True
        actors = [seat for seat in sitting.actors() if not forced(now, seat)]
        if actors:
            seat = rng.choice(actors)
            actions = sitting.actions(seat)
            quietly = [action for action in actions if action in {"no", "pass", "stop"}]
            sitting.at += 400
            sitting.decide(seat, quietly[0] if quietly else rng.choice(actions))
        elif not sitting.run_due():
            return False
    return False


def fresh(terms: Terms, seed: int, kind: str, *, arrived: bool | None = None) -> Sitting | None:
    """A table at a question of the seat, which has said `kind` at the start."""
    sitting = Sitting(terms, bytes([seed]) * 32).start()
    if kind:
        sitting.do(Instruct(SEAT, kind), GUEST)
    return sitting if to_question(sitting, arrived=arrived) else None


def found(terms: Terms, kind: str, *, arrived: bool | None = None) -> Sitting:
    for seed in range(30):
        if (sitting := fresh(terms, seed, kind, arrived=arrived)) is not None:
            return sitting
    raise AssertionError("nobody was asked")


@pytest.mark.parametrize(("terms", "word"), [(ASKED, "no"), (IN_TURN, "pass")])
def test_the_server_answers_and_the_player_is_not_asked(terms: Terms, word: str) -> None:
    sitting = found(terms, "safe", arrived=False)
    question = sitting.table.now.questions[SEAT]
    assert question is not None
    assert question.standing == word
    assert "offer" not in sitting.pictures[SEAT]
    assert sitting.pictures[SEAT]["me"] == {"held": word, "standing": True}
    sitting.check()
    while sitting.table.now.questions[SEAT] == question:
        for seat in sitting.actors():
            if not forced(sitting.table.now, seat):
                sitting.decide(seat, word)
        assert sitting.run_due()
    assert (sitting.at - question.at) % terms.pace_ms == 0
    assert "me" not in sitting.pictures[SEAT] or sitting.table.now.questions[SEAT] is not None
    decided = [row for row in sitting.replayed_rows() if row.type == "decided"]
    assert any(row.data.seat == SEAT and row.data.by == "automatic" for row in decided)  # type: ignore[union-attr]
    sitting.check()


@pytest.mark.parametrize("terms", [ASKED, IN_TURN])
def test_with_an_agent_at_the_safe_the_player_is_asked(terms: Terms) -> None:
    sitting = found(terms, "safe", arrived=True)
    question = sitting.table.now.questions[SEAT]
    assert question is not None
    assert not question.standing
    assert "offer" in sitting.pictures[SEAT]


def test_an_open_question_stays_open() -> None:
    """Else the answer would take effect when it was asked for, and not on the grid."""
    sitting = found(IN_TURN, "")
    sitting.at += 3777
    sitting.do(Instruct(SEAT, "round"), GUEST)
    assert "offer" in sitting.pictures[SEAT]
    assert not forced(sitting.table.now, SEAT)
    sitting.check()


def test_a_round_ends_with_ones_own_next_turn() -> None:
    sitting = found(IN_TURN, "")
    while sitting.table.now.state.table.seat != SEAT:
        sitting.decide(SEAT, "pass")
        assert to_question(sitting)
    turn = sitting.table.now.state.table.turn
    sitting.do(Instruct(SEAT, "round"), GUEST)
    seen: dict[int, list[str]] = {}
    rng = Random(1)
    while sitting.table.now.stage not in FINISHED and sitting.table.now.state.table.turn < turn + 7:
        now = sitting.table.now
        if (question := now.questions[SEAT]) is not None and question.at > 0 and now.state.table.phase.name == "CARDS":
            seen.setdefault(now.state.table.turn, []).append(question.standing)
        actors = [seat for seat in sitting.actors() if not forced(now, seat)]
        if actors:
            actions = sitting.actions(actors[0])
            sitting.decide(actors[0], "pass" if "pass" in actions else rng.choice(actions))
        else:
            assert sitting.run_due()
    state = sitting.table.now.state.table
    ends = next(number for number in range(turn + 1, turn + 4) if (number - state.turn + state.seat) % 3 == SEAT)
    assert any("pass" in words for number, words in seen.items() if turn < number < ends)
    assert all("pass" not in words for number, words in seen.items() if number >= ends)


def test_a_bot_that_takes_over_decides_for_itself() -> None:
    sitting = found(IN_TURN, "safe", arrived=False)
    sitting.do(Resign(SEAT), GUEST)
    assert not forced(sitting.table.now, SEAT)
    assert [turn.seat for turn in sitting.table.bot_moves_due()] == [SEAT]
    assert "me" not in sitting.pictures[SEAT]
    sitting.check()


def outside(sitting: Sitting) -> list[Any]:
    return [(sitting.sent[who], encode(sitting.table.snapshot(who)), sitting.table.export(who)) for who in OTHERS]


@pytest.mark.parametrize(("terms", "word"), [(ASKED, "no"), (IN_TURN, "pass")])
def test_others_are_sent_the_same_as_for_an_answer_by_hand(terms: Terms, word: str) -> None:
    """One who lets the server answer, and one who says the same with their own hand at that time."""
    compared, steps = 0, set()
    for seed in range(12):
        by_server, by_hand = fresh(terms, seed, "safe", arrived=False), fresh(terms, seed, "", arrived=False)
        if by_server is None or by_hand is None or by_server.at != by_hand.at:
            continue
        asked = by_server.table.now.questions[SEAT]
        if asked is None or by_hand.table.now.questions[SEAT] != asked._replace(standing=""):
            continue
        wait = effect_of(by_server.table.now, SEAT, by_server.at)
        steps.add(wait // terms.pace_ms)
        for sitting, hand in ((by_server, False), (by_hand, True)):
            for seat in sitting.actors():
                if seat != SEAT and not forced(sitting.table.now, seat):
                    sitting.decide(seat, word)
            if hand:
                sitting.at = asked.at + wait - 300
                sitting.decide(SEAT, word)
            while (now := sitting.table.now).questions[SEAT] is not None and now.questions[SEAT].at == asked.at:  # type: ignore[union-attr]
                due = min(sitting.table.automatic(), key=lambda due: (due.at, due.seat))
                sitting.at = max(sitting.at, due.at)
                sitting.decide(due.seat, due.action, SYSTEM)
        assert by_server.at == by_hand.at
        assert outside(by_server) == outside(by_hand)
        compared += 1
    assert compared >= 3
    assert len(steps) > 1, "not always the same time"


def test_nobody_sees_that_something_was_said_beforehand() -> None:
    one, other = Sitting(replace(ASKED, seats=3)).start(), Sitting(replace(ASKED, seats=3)).start()
    other.do(Instruct(SEAT, "safe"), GUEST)
    assert other.sent == one.sent
    assert other.table.now.numbers == one.table.now.numbers
    for who in OTHERS:
        assert other.table.notes(who) is None
