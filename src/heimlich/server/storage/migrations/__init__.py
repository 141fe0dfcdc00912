"""Bringing a database to the form of schema.py, step by step (alembic). Runs at every start, and does nothing then."""
