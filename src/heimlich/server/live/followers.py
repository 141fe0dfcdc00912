"""A table in memory with those who follow it, and what each of them is sent.

An update is made once for all who see the same. The follower who asked for what happened gets it together with the
answer, in one frame: `tell` returns it. Chat of people whom a follower has blocked is left out, and so is the
spectators' chat for whoever has a seat; the update keeps its number, and nobody else can tell.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from heimlich.server.live.wires import framed
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.table.audience.messages import You, encode
from heimlich.server.table.audience.updates import Batch, without_chat_of
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.seats import GuestId, Number
from heimlich.server.table.situation import Audience, Situation


class Follower(Protocol):
    """A connection that follows a table with some audience's eyes."""

    guest: Guest
    audience: Audience

    tell: Callable[[bytes], None]  # send this frame, without waiting

    def introduce(self, you: You) -> None:
        """Who he is at this table, if that is not what he knows already."""
        ...

    def shut_out(self) -> None:
        """It may not look any more."""
        ...


class Entry:
    """A table in memory."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.lock = asyncio.Lock()  # held while something is added
        self.followers: dict[Audience, set[Follower]] = {}
        self.here: tuple[Number, ...] = ()  # who is connected, as it was told last
        self.used_at = time.monotonic()
        self._ahead = 0  # ms

    def now_ms(self) -> int:
        """The time at this table: the server's, or later by as much as its last row was ahead of that."""
        self._ahead = max(self._ahead, self.table.now.at - now_ms())
        return now_ms() + self._ahead

    @property
    def id(self) -> str:
        return self.table.now.table

    def everyone(self) -> list[Follower]:
        """All who follow."""
        return [follower for group in self.followers.values() for follower in group]

    def present(self) -> frozenset[GuestId]:
        """The guests who are connected here."""
        return frozenset(follower.guest.id for follower in self.everyone())


def tell(entry: Entry, batch: Batch, counters: Counter[str], asker: Follower | None = None) -> bytes:
    """Tell all who follow; what the one who asked is to be sent with his answer, if anything."""
    before, after = batch.before, batch.after
    same = before is not None and same_people(before, after)
    spoken = batch.is_chat
    kept = text = frame = b""
    for audience, group in entry.followers.items():
        own = batch.encoded(audience)
        if own is None:
            continue
        if own is not text:
            text, frame = own, framed(own)
        for follower in group:
            if spoken:
                follower.tell(_without_unheard_chat(entry, batch, follower, frame))
            elif follower is asker and same:
                kept = frame
            else:
                follower.tell(frame)
        counters["updates"] += len(group)
        counters["update_bytes"] += len(group) * len(text)
    if not same:
        _tell_who_they_are(entry)
    return kept


def same_people(before: Situation, after: Situation) -> bool:
    """Whether everyone is at the table what he was."""
    return (
        before.chairs is after.chairs
        and before.people is after.people
        and before.blocks is after.blocks
        and before.host == after.host
    )


def _without_unheard_chat(entry: Entry, batch: Batch, follower: Follower, frame: bytes) -> bytes:
    """What one gets who is not to hear some."""
    unheard = entry.table.unheard_by(follower.guest.id, follower.audience)
    update = batch.update(follower.audience)
    assert update is not None
    heard = without_chat_of(update, unheard)
    return frame if heard is update else framed(encode(heard))


def _tell_who_they_are(entry: Entry) -> None:
    """Seats, host or blocks have changed: each learns what is his, and who may not look on any more is shut out."""
    for follower in entry.everyone():
        if follower.audience in entry.table.audiences_of(follower.guest.id):
            follower.introduce(entry.table.you(follower.guest.id))
        else:
            follower.shut_out()
