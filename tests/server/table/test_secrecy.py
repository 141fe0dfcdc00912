"""Secrets on their way out: what an audience cannot know changes no byte of what it is sent, and no error text.

Two tables run side by side that differ only in what one audience cannot know. Both go on with the same rows for as long
as the rules show no difference in the open; until then that audience must be sent the same bytes, in the same order.
"""

from collections import deque
from copy import copy
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from heimlich.errors import HeimlichError
from heimlich.game import Decision
from heimlich.server.table.audience.messages import encode
from heimlich.server.table.audience.updates import Painter
from heimlich.server.table.clocks import SECOND, LiveClock
from heimlich.server.table.commands import AnyCommand, Chat, Claim, ComeBack, Consent, Decide, Resign, Sit, Start
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.refusals import code_of
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED, Audience, Question
from heimlich.server.table.tempo import effect_of
from tests.server.tables import GUESTS, Sitting, terms_of
from tests.tables import Case


def with_state(table: LiveTable, state: Any) -> LiveTable:
    """The same table with other hidden things."""
    now, game = table.now, table.now.game
    asked = set(game.actors(state))
    questions = tuple(
        Question(game.offer(game.view(state, seat)), *(question[1:] if question else (now.number(seat), now.at)))
        if seat in asked
        else None
        for seat, question in enumerate(now.questions)
    )
    twin = copy(table)
    twin._now = replace(now, state=state, questions=questions)
    twin._batches = deque(maxlen=200)
    twin._painter = Painter()
    twin._done, twin._events, twin._incoming = dict(table._done), list(table._events), []
    return twin


def twin_for(table: LiveTable, audience: Audience, rng: Random) -> LiveTable:
    """A table that this audience cannot tell from the other one."""
    game, state = table.now.game, table.now.state
    twin = with_state(table, game.consistent_state(game.view(state, audience), rng))
    assert game.view(twin.now.state, audience) == game.view(state, audience)
    return twin


def outcome(table: LiveTable, command: AnyCommand, who: str, at: int) -> tuple[str, str]:
    """What the one who asks is told."""
    try:
        table.handle(command, who, at)
    except HeimlichError as error:
        return code_of(error), str(error)
    return "", "done"


def probes(sitting: Sitting, seat: int, rng: Random, pool: list[str]) -> list[AnyCommand]:
    """Things that a curious player might try."""
    number, seats = sitting.table.now.number(seat), len(sitting.table.now.chairs)
    tried: list[AnyCommand] = [Decide(seat, action, number) for action in rng.sample(pool, min(3, len(pool)))]
    tried += [Claim(other) for other in range(seats)]
    tried += [
        Decide((seat + 1) % seats, "no", number),
        Decide(seat, "no", number),
        Decide(seat, "yes", max(0, number - 1)),
    ]
    return [
        *tried,
        Sit(0),
        ComeBack(seat),
        Resign((seat + 1) % seats),
        Start(),
        Consent("resume"),
        Chat("spectators", "x"),
    ]


def test_no_byte_depends_on_what_is_hidden(table_index: int, case: Case) -> None:
    rng = Random(table_index)
    clock = LiveClock(600, 1, 5)
    sitting = Sitting(terms_of(case, clock=clock)).start()
    game = case.game
    audiences: list[Audience] = [*range(case.players), None]
    audience = audiences[table_index % len(audiences)]
    twin: LiveTable | None = None
    compared = differing = 0
    pool = ["yes", "no", "pass", "stop", "end", "keep", "leave"]
    for number in range(250):
        if sitting.table.now.stage in FINISHED:
            break
        if twin is None or number % 12 == 0:
            audience = rng.choice(audiences)
            twin = twin_for(sitting.table, audience, rng)
        differing += sitting.table.now.state != twin.now.state
        if audience is not None:
            pool += map(str, list(game.legal_actions(game.view(sitting.table.now.state, audience)))[:3])
            for command in probes(sitting, audience, rng, pool):
                told = outcome(sitting.table, command, GUESTS[audience], sitting.at)
                assert outcome(twin, command, GUESTS[audience], sitting.at) == told, command
        first = len(sitting.batches)
        sitting.play(rng, 1)
        for batch in sitting.batches[first:]:
            mirrored = follow(twin, batch.rows) if twin is not None else None
            if twin is None or mirrored is None or shows(twin, batch.after.state, audience):
                twin = None
                break
            assert mirrored.encoded(audience) == batch.encoded(audience)
            assert Painter().picture(twin.now, audience) == Painter().picture(batch.after, audience)
            compared += 1
    assert compared > 10
    assert differing > 10 or case.players == 2


