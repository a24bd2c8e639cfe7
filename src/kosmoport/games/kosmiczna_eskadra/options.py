"""Kosmiczna Eskadra: the options of a table (docs/rules/kosmiczna_eskadra.md lists their meaning)."""

from kosmoport.core.options import Choice, Flag, Option, StartSeat, Whole, WholeList

OPTIONS: tuple[Option, ...] = (
    StartSeat(),
    Choice("mode", ("lightning", "turns"), "lightning"),
    Choice("asteroids", ("one", "two"), "one"),
    Whole("asteroid_gap", 0, 300, 100),
    WholeList("ore_split", 2, 1, 99, (6, 6)),
    Flag("corsairs", False),
    Choice("corsair_capacity", ("all", "laser"), "all"),
    Flag("touch_is_illegal", True),
    Choice("placement_check", ("accept", "reject"), "accept"),
    Whole("round_limit_s", 5, 3600, 60),
    Whole("wins", 1, 99, 3),
    WholeList("table", 2, 300, 2000, "by_players", word="by_players"),
)
