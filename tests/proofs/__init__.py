"""Proofs that take minutes: programs of the Makefile, which pytest does not collect."""
