"""What a batch of rows makes of a table. Nothing is checked here: what stands in the log has happened.

Each row changes the situation by itself; what follows from all of them together (whose question it is now, the clocks,
who has got an update) is settled once at the end of the batch.
"""

from collections.abc import Sequence
from dataclasses import replace as replace_name
from typing import Any, NamedTuple

from msgspec.structs import replace

from heimlich.chance import draw
from heimlich.errors import HeimlichError
from heimlich.fairness import FairSource, commitment
from heimlich.game import Decision, Seat
from heimlich.record import Step
from heimlich.server import clocks
from heimlich.server.chat import MOST, WITHIN
from heimlich.server.seats import FREE, Chair, Person
from heimlich.server.served import SERVED
from heimlich.server.situation import FINISHED, Question, Situation, Stage, empty_chairs
from heimlich.server.table_log import (
    AnyData,
    Blocked,
    BotAdded,
    Came,
    CameBack,
    Closed,
    Consented,
    Created,
    Decided,
    Ended,
    EntropyAdded,
    Happened,
    Held,
    HostPassed,
    Kicked,
    Left,
    Named,
    Paused,
    RematchOpened,
    Reported,
    Resumed,
    Row,
    Said,
    Sat,
    Started,
    StoodIn,
    StoodUp,
    TwinOpened,
    TwinOver,
)
from heimlich.server.visibility import sees


class Folded(NamedTuple):
    """What a batch has made of a table, and the game's steps in it."""

    situation: Situation
    steps: tuple[Step, ...]


def fold(before: Situation | None, batch: Sequence[Row]) -> Folded:
    """The table after a whole batch."""
    now, steps = before, []
    for row in batch:
        if isinstance(row.data, Created):
            now = _create(row.data, row.at_ms)
            continue
        if now is None:
            raise HeimlichError("the log of a table begins with its creation")
        if isinstance(row.data, Decided | Happened):
            step = _step(now, row.data)
            steps.append(step)
            now = _after_step(now, step)
        else:
            now = _change(now, row.data, row.at_ms)
    assert now is not None
    return Folded(_settle(before, now, batch, steps), tuple(steps))


def _create(data: Created, at: int) -> Situation:
    terms = data.terms
    rules = replace_name(terms.rules, version=data.version)
    seed = bytes.fromhex(data.seed)
    return Situation(
        table=data.table,
        terms=terms,
        rules=rules,
        seed=seed,
        commitment=commitment(seed, data.table, terms.game, rules, terms.seats),
        people=(Person(data.host, data.name),),
        chairs=empty_chairs(terms.seats),
        numbers=(0,) * (terms.seats + 1),
        entropies=tuple((seat, bytes.fromhex(entropy)) for seat, entropy in data.entropies),
        twin_of=data.twin_of,
        twins=data.twins,
        rematch_of=data.rematch_of,
        created_at=at,
        stage_at=at,
    )


def _step(now: Situation, data: Decided | Happened) -> Step:
    game = now.game
    event: Any
    if isinstance(data, Decided):
        event = Decision(data.seat, game.parse_action(data.action))
    else:
        event = game.parse_event(data.event)
    return Step(now.state, event, game.apply(now.state, event))


def _after_step(now: Situation, step: Step) -> Situation:
    over = now.game.outcome(step.after) is not None
    stage = Stage.OVER if over else now.stage
    held = now.held
    if isinstance(step.event, Decision) and held[step.event.seat]:
        held = _put(held, step.event.seat, "")
    return replace(now, state=step.after, events=now.events + 1, stage=stage, held=held)


