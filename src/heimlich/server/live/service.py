"""All parts of a running server, put together, started and stopped in order."""

import asyncio
import contextlib
import time
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from heimlich.server.limits import Buckets, Slots
from heimlich.server.live.afterwards.cases import CaseShelf
from heimlich.server.live.afterwards.pictures import Gallery
from heimlich.server.live.afterwards.stories import BUSY, Storyteller
from heimlich.server.live.garbage import QuietCollector
from heimlich.server.live.hub import Hub
from heimlich.server.live.keeper import Keeper
from heimlich.server.live.listening import Listener
from heimlich.server.live.people.calls import Calls
from heimlich.server.live.people.forgetting import finish_departures
from heimlich.server.live.people.joining import finish_joins
from heimlich.server.live.people.seasons import finish_seasons
from heimlich.server.live.setup.quotas import Quotas
from heimlich.server.logs import log, seldom
from heimlich.server.metrics import Metrics
from heimlich.server.push.messenger import Messenger
from heimlich.server.settings import Settings
from heimlich.server.storage.cleaning import clean
from heimlich.server.storage.database import make_database
from heimlich.server.storage.failures import code_of_failure, reason_of
from heimlich.server.storage.guests import GuestBook
from heimlich.server.storage.moments import STEADY, now_ms, read_mark, write_mark
from heimlich.server.storage.notices import announce_rows
from heimlich.server.storage.processes import new_process_id, note_process
from heimlich.server.storage.subscriptions import Keys, keep_keys, keys
from heimlich.server.storage.writer import LogWriter
from heimlich.server.table.refusals import Refused
from heimlich.server.thinking.fair_queue import Payer
from heimlich.server.thinking.workers import BotFailed, BotWorkers, Forked, worker_number

TIDY_S = 10.0
CLEAN_S = 3600.0  # between two rounds of clearing away
MARK_S = 60.0  # between two times that are written down
PROBE_S = 1.0  # between two tries to write
PROBE_LIMIT_S = 5.0  # that such a try may take


