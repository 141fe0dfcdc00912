"""A table in memory with its followers, and the updates that each of them is sent.

An update is made once for all who see the same. The follower whose command caused it gets it together with the
answer, in one frame: `tell` returns it. Chat of people whom a follower has blocked is left out, and so is the
spectators' chat for followers who have a seat; the update keeps its number, and nobody else can notice.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from heimlich.server.live.wires import framed
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.processes import Attention
from heimlich.server.table.audience.messages import You, encode
from heimlich.server.table.audience.updates import Batch, without_chat_of
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.rows import PRIVATE, Guessed
from heimlich.server.table.seats import GuestId, Number
from heimlich.server.table.situation import Audience, Situation


class Follower(Protocol):
    """A connection that follows a table as one audience."""

    guest: Guest
    audience: Audience
    is_looking: bool  # the person is looking at the page, as far as the client has said

    tell: Callable[[bytes], None]  # send this frame, without waiting

    def introduce(self, you: You) -> None:
        """Send the client who it is at this table, unless it knows that already."""
        ...

    def shut_out(self) -> None:
        """Stop following: this guest may no longer see the table as this audience."""
        ...


class Entry:
    """A table in memory."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.lock = asyncio.Lock()  # held while something is added
        self.followers: dict[Audience, set[Follower]] = {}
        self.here: tuple[Number, ...] = ()  # connected people, as last sent to the followers
        self.used_at = time.monotonic()
        self.noticed = -1  # the newest row that other processes have announced
        self._ahead = 0  # ms

    def now_ms(self) -> int:
        """Return the time at this table: the server's, plus the lead that its last row had over that."""
        self._ahead = max(self._ahead, self.table.now.at - now_ms())
        return now_ms() + self._ahead

    @property
    def id(self) -> str:
        return self.table.now.table

    @property
    def is_behind(self) -> bool:
        """True if other processes have announced rows that are not in memory here."""
        return self.noticed >= self.table.next_seq

    def everyone(self) -> list[Follower]:
        """List all followers."""
        return [follower for group in self.followers.values() for follower in group]

    def present(self) -> frozenset[GuestId]:
        """Return the guests who are connected to this table here."""
        return frozenset(follower.guest.id for follower in self.everyone())

    def attention_of(self, guest: GuestId) -> Attention:
        """Tell how a guest is at this table here: looking if they are on one of their devices."""
        looks = [follower.is_looking for follower in self.everyone() if follower.guest.id == guest]
        return Attention.GONE if not looks else Attention.LOOKING if any(looks) else Attention.CONNECTED


def tell(entry: Entry, batch: Batch, counters: Counter[str], asker: Follower | None = None) -> bytes:
    """Send a batch to all followers; return the frame that `asker` gets with the answer, if any."""
    if batch.is_private:
        _tell_player(entry, batch)
        return b""
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


def _tell_player(entry: Entry, batch: Batch) -> None:
    """Send the changed pad or guesses to all devices of their writer, and nothing to anyone else, uncounted."""
    data = batch.rows[0].data
    assert isinstance(data, PRIVATE)
    if isinstance(data, Guessed):
        guest = batch.after.people[data.who - 1].guest
        guesses = entry.table.guesses(guest, None)
        for follower in entry.followers.get(None, ()):
            if guesses is not None and follower.guest.id == guest:
                follower.tell(framed(encode(guesses)))
        return
    notes = entry.table.notes(data.seat)
    if notes is not None:
        for follower in entry.followers.get(data.seat, ()):
            follower.tell(framed(encode(notes)))


def same_people(before: Situation, after: Situation) -> bool:
    """Tell whether seats, people, blocks and host are unchanged."""
    return (
        before.chairs is after.chairs
        and before.people is after.people
        and before.blocks is after.blocks
        and before.host == after.host
    )


def _without_unheard_chat(entry: Entry, batch: Batch, follower: Follower, frame: bytes) -> bytes:
    """Make the frame for a follower who does not get the chat of some people."""
    unheard = entry.table.unheard_by(follower.guest.id, follower.audience)
    update = batch.update(follower.audience)
    assert update is not None
    heard = without_chat_of(update, unheard)
    return frame if heard is update else framed(encode(heard))


def _tell_who_they_are(entry: Entry) -> None:
    """After seats, host or blocks have changed, send each follower their role, or shut them out."""
    for follower in entry.everyone():
        if follower.audience in entry.table.audiences_of(follower.guest.id):
            follower.introduce(entry.table.you(follower.guest.id))
        else:
            follower.shut_out()
