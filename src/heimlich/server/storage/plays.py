"""Stored plays: finished tables as each guest played them. table/plays.py makes them from the log."""

from collections.abc import Mapping, Sequence
from operator import itemgetter

from msgspec import MsgspecError, Struct
from sqlalchemy import Connection, delete, exists, select

from heimlich.server.storage.conflicts import insert_or_replace
from heimlich.server.storage.guests import lock_known
from heimlich.server.storage.schema import plays, tables, visits
from heimlich.server.storage.store import FINISHED_STAGES
from heimlich.server.table.afterwards.plays import NOT_PLAYED, FinishedGame, decode_play, encode_play
from heimlich.server.table.audience.summaries import TableSummary, read_summary
from heimlich.server.table.seats import GuestId

MOST_COUNTED = 2000  # plays of one guest, the latest


class StoredPlay(Struct, frozen=True):
    """A play in the list of a guest."""

    table: str
    ended_at: int
    play: FinishedGame


def keep_plays(connection: Connection, table: str, ended_at: int, made: Mapping[GuestId, FinishedGame | None]) -> None:
    """Store the plays of a finished table, in place of earlier ones; guests who are no longer known get none.

    Two processes may do so at the same moment: one acts for the table, in the other a guest looks at their games. The
    later one waits for the earlier one and replaces its rows. Both write them in one order, so there is no deadlock.
    """
    known = lock_known(connection, made)
    rows = [
        {
            "guest": guest,
            "table_id": table,
            "ended_at": ended_at,
            "result": play.result if play else NOT_PLAYED,
            "play": encode_play(play) if play else "",
        }
        for guest, play in sorted(made.items(), key=itemgetter(0))
        if guest in known
    ]
    insert_or_replace(connection, plays, rows)


def tables_without_plays(connection: Connection, guest: GuestId, most: int) -> list[str]:
    """List finished tables to which a guest came and whose plays are missing, the latest first."""
    kept = exists().where(plays.c.guest == guest, plays.c.table_id == visits.c.table_id)
    wanted = select(tables.c.id).join(visits, visits.c.table_id == tables.c.id).where(visits.c.guest == guest, ~kept)
    wanted = wanted.where(tables.c.stage.in_(FINISHED_STAGES)).order_by(tables.c.changed_at.desc(), tables.c.id)
    return list(connection.execute(wanted.limit(most)).scalars())


def finished_tables(connection: Connection) -> list[str]:
    """List all finished tables, for an operator who has their plays made again."""
    wanted = select(tables.c.id).where(tables.c.stage.in_(FINISHED_STAGES)).order_by(tables.c.created_at, tables.c.id)
    return list(connection.execute(wanted).scalars())


def read_plays(connection: Connection, guest: GuestId) -> list[StoredPlay]:
    """Read a guest's plays, the latest first. One that cannot be read is left out: it can be made again."""
    wanted = select(plays.c.table_id, plays.c.ended_at, plays.c.play)
    wanted = wanted.where(plays.c.guest == guest, plays.c.result != NOT_PLAYED)
    wanted = wanted.order_by(plays.c.ended_at.desc(), plays.c.table_id).limit(MOST_COUNTED)
    found: list[StoredPlay] = []
    for table, ended_at, text in connection.execute(wanted):
        try:
            found.append(StoredPlay(table, ended_at, decode_play(text)))
        except MsgspecError:
            continue
    return found


def summaries_of(connection: Connection, names: Sequence[str]) -> dict[str, TableSummary]:
    """Read the summaries of those of these tables that still exist."""
    found = connection.execute(select(tables.c.id, tables.c.summary).where(tables.c.id.in_(names)))
    return {table: summary for table, text in found if (summary := read_summary(text))}


def forget_plays(connection: Connection, guest: GuestId) -> None:
    """Delete all plays of a guest."""
    connection.execute(delete(plays).where(plays.c.guest == guest))
