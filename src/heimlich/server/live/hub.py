"""The live tables of this process: each a cache of its log, with its followers.

`do` is the way of every command: check, append at the next number, on a conflict read what was added and check again;
only what is on disk is applied, and only what is applied is sent to anyone. Any process may do this for any table.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.fairness import SEED_BYTES
from heimlich.server.limits import Whereabouts
from heimlich.server.live.context import NEEDS_CONTEXT, NO_CONTEXT, load_context
from heimlich.server.live.followers import Entry, Follower, tell
from heimlich.server.live.presences import Presences
from heimlich.server.live.quarantine import Quarantine, replay
from heimlich.server.live.setup.quotas import Quotas, room_for_table
from heimlich.server.live.setup.twins import open_twin, settle_twins, tell_twins
from heimlich.server.live.wires import framed
from heimlich.server.logs import log_failure
from heimlich.server.metrics import Metrics
from heimlich.server.storage import store
from heimlich.server.storage.database import Database
from heimlich.server.storage.guests import Guest, new_id
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.notices import WHO_IS_HERE
from heimlich.server.storage.store import BrokenLog, Conflict, Gone, addition_of, opened_addition
from heimlich.server.storage.writer import LogWriter, StoreFailed
from heimlich.server.table.audience.messages import Refusal, encode
from heimlich.server.table.commands import AnyCommand, Chat, Create, Decide, Rematch, Start
from heimlich.server.table.live_table import Batch
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import Decided, Row
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.opening import is_against_bots, open_rematch, open_table
from heimlich.server.table.setup.terms import Terms, check_terms
from heimlich.server.table.situation import FINISHED, Situation, Stage
from heimlich.server.thinking.fair_queue import Payer

UNCOUNTED = (Decide, Chat)  # which have limits of their own
TRIES = 10  # against others who are faster; more means that something is wrong
LOADS = 2  # replays at the same time
FINISHED_IDLE_S = 30.0  # a table that is over is seldom asked for again
SERVER = Guest(SYSTEM)
DELETED = "this table is no longer there"


class Carried(NamedTuple):
    """The result of a command: the table that it opened, and the frame to send with the answer."""

    opened: str = ""
    frame: bytes = b""


class Hub:
    """All live tables of this process."""

    def __init__(self, database: Database, writer: LogWriter, metrics: Metrics, process: str, quotas: Quotas) -> None:
        self.database = database
        self.metrics = metrics
        self.process = process
        self.changed: Callable[[Entry], None] = lambda _: None  # the keeper's callback for changes …
        self.wanted: Callable[[str], bool] = lambda _: False  # … and whether it acts for a table, in memory or not
        self.writer = writer
        self._entries: dict[str, Entry] = {}
        self._loading: dict[str, asyncio.Future[Entry]] = {}
        self._noticed: dict[str, int] = {}  # of tables that are being loaded
        self._loads = asyncio.Semaphore(LOADS)
        self.presences = Presences(database, process, self._entries.get, lambda entry: self.changed(entry))
        self._tasks: set[asyncio.Task[None]] = set()
        self.broken = Quarantine(metrics)
        self.whereabouts = Whereabouts()
        self.quotas = quotas

    # Tables in memory

    async def get(self, table: str) -> Entry:
        """Get a table, loaded if need be; refuse if there is none of that name."""
        entry = self._entries.get(table)
        if entry is not None:
            entry.used_at = time.monotonic()
            if entry.is_behind:
                await self._make_up(entry)
            return entry
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            loading.add_done_callback(lambda done: self._loaded(table, done))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Entry:
        """Replay the log, away from the event loop."""
        self.broken.check(table)
        if "\0" in table:  # PostgreSQL has no such texts
            raise Refused("table", "there is no such table")
        async with self._loads:
            try:
                rows = await self.database.read(lambda connection: store.read_rows(connection, table))
                if not rows:
                    raise Refused("table", "there is no such table")
                live = await asyncio.to_thread(replay, rows)
            except BrokenLog as error:
                raise self.broken.note(table, error) from None
        entry = Entry(live)
        while self._noticed.pop(table, -1) >= live.next_seq:
            await self.catch_up(entry)
        self.metrics.counters["loads"] += 1
        self._entries[table] = entry
        self._count()
        return entry

    def _loaded(self, table: str, done: "asyncio.Future[Entry]") -> None:
        self._loading.pop(table, None)
        self._noticed.pop(table, None)
        if not done.cancelled() and done.exception() is None:
            entry = done.result()
            self.changed(entry)
            if not entry.table.now.twins_over:
                self.spawn(settle_twins(self, entry))

    def payer_of(self, now: Situation) -> Payer:
        """Return the account that pays for the thinking of a table's bots: its host and the host's address."""
        host = now.people[now.host - 1].guest
        return Payer(self.whereabouts.of(host), host)

    def in_memory(self, table: str) -> Entry | None:
        """Return a table if it is in memory; it is not loaded for this."""
        return self._entries.get(table)

    def is_near(self, table: str) -> bool:
        """Tell whether notices about a table matter here: it is in memory, or about to be."""
        return table in self._entries or table in self._loading or self.wanted(table)

    def followed(self) -> list[str]:
        """List the tables that have followers in this process."""
        return [name for name, entry in self._entries.items() if entry.followers]

    def drop_idle(self, idle_s: float, keep: Iterable[str] = ()) -> None:
        """Forget tables that nobody follows and nobody has asked for lately, soonest if over; their logs stay."""
        now, kept = time.monotonic(), set(keep)
        for name, entry in list(self._entries.items()):
            most = min(idle_s, FINISHED_IDLE_S) if entry.table.now.stage in FINISHED else idle_s
            if not entry.followers and not entry.lock.locked() and now - entry.used_at > most and name not in kept:
                del self._entries[name]
        self._count()

    def _count(self) -> None:
        self.metrics.gauges["tables"] = len(self._entries)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background; if it fails, the log says where."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._background_done)

    def _background_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.metrics.counters["errors"] += 1
            log_failure("a background task failed", error)

    # Commands

    async def do(
        self,
        table: str,
        command: AnyCommand,
        guest: Guest = SERVER,
        command_id: str = "",
        asker: Follower | None = None,
    ) -> Carried:
        """Carry a command out, or refuse it."""
        started = time.perf_counter()
        entry = self._entries.get(table)
        if entry is None or entry.is_behind:
            entry = await self.get(table)
        async with entry.lock:
            for _ in range(TRIES):
                try:
                    carried = await self._try(entry, command, guest, command_id, asker)
                except HeimlichError:
                    # What another process has stored meanwhile may allow it.
                    if self.database.shared and await self.catch_up(entry):
                        continue
                    raise
                if carried is not None:
                    entry.used_at = time.monotonic()
                    self.metrics.command_time.add(time.perf_counter() - started)
                    return carried
                self.metrics.counters["conflicts"] += 1
                await self.catch_up(entry)
        raise Refused("busy", "too much is going on at this table; try again")

    async def _try(
        self, entry: Entry, command: AnyCommand, guest: Guest, command_id: str, asker: Follower | None
    ) -> Carried | None:
        """Try to carry a command out once; None if another process was faster."""
        around = await load_context(self, entry, command, guest) if isinstance(command, NEEDS_CONTEXT) else NO_CONTEXT
        at = entry.now_ms()
        batch = entry.table.handle(command, guest.id, at, around, command_id)
        if batch is None:
            return Carried(entry.table.now.rematch if isinstance(command, Rematch) else "")
        if guest.id != SYSTEM and not isinstance(command, UNCOUNTED):
            self.quotas.count_row(guest.id)
        additions = [addition_of(batch)]
        if around.new_table:
            seed = secrets.token_bytes(SEED_BYTES)
            opening = open_rematch(
                entry.table.now, guest.id, at, table=around.new_table, seed=seed, name=guest.nickname
            )
            additions.append(opened_addition(opening))
        try:
            await self.writer.append(*additions)
        except Conflict:
            return None
        except Gone:
            self._forget(entry)
            raise Refused("table", DELETED) from None
        except StoreFailed:
            await self._reload_after_failed_write(entry)
            raise Refused("store", "this could not be stored just now; try again") from None
        entry.table.accept(batch)
        frame = self._tell(entry, batch, asker)
        self.changed(entry)
        if around.new_table and is_against_bots(entry.table.now, guest.id):
            with contextlib.suppress(HeimlichError):  # too many bots play already: it can be started later
                await self.do(around.new_table, Start(), guest)
        return Carried(around.new_table, frame)

    def _forget(self, entry: Entry) -> None:
        """Drop a table that an operator has deleted, and notify its followers."""
        self._entries.pop(entry.id, None)
        self._count()
        for follower in entry.everyone():
            follower.tell(framed(encode(Refusal("", "table", DELETED))))

    async def _reload_after_failed_write(self, entry: Entry) -> None:
        """Read the log again: the write may or may not have been committed."""
        self.metrics.counters["errors"] += 1
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self.catch_up(entry)

    # Stored rows

    def _tell(self, entry: Entry, batch: Batch, asker: Follower | None = None) -> bytes:
        """Send a stored batch to all followers; return the frame that `asker` gets with the answer."""
        kept = tell(entry, batch, self.metrics.counters, asker)
        before, after = batch.before, batch.after
        if isinstance(batch.rows[0].data, Decided):
            self.metrics.counters["moves"] += 1
        if before is not None and before.people is not after.people:
            self.presences.touch(after.table)
        over = after.stage in FINISHED and (before is None or before.stage not in FINISHED)
        if over and after.twins:
            self.spawn(tell_twins(self, after))
        return kept

    async def catch_up(self, entry: Entry) -> bool:
        """Apply the rows that other processes have added; return whether there were any."""
        start, name = entry.table.next_seq, entry.id
        try:
            rows = await self.database.read(lambda connection: store.read_rows(connection, name, start))
        except BrokenLog as error:
            self._entries.pop(name, None)
            raise self.broken.note(name, error) from None
        fresh = [row for row in rows if row.seq >= entry.table.next_seq]
        self._apply(entry, fresh)
        return bool(fresh)

    def _apply(self, entry: Entry, rows: Sequence[Row]) -> None:
        """Apply rows that another process has stored."""
        for row in rows:
            if batch := entry.table.apply(row):
                self._tell(entry, batch)
        if rows:
            self.changed(entry)

    async def notice(self, table: str, seq: int) -> None:
        """Handle a notice: another process may have added rows, or somebody has connected or left there."""
        if seq == WHO_IS_HERE:
            if self.wanted(table):
                await self.get(table)  # somebody may have come to a game that nobody watched
            self.presences.touch(table)
            return
        if table in self._loading:
            self._noticed[table] = max(seq, self._noticed.get(table, -1))
        entry = self._entries.get(table)
        if entry is None and self.wanted(table):
            entry = await self.get(table)
        if entry is None:
            return
        entry.noticed = max(entry.noticed, seq)
        watched = entry.followers or self.wanted(table) or entry.table.now.stage is Stage.WAITING
        if watched:  # else nothing is read until somebody asks for the table
            await self._make_up(entry)

    async def _make_up(self, entry: Entry) -> None:
        """Read the rows that this process has heard of and does not have yet."""
        if entry.is_behind:
            async with entry.lock:
                if entry.is_behind:
                    await self.catch_up(entry)

    # Followers

    def follow(self, entry: Entry, follower: Follower) -> None:
        """Send this follower all updates from now on."""
        alone = not entry.followers
        entry.followers.setdefault(follower.audience, set()).add(follower)
        self.presences.note(entry, follower.guest.id)
        if alone:
            self.changed(entry)  # bots that nobody watched go on
            if entry.is_behind:
                self.spawn(self._make_up(entry))

    def unfollow(self, entry: Entry, follower: Follower) -> None:
        """Send this follower no more updates."""
        group = entry.followers.get(follower.audience, set())
        group.discard(follower)
        if not group:
            entry.followers.pop(follower.audience, None)
        entry.used_at = time.monotonic()
        if follower.guest.id in entry.present():
            self.presences.note_attention(entry, follower.guest.id)
        else:
            self.presences.note(entry, follower.guest.id)

    # New tables

    async def open(self, terms: Terms, guest: Guest, twin_of: str = "") -> str:
        """Open a new table; with the deal, dice and deck of the table `twin_of`, if named."""
        check_terms(terms)
        await room_for_table(self, guest)
        if twin_of:
            return await open_twin(self, terms, guest, twin_of, now_ms())
        table, seed = new_id(), secrets.token_bytes(SEED_BYTES)
        rows = open_table(Create(terms), guest.id, now_ms(), table=table, seed=seed, name=guest.nickname)
        await self.writer.append(opened_addition(rows))
        return table

    async def has_been_at(self, names: Sequence[str], guest: Guest) -> bool:
        """Tell whether a guest has been at one of these tables."""
        return await self.database.read(lambda found: store.has_visited(found, guest.id, names))

    async def settle(self) -> None:
        """Wait for background tasks to finish."""
        await self.presences.stop()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
