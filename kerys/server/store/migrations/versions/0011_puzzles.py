"""The puzzles that people have tried, and the ratings of both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add all three; nobody has tried a puzzle yet."""
    op.create_table(
        "solvers",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("doubt", sa.Double(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "game"),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("move", sa.String(length=80), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "game", "puzzle"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("doubt", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "puzzle"),
    )


def downgrade() -> None:
    """Drop all three."""
    for name in ("puzzle_ratings", "puzzle_tries", "solvers"):
        op.drop_table(name)
