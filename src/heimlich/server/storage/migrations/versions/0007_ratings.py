"""Ratings: every seat of every game that counts, with the rating before and after it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "rated_seats",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("sigma_before", sa.Double, nullable=False),
        sa.Column("mu_after", sa.Double, nullable=False),
        sa.Column("sigma_after", sa.Double, nullable=False),
    )
    op.create_index("rated_by_kind", "rated_seats", ["game", "players", "ended_at", "table_id"])
    op.create_index("rated_by_guest", "rated_seats", ["guest", "ended_at"])


def downgrade() -> None:
    """Take it away."""
    op.drop_table("rated_seats")
