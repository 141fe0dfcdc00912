"""What follows from a whole batch: whose question it is now, the clocks, who has got an update.

Unseen answers must not show before the last one: so who is asked and how the clocks stand is kept twice, as it is and
as far as everyone may know.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from heimlich.game import Decision, Seat
from heimlich.record import AnyStep
from heimlich.server.table import clocks
from heimlich.server.table.audience.visibility import Seen, counted
from heimlich.server.table.clocks import DaysClock, NoClock, SeatClock
from heimlich.server.table.rows import Decided, Row
from heimlich.server.table.situation import FINISHED, Question, Situation, Stage

Times = tuple[SeatClock, ...]


def settle(
    before: Situation | None, now: Situation, batch: Sequence[Row], steps: Sequence[AnyStep], seen: Sequence[Seen]
) -> Situation:
    """The table after a batch whose rows have all been taken in."""
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
    awaited, shown = _tell_awaited(before, now, seen[-1], batch)
    now = replace(now, questions=questions, clocks=times, awaited=awaited, shown=shown)
    return _end_short_stand_ins(before, now, seen[-1])


def _ask(
    before: Situation, now: Situation, steps: Sequence[AnyStep], batch: Sequence[Row]
) -> tuple[tuple[Question | None, ...], Times]:
    """Who is asked what; a question stays the same until its offer changes or its seat has decided."""
    game, playing, at = now.game, now.stage is Stage.PLAYING, batch[-1].at_ms
    resumed = before.stage is Stage.PAUSED
    deciding = {step.event.seat: step.event.action for step in steps if isinstance(step.event, Decision)}
    free = _free_times(batch)
    actors = game.actors(now.state) if playing else ()
    questions: list[Question | None] = list(now.questions) if now.stage is Stage.PAUSED else [None] * len(now.chairs)
    for seat in actors:
        question = now.questions[seat]
        offer = game.offer(game.view(now.state, seat))
        if question is None or seat in deciding or question.offer != offer:
            question = Question(offer, now.numbers[seat], at)
        elif resumed:
            question = question._replace(at=at)
        questions[seat] = question
    if isinstance(now.terms.clock, NoClock):
        return tuple(questions), now.clocks
    times = [
        clock
        if now.held[seat]  # it has answered
        else _go_on(now, clock, at)
        if seat in actors
        else _rest(now, seat, clock, at, deciding.get(seat), free)
        for seat, clock in enumerate(now.clocks)
    ]
    return tuple(questions), tuple(times)


def _go_on(now: Situation, clock: SeatClock, at: int) -> SeatClock:
    """The clock of a seat that is asked: it runs."""
    return clocks.asked(now.terms.clock, clock, at) if clock.since is None else clock


def _free_times(batch: Sequence[Row]) -> dict[Seat, int]:
    """How long each seat that has decided could wait for free."""
    return {row.data.seat: row.data.free for row in batch if isinstance(row.data, Decided)}


def _rest(now: Situation, seat: Seat, clock: SeatClock, at: int, action: Any, waited: Mapping[Seat, int]) -> SeatClock:
    """The clock of a seat that is not asked: it stands still, and has an increment if the seat has decided.

    What the table's paces made it wait for is free.
    """
    if action is None:
        return clocks.stopped(clock, at)
    free = max(now.terms.pace_ms, waited.get(seat, 0)) if now.is_held(str(action)) else 0
    if now.chairs[seat].by_bot:
        free = max(free, now.terms.bot_pace_ms)
    return clocks.decided(now.terms.clock, clock, at, free)


def _tell_awaited(
    before: Situation, now: Situation, seen: Seen, batch: Sequence[Row]
) -> tuple[tuple[int | None, ...], Times]:
    """Who is asked and how the clocks stand, as far as everyone may know: unseen answers do not show in them."""
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
            times.append(_go_on(now, clock, at))
        elif seat in openly or now.stage is Stage.PAUSED:
            times.append(_rest(now, seat, clock, at, openly.get(seat), free))
        else:
            times.append(SeatClock(clock.left))
    return awaited, tuple(times)


def _end_short_stand_ins(before: Situation, now: Situation, seen: Seen) -> Situation:
    """With days for each decision, a bot stands in for one decision only: tomorrow the player may be back.

    The chair is the player's again when everyone may know that the seat has decided, not before: with an unseen answer,
    when all the answers show; else when the seat is not asked any more.
    """
    if not isinstance(now.terms.clock, DaysClock) or now.stage in FINISHED:
        return now
    shows = any(seen) and sum(since is not None for since in before.awaited) > 1
    chairs = list(now.chairs)
    for seat, (chair, question) in enumerate(zip(now.chairs, now.questions, strict=True)):
        done = question is None and now.awaited[seat] is None
        if chair.stand_in == "time" and not chair.unseen:
            chairs[seat] = chair.awake if done or (shows and question is not before.questions[seat]) else chair
    return replace(now, chairs=tuple(chairs))
