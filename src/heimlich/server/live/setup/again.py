"""Open a table for the people of a finished one, at any later time.

Those who played there find it among their own tables. Left out are guests who are no longer known, those whom the host
removed, and those who have blocked the guest who asks; nobody is told which of these it was.
"""

import contextlib
import secrets

from sqlalchemy import Connection, select

from heimlich.errors import HeimlichError
from heimlich.fairness import SEED_BYTES
from heimlich.server.live.hub import Hub
from heimlich.server.live.setup.openings import open_once
from heimlich.server.live.setup.quotas import room_for_table
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.openings import purpose_of
from heimlich.server.storage.schema import guests
from heimlich.server.storage.store import UNFINISHED_STAGES, list_visited, opened_addition
from heimlich.server.table.audience.summaries import read_summary
from heimlich.server.table.commands import Start
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId, seats_of
from heimlich.server.table.setup.opening import is_against_bots, open_rematch
from heimlich.server.table.situation import FINISHED, Situation

LOOKED_AT = 60  # unfinished tables of the guest among which there may be one for these people already


async def open_again(hub: Hub, table: str, guest: Guest) -> str:
    """Open a table for the same people, with the same terms; while an earlier one is not over, return that one."""
    old = (await hub.get(table)).table.now
    if old.stage not in FINISHED:
        raise Refused("stage", "the game is not over yet")
    if not seats_of(old.chairs, old.person(guest.id)):
        raise Refused("seat", "only those who played can ask for this")
    invited = await hub.database.read(lambda found: _invited(found, old, guest.id))

    async def make(new: str) -> None:
        await room_for_table(hub, guest)
        seed = secrets.token_bytes(SEED_BYTES)
        rows = open_rematch(old, guest.id, now_ms(), table=new, seed=seed, name=guest.nickname, invited=invited)
        await hub.writer.append(opened_addition(rows))
        if is_against_bots(old, guest.id):
            with contextlib.suppress(HeimlichError):  # too many bots play already: it can be started later
                await hub.do(new, Start(), guest)

    purpose = purpose_of("again", table, sorted({*invited, guest.id}))  # who blocks somebody has another table
    return await open_once(hub, purpose, lambda found: _open_already(found, table, guest.id), make)


def _open_already(connection: Connection, table: str, guest: GuestId) -> str:
    """Find an unfinished table of the guest for the people of this one; "" if there is none."""
    for listing in list_visited(connection, guest, UNFINISHED_STAGES, LOOKED_AT):
        summary = read_summary(listing.summary)
        if summary is not None and summary.rematch_of == table:
            return listing.id
    return ""


def _invited(connection: Connection, old: Situation, guest: GuestId) -> set[GuestId]:
    """Return the guests who played there and can be asked again."""
    asker = old.person(guest)
    played = {chair.who for chair in old.chairs if chair.who}
    wanted = [
        person.guest
        for number, person in enumerate(old.people, 1)
        if number in played and not person.kicked and (number, asker) not in old.blocks
    ]
    return set(connection.execute(select(guests.c.id).where(guests.c.id.in_(wanted))).scalars())
