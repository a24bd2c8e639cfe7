"""Processes in which bots think, and the fair queue in front of them."""
