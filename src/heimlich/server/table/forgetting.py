"""Rewrite the log of a table so that it no longer tells who a guest was. This is the only change of stored rows.

Moves, seats and times stay as they are, and so do the numbers of all rows and updates: the table folds, replays and
proves its dice as before. The guest's id becomes an alias that exists at this table only; names, chat, and the marks
and text of pads are emptied. Reports stay: those who run the server must be able to read them. See
docs/decisions/0010-a-guest-can-be-forgotten.md.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from heimlich.game import Seat
from heimlich.server.table.audience.summaries import TableSummary
from heimlich.server.table.rows import (
    AnyData,
    BotAdded,
    Came,
    Created,
    Guessed,
    GuestForgotten,
    HostPassed,
    Kicked,
    Left,
    Named,
    Noted,
    Row,
    Said,
    Sat,
    Started,
    StoodUp,
)
from heimlich.server.table.seats import GuestId, Number


class Rewritten(Struct, frozen=True):
    """A log without a guest: its rows that change, the row to add, the seats that were theirs, and if they are host."""

    changed: tuple[Row, ...]
    added: Row
    seats: frozenset[Seat]
    is_host: bool


def forget_guest(rows: Sequence[Row], guest: GuestId, alias: GuestId) -> Rewritten | None:
    """Return a table's log without a guest; None if the guest is not in it."""
    scan = _Scan(guest)
    changed: list[Row] = []
    for row in rows:
        scan.take(row.data)
        data = _emptied(row.data, scan, alias)
        sender = alias if row.guest == guest else row.guest
        if data is not row.data or sender != row.guest:
            changed.append(replace(row, data=data, guest=sender))
    if not scan.who:
        return None
    last = rows[-1]
    added = Row(last.seq + 1, last.at_ms, GuestForgotten(scan.who, alias))
    return Rewritten(tuple(changed), added, frozenset(scan.seats), scan.host == scan.who)


class _Scan:
    """The few facts about a guest that a walk through the log needs; folding it would take a hundred times as long."""

    def __init__(self, guest: GuestId) -> None:
        self.guest = guest
        self.who: Number = 0
        self.host: Number = 1
        self.seats: set[Seat] = set()  # of the guest
        self._known: set[GuestId] = set()
        self._started = False

    def take(self, data: AnyData) -> None:
        """Take in the next row."""
        match data:
            case Created(host=newcomer) | Came(guest=newcomer):
                self._known.add(newcomer)
                if newcomer == self.guest and not self.who:
                    self.who = len(self._known)
            case HostPassed(who):
                self.host = who
            case Started():
                self._started = True
            case Sat(who, seat):
                (self.seats.add if who == self.who else self.seats.discard)(seat)
            case StoodUp(seat) | BotAdded(seat):
                self.seats.discard(seat)
            case Kicked(who) | Left(who) if who == self.who and not self._started:
                self.seats.clear()


def _emptied(data: AnyData, scan: _Scan, alias: GuestId) -> AnyData:
    """Return a row's data without what it says about the guest; the same object if it says nothing."""
    match data:
        case Created(host=guest) if guest == scan.guest:
            return replace(data, host=alias, name="")
        case Came(guest=guest) if guest == scan.guest:
            return replace(data, guest=alias, name="")
        case Named(who=who) if who == scan.who:
            return replace(data, name="")
        case Said(who=who) if who == scan.who:
            return replace(data, text="", phrase="")
        case Guessed(who=who) if who == scan.who:
            return Guessed(who, ())
        case Noted(seat=seat) if seat in scan.seats:
            return Noted(seat)
    return data


def names_person(row: Row, who: Number, guest: GuestId) -> bool:
    """Tell whether a row holds a name or a chat message of this person."""
    match row.data:
        case Created(host=came) | Came(guest=came):
            return came == guest
        case Named(who=number) | Said(who=number):
            return number == who
    return False


def without_names(summary: TableSummary, gone: Rewritten) -> TableSummary:
    """Return a table's summary without the guest's names."""
    seats = tuple(replace(seat, name="") if number in gone.seats else seat for number, seat in enumerate(summary.seats))
    return replace(summary, seats=seats, host="" if gone.is_host else summary.host)
