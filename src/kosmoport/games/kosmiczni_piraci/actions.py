"""Kosmiczni Piraci: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.games.kosmiczni_piraci.rules import LAYS, PLANETS, TRADE_SHIP
from kosmoport.games.kosmiczni_piraci.view import View

REASONS = ("card", "treasure", "planet")  # the last one is for words only: no action number has such a planet


def describe(view: View, action: int) -> Told:
    """Lay a card on a planet, or take a treasure; planets are counted from 0."""
    if action < LAYS:
        return Told("lay", {"card": view.deck[action // PLANETS], "planet": action % PLANETS})
    kind = action - LAYS
    return Told("take", {"treasure": "trade_ship" if kind == TRADE_SHIP else view.worth[kind]})


def encode(view: View, act: Told) -> int:
    """The number of an action; the first of equal cards still in hand."""
    if act.id == "take":
        treasure = act.args["treasure"]
        if treasure == "trade_ship":
            return LAYS + TRADE_SHIP
        if treasure not in view.worth[: view.kinds]:
            raise Refused("treasure")
        return LAYS + view.worth.index(treasure)
    card, planet = act.args["card"], act.args["planet"]
    slots = [i for i, value in enumerate(view.deck) if value == card]
    if not slots:
        raise Refused("card")
    if not isinstance(planet, int) or not 0 <= planet < PLANETS:
        raise Refused("planet")
    in_hand = [i for i in slots if i in view.hand]
    return (in_hand or slots)[0] * PLANETS + planet
