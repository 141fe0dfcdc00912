"""Apply a batch of rows to a table. Nothing is checked here: what is in the log has happened.

First each row changes the situation on its own, then the game's steps do; questions, clocks and update numbers, which
depend on the whole batch, are computed once at the end (settling.py).
"""

from collections.abc import Sequence
from dataclasses import replace as replace_name
from typing import Any, NamedTuple

from msgspec.structs import replace

from heimlich.errors import HeimlichError
from heimlich.fairness import commitment
from heimlich.game import Decision, Seat
from heimlich.record import AnyStep, Step
from heimlich.server.table import clocks
from heimlich.server.table.audience.visibility import Seen, seen_by_each
from heimlich.server.table.chat import MOST, WITHIN
from heimlich.server.table.notes.guesses import NO_GUESS, guessed
from heimlich.server.table.notes.pads import EMPTY, SeatPad, changed, noted, pad_of, with_pad
from heimlich.server.table.rows import (
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
    Guessed,
    GuestForgotten,
    GuestJoined,
    Happened,
    Held,
    HostPassed,
    Instructed,
    Kicked,
    Left,
    Named,
    Noted,
    PadShown,
    Paused,
    Reflected,
    RematchOpened,
    Reported,
    Resumed,
    Row,
    Said,
    Sat,
    SeasonOver,
    Started,
    StoodIn,
    StoodUp,
    TwinOpened,
    TwinOver,
)
from heimlich.server.table.seats import FREE, Chair, GuestId, Number, Person, numbers_of, part_alias
from heimlich.server.table.settling import settle
from heimlich.server.table.setup.script import make_script
from heimlich.server.table.situation import Situation, Stage, empty_chairs
from heimlich.server.table.tempo import LONGEST_MS, effect_of, remember


class Folded(NamedTuple):
    """The table after a batch, the game's steps in the batch, and the events that each audience sees of them."""

    situation: Situation
    steps: tuple[AnyStep, ...]
    seen: tuple[Seen, ...]


def fold(before: Situation | None, batch: Sequence[Row], known: Sequence[AnyStep] = ()) -> Folded:
    """Return the table after a whole batch; `known` are its steps, if they have been computed already."""
    now = before
    steps: list[AnyStep] = []
    for row in batch:
        data = row.data
        if isinstance(data, Created):
            now = _create(data, row.at_ms)
            continue
        if now is None:
            raise HeimlichError("the log of a table begins with its creation")
        if isinstance(data, Decided | Happened):
            step = known[len(steps)] if known else _step(now, steps[-1].after if steps else now.state, data)
            steps.append(step)
            if isinstance(data, Decided) and not now.held[data.seat]:
                now = replace(now, tempos=remember(now, data.seat, data.action, row.at_ms))
        else:
            now = _change(now, data, row.at_ms)
    assert now is not None
    if steps:
        now = _after_steps(now, steps)
    seen = seen_by_each(now, steps)
    if steps and now.terms.counted:
        now = _counted(now, steps, seen[-1])
    return Folded(settle(before, now, batch, steps, seen), tuple(steps), seen)


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
        salt=bytes.fromhex(data.salt),
        twin_of=data.twin_of,
        twins=data.twins,
        rematch_of=data.rematch_of,
        season=data.season,
        deal=data.deal,
        script=make_script(data.lesson, data.script, data.opening, terms.seats),
        decided=(0,) * terms.seats if data.lesson else (),
        created_at=at,
        stage_at=at,
    )


def _step(now: Situation, state: Any, data: Decided | Happened) -> AnyStep:
    game = now.game
    event: Any
    if isinstance(data, Decided):
        event = Decision(data.seat, game.parse_action(data.action))
    else:
        event = game.parse_event(data.event)
    return Step(state, event, game.apply(state, event))


def _after_steps(now: Situation, steps: Sequence[AnyStep]) -> Situation:
    state = steps[-1].after
    stage = now.stage if now.game.outcome(state) is None else Stage.OVER
    held, decided = now.held, now.decided
    for step in steps:
        if isinstance(step.event, Decision):
            seat = step.event.seat
            held = _put(held, seat, "") if held[seat] else held
            decided = _put(decided, seat, decided[seat] + 1) if decided else decided
    return replace(now, state=state, events=now.events + len(steps), stage=stage, held=held, decided=decided)


def _counted(now: Situation, steps: Sequence[AnyStep], seen: Seen) -> Situation:
    """Add what everyone has seen to the public part of the pad."""
    counts, game = now.counts, now.game
    for step, events in zip(steps, seen, strict=True):
        if events:
            counts = game.note(counts, game.view(step.before, None), events, game.view(step.after, None))
    return now if counts is now.counts else replace(now, counts=counts)


