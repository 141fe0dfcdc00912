"""Stored stories of finished tables. Each can be told again from the log of its table, and goes with it."""

from sqlalchemy import Connection, delete, insert, select

from heimlich.server.storage.schema import stories, tables


def keep_story(connection: Connection, table: str, stamp: str, story: bytes) -> None:
    """Store a story in place of an earlier one, unless its table has been deleted meanwhile.

    The entry of the table stays locked until the end of the transaction, so that whoever deletes the table comes
    afterwards, and deletes the story, too. Of several processes that do this at once, the last one's story stays.
    """
    listed = select(tables.c.id).where(tables.c.id == table).with_for_update()
    if connection.execute(listed).first() is None:
        return
    connection.execute(delete(stories).where(stories.c.table_id == table))
    connection.execute(insert(stories).values(table_id=table, stamp=stamp, story=story))


def read_story(connection: Connection, table: str, stamp: str) -> bytes | None:
    """Read a story; None if there is none with this stamp."""
    wanted = select(stories.c.story).where(stories.c.table_id == table, stories.c.stamp == stamp)
    found: bytes | None = connection.execute(wanted).scalar()
    return found
