"""Positions of Piraci drawn as stacks, for the tests of this folder."""

from __future__ import annotations

from typing import Any

from kosmoport.core.case import Case
from kosmoport.core.layout import Event
from kosmoport.core.words import load
from kosmoport.games.piraci.cases import Play, Table, build

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


def disc(table: Table, name: str) -> int:
    """The disc of this name, as in `R3`; of several, one on top of a unit."""
    found = table.disc(name)
    assert found is not None, f"no disc {name}"
    return found


def said(play: Play, events: list[Event], seat: int = -1) -> list[str]:
    """What a seat is told, in English."""
    return [WORDS.say("event", told) for told in play.told(events, seat)]
