"""One owner for each table, in place of leases for bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add owners; nobody owns the existing tables."""
    op.create_table(
        "processes",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    owner = sa.Column("owner", sa.String(length=40), nullable=False, server_default="")
    op.add_column("tables", owner)
    op.create_index(op.f("ix_tables_owner"), "tables", ["owner"])
    op.drop_column("tables", "thinking")
    op.drop_column("tables", "thinker")


def downgrade() -> None:
    """Restore the leases for bots, without any."""
    thinker = sa.Column("thinker", sa.String(length=40), nullable=False, server_default="")
    op.add_column("tables", thinker)
    op.add_column("tables", sa.Column("thinking", sa.DateTime(timezone=True), nullable=True))
    op.drop_index(op.f("ix_tables_owner"), "tables")
    op.drop_column("tables", "owner")
    op.drop_table("processes")
