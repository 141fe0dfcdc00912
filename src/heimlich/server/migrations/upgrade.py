"""Bring a database to the newest form: an old one step by step by alembic, an empty one at once.

Alembic is loaded only when there is something to do: it takes longer than all the rest of the start.
"""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select, text

from heimlich.server.schema import metadata

HEAD = "0001"  # the newest step in versions/; a test holds it
LOCK = 4_859_612_077  # several processes may start at once on one PostgreSQL: one migrates, the others wait

# Alembic's own table, so that it finds a database that was made at once in its newest form.
alembic_version = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


def upgrade(connection: Connection) -> None:
    """To the newest form, in one transaction; nothing happens if it has that form already."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    if not inspect(connection).has_table(alembic_version.name):
        metadata.create_all(connection)
        alembic_version.create(connection)
        connection.execute(insert(alembic_version).values(version_num=HEAD))
    elif connection.execute(select(alembic_version.c.version_num)).scalar() != HEAD:
        migrate(connection)


def migrate(connection: Connection, to: str = "head") -> None:
    """Step by step."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
