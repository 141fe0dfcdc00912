"""Tables that are being opened: of several who ask for a table for the same purpose, in any process, one opens it.

The purpose is a primary key, so the database decides who that is. The note is deleted once the table is written; if the
process dies before, it is void after a minute.
"""

import hashlib
import json
from collections.abc import Sequence

from sqlalchemy import Connection, delete, select

from heimlich.server.storage.conflicts import insert_missing
from heimlich.server.storage.schema import openings

HELD_MS = 60_000


def purpose_of(kind: str, *words: str | Sequence[str]) -> str:
    """Return the key of a purpose: a hash, as its words may be guests."""
    return hashlib.sha256(json.dumps([kind, *words]).encode()).hexdigest()


def hold_opening(connection: Connection, purpose: str, table: str, now_ms: int) -> str:
    """Note that a table is being opened, unless another one is; return the one that counts."""
    connection.execute(delete(openings).where(openings.c.until_ms < now_ms))
    row = {"purpose": purpose, "table_id": table, "until_ms": now_ms + HELD_MS}
    insert_missing(connection, openings, [row])
    return opening_of(connection, purpose) or table


def opening_of(connection: Connection, purpose: str) -> str:
    """Return the table that is being opened for a purpose; "" if none is."""
    wanted = select(openings.c.table_id).where(openings.c.purpose == purpose)
    return str(connection.execute(wanted).scalar() or "")


def end_opening(connection: Connection, purpose: str, table: str) -> None:
    """Delete the note: the table is written, or will not be opened."""
    connection.execute(delete(openings).where(openings.c.purpose == purpose, openings.c.table_id == table))
