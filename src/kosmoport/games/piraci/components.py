"""Piraci: the component file, checked and laid out for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from kosmoport.core.contract import NOBODY
from kosmoport.games.piraci import schema
from kosmoport.games.piraci.schema import DISCS, MAX_SHIPS, MAX_STACK, PAID_BY_SHIP, PIRATES, Components

Kind = Literal["chest", "rum", "candelabrum", "dagger"]
LOOT: tuple[Kind, ...] = ("chest", "rum", "candelabrum", "dagger")  # as the rules number them

Wage = Annotated[int, msgspec.Meta(ge=0, le=99)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=999)]
Tokens = Annotated[int, msgspec.Meta(ge=0, le=99)]
Number = Annotated[int, msgspec.Meta(ge=1, le=999)]
Crew = Annotated[int, msgspec.Meta(ge=1, le=MAX_STACK)]


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ship card."""

    id: Number
    gold: Amount
    q: Wage  # pay of a "?" pirate
    min: Crew
    loot: Annotated[list[Kind], msgspec.Meta(min_length=1, max_length=2)]


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    discs: Annotated[list[Wage | Literal["?"]], msgspec.Meta(min_length=PIRATES, max_length=PIRATES)]
    start_money: Amount
    loot_tokens_each: Tokens
    loot_value: dict[str, Amount]
    ships: Annotated[list[Ship], msgspec.Meta(min_length=1, max_length=MAX_SHIPS)]

    def check(self) -> Iterator[tuple[str, str]]:
        """What types alone cannot say."""
        for kind in (*LOOT, *self.loot_value):
            if kind not in self.loot_value:
                yield f"loot_value.{kind}", "is missing"
            if kind not in LOOT:
                yield f"loot_value.{kind}", f"is no kind of loot (there are {', '.join(LOOT)})"
        ids = [ship.id for ship in self.ships]
        for i, ship in enumerate(self.ships):
            if ship.id in ids[:i]:
                yield (
                    f"ships[{i}].id",
                    f"must be another number than {ship.id}, which ships[{ids.index(ship.id)}] has",
                )
            if len(set(ship.loot)) < len(ship.loot):
                yield f"ships[{i}].loot", "must be two different kinds"


def fill(c: Components, data: Data) -> None:
    """Write the data into the record that rules read."""
    for disc in range(DISCS):
        wage = data.discs[disc % PIRATES]
        c.wage[disc] = PAID_BY_SHIP if wage == "?" else wage
    c.start_money = data.start_money
    c.tokens = data.loot_tokens_each
    for kind, name in enumerate(LOOT):
        c.value[kind] = data.loot_value[name]
    c.ships = len(data.ships)
    for card, ship in enumerate(data.ships):
        fill_ship(c.ship[card], ship)


def fill_ship(card: schema.Ship, ship: Ship) -> None:
    """One ship as the rules read it."""
    card.id, card.gold, card.pay, card.crew = ship.id, ship.gold, ship.q, ship.min
    card.pictures = len(ship.loot)
    for i in range(2):
        card.loot[i] = LOOT.index(ship.loot[i]) if i < len(ship.loot) else NOBODY
