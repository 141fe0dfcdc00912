"""What an audience gets to know of at all: which rows, which events. What it does not see is not counted for it."""

from collections.abc import Sequence
from typing import Any

from heimlich.record import AnyStep
from heimlich.server.table.chat import PLAYERS_ROOM
from heimlich.server.table.rows import (
    Blocked,
    CameBack,
    Decided,
    Happened,
    Held,
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
    """What each seat, and last the spectators, see of a batch; those who see the same have the same object.

    What spectators see as it is, everyone does.
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
    """The number of each audience's last update, after this batch: one more if it sees a row or an event of it."""
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


# Of what stands in these, the rules decide what is seen of it, or nobody but the server needs to know.
NEVER_SHOWN = (Decided, Happened, Blocked, Reported, TwinOpened)


def is_shown(now: Situation, row: Row, audience: Audience) -> bool:
    """Whether an audience sees a row; of the game's events the rules decide, not this."""
    match row.data:
        case Held(seat) | StoodIn(seat, unseen=True) | CameBack(seat, unseen=True):
            return seat == audience
        case TwinOver():  # that there are other tables with this deal is a secret until all are over
            return now.seed_is_public
        case Said(room=room):
            return (room == PLAYERS_ROOM) == (audience is not None)
    return not isinstance(row.data, NEVER_SHOWN)
