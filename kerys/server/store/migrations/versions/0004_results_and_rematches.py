"""Results of games, and their rematches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; the results of finished games are only in their logs."""
    op.add_column("tables", sa.Column("result", sa.JSON(), nullable=True))
    op.add_column("tables", sa.Column("rematch", sa.String(length=16), nullable=True))


def downgrade() -> None:
    """Drop the columns, in place."""
    op.drop_column("tables", "rematch")
    op.drop_column("tables", "result")
