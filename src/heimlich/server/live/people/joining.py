"""Join a guest into another at all tables, one after the other.

`Service` calls `finish_joins` regularly, so that what was interrupted is completed by whichever process is there.
"""

import contextlib
from functools import partial

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.server.live.hub import TRIES, Hub
from heimlich.server.logs import log_failure
from heimlich.server.storage.departures import tables_of
from heimlich.server.storage.joins import LINGERING_MS, PendingJoin, end_join, join_at, joining, shared_tables
from heimlich.server.table.people.joining import SitApart, sit_apart
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId


async def check_join(hub: Hub, guest: GuestId, into: GuestId) -> None:
    """Refuse to join two guests who sit at the same table while its game is on."""
    for table in await hub.database.read(lambda found: shared_tables(found, guest, into)):
        with contextlib.suppress(Refused):  # it was deleted, or its log is damaged
            now = (await hub.get(table)).table.now
            if sit_apart(now, guest, into):
                break
    else:
        return
    raise Refused(
        "seated-twice",
        f"you sit at one table twice, here and with your other guest: finish or leave that game first ({table})",
    )


async def join_everywhere(hub: Hub, guest: GuestId, into: GuestId) -> None:
    """Join a guest into another at all tables."""
    for table in await hub.database.read(lambda found: tables_of(found, guest)):
        try:
            await _join(hub, table, guest, into)
        except SitApart:
            continue  # both sat down at the last moment: this waits for the end of that game
        except (HeimlichError, SQLAlchemyError, OSError) as error:
            hub.metrics.counters["errors"] += 1
            log_failure("a guest could not be joined at a table; it is tried again", error, table=table)


async def _join(hub: Hub, table: str, guest: GuestId, into: GuestId) -> None:
    """Join at one table; if another row was added at the same moment, try again."""
    for _ in range(TRIES):
        with contextlib.suppress(IntegrityError):
            added = await hub.database.write(lambda found: join_at(found, table, guest, into, hub.process))
            if added is not None:
                await hub.notice(table, added)
            return
    raise Refused("busy", "too much is going on at this table; try again")


async def finish_joins(hub: Hub, now_ms: int) -> None:
    """Complete what was begun, and what requests on their way have added since."""
    for one in await hub.database.read(joining):
        await _finish(hub, one, now_ms)


async def _finish(hub: Hub, one: PendingJoin, now_ms: int) -> None:
    await join_everywhere(hub, one.guest, one.into)
    left = await hub.database.read(partial(tables_of, guest=one.guest))
    if not left and now_ms - one.at_ms > LINGERING_MS:
        await hub.database.write(partial(end_join, guest=one.guest))
