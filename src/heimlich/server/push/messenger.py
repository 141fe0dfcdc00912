"""The messenger hands messages over to push services: in the background, a few at a time, with bounded tries.

Its queue has a bound, and holds one message for each device and table: a newer one takes the place of an older one. A
service that hangs holds some connections for some seconds, and delays messages to no other service.
"""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from heimlich.server.logs import log_failure, seldom
from heimlich.server.metrics import Metrics
from heimlich.server.push.addresses import Endpoint, read_endpoint
from heimlich.server.push.sending import NotSent, Sender, ServiceAnswer
from heimlich.server.settings import Settings
from heimlich.server.storage.database import Database
from heimlich.server.storage.subscriptions import Subscription, forget_subscription, keys
from heimlich.server.table.refusals import Refused

if TYPE_CHECKING:
    from heimlich.server.push.vapid import Signer

MOST_QUEUED = 2000
MOST_AT_ONCE = 32  # connections …
MOST_TO_ONE = 8  # … and to one service
TRIES = 4
LONGEST_WAIT_S = 3600.0  # before the next try, whatever the service asks for
KEPT_S = 24 * 3600  # for which the service keeps a message for a device that is switched off
GONE = frozenset({404, 410})
AGAIN = frozenset({408, 425, 429})


class Job(Struct):
    """A message on its way to one device."""

    subscription: Subscription
    endpoint: Endpoint
    message: bytes
    is_wanted: Callable[[], bool]  # whether there is still a reason to send it
    due: float = 0.0
    tries: int = 0


class Messenger:
    """Sends messages of this process."""

    def __init__(self, database: Database, settings: Settings, metrics: Metrics) -> None:
        self._database = database
        self._settings = settings
        self._counters = metrics.counters
        self._sender = Sender(settings.push_timeout_s, loopback=settings.push_loopback)
        self._signer: Signer | None = None
        self._jobs: dict[tuple[str, str], Job] = {}  # by device and table
        self._flying: set[str] = set()  # devices
        self._busy: Counter[str] = Counter()  # connections by service
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop at once; what has not been handed over is lost."""
        for task in [*self._tasks, *([self._task] if self._task else [])]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._sender.close()

    def send(self, subscription: Subscription, table: str, message: bytes, is_wanted: Callable[[], bool]) -> None:
        """Queue a message; return at once. If the queue is full, the oldest message is dropped."""
        services, loopback = self._settings.allowed_push_services, self._settings.push_loopback
        try:
            endpoint = read_endpoint(subscription.endpoint, services, loopback=loopback)
        except Refused:  # the list of services has changed since
            return
        key = (subscription.token, table)
        self._jobs.pop(key, None)
        if len(self._jobs) >= MOST_QUEUED:
            del self._jobs[next(iter(self._jobs))]
            self._counters["push_dropped"] += 1
        self._jobs[key] = Job(subscription, endpoint, message, is_wanted)
        self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            pause = self._begin_due()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), pause)

    def _begin_due(self) -> float | None:
        """Start what is due and has room; return the seconds until more may be due."""
        now, soonest = time.monotonic(), None
        for key, job in list(self._jobs.items()):
            if len(self._tasks) >= MOST_AT_ONCE:
                break
            if job.due > now:
                soonest = job.due if soonest is None else min(soonest, job.due)
            elif job.subscription.token not in self._flying and self._busy[job.endpoint.origin] < MOST_TO_ONE:
                del self._jobs[key]
                self._fly(key, job)
        return None if soonest is None else max(0.01, soonest - now)

    def _fly(self, key: tuple[str, str], job: Job) -> None:
        self._flying.add(job.subscription.token)
        self._busy[job.endpoint.origin] += 1
        task = asyncio.create_task(self._deliver(key, job))
        self._tasks.add(task)

        def land(task: "asyncio.Task[None]") -> None:
            self._tasks.discard(task)
            self._flying.discard(job.subscription.token)
            self._busy[job.endpoint.origin] -= 1
            if not task.cancelled() and (error := task.exception()):
                log_failure("a push message failed", error)
            self._changed.set()

        task.add_done_callback(land)

    async def _deliver(self, key: tuple[str, str], job: Job) -> None:
        if not job.is_wanted():
            return
        try:
            answer = await self._post(job)
        except NotSent as error:
            seldom.log("warning", "a push service could not be reached", str(error))
            answer = ServiceAnswer(0)
        status = answer.status
        if 200 <= status < 300:
            self._counters["push_sent"] += 1
        elif status in GONE:
            self._counters["push_gone"] += 1
            forget = partial(forget_subscription, token=job.subscription.token, endpoint=job.subscription.endpoint)
            with contextlib.suppress(SQLAlchemyError, OSError):  # it is forgotten the next time, then
                await self._database.write(forget)
        elif status == 0 or status in AGAIN or status >= 500:
            self._try_later(key, job, answer)
        else:
            self._counters["push_failed"] += 1
            seldom.log("warning", "a push service refuses a message", status)

    def _try_later(self, key: tuple[str, str], job: Job, answer: ServiceAnswer) -> None:
        """Queue a message again, unless it was tried often enough or a newer one waits."""
        job.tries += 1
        if job.tries >= TRIES or key in self._jobs or len(self._jobs) >= MOST_QUEUED:
            self._counters["push_failed"] += 1
            return
        wait = answer.retry_after_s or self._settings.push_retry_s * 4 ** (job.tries - 1) * random.uniform(0.8, 1.2)
        job.due = time.monotonic() + min(wait, LONGEST_WAIT_S)
        self._jobs[key] = job

    async def _post(self, job: Job) -> ServiceAnswer:
        from heimlich.server.push.encryption import encrypt, read_auth, read_point  # here: not every server sends

        signer = self._signer or await self._load_signer()
        device, auth = read_point(job.subscription.p256dh), read_auth(job.subscription.auth)
        headers = {
            "Authorization": signer.authorize(job.endpoint.origin, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_S),
            "Urgency": "normal",
        }
        return await self._sender.post(job.endpoint, headers, encrypt(job.message, device, auth))

    async def _load_signer(self) -> "Signer":
        from heimlich.server.push.vapid import Signer

        found = await self._database.read(keys)
        assert found is not None, "the keys are made at the start"
        contact = self._settings.push_contact or self._settings.public_origin
        self._signer = Signer(found.private, found.public, contact)
        return self._signer
