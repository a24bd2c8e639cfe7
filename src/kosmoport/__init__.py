"""Kosmoport: five tabletop games of space and pirates, their rules written once and run anywhere."""

__version__ = "0.1.0"
