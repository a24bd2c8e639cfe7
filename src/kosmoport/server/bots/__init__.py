"""Processes in which bots think, and the fair line in front of them."""