def _change(now: Situation, data: AnyData, at: int) -> Situation:
    match data:
        case Came(guest, name, board):
            return _come(now, guest, name, board=board)
        case Named(who, name, None):
            return _person(now, who, name=name)
        case Named(_, name, int(seat)):
            return _chair(now, seat, replace(now.chairs[seat], name=name))
        case Sat(who, seat):
            return _chair(_person(now, who, here=True, board=False), seat, Chair(who))
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
            return _hold(now, seat, action, at)
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
            return _chair(now, seat, replace(now.chairs[seat], stand_in=why, unseen=unseen, since=at))
        case CameBack(seat):
            return _come_back(now, seat)
        case Left(who):
            return _leave(now, who)
        case GuestForgotten(who, alias):
            return _forget(now, who, alias)
        case GuestJoined(who, guest, was, into):
            return _join(now, who, guest, was, into) if into else _person(now, who, guest=guest)
        case Noted(seat, marks, text):
            return _pad(now, seat, noted(pad_of(now.pads, seat), marks, text, at))
        case Instructed(seat, kind, turn):
            return _pad(now, seat, replace(changed(pad_of(now.pads, seat), at), standing=kind, turn=turn))
        case Guessed(who, guesses, named, turn):
            guess = now.guesses.get(who, NO_GUESS)
            return replace(now, guesses={**now.guesses, who: guessed(guess, guesses, turn, at, named=named)})
        case PadShown(seat):
            return _pad(now, seat, replace(pad_of(now.pads, seat), shown=True))
        case RematchOpened(table):
            return replace(now, rematch=table)
        case TwinOpened(table):
            return replace(now, twins=(*now.twins, (table, False)))
        case TwinOver(table):
            return replace(now, twins=tuple((name, over or name == table) for name, over in now.twins))
        case SeasonOver():
            return replace(now, season_over=True)
        case Closed():
            return replace(now, stage=Stage.CLOSED, consents=())
        case Reflected(seat, lines):
            return replace(now, afterwords=(*now.afterwords, (seat, at, lines)))
        case Reported():
            return now
    raise HeimlichError(f"a row '{type(data).__name__}' is not expected here")


def _hold(now: Situation, seat: Seat, action: str, at: int) -> Situation:
    """Hold a seat's answer: its clock stops now, although the answer takes effect later."""
    return replace(
        now,
        held=_put(now.held, seat, action),
        waits=_put(now.waits, seat, effect_of(now, seat, at)),
        tempos=remember(now, seat, action, at),
        clocks=_put(now.clocks, seat, clocks.stopped(now.clocks[seat], at, LONGEST_MS)),
    )


def _pad(now: Situation, seat: Seat, pad: SeatPad) -> Situation:
    return replace(now, pads=with_pad(now.pads, seat, len(now.chairs), pad))


def _forget(now: Situation, who: int, alias: str) -> Situation:
    """Remove a person's id, names and pads; their seats and moves stay."""
    gone, numbers = now, numbers_of(now.people, who)
    for number in numbers:
        own_alias = alias if number == who else part_alias(alias, number)
        gone = _person(gone, number, guest=own_alias, name="", here=False)
    if numbers & now.guesses.keys():
        gone = replace(gone, guesses={other: guess for other, guess in now.guesses.items() if other not in numbers})
    for seat, chair in enumerate(now.chairs):
        if chair.who == who:
            gone = _chair(gone, seat, replace(chair, name=""))
            gone = _pad(gone, seat, EMPTY) if gone.pads else gone
    return gone


def _join(now: Situation, who: Number, guest: GuestId, was: GuestId, into: Number) -> Situation:
    """Make a person part of another: seats, host and wishes go over; what was said keeps its name."""
    name = now.people[who - 1].name
    joined = _person(_person(now, who, guest=was, here=False, part_of=into), into, guest=guest)
    chairs = tuple(
        replace(chair, who=into, name=chair.name or name) if chair.who == who else chair for chair in now.chairs
    )
    consents = dict.fromkeys((to, into if agreed == who else agreed) for to, agreed in now.consents)
    blocks = dict.fromkeys(tuple(into if one == who else one for one in pair) for pair in now.blocks)
    return replace(
        joined,
        chairs=now.chairs if chairs == now.chairs else chairs,
        host=into if now.host == who else now.host,
        consents=tuple(consents),
        blocks=tuple((one, other) for one, other in blocks if one != other),
    )


def _put(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _chair(now: Situation, seat: Seat, chair: Chair) -> Situation:
    return replace(now, chairs=_put(now.chairs, seat, chair))


def _person(now: Situation, who: int, **changes: Any) -> Situation:
    return replace(now, people=_put(now.people, who - 1, replace(now.people[who - 1], **changes)))


def _come(now: Situation, guest: str, name: str, *, board: bool) -> Situation:
    who = now.person(guest)
    if who:
        return _person(now, who, here=True, board=board)
    return replace(now, people=(*now.people, Person(guest, name, board=board)))


def _free(now: Situation, seats: Sequence[Seat]) -> Situation:
    """Free these seats, and drop the entropy added from them, unless the dice are another table's."""
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
    now = _person(_chair(now, seat, chair.awake), chair.who, here=True)
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
        waits=(0,) * seats,
        tempos=((),) * seats,
        awaited=(None,) * seats,
        clocks=full,
        shown=full,
    )
