"""Kosmiczna Eskadra: the options of a table (docs/rules/kosmiczna_eskadra.md lists their meaning)."""

from kosmoport.core.options import Choice, Flag, Option, StartSeat, Whole, WholeList

# A pool table is the cloth of the eight-foot one, the sort that many people have seen.
TABLES = {"small": (600, 600), "large": (1200, 1200), "pool_table": (2240, 1120)}

OPTIONS: tuple[Option, ...] = (
    StartSeat(),
    Choice("mode", ("lightning", "turns"), "lightning"),
    Choice("asteroids", ("one", "two"), "one"),
    Whole("asteroid_gap", 30, 190, 100),
    WholeList("ore_split", 2, 1, 11, (6, 6), total=12),
    Flag("corsairs", False),
    Choice("corsair_capacity", ("all", "laser"), "all"),
    Flag("touch_is_illegal", True),
    Choice("placement_check", ("accept", "reject"), "accept"),
    Whole("round_limit_s", 5, 3600, 120),
    Whole("wins", 1, 99, 3),
    WholeList("table", 2, 300, 2500, "by_players", word="by_players", named=TABLES),
    Choice("aim_help", ("calm", "always", "never"), "calm", aid=True),
)
