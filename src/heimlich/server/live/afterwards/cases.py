"""Cases of the day, made by workers and kept in memory: they are public and the same for everyone.

Who asks for a case that is not there yet waits for the one worker that makes it, together with all others who ask for
it. An address may wait for few different cases at a time, so that a thousand days cannot be asked for at once.
"""

import asyncio
from collections import OrderedDict
from datetime import UTC, date, datetime

from heimlich.cases.calendar import CaseName, read_name
from heimlich.errors import HeimlichError
from heimlich.server.limits import Slots
from heimlich.server.storage.moments import wall_ms
from heimlich.server.table.refusals import Refused
from heimlich.server.thinking.fair_queue import Payer
from heimlich.server.thinking.questions import CaseMaking, MadeCase
from heimlich.server.thinking.workers import BotFailed, BotWorkers

KEPT = 400  # cases in memory, of about 5 kB each
MOST_AT_ONCE = 3  # cases that one address has in the making …
MOST_WAITING = 60  # … and all addresses together


def today() -> date:
    """Return the present day (UTC), by the machine's wall clock."""
    return datetime.fromtimestamp(wall_ms() / 1000, UTC).date()


def name_of(day: str, degree: str) -> CaseName:
    """Return the name of a case that may be shown; refuse days to come, whatever they will bring."""
    try:
        name = read_name(day, degree)
    except HeimlichError as error:
        raise Refused("case", str(error)) from None
    if name.day > today():
        raise Refused("case", "there is no case for this day yet")
    return name


class CaseShelf:
    """The cases that were asked for last."""

    def __init__(self, workers: BotWorkers) -> None:
        self._workers = workers
        self._kept: OrderedDict[CaseName, MadeCase] = OrderedDict()
        self._making: dict[CaseName, asyncio.Task[MadeCase]] = {}
        self._makers = Slots(MOST_AT_ONCE)

    async def get(self, name: CaseName, address: str) -> MadeCase:
        """Return a case; it is made on the account of the address that asks for it first."""
        kept = self._kept.get(name)
        if kept is not None:
            self._kept.move_to_end(name)
            return kept
        making = self._making.get(name)
        if making is None:
            if len(self._making) >= MOST_WAITING:
                raise Refused("busy", "too many cases are being made; try again")
            if not self._makers.take(address):
                raise Refused("limit", f"at most {MOST_AT_ONCE} cases are made for you at a time; wait a little")
            making = self._making[name] = asyncio.create_task(self._make(name, address))
            making.add_done_callback(lambda done: done.cancelled() or done.exception())  # all may have left by then
        try:
            return await asyncio.shield(making)
        except BotFailed:
            raise Refused("busy", "this case could not be made just now; try again") from None

    async def _make(self, name: CaseName, address: str) -> MadeCase:
        try:
            made = await self._workers.make_case(CaseMaking(*name), Payer(address))
        finally:
            del self._making[name]
            self._makers.give_back(address)
        self._kept[name] = made
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made
