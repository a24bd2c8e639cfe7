"""Kosmodraci: the options of a table (docs/rules/kosmodraci.md lists their meaning)."""

from typing import Literal

from kosmoport.core.options import ChoiceMap, Flag, Option, Whole

Symbol = Literal["research", "morale", "crime"]

KIND_NAMES: tuple[Symbol, ...] = ("research", "morale", "crime")  # as the rules number them

OPTIONS: tuple[Option, ...] = (
    ChoiceMap("sides", KIND_NAMES, ("A", "B", "random"), "A"),
    Flag("family_variant", False),
    Whole("shield_points", -50, 50, 1),
    Whole("damage_points", -50, 50, -5),
    Flag("memory_aids", True, aid=True),
)
