"""Play the deals of a season: open a guest's next table, and end seasons whose time has come.

`Service` calls `finish_seasons` regularly, so that what was interrupted is completed by whichever process is there.
"""

import contextlib
import secrets
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.fairness import SEED_BYTES
from heimlich.server.live.afterwards.results import MOST_AT_ONCE, keep_results
from heimlich.server.live.hub import Hub
from heimlich.server.live.setup.quotas import room_for_table
from heimlich.server.logs import log_failure
from heimlich.server.storage import seasons as stored
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.seasons import Season, SeasonTable
from heimlich.server.storage.store import Conflict, find_table, opened_addition
from heimlich.server.table.commands import Close, EndSeason
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.seasons import open_deal
from heimlich.server.table.situation import FINISHED


async def open_next_deal(hub: Hub, link: str, season: str, guest: Guest) -> SeasonTable:
    """Return the guest's table for the next deal of a season; open it unless it is there."""
    begin = partial(stored.begin_deal, link=link, season=season, guest=guest.id, now_ms=now_ms())
    found, own = await hub.database.write(begin)
    if await hub.database.read(lambda connection: find_table(connection, own.table)) is None:
        await _open(hub, found, own, guest)
        if await hub.database.read(lambda connection: stored.is_over(connection, found.id)):
            await _tell(hub, own.table)  # it ended at this moment, perhaps before this table could be seen
            raise Refused("season", stored.OVER)
    return own


async def _open(hub: Hub, season: Season, own: SeasonTable, guest: Guest) -> None:
    """Write a table that is noted; if another request has just done so, it is there."""
    await room_for_table(hub, guest)
    rows = open_deal(
        season.deal(own.deal),
        guest.id,
        now_ms(),
        table=own.table,
        salt=secrets.token_bytes(SEED_BYTES),
        name=guest.nickname,
    )
    with contextlib.suppress(Conflict):
        await hub.writer.append(opened_addition(rows))
    await hub.get(own.table)  # so that its bots move


async def finish_seasons(hub: Hub, at_ms: int) -> None:
    """End the seasons whose time has come: close what is not finished, and reveal the seed at all other tables."""
    if not await hub.database.read(lambda found: stored.is_any_due(found, at_ms)):
        return
    for season in await hub.database.write(lambda found: stored.end_due_seasons(found, at_ms)):
        told = True
        for table in await hub.database.read(partial(stored.tables_to_tell, season=season)):
            try:
                await _tell(hub, table)
            except Refused as refused:
                told &= refused.code in {"table", "broken"}  # then nobody can look at it
            except (HeimlichError, SQLAlchemyError, OSError) as error:
                told = False
                hub.metrics.counters["errors"] += 1
                log_failure("a table was not told that its season is over; it is tried again", error, table=table)
        if told:
            await hub.database.write(partial(stored.note_settled, season=season))


async def _tell(hub: Hub, table: str) -> None:
    """Close a table if its game is still on, and note that its season is over."""
    if (await hub.get(table)).table.now.stage not in FINISHED:
        await hub.do(table, Close())
    await hub.do(table, EndSeason())


async def keep_missed_season_results(hub: Hub, season: Season) -> None:
    """Make missing plays of a season's finished tables, some at a time."""
    found = await hub.database.read(lambda connection: stored.season_tables_of(connection, season))
    for one in [one for one in found if one.is_done and one.play is None][:MOST_AT_ONCE]:
        with contextlib.suppress(Refused):  # it was deleted, or its log is damaged
            await keep_results(hub, one.table)
