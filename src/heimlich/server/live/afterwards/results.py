"""Keep the plays and ratings of finished tables: when a table ends, and later for those that were missed.

The process that acts for a table does so at its end. Tables that ended before there were plays, or whose process was
stopped just then, are noticed when a guest asks for their games.
"""

import asyncio
import contextlib

from heimlich.server.live.hub import Hub
from heimlich.server.storage.plays import keep_plays, tables_without_plays
from heimlich.server.storage.ratings import keep_rated
from heimlich.server.storage.store import BrokenLog, read_rows
from heimlich.server.table.afterwards.plays import plays_of
from heimlich.server.table.afterwards.rated import rated_game
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId
from heimlich.server.table.situation import FINISHED, Situation

MOST_AT_ONCE = 20  # tables whose plays are made for one request


async def keep_results(hub: Hub, name: str) -> None:
    """Make and store the plays of a finished table, and the ratings where it is rated."""
    table = (await hub.get(name)).table
    now = table.now
    if now.stage not in FINISHED:
        return
    made = await asyncio.to_thread(plays_of, now, table.past())
    if now.terms.rated:
        await _keep_rated(hub, name, now)
    await hub.database.write(lambda connection: keep_plays(connection, name, now.stage_at, made))


async def _keep_rated(hub: Hub, name: str, now: Situation) -> None:
    """Count a rated game, before its plays are kept: a table without plays is noticed, and then counted too."""
    with contextlib.suppress(BrokenLog):  # then nobody can tell whether it counts
        rows = await hub.database.read(lambda connection: read_rows(connection, name))
        rated = rated_game(now, rows)
        if rated is not None:
            await hub.database.write(lambda connection: keep_rated(connection, rated))


async def keep_missed_results(hub: Hub, guest: GuestId) -> bool:
    """Make missing plays of a guest, some at a time; tell whether there may be more."""
    missed = await hub.database.read(lambda found: tables_without_plays(found, guest, MOST_AT_ONCE))
    for name in missed:
        try:
            await keep_results(hub, name)
        except Refused:
            continue  # it was deleted, or its log is damaged
    return len(missed) == MOST_AT_ONCE
