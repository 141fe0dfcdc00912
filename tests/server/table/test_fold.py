"""The table is the fold of its log: whatever is asked in whatever order, a replay of the rows is the same table."""

from itertools import permutations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from heimlich.errors import HeimlichError
from heimlich.server.table.clocks import DaysClock, LiveClock, NoClock
from heimlich.server.table.commands import (
    AddBot,
    AddEntropy,
    AnyCommand,
    Block,
    Chat,
    Claim,
    Close,
    ComeBack,
    Consent,
    Decide,
    Kick,
    Leave,
    Nickname,
    NoteOver,
    PassHost,
    Rematch,
    RemoveBot,
    Report,
    Resign,
    Sit,
    StandUp,
    Start,
    Watch,
)
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, BOB, CARDS, CARL, DORA, JUMBO, Sitting

_seats = st.integers(0, 3)
_people = st.integers(1, 5)
_commands: st.SearchStrategy[AnyCommand] = st.one_of(
    st.builds(Sit, _seats),
    st.builds(StandUp, _seats),
    st.just(Watch()),
    st.builds(Nickname, st.sampled_from(["", "Ann", "  B  "])),
    st.builds(AddBot, _seats, st.sampled_from(["random", "none"])),
    st.builds(RemoveBot, _seats),
    st.builds(Kick, _people),
    st.builds(PassHost, _people),
    st.builds(AddEntropy, _seats, st.sampled_from(["", "00", "beef", "x"])),
    st.just(Start()),
    st.builds(
        Decide, _seats, st.sampled_from(["yes", "no", "pass", "pack A 5", "move red 1", "?"]), st.integers(0, 60)
    ),
    st.builds(
        Chat, st.sampled_from(["players", "spectators"]), st.sampled_from(["", "hi"]), st.sampled_from(["", "bye"])
    ),
    st.builds(Block, _people, st.booleans()),
    st.builds(Report, _people, st.just("rude")),
    st.builds(Consent, st.sampled_from(["pause", "resume", "end"]), st.booleans()),
    st.builds(Resign, _seats),
    st.builds(ComeBack, _seats),
    st.just(Leave()),
    st.builds(Claim, _seats),
    st.just(Rematch()),
    st.builds(NoteOver, st.sampled_from(["t8", "t9"])),
    st.just(Close()),
)
_asked = st.tuples(_commands, st.sampled_from([ANNA, BOB, CARL, DORA, SYSTEM]), st.integers(0, 40_000))
_terms = st.builds(
    lambda terms, clock, pace: replace(terms, clock=clock, pace_ms=pace),
    st.sampled_from([CARDS, Terms("heimlich-co", "cie", 2), JUMBO]),
    st.sampled_from([NoClock(), LiveClock(20, 1, 2), DaysClock(1)]),
    st.sampled_from([0, 1500]),
)


@settings(max_examples=60)
@given(terms=_terms, asked=st.lists(_asked, max_size=40), seed=st.integers(0, 99), started=st.booleans())
def test_any_commands_in_any_order(
    terms: Terms, asked: list[tuple[AnyCommand, str, int]], seed: int, started: bool
) -> None:
    """Between them the game goes on by itself, so that they meet every kind of moment."""
    sitting = Sitting(terms)
    if started:
        sitting.start((ANNA, BOB))
    rng = Random(seed)
    for command, who, later in asked:
        sitting.at += later
        before = sitting.table.now
        around = Around(present=frozenset({ANNA}), new_table="t2")
        try:
            batch = sitting.table.handle(command, who, sitting.at, around)
        except HeimlichError:
            assert sitting.table.now is before
            continue
        assert sitting.table.now is before, "asking changes nothing"
        again = sitting.table.handle(command, who, sitting.at, around)
        assert (batch and batch.rows) == (again and again.rows), "the same question, the same answer"
        if batch:
            sitting.accept(batch)
        for due in sitting.table.claims_due(sitting.at):
            sitting.do(Claim(due.seat), SYSTEM)
        if sitting.table.now.stage == "playing":
            sitting.play(rng, 2)
    sitting.check()


def _finals(
    terms: Terms, decisions: list[tuple[int, list[str]]], orders: list[tuple[int, ...]]
) -> list[tuple[Any, ...]]:
    """For each order of answering: the state, and everything that each audience was sent."""
    found = []
    for order in orders:
        sitting = Sitting(terms).start()
        for index in order:
            seat, actions = decisions[index]
            for action in actions:
                sitting.decide(seat, action)
        while sitting.run_due():
            pass
        sent = {audience: tuple(texts) for audience, texts in sitting.sent.items()}
        found.append((sitting.table.now.state, sent))
    return found


def test_unseen_decisions_commute() -> None:
    """Packing: whoever is done first, the game is the same; others see only who is done, as the rules have it."""
    terms = Terms("suitcases", "jumbo", 3)
    packings = [
        (0, ["pack A 5", "pack B 3", "pack C 1", "pack D bomb"]),
        (1, ["pack A 3", "pack B 5", "pack C bomb", "pack D 1"]),
        (2, ["pack A bomb", "pack B 1", "pack C 3", "pack D 5"]),
    ]
    found = _finals(terms, packings, list(permutations(range(3))))
    assert len({state for state, _ in found}) == 1


def test_unseen_answers_commute_and_show_nothing() -> None:
    """T6: in whatever order all answer, everyone else is sent the same bytes at the same time."""
    terms = Terms("heimlich-co", "rio-grande", 3, ("top-secret",), (("hand_start", "2"),))
    sitting = Sitting(terms).start()
    mover = sitting.actors()[0]
    moves = [action for action in sitting.actions(mover) if len(action.split()) == 3]
    outcomes = set()
    for order in permutations(range(3)):
        sitting = Sitting(terms).start()
        sitting.decide(mover, moves[0])
        assert sitting.pictures[None]["game"]["phase"] == "ask"
        shown = len(sitting.sent[None])
        for number, seat in enumerate(order):
            sitting.at += 100
            sitting.decide(seat, "no")
            assert len(sitting.sent[None]) == shown, "that somebody has answered is not shown"
            for other in order[number + 1 :]:
                assert "me" not in sitting.pictures[other]
        sitting.run_due()
        assert sitting.pictures[None]["game"]["phase"] != "ask"
        outcomes.add((sitting.at, tuple(sitting.sent[None])))
    assert len(outcomes) == 1
