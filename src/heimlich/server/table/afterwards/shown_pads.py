"""The marks on pads that players have shown after the end, with the moments at which they were made."""

from collections.abc import Iterable, Iterator, Sequence

from heimlich.analysis.tell import PadMark
from heimlich.game import Seat
from heimlich.server.table.notes.pads import SeatPad
from heimlich.server.table.rows import Decided, Noted, Row


def shown_seats(pads: Sequence[SeatPad]) -> tuple[Seat, ...]:
    """List the seats whose pads have been shown."""
    return tuple(seat for seat, pad in enumerate(pads) if pad.shown)


def shown_marks(rows: Iterable[Row], seats: Sequence[Seat]) -> Iterator[PadMark]:
    """List every change of a mark on these seats' pads, in order; nothing of any other pad."""
    moment = 0
    for row in rows:
        match row.data:
            case Decided():
                moment += 1
            case Noted(seat, marks) if seat in seats:
                for line, column, mark in marks:
                    yield PadMark(seat, moment, line, column, mark)
