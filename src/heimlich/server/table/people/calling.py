"""Decide whom to call to a table, and when: from public facts alone, so that a call tells nothing that is hidden.

A guest is called when everyone can see that their seat is asked (`awaited`), and this is never compared with what the
server knows besides: whether the seat has a choice, an answer that is held, or one that is given by itself.
docs/decisions has the reasons ("A call tells what everyone can see").
"""

from typing import NamedTuple

from heimlich.server.table.clocks import DaysClock
from heimlich.server.table.decisions import is_unseen_question
from heimlich.server.table.seats import GuestId, voters
from heimlich.server.table.situation import Situation, Stage


class Awaited(NamedTuple):
    """A guest for whom a table waits: since when, and whether somebody who has seen the question is left in peace."""

    guest: GuestId
    since: int
    lasting: bool  # each decision has days
    once_seen: bool


def awaited_guests(now: Situation) -> list[Awaited]:
    """List the guests for whom a table waits, each once; where a table has no day clock, only if people play there.

    Somebody who plays against bots alone keeps nobody waiting. If each decision has days, or several answer in secret,
    a guest who has seen the question is not called again: they know, and may have answered.
    """
    if now.stage is not Stage.PLAYING:
        return []
    lasting = isinstance(now.terms.clock, DaysClock)
    people = voters(now.people, now.chairs)
    if not lasting and len(people) < 2:
        return []
    found: dict[GuestId, Awaited] = {}
    quiet_once_seen = lasting or is_unseen_question(now)
    for chair, since in zip(now.chairs, now.awaited, strict=True):
        if since is None or chair.who not in people or (chair.stand_in and not chair.unseen):
            continue
        guest = now.people[chair.who - 1].guest
        before = found.get(guest)
        first = since if before is None else min(since, before.since)
        found[guest] = Awaited(guest, first, lasting, quiet_once_seen)
    return list(found.values())


def others_at(now: Situation, guest: GuestId) -> list[str]:
    """Return the names of the other players, people and bots, in the order of seats, each once."""
    own = now.person(guest)
    names = [name for name, chair in zip(now.names, now.chairs, strict=True) if chair.who != own or not own]
    return list(dict.fromkeys(filter(None, names)))
