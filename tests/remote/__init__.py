"""Tests of programs that play at the tables of a server."""
