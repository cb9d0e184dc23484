"""Links that show finished games to everyone."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and a secret for every existing table."""
    share = sa.Column("share", sa.String(length=32), nullable=False, server_default="")
    op.add_column("tables", share)
    tables = sa.table("tables", sa.column("id"), sa.column("share"))
    connection = op.get_bind()
    for (table_id,) in connection.execute(sa.select(tables.c.id)).all():
        change = tables.update().where(tables.c.id == table_id)
        connection.execute(change.values(share=secrets.token_urlsafe(16)))


def downgrade() -> None:
    """Drop the column, in place."""
    op.drop_column("tables", "share")
