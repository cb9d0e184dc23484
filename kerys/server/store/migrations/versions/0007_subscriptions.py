"""Browsers that get notifications."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
COLUMNS = ("pushed", "talked")


def upgrade() -> None:
    """Create the tables; no browser has subscribed yet."""
    op.create_table(
        "subscriptions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["sessions.digest"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest"),
        sa.UniqueConstraint("endpoint"),
    )
    op.create_table(
        "site_keys",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    for column in COLUMNS:
        op.add_column("seats", sa.Column(column, sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Drop the subscriptions, and the key of the site."""
    op.execute("DELETE FROM letters WHERE way IN ('push', 'talk')")
    for column in COLUMNS:
        op.drop_column("seats", column)
    op.drop_table("site_keys")
    op.drop_table("subscriptions")
