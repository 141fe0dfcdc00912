"""What a command needs to know beside its table: who is connected, other tables with the same deal, a new name."""

from typing import TYPE_CHECKING

from heimlich.server.commands import AnyCommand, Claim, Rematch, Sit, Watch
from heimlich.server.entries import Entry
from heimlich.server.guests import Guest, new_id
from heimlich.server.opening import twins_of
from heimlich.server.preparation import Around

if TYPE_CHECKING:
    from heimlich.server.hub import Hub

CURIOUS = (Sit, Watch, Claim, Rematch)  # all others need nothing
NOTHING = Around()


async def look_around(hub: "Hub", entry: Entry, command: AnyCommand, guest: Guest) -> Around:
    """For one of those."""
    match command:
        case Sit() | Watch():
            knows = False
            names = twins_of(entry.table.now)[1:]
            if names and not entry.table.now.twins_over:
                knows = await hub.has_been_at(names, guest)
            return Around(name=guest.nickname, knows_twin=knows)
        case Claim():
            return Around(present=frozenset((await hub.presences.look([entry.id])).get(entry.id, ())))
        case Rematch():
            return Around(new_table="" if entry.table.now.rematch else new_id())
    return NOTHING
