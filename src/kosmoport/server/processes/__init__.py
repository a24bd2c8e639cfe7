"""Processes beside the server: how they are started, asked, bounded and ended, and whose turn it is."""
