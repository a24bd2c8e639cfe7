"""Positions of Piraci drawn as stacks, for the tests of this folder."""

from __future__ import annotations

from typing import Any

from kosmoport.core.case import Case
from kosmoport.core.play import Play
from kosmoport.core.words import load
from kosmoport.games.piraci.cases import Table, build

WORDS = load("en", "kosmoport.games.piraci")
FIVE = {"a": {"gold": 20, "q": 4, "min": 5, "loot": ["chest", "rum"]}}
FOUR = {"b": {"gold": 12, "q": 3, "min": 4, "loot": ["dagger"]}}


def drawn(units: list[str], ships: dict[str, Any], players: str = "RBYK", **given: Any) -> Table:
    """A position: each unit as text, top first, as in `R3 B5 Y2`."""
    return build(
        Case(
            id="PI-TEST",
            op="play",
            given={"players": list(players), "units": [u.split() for u in units], "ships": ships, **given},
            do=[],
            expect={},
        )
    )


def said(play: Play, events: list[Any], seat: int = -1) -> list[str]:
    """What a seat is told, in English."""
    return [WORDS.say("event", told) for told in play.told(events, seat)]
