"""The shape of the database: one row per table, its log, and who is called when it is a seat's turn."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, MetaData, PrimaryKeyConstraint, Table, Text, text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("sealed", Boolean, nullable=False),
    Column("unhurried", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("wake_at", BigInteger),
    Column("n", BigInteger, nullable=False),  # lines in the log
    Column("owner", Text, nullable=False),  # random id of the process that may append
    Column("epoch", BigInteger, nullable=False),  # counts the changes of ownership
    Column("lobby", Text, nullable=False),
    Column("result", Text),
    Column("origin", Text, nullable=False),
    PrimaryKeyConstraint("id", name="tables_pk"),
    Index("tables_listed", "phase", "is_public", "changed_at"),
    Index("tables_made", "created_at", "id"),
    Index("tables_of_origin", "origin", "phase"),
    Index(
        "tables_due",
        "wake_at",
        sqlite_where=text("wake_at IS NOT NULL"),
        postgresql_where=text("wake_at IS NOT NULL"),
    ),
)

# There is no foreign key: lines are only ever written together with the row that they belong to.
log = Table(
    "log",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),  # text and not JSON: it is given back to the byte
    Column("sender", Text),
    Column("message", Text),
    PrimaryKeyConstraint("table_id", "n", name="log_pk"),
    Index(
        "log_messages",
        "table_id",
        "sender",
        "message",
        unique=True,
        sqlite_where=text("message IS NOT NULL"),
        postgresql_where=text("message IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("seat", BigInteger, nullable=False),
    Column("url", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", name="webhooks_pk"),
)

pushes = Table(
    "pushes",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("seat", BigInteger, nullable=False),
    Column("devices", Text, nullable=False),  # the browsers of a seat, as JSON
    PrimaryKeyConstraint("table_id", "seat", name="pushes_pk"),
)
