"""Tables that share their deal, dice and deck: opening one, and telling the others when one is over.

That there are such tables, and their seed, is a secret until all of them are over. So a new one and the notes of it at
all the others stand in the log together, or none of them does.
"""

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from heimlich.errors import HeimlichError
from heimlich.server import store
from heimlich.server.commands import NoteDuplicate, NoteOver
from heimlich.server.entries import Entry
from heimlich.server.guests import Guest, new_id
from heimlich.server.opening import open_duplicate, twins_of
from heimlich.server.refusals import Refused
from heimlich.server.seats import SYSTEM
from heimlich.server.situation import FINISHED, Situation
from heimlich.server.store import Conflict, opened_addition
from heimlich.server.table_log import Row
from heimlich.server.terms import Terms

if TYPE_CHECKING:
    from heimlich.server.hub import Hub

TRIES = 10


async def open_twin(hub: "Hub", terms: Terms, guest: Guest, twin_of: str, at_ms: int) -> str:
    """A table with another one's deal; whoever plays there does not open it, for he would see his own dice."""
    for _ in range(TRIES):
        original = (await hub.get(twin_of)).table.now
        names = twins_of(original)
        if original.stage not in FINISHED and await hub.has_been_at(names, guest):
            raise Refused("twin", "you would see the dice of your own game: let someone else open this table")
        table = new_id()
        rows = open_duplicate(original, terms, guest.id, at_ms, table=table, name=guest.nickname)
        entries = [await hub.get(name) for name in sorted(names)]
        notes = [hub.addition(entry, noted) for entry in entries if (noted := _note(entry, table, at_ms))]
        try:
            await hub.writer.append(opened_addition(rows), *notes)
        except Conflict:
            table = ""
        for entry in entries:
            async with entry.lock:
                await hub.catch_up(entry)
        if table:
            return table
    raise Refused("busy", "too much is going on at that table; try again")


def _note(entry: Entry, table: str, at_ms: int) -> list[Row]:
    return entry.table.handle(NoteDuplicate(table), SYSTEM, at_ms)


async def tell_twins(hub: "Hub", now: Situation) -> None:
    """This table is over: the others note it."""
    for name in twins_of(now)[1:]:
        with contextlib.suppress(HeimlichError):
            await hub.do(name, NoteOver(now.table))


async def settle_twins(hub: "Hub", entry: Entry) -> None:
    """A twin may have ended, or been deleted, while nobody could tell."""
    for name in [name for name, over in entry.table.now.twins if not over]:
        listing = await hub.database.read(partial(store.find_table, table=name))
        if listing is None or listing.stage in store.FINISHED_STAGES:
            await hub.do(entry.id, NoteOver(name))
