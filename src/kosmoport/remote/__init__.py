"""Bots at the tables of a server somewhere else."""
