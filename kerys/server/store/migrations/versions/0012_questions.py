"""How often the players of a table may ask the master."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the number; at existing tables nobody may ask."""
    asks: sa.Column[int] = sa.Column("asks", sa.Integer(), nullable=False, server_default="0")
    op.add_column("tables", asks)


def downgrade() -> None:
    """Drop the number, and the questions in the log."""
    op.execute("DELETE FROM events WHERE kind = 'ask'")
    op.drop_column("tables", "asks")
