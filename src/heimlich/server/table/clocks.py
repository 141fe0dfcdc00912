"""Clocks: how much time a seat has, when it loses some, and when it has none left. Pure: every time is passed in.

Time passes only for a seat that is asked; several that are asked at once each lose their own. All times are whole
milliseconds.
"""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from heimlich.server.table.refusals import Refused

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
DAYS_GRACE = HOUR


class NoClock(Struct, frozen=True, tag="off", tag_field="kind"):
    """Nobody loses time; of one who is away too long, others may say that a bot shall move for him."""

    grace: ClassVar[int] = 0


class LiveClock(Struct, frozen=True, tag="live", tag_field="kind", omit_defaults=True):
    """A bank of time for the whole game, and an increment for each decision."""

    bank_s: int
    increment_s: int = 0
    grace_s: int = 20

    @property
    def grace(self) -> int:
        return self.grace_s * SECOND


class DaysClock(Struct, frozen=True, tag="days", tag_field="kind"):
    """So many days for each decision."""

    days: int
    grace: ClassVar[int] = DAYS_GRACE


Clock = NoClock | LiveClock | DaysClock


class SeatClock(Struct, frozen=True):
    """One seat's time: what was left when it last stood still, and since when it runs."""

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
    """The time that a seat starts with."""
    match clock:
        case LiveClock(bank_s):
            return SeatClock(bank_s * SECOND)
        case DaysClock(days):
            return SeatClock(days * DAY)
        case NoClock():
            return SeatClock()


def asked(clock: Clock, seat: SeatClock, at: int) -> SeatClock:
    """The seat is asked: its time begins to pass. Days are for each decision anew."""
    return SeatClock(fresh(clock).left if isinstance(clock, DaysClock) else seat.left, at)


def decided(clock: Clock, seat: SeatClock, at: int, free: int = 0) -> SeatClock:
    """The seat has decided: its time is used up so far, but for what was free, and the increment is added."""
    gained = clock.increment_s * SECOND if isinstance(clock, LiveClock) else 0
    return SeatClock(stopped(seat, at, free).left + gained)


def stopped(seat: SeatClock, at: int, free: int = 0) -> SeatClock:
    """The time stands still, as in a pause."""
    if seat.since is None:
        return seat
    return SeatClock(seat.left - max(0, at - seat.since - free))


def flag(clock: Clock, seat: SeatClock) -> int | None:
    """When the time will have run out; None if it does not pass."""
    if seat.since is None or isinstance(clock, NoClock):
        return None
    return seat.since + max(0, seat.left)


def come_back(clock: Clock, seat: SeatClock) -> SeatClock:
    """Who comes back after his time ran out gets enough to play on with: a tenth of the bank."""
    if isinstance(clock, LiveClock):
        return replace(seat, left=max(seat.left, clock.bank_s * SECOND // 10))
    return seat
