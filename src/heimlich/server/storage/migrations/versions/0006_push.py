"""Devices that are called when it is their guest's turn, and the server's key for push services."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "push_keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("private", sa.String(64), nullable=False),
        sa.Column("public", sa.String(128), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("token", sa.String(64), sa.ForeignKey("tokens.hash", ondelete="CASCADE"), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "push_wishes",
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("is_off", sa.Boolean, nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("recent", sa.Text, nullable=False),
    )
    op.create_table(
        "push_tables",
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True, index=True),
        sa.Column("is_quiet", sa.Boolean, nullable=False),
        sa.Column("called_for", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Take them away."""
    for name in ("push_tables", "push_wishes", "push_subscriptions", "push_keys"):
        op.drop_table(name)
