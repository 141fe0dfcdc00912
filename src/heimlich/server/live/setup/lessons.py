"""Open the table of a lesson, and close those that a pupil has left behind by going back a step."""

import contextlib
import secrets

from heimlich.errors import HeimlichError
from heimlich.fairness import SEED_BYTES
from heimlich.server.live.hub import Hub
from heimlich.server.live.setup.quotas import room_for_table
from heimlich.server.storage import store
from heimlich.server.storage.guests import Guest, new_id
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.store import opened_addition
from heimlich.server.table.audience.summaries import read_summary
from heimlich.server.table.commands import Close, Start
from heimlich.server.table.setup.lessons import find_lesson, open_lesson


async def give_lesson(hub: Hub, guest: Guest, lesson: str, decision: int) -> str:
    """Open and start a table for a lesson, at one of its decisions; return the table's id."""
    found = find_lesson(lesson)
    await room_for_table(hub, guest)
    table, seed = new_id(), secrets.token_bytes(SEED_BYTES)
    rows = open_lesson(found, decision, guest.id, now_ms(), table=table, seed=seed, name=guest.nickname)
    await _close_all_but_last(hub, guest, lesson)
    await hub.writer.append(opened_addition(rows))
    await hub.do(table, Start(), guest)
    return table


async def _close_all_but_last(hub: Hub, guest: Guest, lesson: str) -> None:
    """Close a guest's earlier tables of a lesson. The latest stays open, as its page may still be on a screen."""
    hosted = await hub.database.read(lambda connection: store.games_hosted(connection, guest.id))
    given = [one.id for one in hosted if (summary := read_summary(one.summary)) and summary.lesson == lesson]
    for name in given[:-1]:
        with contextlib.suppress(HeimlichError):  # it has ended meanwhile
            await hub.do(name, Close())
