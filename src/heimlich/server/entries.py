"""A table in memory, and those who follow it."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from heimlich.server.guests import Guest
from heimlich.server.messages import You
from heimlich.server.moments import now_ms
from heimlich.server.seats import GuestId, Number
from heimlich.server.situation import Audience
from heimlich.server.table import LiveTable


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
