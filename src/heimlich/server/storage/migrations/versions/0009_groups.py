"""Standing groups, the tables that were opened for them, and tables that are being opened."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "groups",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("link", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("last_number", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "group_members",
        sa.Column("group_id", sa.String(32), sa.ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
        sa.Column("is_called", sa.Boolean, nullable=False),
        sa.UniqueConstraint("group_id", "number", name="group_members_by_number"),
    )
    op.create_index("ix_group_members_guest", "group_members", ["guest"])
    op.create_table(
        "group_tables",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("group_id", sa.String(32), sa.ForeignKey("groups.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_group_tables_group_id", "group_tables", ["group_id"])
    op.create_table(
        "openings",
        sa.Column("purpose", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Take them away."""
    for name in ("openings", "group_tables", "group_members", "groups"):
        op.drop_table(name)
