"""Tables that are about to be closed, and seats that are about to be given up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
COLUMNS = (("tables", "closing"), ("seats", "leaving"))


def upgrade() -> None:
    """Add the columns; nobody is leaving."""
    for table, column in COLUMNS:
        op.add_column(table, sa.Column(column, sa.DateTime(timezone=True), nullable=True))
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def downgrade() -> None:
    """Drop the columns in place; players who were leaving stay."""
    for table, column in COLUMNS:
        op.drop_index(op.f(f"ix_{table}_{column}"), table)
        op.drop_column(table, column)