def _change(now: Situation, data: AnyData, at: int) -> Situation:
    match data:
        case Came(guest, name):
            return _come(now, guest, name)
        case Named(who, name):
            return _person(now, who, name=name)
        case Sat(who, seat):
            return _chair(_person(now, who, here=True), seat, Chair(who))
        case StoodUp(seat):
            return _free(now, [seat])
        case BotAdded(seat, bot):
            return _chair(now, seat, Chair(bot=bot))
        case Kicked(who):
            return _person(_free_all(now, who), who, kicked=True, here=False)
        case HostPassed(who):
            return replace(now, host=who)
        case EntropyAdded(seat, entropy):
            kept = tuple(pair for pair in now.entropies if pair[0] != seat)
            return replace(now, entropies=tuple(sorted((*kept, (seat, bytes.fromhex(entropy))))))
        case Started():
            return _start(now)
        case Held(seat, action):
            return replace(now, held=_put(now.held, seat, action))
        case Said(who):
            recent = tuple(entry for entry in now.said if entry[1] > at - WITHIN)
            return replace(now, said=(*recent[-MOST * len(now.people) :], (who, at)))
        case Blocked(who, person, off):
            rest = tuple(pair for pair in now.blocks if pair != (who, person))
            return replace(now, blocks=rest if off else (*rest, (who, person)))
        case Consented(who, to, no):
            others = tuple(wish for wish in now.consents if wish[0] != to)
            return replace(now, consents=others if no else (*now.consents, (to, who)))
        case Paused():
            return replace(now, stage=Stage.PAUSED, consents=())
        case Resumed():
            return replace(now, stage=Stage.PLAYING, consents=())
        case Ended():
            return replace(now, stage=Stage.ENDED, consents=())
        case StoodIn(seat, why, unseen):
            return _chair(now, seat, replace(now.chairs[seat], stand_in=why, unseen=unseen))
        case CameBack(seat):
            return _come_back(now, seat)
        case Left(who):
            return _leave(now, who)
        case RematchOpened(table):
            return replace(now, rematch=table)
        case TwinOpened(table):
            return replace(now, twins=(*now.twins, (table, False)))
        case TwinOver(table):
            return replace(now, twins=tuple((name, over or name == table) for name, over in now.twins))
        case Closed():
            return replace(now, stage=Stage.CLOSED, consents=())
        case Reported():
            return now
    raise HeimlichError(f"a row '{type(data).__name__}' is not expected here")