def follow(twin: LiveTable, rows: Any) -> Any:
    """The twin goes on with the same rows; None if with its hidden things that cannot happen."""
    batch = None
    try:
        for row in rows:
            batch = twin.apply(row)
    except HeimlichError:
        return None
    return batch


def shows(twin: LiveTable, state: Any, audience: Audience) -> bool:
    """The rules themselves show this audience a difference now."""
    game = twin.now.game
    return bool(game.view(twin.now.state, audience) != game.view(state, audience))


ASKED = Terms("heimlich-co", "rio-grande", 3, ("top-secret",), (("hand_start", "2"),), clock=LiveClock(60, 0, 5))
IN_TURN = Terms("heimlich-co", "engine", 3, ("top-secret",))


def _at_a_question(terms: Terms, seed: int, phase: str) -> Sitting:
    sitting = Sitting(terms, bytes([seed]) * 32).start()
    while sitting.pictures[None]["game"]["phase"] != phase:
        seat = sitting.actors()[0]
        sitting.decide(seat, sitting.actions(seat)[0])
    return sitting


@pytest.mark.parametrize(("terms", "phase", "word"), [(ASKED, "ask", "no"), (IN_TURN, "cards", "pass")])
def test_a_forced_answer_and_a_free_one_of_the_same_time_look_the_same(terms: Terms, phase: str, word: str) -> None:
    """One who cannot play, and one who could but says no after that time: the others are sent the same."""
    compared, steps = 0, set()
    for seed in range(12):
        rng = Random(seed)
        sitting = _at_a_question(terms, seed, phase)
        seat = sitting.pictures[None]["game"].get("awaited", [sitting.pictures[None]["game"]["seat"]])[-1]
        watcher = (seat + 1) % 3
        free = _twin_with(sitting, watcher, seat, rng, choices=True)
        forced = _twin_with(sitting, watcher, seat, rng, choices=False)
        if free is None or forced is None:
            continue
        wait = effect_of(forced.now, seat, sitting.at)
        waited, rest = divmod(wait, terms.pace_ms)
        assert (rest, waited >= 1) == (0, True), "on the grid"
        steps.add(waited)
        results = []
        for table, answers in ((free, sitting.at + wait - 700), (forced, None)):
            results.append(_answer_all(table, sitting.at, seat, word, answers=answers, watcher=watcher))
        assert results[0] == results[1]
        assert results[0][0], "the others were sent something"
        compared += 1
    assert compared >= 3
    assert len(steps) > 1, "not always the same time"


def _twin_with(sitting: Sitting, watcher: int, seat: int, rng: Random, *, choices: bool) -> LiveTable | None:
    """A table that the watcher cannot tell from this one, where the seat can choose or not, and the third can."""
    game = sitting.table.now.game
    for _ in range(400):
        twin = twin_for(sitting.table, watcher, rng)
        asked = [other for other, question in enumerate(twin.now.questions) if question and other != watcher]
        free = {other: len(game.legal_actions(game.view(twin.now.state, other))) > 1 for other in asked}
        if free.pop(seat) == choices and all(free.values()):
            return twin
    return None


def _answer_all(
    table: LiveTable, at: int, seat: int, word: str, *, answers: int | None, watcher: int
) -> tuple[list[tuple[int, bytes | None]], list[bytes | None]]:
    """All others answer at once; this seat does at a time, or it waits for what happens by itself."""
    sent: list[tuple[int, bytes | None]] = []
    public: list[bytes | None] = []

    def do(other: int, action: str, who: str, when: int) -> None:
        batch = table.handle(Decide(other, action, table.now.number(other)), who, when)
        if batch is None:
            return
        table.accept(batch)
        if batch.is_for(watcher):
            sent.append((batch.after.at, batch.encoded(watcher)))
        if batch.is_for(None):
            public.append(batch.encoded(None))

    for other, question in enumerate(table.now.questions):
        if question is not None and other != seat:
            do(other, word, GUESTS[other], at + 300)
    while (due := min(table.automatic(), key=lambda due: (due.at, due.seat), default=None)) is not None or answers:
        if answers and (due is None or answers < due.at):
            do(seat, word, GUESTS[seat], answers)
            answers = None
            continue
        assert due is not None
        assert (due.at - at) % table.now.terms.pace_ms == 0
        if not any(question and question.at == at for question in table.now.questions):
            break  # what follows is another question
        do(due.seat, due.action, SYSTEM, due.at)
    return sent, public


