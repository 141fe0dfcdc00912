"""Complete a situation after a whole batch: questions, clocks, and the number of each audience's last update.

Secret answers must not show before the last one is given. So questions and clocks are kept twice: as they are
(`questions`, `clocks`), and as far as everyone may know (`awaited`, `shown`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from heimlich.game import Decision, Seat
from heimlich.record import AnyStep
from heimlich.server.table import clocks
from heimlich.server.table.audience.visibility import Seen, counted
from heimlich.server.table.clocks import DaysClock, NoClock, SeatClock
from heimlich.server.table.notes.notebook import standing_word
from heimlich.server.table.rows import Decided, Row
from heimlich.server.table.situation import FINISHED, Question, Situation, Stage

Times = tuple[SeatClock, ...]


def settle(
    before: Situation | None, now: Situation, batch: Sequence[Row], steps: Sequence[AnyStep], seen: Sequence[Seen]
) -> Situation:
    """Return the table after a batch; `now` already includes all its rows and steps."""
    at = batch[-1].at_ms
    turned = before is None or before.stage is not now.stage
    changes: dict[str, Any] = {"at": at, "numbers": counted(now, batch, seen)}
    if turned:
        changes["stage_at"] = at
    if any(seen[-1]) and any(chair.unseen for chair in now.chairs):
        changes["chairs"] = tuple(replace(chair, unseen=False) if chair.unseen else chair for chair in now.chairs)
    now = replace(now, **changes)
    if before is None or now.state is None or not (steps or turned):
        return now
    questions, times = _ask(before, now, steps, batch)
    awaited, shown = _public_questions(before, now, seen[-1], batch)
    now = replace(now, questions=questions, clocks=times, awaited=awaited, shown=shown)
    return _end_short_stand_ins(before, now, seen[-1])


def _ask(
    before: Situation, now: Situation, steps: Sequence[AnyStep], batch: Sequence[Row]
) -> tuple[tuple[Question | None, ...], Times]:
    """Return the questions and clocks of all seats. A question lasts until its offer changes or its seat decides."""
    game, playing, at = now.game, now.stage is Stage.PLAYING, batch[-1].at_ms
    resumed = before.stage is Stage.PAUSED
    deciding = {step.event.seat: step.event.action for step in steps if isinstance(step.event, Decision)}
    free = _free_times(batch)
    actors = game.actors(now.state) if playing else ()
    questions: list[Question | None] = list(now.questions) if now.stage is Stage.PAUSED else [None] * len(now.chairs)
    for seat in actors:
        question = now.questions[seat]
        view = game.view(now.state, seat)
        offer = game.offer(view)
        if question is None or seat in deciding or question.offer != offer:
            standing = standing_word(now, seat, view, offer) if now.pads else ""
            question = Question(offer, now.numbers[seat], at, standing)
        elif resumed:
            question = question._replace(at=at)
        questions[seat] = question
    if isinstance(now.terms.clock, NoClock):
        return tuple(questions), now.clocks
    times = [
        clock
        if now.held[seat]  # the seat has answered
        else _run_clock(now, clock, at)
        if seat in actors
        else _stop_clock(now, seat, clock, at, deciding.get(seat), free)
        for seat, clock in enumerate(now.clocks)
    ]
    return tuple(questions), tuple(times)


def _run_clock(now: Situation, clock: SeatClock, at: int) -> SeatClock:
    """Start the clock of a seat that has to decide, unless it is running."""
    return clocks.asked(now.terms.clock, clock, at) if clock.since is None else clock


def _free_times(batch: Sequence[Row]) -> dict[Seat, int]:
    """Return the ms that each seat which has decided need not pay for."""
    return {row.data.seat: row.data.free for row in batch if isinstance(row.data, Decided)}


def _stop_clock(
    now: Situation, seat: Seat, clock: SeatClock, at: int, action: Any, waited: Mapping[Seat, int]
) -> SeatClock:
    """Stop the clock of a seat that need not decide; add the increment if it has decided.

    The wait that the table's paces imposed is free.
    """
    if action is None:
        return clocks.stopped(clock, at)
    free = max(now.terms.pace_ms, waited.get(seat, 0)) if now.is_held(str(action)) else 0
    if now.chairs[seat].by_bot:
        free = max(free, now.terms.bot_pace_ms)
    return clocks.decided(now.terms.clock, clock, at, free)


def _public_questions(
    before: Situation, now: Situation, seen: Seen, batch: Sequence[Row]
) -> tuple[tuple[int | None, ...], Times]:
    """Return `awaited` and `shown`: since when each seat is asked, and all clocks, without traces of secret answers."""
    game, at, free = now.game, batch[-1].at_ms, _free_times(batch)
    asked = game.awaited(game.view(now.state, None)) if now.stage is Stage.PLAYING else ()
    openly = {event.seat: event.action for events in seen for event in events if isinstance(event, Decision)}
    awaited = tuple(
        [
            None if seat not in asked else at if since is None or seat in openly else since
            for seat, since in enumerate(before.awaited or now.awaited)
        ]
    )
    if isinstance(now.terms.clock, NoClock):
        return awaited, now.shown
    times = []
    for seat, clock in enumerate(now.shown):
        if seat in asked:
            times.append(_run_clock(now, clock, at))
        elif seat in openly or now.stage is Stage.PAUSED:
            times.append(_stop_clock(now, seat, clock, at, openly.get(seat), free))
        else:
            times.append(SeatClock(clock.left))
    return awaited, tuple(times)


def _end_short_stand_ins(before: Situation, now: Situation, seen: Seen) -> Situation:
    """End stand-ins after one decision if the clock gives days: tomorrow the player may be back.

    A chair returns to its player once everyone may know that the seat has decided: after a secret answer, when all
    answers show; else when the seat no longer has to decide. Returns `now` itself if no chair changes: callers compare
    `chairs` by identity.
    """
    if not isinstance(now.terms.clock, DaysClock) or now.stage in FINISHED:
        return now
    shows = any(seen) and sum(since is not None for since in before.awaited) > 1
    chairs = list(now.chairs)
    for seat, (chair, question) in enumerate(zip(now.chairs, now.questions, strict=True)):
        done = question is None and now.awaited[seat] is None
        decided = done or (shows and question is not before.questions[seat])
        if chair.stand_in == "time" and not chair.unseen and decided:
            chairs[seat] = chair.awake
    return now if chairs == list(now.chairs) else replace(now, chairs=tuple(chairs))
