"""Tests of the processes beside the server."""
