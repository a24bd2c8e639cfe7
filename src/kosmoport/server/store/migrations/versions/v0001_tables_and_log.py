"""The first version: tables and their logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("sealed", sa.Boolean, nullable=False),
        sa.Column("unhurried", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("wake_at", sa.BigInteger),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("lobby", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("origin", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="tables_pk"),
    )
    op.create_index("tables_listed", "tables", ["phase", "is_public", "changed_at"])
    op.create_index("tables_made", "tables", ["created_at", "id"])
    op.create_index("tables_of_origin", "tables", ["origin", "phase"])
    waking = sa.text("wake_at IS NOT NULL")
    op.create_index("tables_due", "tables", ["wake_at"], sqlite_where=waking, postgresql_where=waking)
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("sender", sa.Text),
        sa.Column("message", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "n", name="log_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "log_messages",
        "log",
        ["table_id", "sender", "message"],
        unique=True,
        sqlite_where=sa.text("message IS NOT NULL"),
        postgresql_where=sa.text("message IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_table("log")
    op.drop_table("tables")
