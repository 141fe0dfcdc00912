"""Which rows an audience gets to know of at all. What it does not see is not counted for it, and leaves no gap."""

from collections.abc import Sequence

from heimlich.record import Step
from heimlich.server.chat import PLAYERS_ROOM
from heimlich.server.situation import Audience, Situation
from heimlich.server.table_log import (
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


def sees(now: Situation, batch: Sequence[Row], steps: Sequence[Step], audience: Audience) -> bool:
    """Whether an audience sees anything of a batch: a row of the table, or an event of the game."""
    if any(is_shown(now, row, audience) for row in batch):
        return True
    return any(now.game.seen(*step, audience) for step in steps)


def is_shown(now: Situation, row: Row, audience: Audience) -> bool:
    """Whether an audience sees a row; of the game's events the rules decide, not this."""
    match row.data:
        case Decided() | Happened() | Blocked() | Reported() | TwinOpened():
            return False
        case Held(seat) | StoodIn(seat, unseen=True) | CameBack(seat, unseen=True):
            return seat == audience
        case TwinOver():  # that there are other tables with this deal is a secret until all are over
            return now.seed_is_public
        case Said(room=room):
            return (room == PLAYERS_ROOM) == (audience is not None)
    return True