def pass_time(sitting: Sitting, until: int) -> None:
    """What happens by itself until then happens when it is due."""
    while due := min(sitting.table.automatic(until), key=lambda due: due.at, default=None):
        sitting.at = max(sitting.at, due.at)
        sitting.decide(due.seat, due.action, SYSTEM)
    sitting.at = until


def test_when_somebody_answered_does_not_show_in_any_clock() -> None:
    """T6: whether seat 2 thought for 3 seconds or for 20, the others are sent the same then and ever after."""
    sent, lefts = [], set()
    for pause in (3, 20):
        sitting = _at_a_question(ASKED, 3, "ask")
        begin = sitting.at
        sitting.decide(2, "no")
        pass_time(sitting, begin + pause * SECOND)
        sitting.decide(1, "no")
        pass_time(sitting, begin + 30 * SECOND)
        lefts.add(sitting.table.now.clocks[1].left)
        sitting.decide(0, "no")
        pass_time(sitting, sitting.at)
        assert sitting.pictures[None]["game"]["phase"] != "ask"
        sitting.play(Random(1), 5)
        watching: list[Audience] = [0, 2, None]
        sent.append([(sitting.sent[who], encode(sitting.table.snapshot(who))) for who in watching])
    assert len(lefts) == 2, "seat 2 itself has lost more or less"
    assert sent[0] == sent[1]


def test_who_has_run_out_of_time_unseen_does_not_show_before_the_answers() -> None:
    """Of those who are asked unseen, one has answered and one is gone: which, shows only with the answers."""
    sent = []
    for gone, prompt in ((0, 1), (1, 0)):
        sitting = _at_a_question(ASKED, 3, "ask")
        begin = len(sitting.sent[2]), len(sitting.sent[None])
        sitting.decide(prompt, "no")
        sitting.decide(2, "no")
        sitting.at += 1500
        for due in sitting.table.automatic(sitting.at):
            if due.seat != gone:
                sitting.decide(due.seat, due.action, SYSTEM)
        sitting.at += 65 * SECOND
        assert [due.seat for due in sitting.table.claims_due(sitting.at)] in ([gone], [])
        if sitting.table.claims_due(sitting.at):
            sitting.do(Claim(gone), SYSTEM)
        assert sitting.pictures[2]["table"]["seats"][str(gone)] == {"who": gone + 1}
        sent.append((sitting.sent[2][begin[0] :], sitting.sent[None][begin[1] :]))
        assert sitting.pictures[gone]["me"] == {"stand_in": "time"}
        sitting.do(Decide(gone, "no", sitting.table.now.number(gone)), SYSTEM)
        sitting.run_due()
        assert sitting.pictures[2]["table"]["seats"][str(gone)] == {"who": gone + 1, "stand_in": "time"}
        sitting.check()
    assert sent[0] == sent[1]


def test_hidden_rows_leave_no_gap_and_no_trace(table_index: int, case: Case) -> None:
    """Whatever an audience sees nothing of changes nothing in its picture; what it sees is counted."""
    sitting = Sitting(terms_of(case, pace_ms=0)).start().play(Random(table_index), 120)
    for batch in sitting.batches[1:]:
        assert batch.before is not None
        for audience in sitting.table.audiences:
            if not batch.is_for(audience):
                before = Painter().picture(batch.before, audience)
                assert Painter().picture(batch.after, audience) == before


def test_nothing_secret_is_in_any_update_before_the_end() -> None:
    """Seed, guests' ids and others' agents are nowhere in what is sent."""
    sitting = Sitting(Terms("heimlich-co", "rio-grande", 4, ("top-secret",))).start().play(Random(4), 60)
    everything = b"".join(text for sent in sitting.sent.values() for text in sent)
    assert sitting.table.now.seed.hex().encode() not in everything
    assert b"guest-" not in everything
    for seat in range(4):
        for text in sitting.sent[seat]:
            for other in range(4):
                if other != seat:
                    assert b'"identity %d ?' % (other + 1) in text or b'"identity %d ' % (other + 1) not in text
    assert not any(isinstance(event, Decision) and str(event.action) == "" for event in sitting.table._events)
