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
from heimlich.server.table.people.census import Census
from heimlich.server.table.rows import (
    AnyData,
    Came,
    Created,
    Guessed,
    GuestForgotten,
    GuestJoined,
    Named,
    Noted,
    Row,
    Said,
)
from heimlich.server.table.seats import GuestId, Number, part_alias


class Rewritten(Struct, frozen=True):
    """A log without a guest: its rows that change, the row to add, the seats that were theirs, and if they are host."""

    changed: tuple[Row, ...]
    added: Row
    seats: frozenset[Seat]
    is_host: bool


def forget_guest(rows: Sequence[Row], guest: GuestId, alias: GuestId) -> Rewritten | None:
    """Return a table's log without a guest; None if the guest is not in it."""
    end = Census()
    for row in rows:
        end.take(row.data)
    who, people = end.numbers.get(guest, 0), end.people_of(guest)
    if not who:
        return None
    scan = _Scan(people, who, alias)
    changed: list[Row] = []
    for row in rows:
        scan.take(row.data)
        data, sender = _emptied(row.data, scan), scan.alias_of(row.guest)
        if data is not row.data or sender != row.guest:
            changed.append(replace(row, data=data, guest=sender))
    last = rows[-1]
    added = Row(last.seq + 1, last.at_ms, GuestForgotten(who, alias))
    return Rewritten(tuple(changed), added, scan.own_seats, end.host in people)


class _Scan(Census):
    """A census that knows which people are the guest, and the alias of each of them."""

    def __init__(self, people: set[Number], who: Number, alias: GuestId) -> None:
        super().__init__()
        self.people = people
        self._who = who
        self._alias = alias
        self._aliases: dict[GuestId, GuestId] = {}  # of ids that were the guest's, as last known

    def take(self, data: AnyData) -> None:
        """Take in the next row."""
        super().take(data)
        if not isinstance(data, Created | Came | GuestJoined | GuestForgotten):
            return
        for guest, number in self.numbers.items():
            if number in self.people:
                self._aliases[guest] = self._alias if number == self._who else part_alias(self._alias, number)

    def alias_of(self, guest: GuestId) -> GuestId:
        """Return the alias of an id that is or was the guest's; any other id itself."""
        return self._aliases.get(guest, guest)

    @property
    def own_seats(self) -> frozenset[Seat]:
        """The seats of the guest."""
        return frozenset(seat for seat, holder in self.seats.items() if holder in self.people)


def _emptied(data: AnyData, scan: _Scan) -> AnyData:
    """Return a row's data without what it says about the guest; the same object if it says nothing."""
    match data:
        case Created(host=guest) if scan.alias_of(guest) != guest:
            return replace(data, host=scan.alias_of(guest), name="")
        case Came(guest=guest) if scan.alias_of(guest) != guest:
            return replace(data, guest=scan.alias_of(guest), name="")
        case GuestJoined(who=who) if who in scan.people:
            return replace(data, guest=scan.alias_of(data.guest), was=scan.alias_of(data.was))
        case Named(who=who) if who in scan.people:
            return replace(data, name="")
        case Said(who=who) if who in scan.people:
            return replace(data, text="", phrase="")
        case Guessed(who=who) if who in scan.people:
            return Guessed(who, ())
        case Noted(seat=seat) if scan.seats.get(seat) in scan.people:
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
