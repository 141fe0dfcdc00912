"""Make two guests of a table's log one, when a person who was a guest on two devices signs in.

Nothing is rewritten: one row `GuestJoined` is added. The only thing that cannot be is one person on two seats of a game
that is on, where each seat is to know nothing of the other: such a table has to wait for its end.
"""

from collections.abc import Sequence

from heimlich.server.table.people.census import Census
from heimlich.server.table.rows import GuestJoined, Row
from heimlich.server.table.seats import GuestId, seats_of
from heimlich.server.table.situation import FINISHED, Situation


class SitApart(Exception):
    """Both guests sit in a game that is on."""


def join_guest(rows: Sequence[Row], was: GuestId, guest: GuestId, *, over: bool) -> Row | None:
    """Return the row by which the guest `was` becomes part of `guest`; None if `was` never came to this table."""
    census = Census()
    for row in rows:
        census.take(row.data)
    who, other = census.numbers.get(was, 0), census.numbers.get(guest, 0)
    if not who or not rows:
        return None
    last = rows[-1]
    if not other:
        return Row(last.seq + 1, last.at_ms, GuestJoined(who, guest, was))
    seated = census.is_seated(who)
    if seated and census.is_seated(other):
        if not over:
            raise SitApart
        seated = False
    absorbed, into = (other, who) if seated else (who, other)
    return Row(last.seq + 1, last.at_ms, GuestJoined(absorbed, guest, was, into))


def sit_apart(now: Situation, one: GuestId, other: GuestId) -> bool:
    """Tell whether two guests have seats in the same unfinished game, so that they cannot be joined."""
    if now.stage in FINISHED:
        return False
    return all(seats_of(now.chairs, now.person(guest)) for guest in (one, other))