class Service:
    """One server process, without its sockets."""

    def __init__(self, settings: Settings, forked: Sequence[Forked] = ()) -> None:
        self.settings = settings
        self.process = new_process_id(settings)
        self.metrics = Metrics()
        self.database = make_database(settings)
        shared, process = self.database.shared, self.process
        self.writer = LogWriter(
            self.database,
            self.metrics,
            lambda connection, additions: announce_rows(connection, process, additions) if shared else None,
        )
        self.hub = Hub(self.database, self.writer, self.metrics, process, Quotas(settings))
        self.workers = BotWorkers(worker_number(settings.bot_workers), forked)
        self.cases = CaseShelf(self.workers)
        self.stories = Storyteller(self.hub, self.workers)
        self.gallery = Gallery(self.workers)
        self.messenger = Messenger(self.database, settings, self.metrics)
        self.calls = Calls(self.hub, self.messenger, settings)
        self.keeper = Keeper(self.hub, self.workers, self.stories, self.calls, settings.lease_s)
        self.guests = GuestBook(self.database, self.process)
        self.listener = Listener(settings, self.hub, self.guests)
        self.requests = Buckets(settings.request_rate, settings.request_burst)
        self.addresses = Slots(settings.sockets_per_address)
        self.holders = Slots(settings.sockets_per_guest)
        self.exports = Buckets(1 / 30, 3)  # of everything about a guest: a second, and at once
        self.exporting = asyncio.Semaphore(1)  # tables that are read for such a file, so that play goes on beside it
        self.sign_ins = Buckets(settings.sign_in_rate, settings.sign_in_burst)  # by address
        self.recoveries = Buckets(settings.sign_in_rate / 4, settings.sign_in_burst // 4 + 1)  # by address …
        self.all_recoveries = Buckets(10 * settings.sign_in_rate, 20 * settings.sign_in_burst)  # … and by all together
        self.ready = False
        self._tried: asyncio.Task[bool] | None = None
        self._tried_at = 0.0
        self._marked_at = 0.0
        self._cleaned_at = -CLEAN_S
        self._tidying: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the database and begin."""
        await self.database.open()
        STEADY.go_on_from(await self.database.read(read_mark))
        await self._mark_time()
        self.writer.start()
        self.metrics.start()
        await self.listener.start()
        if self.settings.allowed_push_services or self.settings.push_loopback:
            await self._make_keys()
            self.messenger.start()
            self.calls.start()
        await self.keeper.start()
        self._tidying = asyncio.create_task(self._tidy())
        self.ready = True

    async def stop(self) -> None:
        """Finish running work, then close everything."""
        self.ready = False
        if self._tidying:
            self._tidying.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tidying
        await self.listener.stop()
        await self.calls.stop()
        await self.messenger.stop()
        await self.keeper.stop()
        await self.workers.stop()
        await self.hub.settle()
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self._mark_time()
        await self.writer.stop()
        await self.metrics.stop()
        await self.database.close()

    async def _make_keys(self) -> None:
        """Make the server's keys for push services at the first start; of several processes, one makes them."""
        if await self.database.read(keys) is None:
            from heimlich.server.push.vapid import make_keys  # here: needed once

            made = Keys(*make_keys())
            await self.database.write(lambda connection: keep_keys(connection, made, now_ms()))

    async def retell(self, record: str, address: str, *, guarded: bool = False) -> bytes:
        """Let a worker play a record again, on the account of an address: `Replay` as compressed JSON."""
        try:
            return await self.workers.retell(record, Payer(address), guarded=guarded)
        except BotFailed:
            raise Refused("busy", "this game could not be replayed just now; try again") from None

    async def tell(self, record: str, address: str) -> bytes:
        """Let a worker tell the story of a record, on the account of an address: `Story` as compressed JSON."""
        try:
            return await self.workers.tell(record, payer=Payer(address))
        except BotFailed:
            raise Refused("busy", BUSY) from None

    async def is_ready(self) -> bool:
        """Check whether this process can do its work: its keeper runs, and the database can be written to.

        Writing is tried once a second at most, however often this is called.
        """
        if self._tried is None or (self._tried.done() and time.monotonic() - self._tried_at > PROBE_S):
            self._tried_at = time.monotonic()
            self._tried = asyncio.create_task(self._try_to_write())
        return await asyncio.shield(self._tried) and self.ready and self.keeper.lives

    async def _try_to_write(self) -> bool:
        process, at = self.process, now_ms()
        try:
            async with asyncio.timeout(PROBE_LIMIT_S):
                await self.database.write(lambda connection: note_process(connection, process, at))
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            seldom.log("error", "nothing can be written", reason_of(error), error=code_of_failure(error))
            return False
        return True

    async def _mark_time(self) -> None:
        """Store the time, for the next start."""
        self._marked_at, at = time.monotonic(), now_ms()
        await self.database.write(lambda connection: write_mark(connection, at))

    async def _clean(self) -> None:
        """Delete old tables and guests, once an hour."""
        if time.monotonic() - self._cleaned_at < CLEAN_S:
            return
        self._cleaned_at = time.monotonic()
        try:
            await clean(self.database, self.settings.tidy_days, now_ms())
        except (SQLAlchemyError, OSError) as error:
            log("error", "nothing could be cleared away", error=type(error).__name__)

    async def _tidy(self) -> None:
        collector = QuietCollector()
        while True:
            await asyncio.sleep(TIDY_S)
            if time.monotonic() - self._marked_at > MARK_S:
                try:
                    await self._mark_time()
                except (SQLAlchemyError, OSError) as error:
                    log("error", "the time could not be written down", error=type(error).__name__)
            await self._clean()
            self.hub.drop_idle(self.settings.idle_s, self.keeper.keeps())
            collector.look(self.metrics.counters["commands"])
            with contextlib.suppress(SQLAlchemyError, OSError):
                await self.guests.recheck()
                await self.guests.note_seen(now_ms())
                await finish_departures(self.hub, now_ms())
                await finish_joins(self.hub, now_ms())
                await finish_seasons(self.hub, now_ms())
