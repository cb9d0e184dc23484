"""The lessons that people have finished, and tables that guide through a first round."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; nobody has finished a lesson yet, and no existing table guides."""
    op.create_table(
        "lessons_done",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("lesson", sa.String(length=60), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "game", "lesson"),
    )
    guided: sa.Column[bool] = sa.Column(
        "guided", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("tables", guided)


def downgrade() -> None:
    """Drop both."""
    op.drop_column("tables", "guided")
    op.drop_table("lessons_done")
