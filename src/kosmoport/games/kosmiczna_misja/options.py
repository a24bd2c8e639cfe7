"""Kosmiczna Misja: the options of a table (docs/rules/kosmiczna_misja.md lists their meaning)."""

from kosmoport.core.options import Flag, Option, StartSeat, Whole

OPTIONS: tuple[Option, ...] = (
    StartSeat(),
    Flag("allow_diagonal", False),
    Flag("discard_from_complete", False),
    Whole("stalemate_rounds", 1, 1000, 3),
    Whole("max_idle_rounds", 1, 1000, 50),
)
