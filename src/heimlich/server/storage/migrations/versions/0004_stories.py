"""Stories of finished tables, which workers have told."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "stories",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("stamp", sa.String(32), nullable=False),
        sa.Column("story", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Take it away."""
    op.drop_table("stories")
