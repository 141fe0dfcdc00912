"""Plays: finished tables by guest; when each guest was last seen; guests who have asked to be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and the column."""
    op.create_table(
        "plays",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("result", sa.String(16), nullable=False),
        sa.Column("play", sa.Text, nullable=False),
    )
    op.create_index("plays_by_guest", "plays", ["guest", "ended_at"])
    op.create_index("plays_by_table", "plays", ["table_id"])
    op.create_table(
        "departures",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.add_column("guests", sa.Column("seen_at", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take them away."""
    op.drop_column("guests", "seen_at")
    for name in ("departures", "plays"):
        op.drop_table(name)
