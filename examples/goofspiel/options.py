"""Goofspiel: the options of a table."""

from kosmoport.core.options import Choice, Option

OPTIONS: tuple[Option, ...] = (Choice("points_order", ("random", "descending", "ascending"), "random"),)
