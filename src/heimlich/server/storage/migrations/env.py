"""Alembic's environment: it uses the connection that upgrade.py hands in."""

from alembic import context

from heimlich.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()
