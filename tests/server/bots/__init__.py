"""Tests of the bots at the table."""
