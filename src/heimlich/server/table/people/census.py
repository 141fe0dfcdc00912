"""The people and seats of a table, found by a walk through its log; folding the log would take a hundred times as long.

Forgetting and joining guests need no more than this.
"""

from heimlich.game import Seat
from heimlich.server.table.rows import (
    AnyData,
    BotAdded,
    Came,
    Created,
    GuestForgotten,
    GuestJoined,
    HostPassed,
    Kicked,
    Left,
    Sat,
    Started,
    StoodUp,
)
from heimlich.server.table.seats import GuestId, Number


class Census:
    """The people after the rows that were taken in: numbers by guest, seats by person, and the host."""

    def __init__(self) -> None:
        self.numbers: dict[GuestId, Number] = {}
        self.seats: dict[Seat, Number] = {}
        self.parts: dict[Number, Number] = {}  # people who were joined into another person
        self.host: Number = 1
        self._people = 0
        self._started = False

    def take(self, data: AnyData) -> None:
        """Take in the next row."""
        match data:
            case Created(host=guest) | Came(guest=guest):
                if guest not in self.numbers:
                    self._people += 1
                    self.numbers[guest] = self._people
            case GuestJoined():
                self._join(data)
            case GuestForgotten(who, alias):
                self.numbers = {guest: number for guest, number in self.numbers.items() if number != who}
                self.numbers[alias] = who
            case HostPassed(who):
                self.host = who
            case Started():
                self._started = True
            case Sat(who, seat):
                self.seats[seat] = who
            case StoodUp(seat) | BotAdded(seat):
                self.seats.pop(seat, None)
            case Kicked(who) | Left(who) if not self._started:
                self.seats = {seat: holder for seat, holder in self.seats.items() if holder != who}

    def _join(self, data: GuestJoined) -> None:
        if not data.into:
            self.numbers.pop(data.was, None)
            self.numbers[data.guest] = data.who
            return
        self.numbers |= {data.was: data.who, data.guest: data.into}
        self.parts[data.who] = data.into
        self.seats = {seat: data.into if holder == data.who else holder for seat, holder in self.seats.items()}
        self.host = data.into if self.host == data.who else self.host

    def people_of(self, guest: GuestId) -> set[Number]:
        """Return the numbers of a guest, with those of the people who were joined into them; none for a stranger."""
        who = self.numbers.get(guest, 0)
        found = {who} - {0}
        while more := {number for number, into in self.parts.items() if into in found} - found:
            found |= more
        return found

    def is_seated(self, who: Number) -> bool:
        """Tell whether a person has a seat."""
        return who in self.seats.values()
