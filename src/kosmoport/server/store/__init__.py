"""Where tables are kept: SQLite and PostgreSQL behind the promises of `kosmoport.house.store`."""
