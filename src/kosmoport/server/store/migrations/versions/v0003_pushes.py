"""Browsers that are called when it is a seat's turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "pushes",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.BigInteger, nullable=False),
        sa.Column("devices", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pushes_pk"),
    )


def downgrade() -> None:
    op.drop_table("pushes")
