"""Presences: the guests connected to each table, sent to its followers, and to other processes through the database.

Many come and go at once, after a restart all of them, and a guest who reloads the page is back at once: so changes are
sent a little later, and written together. Where several processes share a database, each stores its own connections.
Whether a connected guest is looking is stored too, and sent to nobody: only calls.py asks for it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from heimlich.server.live.followers import Entry
from heimlich.server.live.wires import framed
from heimlich.server.storage import processes
from heimlich.server.storage.database import Database
from heimlich.server.storage.notices import WHO_IS_HERE, announce
from heimlich.server.storage.processes import Attention
from heimlich.server.table.audience.messages import Here, encode
from heimlich.server.table.seats import GuestId

LATER_S = 0.3


class Presences:
    """Collects arrivals and departures, and sends them to followers."""

    def __init__(
        self, database: Database, process: str, find: Callable[[str], Entry | None], changed: Callable[[Entry], None]
    ) -> None:
        self._database = database
        self._process = process
        self._find = find
        self._changed = changed  # called for a table that was empty and no longer is
        self._touched: set[str] = set()  # tables to look at in the next round
        self._changes: dict[tuple[str, GuestId], Attention] = {}  # not written yet
        self._unannounced: set[str] = set()  # tables to which somebody has come, or which somebody has left
        self._task: asyncio.Task[None] | None = None

    def note(self, entry: Entry, guest: GuestId) -> None:
        """Note that a guest has one more or one less connection to a table."""
        self._unannounced.add(entry.id)
        self.note_attention(entry, guest)
        self.touch(entry.id)

    def note_attention(self, entry: Entry, guest: GuestId) -> None:
        """Note that a guest who is connected to a table may have begun or ceased to look at it."""
        if self._database.shared:
            self._changes[entry.id, guest] = entry.attention_of(guest)
            self.touch(entry.id)

    def touch(self, *tables: str) -> None:
        """Look at these tables soon, and send what has changed."""
        self._touched.update(tables)
        if self._touched and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._touched:
            await asyncio.sleep(LATER_S)
            touched, self._touched = self._touched, set()
            changes, self._changes = self._changes, {}
            moved, self._unannounced = self._unannounced, set()
            try:
                if changes:
                    await self._database.write(partial(self._write, changes=changes, moved=moved))
                self._tell(await self.look(touched))
            except (SQLAlchemyError, OSError):  # the database is away: the next round tries again
                self._changes = changes | self._changes
                self._unannounced |= moved
                self._touched |= touched

    def _write(
        self, connection: Connection, changes: Mapping[tuple[str, GuestId], Attention], moved: Collection[str]
    ) -> None:
        processes.note_presences(connection, self._process, changes)
        announce(connection, [(self._process, table, WHO_IS_HERE) for table in sorted(moved)])

    async def look(self, tables: Iterable[str]) -> Mapping[str, Collection[GuestId]]:
        """Find the guests who are connected to those of these tables that are in memory."""
        near = [entry for entry in map(self._find, tables) if entry is not None]
        if self._database.shared:
            names = [entry.id for entry in near]
            return await self._database.read(lambda found: processes.present_at(found, names))
        return {entry.id: entry.present() for entry in near}

    async def looking_at(self, entry: Entry) -> Collection[GuestId]:
        """Find the guests who are looking at a table, on any device and through any process."""
        if self._database.shared:
            ask = partial(processes.present_at, names=[entry.id], looking=True)
            return (await self._database.read(ask))[entry.id]
        return {guest for guest in entry.present() if entry.attention_of(guest) is Attention.LOOKING}

    def _tell(self, present: Mapping[str, Collection[GuestId]]) -> None:
        for table, guests in present.items():
            entry = self._find(table)
            if entry is None:
                continue
            people = enumerate(entry.table.now.people, 1)
            here = tuple(number for number, person in people if person.guest in guests)
            if here != entry.here:
                was_empty, entry.here = not entry.here, here
                if was_empty:
                    self._changed(entry)
                frame = framed(encode(Here(here)))
                for follower in entry.everyone():
                    follower.tell(frame)

    async def stop(self) -> None:
        """Stop sending; the stored presences of this process are deleted when it leaves."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
