"""Open a table for a purpose once, however many ask for it at the same moment, in whatever process."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy import Connection

from heimlich.server.live.hub import Hub
from heimlich.server.storage.guests import new_id
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.openings import end_opening, hold_opening, opening_of
from heimlich.server.storage.store import find_table
from heimlich.server.table.refusals import Refused

PAUSE_S = 0.05  # between two looks whether another's table is there …
LOOKS = 200  # … at most


async def open_once(
    hub: Hub, purpose: str, find: Callable[[Connection], str], make: Callable[[str], Awaitable[None]]
) -> str:
    """Return the table that `find` knows, or one that somebody opens at this moment; else let `make` open a new one.

    `purpose` is a key by `purpose_of`; `make` gets the id of the new table.
    """
    table = new_id()
    for _ in range(LOOKS):
        chosen = await hub.database.write(partial(_hold, purpose=purpose, table=table, find=find))
        if chosen == table:
            try:
                await make(table)
            finally:
                await hub.database.write(partial(end_opening, purpose=purpose, table=table))
            return table
        if await _is_there(hub, purpose, chosen):
            return chosen
    raise Refused("busy", "this table is being opened; try again in a moment")


def _hold(connection: Connection, purpose: str, table: str, find: Callable[[Connection], str]) -> str:
    """Choose the table. The note comes first: from then on every other table for the purpose is there to be found."""
    holder = hold_opening(connection, purpose, table, now_ms())
    if holder != table:
        return holder
    known = find(connection)
    if known:
        end_opening(connection, purpose, table)
    return known or table


async def _is_there(hub: Hub, purpose: str, table: str) -> bool:
    """Wait for a table that somebody else opens; False if that failed."""
    for _ in range(LOOKS):
        if await hub.database.read(lambda found: find_table(found, table)) is not None:
            return True
        if await hub.database.read(lambda found: opening_of(found, purpose)) != table:
            # It may have been written between the two looks.
            return await hub.database.read(lambda found: find_table(found, table)) is not None
        await asyncio.sleep(PAUSE_S)
    raise Refused("busy", "this table is being opened; try again in a moment")
