"""Seasons of groups, and the tables on which their deals are played."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("group_id", sa.String(32), sa.ForeignKey("groups.id", ondelete="SET NULL"), nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("over_at", sa.BigInteger, nullable=False),
        sa.Column("is_settled", sa.Boolean, nullable=False),
    )
    op.create_index("ix_seasons_group_id", "seasons", ["group_id"])
    op.create_table(
        "season_tables",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("season_id", sa.String(32), sa.ForeignKey("seasons.id", ondelete="CASCADE"), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="SET NULL"), nullable=True),
        sa.Column("begun_at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("season_id", "deal", "guest", name="season_tables_by_deal"),
    )
    op.create_index("ix_season_tables_guest", "season_tables", ["guest"])


def downgrade() -> None:
    """Take them away."""
    for name in ("season_tables", "seasons"):
        op.drop_table(name)
