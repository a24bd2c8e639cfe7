"""Tests of the store, the same for SQLite and PostgreSQL wherever both can do it."""
