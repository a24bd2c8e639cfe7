"""Tests of the processes beside the server, and of whose turn it is."""
