"""Rows that another process may have stored a moment before: theirs stay, or are replaced."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table

Row = Mapping[str, Any]


def insert_missing(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Store those rows whose key nobody has stored yet."""
    if rows:
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), rows)


def insert_or_replace(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Store rows, in place of those with the same key: the later process waits for the earlier one."""
    given, key = _insert(connection, table), [column.name for column in table.primary_key]
    new = {column.name: given.excluded[column.name] for column in table.columns if column.name not in key}
    if rows:
        connection.execute(given.on_conflict_do_update(index_elements=key, set_=new), rows)


def _insert(connection: Connection, table: Table) -> Any:
    """An INSERT in the database's own dialect: the common one knows no conflicts."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql  # here: a server on SQLite need not load it

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table)
