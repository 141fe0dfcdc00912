"""The private part of a seat's pad: marks, a line of text, and what the server shall answer for the seat.

It belongs to the log of the table, but nobody except the seat's own player learns of it, or that it has changed: its
rows count in no audience's updates (see LiveTable.accept and followers.py). After the end a player may show it.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from heimlich.game import Grid
from heimlich.server.table.chat import clean_line
from heimlich.server.table.clocks import SECOND
from heimlich.server.table.refusals import Refused

Mark = tuple[str, str, str]  # row and column of a grid, and one of MARKS; "" takes a mark away
MARKS = ("suspect", "excluded", "sure")
LONGEST_TEXT = 200  # characters
MOST_AT_ONCE = 64  # marks in one command
MOST = 12  # changes of one pad …
WITHIN = 30 * SECOND  # … in this time …
MOST_EVER = 400  # … and in a whole game


class SeatPad(Struct, frozen=True):
    """The notes of the player on one seat."""

    marks: Mapping[tuple[str, str], str] = {}
    text: str = ""
    standing: str = ""  # which quiet questions the server answers; "": none (see Game.standing_answer) …
    turn: int = 0  # … and in which turn the player said so
    changes: int = 0
    times: tuple[int, ...] = ()  # of the latest changes
    shown: bool = False  # to all, after the end

    def rows(self) -> list[Mark]:
        """Return all marks, in a fixed order."""
        return sorted((row, column, mark) for (row, column), mark in self.marks.items())


EMPTY = SeatPad()


def pad_of(pads: Sequence[SeatPad], seat: int) -> SeatPad:
    """Return the pad of a seat; before anyone has written, there are none."""
    return pads[seat] if seat < len(pads) else EMPTY


def with_pad(pads: Sequence[SeatPad], seat: int, seats: int, pad: SeatPad) -> tuple[SeatPad, ...]:
    """Return all pads with that of one seat replaced."""
    return tuple(pad if other == seat else pad_of(pads, other) for other in range(seats))


def changed(pad: SeatPad, at: int) -> SeatPad:
    """Count one more change."""
    recent = tuple(time for time in pad.times if time > at - WITHIN)
    return replace(pad, changes=pad.changes + 1, times=(*recent, at)[-MOST:])


def noted(pad: SeatPad, marks: Iterable[Mark], text: str | None, at: int) -> SeatPad:
    """Return the pad with marks set or taken away, and another text if there is one."""
    kept = dict(pad.marks)
    for row, column, mark in marks:
        kept.pop((row, column), None)
        if mark:
            kept[row, column] = mark
    return changed(replace(pad, marks=kept, text=pad.text if text is None else text), at)


def check_marks(marks: Sequence[Mark], grids: Sequence[Grid]) -> None:
    """Refuse a mark outside the grids of the game, or one that does not exist."""
    if len(marks) > MOST_AT_ONCE:
        raise Refused("pad", f"at most {MOST_AT_ONCE} marks at once; these are {len(marks)}")
    for row, column, mark in marks:
        if mark and mark not in MARKS:
            raise Refused("pad", f"there is no mark '{mark[:40]}'; there are: {', '.join(MARKS)}")
        if not any(row in grid.rows and column in grid.columns for grid in grids):
            raise Refused("pad", f"the pad has no cell '{row[:40]}' / '{column[:40]}'")


def check_pad_text(text: str) -> str:
    """Return the text on one line; refuse one that is too long."""
    clean = clean_line(text)
    if len(clean) > LONGEST_TEXT:
        raise Refused("pad", f"a note has at most {LONGEST_TEXT} characters; this one has {len(clean)}")
    return clean


def check_changes(pad: SeatPad, at: int) -> None:
    """Refuse a change if there were too many lately, or in the whole game: the log must not be flooded."""
    if pad.changes >= MOST_EVER:
        raise Refused("pad", f"this pad has been changed {MOST_EVER} times; that is all there is room for in one game")
    if sum(time > at - WITHIN for time in pad.times) >= MOST:
        raise Refused("rate", f"at most {MOST} changes of a pad in {WITHIN // SECOND} seconds; wait a little")
