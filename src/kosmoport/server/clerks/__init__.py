"""Clerks: processes that read files of strangers and replay games, with limits on time and memory."""
