"""Load what some commands need besides their table: connected guests, tables with the same deal, a new name."""

from typing import TYPE_CHECKING

from heimlich.server.live.followers import Entry
from heimlich.server.live.people.guarding import check_may_look
from heimlich.server.live.setup.quotas import room_for_bots, room_for_table
from heimlich.server.storage.guests import Guest, new_id
from heimlich.server.table.commands import AnyCommand, Claim, Nickname, Rematch, Report, Sit, Start, Watch
from heimlich.server.table.seats import seats_of
from heimlich.server.table.setup.opening import twins_of
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.situation import FINISHED, Situation

if TYPE_CHECKING:
    from heimlich.server.live.hub import Hub

NEEDS_CONTEXT = (Sit, Watch, Claim, Rematch, Start, Report, Nickname)
NO_CONTEXT = Around()


async def load_context(hub: "Hub", entry: Entry, command: AnyCommand, guest: Guest) -> Around:
    """Load what a command in `NEEDS_CONTEXT` needs; refuse it where a limit is reached."""
    match command:
        case Sit() | Watch():
            await check_may_look(hub, entry.table.now, guest)
            knows = False
            names = twins_of(entry.table.now)[1:]
            if names and not entry.table.now.twins_over:
                knows = await hub.has_been_at(names, guest)
            present = frozenset((await hub.presences.look([entry.id])).get(entry.id, ()))
            return Around(present, name=guest.nickname, knows_twin=knows)
        case Claim():
            return Around(present=frozenset((await hub.presences.look([entry.id])).get(entry.id, ())))
        case Rematch():
            return Around(new_table=await _name_for_rematch(hub, entry.table.now, guest))
        case Report():
            hub.quotas.count_report(guest.id, hub.whereabouts.of(guest.id))
        case Nickname():
            hub.quotas.count_name(guest.id)
        case Start():
            await room_for_bots(hub, entry.table.now, guest)
    return NO_CONTEXT


async def _name_for_rematch(hub: "Hub", now: Situation, guest: Guest) -> str:
    """Make a name for a rematch; like any new table it counts against the limits of the guest who asks for it."""
    if now.rematch or now.stage not in FINISHED or not seats_of(now.chairs, now.person(guest.id)):
        return ""
    await room_for_table(hub, guest)
    return new_id()
