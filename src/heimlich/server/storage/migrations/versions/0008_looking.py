"""Presences: whether a connected guest is looking at the table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; whoever is connected through a process of an earlier version counts as looking."""
    op.add_column("presences", sa.Column("looking", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("presences", "looking")
