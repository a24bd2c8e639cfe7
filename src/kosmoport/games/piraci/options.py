"""Piraci: the options of a table (docs/rules/piraci.md lists their meaning)."""

from kosmoport.core.options import Choice, Flag, Option, StartSeat

OPTIONS: tuple[Option, ...] = (
    StartSeat(),
    Choice("deadlock", ("refresh", "end"), "refresh"),
    Flag("open_stacks", False),
)
