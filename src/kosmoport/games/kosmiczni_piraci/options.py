"""Kosmiczni Piraci: the options of a table (docs/rules/kosmiczni_piraci.md lists their meaning)."""

from kosmoport.core.options import Choice, Flag, Option, StartSeat, WholeList

OPTIONS: tuple[Option, ...] = (
    StartSeat(),
    WholeList("planet_order", 6, 0, 5, "random", word="random", permutation=True),
    Flag("pirate_takes_trade_ship", True),
    Flag("teleport_counts_as_presence", False),
    Choice("full_tie", ("seat", "reverse_seat", "random"), "seat"),
    Choice("tiebreak", ("distinct", "pieces"), "distinct"),
    Flag("auto_pick", False),
)
