"""Clocks: how much time each seat has left, and when it runs out. Pure functions: the current time is passed in.

A seat's clock runs only while that seat has to decide. If several seats have to decide at once, each clock runs. All
times are whole milliseconds.
"""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from heimlich.server.table.refusals import Refused

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
DAYS_GRACE = HOUR  # after a day clock has run out, before a bot moves


class NoClock(Struct, frozen=True, tag="off", tag_field="kind"):
    """No time limit. If a player is away for too long, the others may ask a bot to move for them."""

    grace: ClassVar[int] = 0


class LiveClock(Struct, frozen=True, tag="live", tag_field="kind", omit_defaults=True):
    """A time budget for the whole game, plus an increment for each decision."""

    bank_s: int
    increment_s: int = 0
    grace_s: int = 20

    @property
    def grace(self) -> int:
        return self.grace_s * SECOND


class DaysClock(Struct, frozen=True, tag="days", tag_field="kind"):
    """A number of days for each decision."""

    days: int
    grace: ClassVar[int] = DAYS_GRACE


Clock = NoClock | LiveClock | DaysClock


class SeatClock(Struct, frozen=True):
    """One seat's clock: the time left when it last stopped, and since when it has been running (None: stopped)."""

    left: int = 0
    since: int | None = None


def check_clock(clock: Clock) -> None:
    """Refuse a clock that nobody could play by."""
    match clock:
        case LiveClock(bank_s, increment_s, grace_s):
            if not 10 <= bank_s <= 24 * 3600:
                raise Refused("clock", f"a bank of {bank_s} seconds is not possible; it takes 10 to 86400")
            if not 0 <= increment_s <= 3600:
                raise Refused("clock", f"an increment of {increment_s} seconds is not possible; it takes 0 to 3600")
            if not 0 <= grace_s <= 600:
                raise Refused("clock", f"a grace period of {grace_s} seconds is not possible; it takes 0 to 600")
        case DaysClock(days):
            if not 1 <= days <= 30:
                raise Refused("clock", f"{days} days for a decision are not possible; it takes 1 to 30")
        case NoClock():
            pass


def fresh(clock: Clock) -> SeatClock:
    """Return the clock that each seat starts the game with."""
    match clock:
        case LiveClock(bank_s):
            return SeatClock(bank_s * SECOND)
        case DaysClock(days):
            return SeatClock(days * DAY)
        case NoClock():
            return SeatClock()


def asked(clock: Clock, seat: SeatClock, at: int) -> SeatClock:
    """Start the clock of a seat that has to decide; with days for each decision, from the full time."""
    return SeatClock(fresh(clock).left if isinstance(clock, DaysClock) else seat.left, at)


def decided(clock: Clock, seat: SeatClock, at: int, free: int = 0) -> SeatClock:
    """Stop the clock of a seat that has decided: subtract the time used beyond `free`, add the increment."""
    gained = clock.increment_s * SECOND if isinstance(clock, LiveClock) else 0
    return SeatClock(stopped(seat, at, free).left + gained)


def stopped(seat: SeatClock, at: int, free: int = 0) -> SeatClock:
    """Stop the clock, as in a pause: subtract the time used beyond `free`."""
    if seat.since is None:
        return seat
    return SeatClock(seat.left - max(0, at - seat.since - free))


def flag(clock: Clock, seat: SeatClock) -> int | None:
    """Return the time at which the clock runs out; None if it is not running."""
    if seat.since is None or isinstance(clock, NoClock):
        return None
    return seat.since + max(0, seat.left)


def come_back(clock: Clock, seat: SeatClock) -> SeatClock:
    """Give a player who returns after running out of time enough to continue: a tenth of the budget."""
    if isinstance(clock, LiveClock):
        return replace(seat, left=max(seat.left, clock.bank_s * SECOND // 10))
    return seat
