"""Tables that share their deal, dice and deck: playing a finished one again, and old ones that share a secret seed.

Only a table that is over is played again: its seed is public, and the new table says so. Earlier versions let anyone
play a running table again, in secret; where such tables are still on, they tell each other when they are over.
"""

import contextlib
import secrets
from functools import partial
from typing import TYPE_CHECKING

from heimlich.errors import HeimlichError
from heimlich.fairness import SEED_BYTES
from heimlich.server.live.followers import Entry
from heimlich.server.storage import store
from heimlich.server.storage.guests import Guest, new_id
from heimlich.server.storage.store import opened_addition
from heimlich.server.table.commands import NoteOver
from heimlich.server.table.setup.opening import open_duplicate, twins_of
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import Situation

if TYPE_CHECKING:
    from heimlich.server.live.hub import Hub


async def open_twin(hub: "Hub", terms: Terms, guest: Guest, twin_of: str, at_ms: int) -> str:
    """Open a table with the deal of one that is over."""
    original = (await hub.get(twin_of)).table.now
    table, salt = new_id(), secrets.token_bytes(SEED_BYTES)
    rows = open_duplicate(original, terms, guest.id, at_ms, table=table, salt=salt, name=guest.nickname)
    await hub.writer.append(opened_addition(rows))
    return table


async def tell_twins(hub: "Hub", now: Situation) -> None:
    """Note in the tables that share this one's secret seed that it is over."""
    for name in twins_of(now)[1:]:
        with contextlib.suppress(HeimlichError):
            await hub.do(name, NoteOver(now.table))


async def settle_twins(hub: "Hub", entry: Entry) -> None:
    """Note the end of twins that ended, or were deleted, while no process could note it."""
    for name in [name for name, over in entry.table.now.twins if not over]:
        listing = await hub.database.read(partial(store.find_table, table=name))
        if listing is None or listing.stage in store.FINISHED_STAGES:
            await hub.do(entry.id, NoteOver(name))
