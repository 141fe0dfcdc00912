"""Tables for a standing group: opened once, however often one presses."""

import secrets
from functools import partial

import msgspec
from sqlalchemy import Connection

from heimlich.fairness import SEED_BYTES
from heimlich.server.live.afterwards.results import MOST_AT_ONCE, keep_results
from heimlich.server.live.hub import Hub
from heimlich.server.live.setup.openings import open_once
from heimlich.server.live.setup.quotas import room_for_table
from heimlich.server.storage.groups import Group, group_tables_without_plays, open_tables
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.openings import purpose_of
from heimlich.server.storage.store import Conflict, opened_addition
from heimlich.server.table.audience.summaries import read_summary
from heimlich.server.table.commands import Create
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.opening import open_table
from heimlich.server.table.setup.terms import Terms, check_terms
from heimlich.server.table.situation import Stage


async def open_for_group(hub: Hub, group: Group, terms: Terms, guest: Guest) -> tuple[str, bool]:
    """Open a table for a group; return it, and whether it is new.

    While a table of this guest with the same terms waits for players, that one is returned.
    """
    check_terms(terms)
    made = []

    async def make(table: str) -> None:
        await room_for_table(hub, guest)
        seed = secrets.token_bytes(SEED_BYTES)
        rows = open_table(Create(terms), guest.id, now_ms(), table=table, seed=seed, name=guest.nickname)
        try:
            await hub.writer.append(opened_addition(rows, group.id))
        except Conflict:  # with its group, which was deleted at this moment
            raise Refused("group", "this group has just been deleted") from None
        made.append(table)

    purpose = purpose_of("group", group.id, guest.id, msgspec.json.encode(terms).decode())
    find = partial(_waiting_table, group=group, guest=guest, terms=terms)
    table = await open_once(hub, purpose, find, make)
    return table, table in made


def _waiting_table(connection: Connection, group: Group, guest: Guest, terms: Terms) -> str:
    """Find a table of this guest for the group that waits for players, with these terms; "" if there is none."""
    for listing in open_tables(connection, group):
        summary = read_summary(listing.summary)
        is_own = listing.host == guest.id and listing.stage == Stage.WAITING.value
        if is_own and summary is not None and summary.terms == terms:
            return listing.id
    return ""


async def keep_missed_group_results(hub: Hub, group: Group) -> None:
    """Make missing plays of a group's finished tables, some at a time."""
    for name in await hub.database.read(lambda found: group_tables_without_plays(found, group, MOST_AT_ONCE)):
        try:
            await keep_results(hub, name)
        except Refused:
            continue  # it was deleted, or its log is damaged
