"""Piraci: the options of a table (docs/rules/piraci.md lists their meaning)."""

from kosmoport.core.options import Choice, Flag, Option, StartSeat

OPTIONS: tuple[Option, ...] = (
    StartSeat(),
    Choice("deadlock", ("end", "refresh"), "end"),
    Flag("open_stacks", False),
)
