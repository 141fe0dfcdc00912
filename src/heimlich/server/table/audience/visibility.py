"""Decide which rows and events each audience sees. What it does not see does not count in its update numbers."""

from collections.abc import Sequence
from typing import Any

from heimlich.record import AnyStep
from heimlich.server.table.chat import PLAYERS_ROOM
from heimlich.server.table.rows import (
    Blocked,
    CameBack,
    Decided,
    Guessed,
    GuestJoined,
    Happened,
    Held,
    Instructed,
    Noted,
    Reported,
    Row,
    Said,
    StoodIn,
    TwinOpened,
    TwinOver,
)
from heimlich.server.table.situation import Audience, Situation

Seen = tuple[tuple[Any, ...], ...]  # the events that an audience sees of each step


def seen_by_each(now: Situation, steps: Sequence[AnyStep]) -> tuple[Seen, ...]:
    """Return the events that each seat, and last the spectators, see of a batch.

    Audiences that see equal events get one shared object. An event that spectators see in full is seen by everyone.
    """
    see = now.game.seen
    public = tuple([tuple(see(*step, None)) for step in steps])
    hidden = [step for step, events in zip(steps, public, strict=True) if step.event not in events]
    if not hidden:
        return (public,) * (len(now.chairs) + 1)
    each = []
    for seat in range(len(now.chairs)):
        own = tuple([tuple(see(*step, seat)) for step in steps])
        each.append(public if own == public else own)
    return (*each, public)


def counted(now: Situation, batch: Sequence[Row], seen: Sequence[Seen]) -> tuple[int, ...]:
    """Return the number of each audience's last update after this batch: one more if it sees a row or an event."""
    rows = [row for row in batch if not isinstance(row.data, NEVER_SHOWN)]
    if not rows:
        return tuple([number + any(events) for number, events in zip(now.numbers, seen, strict=True)])
    audiences: list[Audience] = [*range(len(now.chairs)), None]
    return tuple(
        [
            number + (any(events) or any(is_shown(now, row, audience) for row in rows))
            for number, events, audience in zip(now.numbers, seen, audiences, strict=True)
        ]
    )


# No audience sees these rows as such: the rules decide what is seen of the game's events, the rest is for the server.
NEVER_SHOWN = (Decided, Happened, Blocked, Reported, TwinOpened, Noted, Instructed, Guessed)


def is_shown(now: Situation, row: Row, audience: Audience) -> bool:
    """Tell whether an audience sees a row; for events of the game the rules decide instead (`seen_by_each`)."""
    match row.data:
        case Held(seat) | StoodIn(seat, unseen=True) | CameBack(seat, unseen=True):
            return seat == audience
        case TwinOver():  # until all are over, it is a secret that other tables have this deal
            return now.seed_is_public
        case GuestJoined(into=into):  # without, names and seats stay as they are
            return bool(into)
        case Said(room=room):
            return (room == PLAYERS_ROOM) == (audience is not None)
    return not isinstance(row.data, NEVER_SHOWN)
