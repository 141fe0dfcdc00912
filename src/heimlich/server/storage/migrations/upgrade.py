"""Upgrade a database to the newest form: an old one step by step with alembic, an empty one at once.

Alembic is loaded only when a migration is needed: loading it takes longer than all the rest of the start.
"""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select, text

from heimlich.errors import HeimlichError
from heimlich.server.storage.schema import metadata

HEAD = "0010"  # the newest step in versions/; a test holds it
LOCK = 4_859_612_077  # several processes may start at once on one PostgreSQL: one migrates, the others wait

# Alembic's own table, so that it finds a database that was made at once in its newest form.
alembic_version = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


def upgrade(connection: Connection) -> None:
    """Upgrade to the newest form, in one transaction; do nothing if the database has that form already."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    if not inspect(connection).has_table(alembic_version.name):
        refuse_foreign(set(inspect(connection).get_table_names()), connection.dialect.name)
        metadata.create_all(connection)
        alembic_version.create(connection)
        connection.execute(insert(alembic_version).values(version_num=HEAD))
        return
    version = connection.execute(select(alembic_version.c.version_num)).scalar()
    if version not in known_versions():
        raise HeimlichError(f"it was made by a newer version, or by another program (its form is {version!r:.40})")
    if version != HEAD:
        migrate(connection)


def refuse_foreign(tables: set[str], dialect: str) -> None:
    """Refuse a database of another program. PostgreSQL may be shared, unless foreign tables have names of ours."""
    if alembic_version.name in tables:
        return
    foreign = tables & set(metadata.tables) if dialect == "postgresql" else tables
    if foreign:
        raise HeimlichError(f"another program keeps its tables there ({min(foreign)[:40]})")


def known_versions() -> set[str]:
    """List all schema versions that a database of ours may have."""
    return {path.name.partition("_")[0] for path in (Path(__file__).parent / "versions").glob("0*.py")}


def migrate(connection: Connection, to: str = "head") -> None:
    """Run alembic's migrations up to a version."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