def _put(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _chair(now: Situation, seat: Seat, chair: Chair) -> Situation:
    return replace(now, chairs=_put(now.chairs, seat, chair))


def _person(now: Situation, who: int, **changes: Any) -> Situation:
    return replace(now, people=_put(now.people, who - 1, replace(now.people[who - 1], **changes)))


def _come(now: Situation, guest: str, name: str) -> Situation:
    who = now.person(guest)
    if who:
        return _person(now, who, here=True)
    return replace(now, people=(*now.people, Person(guest, name)))


def _free(now: Situation, seats: Sequence[Seat]) -> Situation:
    """Nobody's any more; who stands up takes his entropy along, unless it belongs to another table's dice."""
    chairs = tuple(FREE if seat in seats else chair for seat, chair in enumerate(now.chairs))
    kept = now.entropies if now.twin_of else tuple(pair for pair in now.entropies if pair[0] not in seats)
    return replace(now, chairs=chairs, entropies=kept)


def _free_all(now: Situation, who: int) -> Situation:
    return _free(now, [seat for seat, chair in enumerate(now.chairs) if chair.who == who])


def _leave(now: Situation, who: int) -> Situation:
    gone = _person(now, who, here=False)
    return _free_all(gone, who) if now.stage is Stage.WAITING else gone


def _come_back(now: Situation, seat: Seat) -> Situation:
    chair = now.chairs[seat]
    now = _person(_chair(now, seat, Chair(chair.who)), chair.who, here=True)
    clock = clocks.come_back(now.terms.clock, now.clocks[seat])
    shown = now.shown if chair.unseen else _put(now.shown, seat, replace(now.shown[seat], left=clock.left))
    return replace(now, clocks=_put(now.clocks, seat, clock), shown=shown)


def _start(now: Situation) -> Situation:
    game, seats = now.game, now.terms.seats
    full = (clocks.fresh(now.terms.clock),) * seats
    return replace(
        now,
        stage=Stage.PLAYING,
        state=game.new(game.ruleset(now.rules), seats),
        questions=(None,) * seats,
        held=("",) * seats,
        awaited=(None,) * seats,
        clocks=full,
        shown=full,
    )


def next_chance(now: Situation, state: Any) -> Any:
    """What chance decides in this state, from the table's seed; None if seats are to act, or all is over."""
    chance = SERVED[now.terms.game].game.chance(state)
    return None if chance is None else draw(chance, FairSource(now.seed, dict(now.entropies)))


def _settle(before: Situation | None, now: Situation, batch: Sequence[Row], steps: Sequence[Step]) -> Situation:
    """What follows from the whole batch."""
    at = batch[-1].at_ms
    stage_at = at if before is None or before.stage != now.stage else now.stage_at
    now = replace(now, at=at, stage_at=stage_at)
    public = any(now.game.seen(*step, None) for step in steps)
    if public and any(chair.unseen for chair in now.chairs):
        shown = tuple(replace(chair, unseen=False) if chair.unseen else chair for chair in now.chairs)
        now = replace(now, chairs=shown)
    numbers = tuple(
        number + sees(now, batch, steps, audience)
        for number, audience in zip(now.numbers, [*range(len(now.chairs)), None], strict=True)
    )
    now = replace(now, numbers=numbers)
    if before is None or now.state is None:
        return now
    if steps or before.stage != now.stage:
        now = _ask(before, now, steps, at)
        now = _tell_awaited(before, now, steps, at)
        now = _end_short_stand_ins(now)
    return now


def _ask(before: Situation, now: Situation, steps: Sequence[Step], at: int) -> Situation:
    """Who is asked what; a question stays the same until its offer changes or its seat has decided."""
    game, playing = now.game, now.stage is Stage.PLAYING
    resumed = before.stage is Stage.PAUSED
    deciding = {step.event.seat: str(step.event.action) for step in steps if isinstance(step.event, Decision)}
    actors = set(game.actors(now.state)) if playing else set()
    questions: list[Question | None] = []
    times = []
    for seat, (question, clock) in enumerate(zip(now.questions, now.clocks, strict=True)):
        if seat not in actors:
            questions.append(None if now.stage is not Stage.PAUSED else question)
            times.append(_rest(now, clock, at, deciding.get(seat)))
            continue
        offer = game.offer(game.view(now.state, seat))
        if question is None or question.offer != offer or seat in deciding:
            question = Question(offer, now.numbers[seat], at)
        elif resumed:
            question = question._replace(at=at)
        questions.append(question)
        times.append(clocks.asked(now.terms.clock, clock, at) if clock.since is None else clock)
    return replace(now, questions=tuple(questions), clocks=tuple(times))


def _rest(now: Situation, clock: clocks.SeatClock, at: int, action: str | None) -> clocks.SeatClock:
    """The clock of a seat that is not asked: it stands still, and has an increment if the seat has decided."""
    if action is None:
        return clocks.stopped(clock, at)
    free = now.terms.pace_ms if now.served.is_held(action) else 0
    return clocks.decided(now.terms.clock, clock, at, free)


def _tell_awaited(before: Situation, now: Situation, steps: Sequence[Step], at: int) -> Situation:
    """Who is asked and how the clocks stand, as far as everyone may know: unseen answers do not show in them."""
    game = now.game
    playing = now.stage is Stage.PLAYING
    asked = set(game.awaited(game.view(now.state, None))) if playing else set()
    seen = [event for step in steps for event in game.seen(*step, None)]
    openly = {event.seat: str(event.action) for event in seen if isinstance(event, Decision)}
    awaited: list[int | None] = []
    times = []
    for seat, (since, clock) in enumerate(zip(before.awaited or now.awaited, now.shown, strict=True)):
        if seat not in asked:
            awaited.append(None)
            paused = now.stage is Stage.PAUSED
            known = seat in openly or paused
            times.append(_rest(now, clock, at, openly.get(seat)) if known else clocks.SeatClock(clock.left))
            continue
        awaited.append(at if since is None or seat in openly else since)
        times.append(clocks.asked(now.terms.clock, clock, at) if clock.since is None else clock)
    return replace(now, awaited=tuple(awaited), shown=tuple(times))


def _end_short_stand_ins(now: Situation) -> Situation:
    """With days for each decision, a bot stands in for one decision only: tomorrow the player may be back."""
    if not isinstance(now.terms.clock, clocks.DaysClock) or now.stage in FINISHED:
        return now
    chairs = tuple(
        Chair(chair.who) if chair.stand_in == "time" and not chair.unseen and question is None else chair
        for chair, question in zip(now.chairs, now.questions, strict=True)
    )
    return replace(now, chairs=chairs)
