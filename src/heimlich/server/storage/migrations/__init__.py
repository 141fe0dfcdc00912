"""Migrations (alembic) that bring a database to the form of schema.py. Every start checks whether one is needed."""
