"""How Alembic meets our database: on a connection it is handed, or as SQL text for one it cannot use."""

from __future__ import annotations

from alembic import context

from kosmoport.server.store.migrations import VERSION_TABLE
from kosmoport.server.store.schema import metadata

connection = context.config.attributes.get("connection")
# Whoever runs a migration has begun a transaction, so that it happens whole or not at all.
context.configure(
    connection=connection,
    dialect_name=None if connection is not None else "postgresql",
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
