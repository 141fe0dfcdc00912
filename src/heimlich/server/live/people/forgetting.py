"""Forget a guest at all tables, one after the other: leave those that go on, then rewrite their logs.

`Service` calls `finish_departures` regularly, so that what was interrupted is completed by whichever process is there.
"""

import contextlib
from functools import partial

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.server.live.hub import TRIES, Hub
from heimlich.server.logs import log_failure
from heimlich.server.storage.departures import LINGERING_MS, departing, end_departure, forget_at, tables_of
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.store import FINISHED_STAGES, find_table
from heimlich.server.table.commands import Leave
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId
from heimlich.server.table.situation import FINISHED


async def forget_everywhere(hub: Hub, guest: GuestId) -> None:
    """Leave all tables of a guest, and rewrite their logs."""
    for table in await hub.database.read(lambda found: tables_of(found, guest)):
        try:
            await _leave(hub, table, guest)
            await _rewrite(hub, table, guest)
        except (HeimlichError, SQLAlchemyError, OSError) as error:
            hub.metrics.counters["errors"] += 1
            log_failure("a guest could not be forgotten at a table; it is tried again", error, table=table)


async def _leave(hub: Hub, table: str, guest: GuestId) -> None:
    """Leave a table as its menu does, unless the game is over; such a table need not even be loaded."""
    listed = await hub.database.read(lambda found: find_table(found, table))
    if listed is not None and listed.stage in FINISHED_STAGES:
        return
    with contextlib.suppress(Refused):  # the table is gone, or the guest was removed from it
        now = (await hub.get(table)).table.now
        person = now.person(guest)
        if person and now.stage not in FINISHED and now.people[person - 1].here:
            await hub.do(table, Leave(), Guest(guest))


async def _rewrite(hub: Hub, table: str, guest: GuestId) -> None:
    """Rewrite a table's log; if another row was added at the same moment, try again."""
    for _ in range(TRIES):
        with contextlib.suppress(IntegrityError):
            added = await hub.database.write(lambda found: forget_at(found, table, guest, hub.process))
            if added is not None:
                await hub.notice(table, added)
            return
    raise Refused("busy", "too much is going on at this table; try again")


async def finish_departures(hub: Hub, now_ms: int) -> None:
    """Complete what was begun, and what requests on their way have added since."""
    for guest, asked_at in await hub.database.read(departing):
        await forget_everywhere(hub, guest)
        left = await hub.database.read(partial(tables_of, guest=guest))
        if not left and now_ms - asked_at > LINGERING_MS:
            await hub.database.write(partial(end_departure, guest=guest))
