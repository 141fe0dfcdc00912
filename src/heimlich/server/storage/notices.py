"""Notices between processes that share a PostgreSQL: a name and a number, never what happened at a table.

A notice is part of the transaction that it announces, so that neither comes without the other.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, text

from heimlich.server.storage.store import Addition

CHANNEL = "heimlich_tables"
WHO_IS_HERE = -1  # in place of a row's number: somebody has come to the table or gone
GIVEN_UP = -2  # a token is revoked; its hash comes in place of a table's name
MOST = 60  # notices in one message: PostgreSQL takes 8,000 bytes, and a hash has 64

Notice = tuple[str, str, int]  # process, table, number
_decoder = msgspec.json.Decoder(list[Notice])


def announce_rows(connection: Connection, process: str, additions: Sequence[Addition]) -> None:
    """Announce new rows to the other processes, when and if this transaction is committed."""
    announce(connection, [(process, addition.table, addition.rows[-1].seq) for addition in additions])


def announce(connection: Connection, notices: Sequence[Notice]) -> None:
    """Send notices to the other processes, when and if this transaction is committed."""
    for start in range(0, len(notices), MOST):
        payload = msgspec.json.encode(notices[start : start + MOST]).decode()
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


def read_notices(payload: str) -> list[Notice]:
    """Decode what another process has announced."""
    return _decoder.decode(payload)
