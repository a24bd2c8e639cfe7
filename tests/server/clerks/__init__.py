"""Tests of the clerks."""
