"""Call guests to tables that wait for them: looks at changed tables every few seconds, beside the way of a move.

A table is looked at by the process that holds its lease. What is due is decided from the state of the table and noted
in the database (storage/subscriptions.py), so a restart calls nobody twice.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from heimlich.game import Line
from heimlich.server.live.followers import Entry
from heimlich.server.live.hub import Hub
from heimlich.server.logs import log_failure
from heimlich.server.push.messenger import Messenger
from heimlich.server.settings import Settings
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.subscriptions import CallDecision, Subscription, begin_call, note_known
from heimlich.server.table.people.calling import Awaited, awaited_guests, others_at
from heimlich.server.table.seats import GuestId
from heimlich.text import LANGUAGES, Speaker, say

MOST_NAMES = 4  # of other players in a message
GLANCE_MS = 2000  # after a question, before its player counts as having seen it; presences are known a little late
LATER_S = 60.0  # until a call is considered again that quiet hours, or too many calls, have put off


class Waiting(Struct):
    """A guest for whom a table waits, as this process has seen it."""

    since: int
    seen_at: int = 0  # when the guest was last looking, since they were asked; 0: never
    settled: bool = False  # called, or not to be called
    again_at: float = 0.0


class Calls:
    """Watches the tables of this process."""

    def __init__(self, hub: Hub, messenger: Messenger, settings: Settings) -> None:
        self._hub = hub
        self._courier = messenger
        self._settings = settings
        self._touched: set[str] = set()
        self._waiting: dict[str, dict[GuestId, Waiting]] = {}
        self._task: asyncio.Task[None] | None = None
        self.holds: Callable[[str], bool] = lambda _: True  # whether this process acts for a table

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop looking."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def touch(self, table: str) -> None:
        """Look at a table in the next round; called with every change, so it does nothing else."""
        self._touched.add(table)

    def keeps(self) -> set[str]:
        """Return the tables that should stay in memory: somebody may have to be called there soon."""
        return {name for name, people in self._waiting.items() if not all(one.settled for one in people.values())}

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._settings.push_look_s)
            touched, self._touched = self._touched, set()
            for name in {*touched, *self._waiting}:
                try:
                    await self._look(name)
                except (SQLAlchemyError, OSError):
                    self._touched.add(name)  # the database is away: the next round tries again
                except Exception as error:
                    self._waiting.pop(name, None)
                    log_failure("a table's players could not be called", error, table=name)

    async def _look(self, name: str) -> None:
        """Find out who is awaited at a table and not there, and call those who are due."""
        entry = self._hub.in_memory(name)
        people = awaited_guests(entry.table.now) if entry is not None and self.holds(name) else []
        if entry is None or not people:
            self._waiting.pop(name, None)
            return
        known = self._waiting.get(name, {})
        self._waiting[name] = {one.guest: self._follow(known, one) for one in people}
        looking = await self._hub.presences.looking_at(entry)
        for one in people:
            await self._consider(entry, one, self._waiting[name][one.guest], is_looking=one.guest in looking)

    @staticmethod
    def _follow(known: dict[GuestId, Waiting], one: Awaited) -> Waiting:
        before = known.get(one.guest)
        return before if before is not None and before.since == one.since else Waiting(one.since)

    async def _consider(self, entry: Entry, one: Awaited, state: Waiting, *, is_looking: bool) -> None:
        now = entry.now_ms()
        if state.settled or time.monotonic() < state.again_at:
            return
        if is_looking:
            if now > one.since + GLANCE_MS:
                state.seen_at = now
            return
        if state.seen_at and one.once_seen:
            state.settled = True
            note = partial(note_known, guest=one.guest, table=entry.id, since=one.since)
            await self._hub.database.write(note)
            return
        grace_s = self._settings.push_grace_s if one.lasting else self._settings.push_wait_s
        if now < max(one.since, state.seen_at) + grace_s * 1000:
            return
        await self._call(entry, one, state)

    async def _call(self, entry: Entry, one: Awaited, state: Waiting) -> None:
        """Call a guest on all devices that want it, unless it is quiet now."""
        begin = partial(
            begin_call,
            guest=one.guest,
            table=entry.id,
            since=one.since,
            now_ms=now_ms(),
            most=self._settings.push_per_hour,
            minute_in=minute_in,
        )
        decided, devices = await self._hub.database.write(begin)
        state.settled = decided is not CallDecision.LATER
        state.again_at = time.monotonic() + LATER_S
        self._send(entry, one, devices)

    def _send(self, entry: Entry, one: Awaited, devices: Sequence[Subscription]) -> None:
        table, since = entry.id, one.since

        def is_wanted() -> bool:
            waiting = self._waiting.get(table, {}).get(one.guest)
            return waiting is not None and waiting.since == since

        for device in devices:
            self._courier.send(device, table, message(entry, one.guest, device.language), is_wanted)


def message(entry: Entry, guest: GuestId, language: str) -> bytes:
    """Write the message for a device: which table, and what it is called; nothing of what happened there."""
    tongue = language if language in LANGUAGES else "en"
    now = entry.table.now
    names = others_at(now, guest)[:MOST_NAMES]
    title = say(f"{now.terms.game}.title", tongue)
    speaker = Speaker("call", language=tongue)
    body = speaker.line(Line("table", {"game": title, "names": ", ".join(names)})) if names else title
    words = {"title": say("call.your-turn", tongue), "body": body, "off": say("call.not-here", tongue)}
    return msgspec.json.encode({"table": entry.id, **words})


def minute_in(zone: str) -> int:
    """Return the minute of the day in a time zone, by the wall clock; by UTC if the zone is unknown."""
    try:
        now = datetime.now(ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        now = datetime.now(ZoneInfo("UTC"))
    return now.hour * 60 + now.minute
