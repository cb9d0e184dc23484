"""Lines that players keep with finished games, and tables that go on from one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; no existing table goes on from another."""
    op.create_table(
        "lines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.JSON(), nullable=False),
        sa.Column("comment", sa.String(length=200), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_lines_table_id"), "lines", ["table_id"])
    continued: sa.Column[str] = sa.Column(
        "continued", sa.String(length=100), nullable=False, server_default=""
    )
    given: sa.Column[int] = sa.Column("given", sa.Integer(), nullable=False, server_default="0")
    op.add_column("tables", continued)
    op.add_column("tables", given)


def downgrade() -> None:
    """Drop both."""
    op.drop_column("tables", "given")
    op.drop_column("tables", "continued")
    op.drop_index(op.f("ix_lines_table_id"), "lines")
    op.drop_table("lines")
