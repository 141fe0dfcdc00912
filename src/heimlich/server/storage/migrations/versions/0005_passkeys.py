"""Passkeys, recovery codes, ceremonies, joined guests; how and when the person at a device was proved."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and the columns."""
    op.add_column("tokens", sa.Column("how", sa.String(16), nullable=False, server_default=""))
    op.add_column("tokens", sa.Column("proved_at", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_passkeys_guest", "passkeys", ["guest"])
    op.create_table(
        "recoveries",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_recoveries_guest", "recoveries", ["guest"])
    op.create_table(
        "ceremonies",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("challenge", sa.String(64), nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_ceremonies_until_ms", "ceremonies", ["until_ms"])
    op.create_table(
        "joins",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("into", sa.String(32), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Take them away."""
    for name in ("joins", "ceremonies", "recoveries", "passkeys"):
        op.drop_table(name)
    for name in ("proved_at", "how"):
        op.drop_column("tokens", name)
