"""The version of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing tables start with 0."""
    column = sa.Column("version", sa.Integer(), nullable=False, server_default="0")
    op.add_column("tables", column)


def downgrade() -> None:
    """Drop the column in place: a copy of the table would delete its games with the original."""
    op.drop_column("tables", "version")
