"""Kosmiczni Piraci: the component file, checked and laid out for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczni_piraci.schema import MAX_CARDS, MAX_KINDS, MAX_TREASURES, PLANETS, TRADE_SHIP

Strength = Annotated[int, msgspec.Meta(ge=1, le=99)]
Worth = Annotated[int, msgspec.Meta(ge=1, le=999)]
Few = Annotated[int, msgspec.Meta(ge=0, le=MAX_TREASURES)]
OnPlanet = Annotated[int, msgspec.Meta(ge=0, le=MAX_TREASURES // PLANETS)]
Richer = Annotated[int, msgspec.Meta(ge=0, le=PLANETS - 2)]
Seats = Literal["3", "4", "5"]
DIGITS = 3  # of the largest worth


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    hand: Annotated[list[Strength | Literal["T"]], msgspec.Meta(min_length=1, max_length=MAX_CARDS)]
    trade_ship_value: Worth
    treasures: dict[str, Few]
    treasures_per_planet: dict[Seats, OnPlanet]
    richer_planets: dict[Seats, Richer]

    def check(self) -> Iterator[tuple[str, str]]:
        """What types alone cannot say."""
        for value in self.treasures:
            if not _is_number(value) or not 1 <= int(value) < self.trade_ship_value:
                yield f"treasures.{value}", "must be a value from 1 to one below the trade ship's"
        if not 1 <= len(self.treasures) <= MAX_KINDS:
            yield "treasures", f"may have 1 to {MAX_KINDS} different values"
        if sum(self.treasures.values()) > MAX_TREASURES:
            yield "treasures", f"may be {MAX_TREASURES} pieces at most"
        for seats in ("3", "4", "5"):
            yield from self._check_seats(seats)

    def _check_seats(self, seats: Seats) -> Iterator[tuple[str, str]]:
        missing = [n for n in ("treasures_per_planet", "richer_planets") if seats not in getattr(self, n)]
        if missing:
            yield f"{missing[0]}.{seats}", "is missing"
        elif (dealt := self._dealt(seats)) > (there_are := sum(self.treasures.values())):
            yield f"treasures_per_planet.{seats}", f"asks for {dealt} treasures, but there are {there_are}"

    def _dealt(self, seats: Seats) -> int:
        return PLANETS * self.treasures_per_planet[seats] + self.richer_planets[seats]


def _is_number(text: str) -> bool:
    """A few plain digits without a leading zero, so that no value can be written twice."""
    return len(text) <= DIGITS and text.isascii() and text.isdigit() and not text.startswith("0")


def fill(c: Any, data: Data) -> None:
    """Write the data into the record that rules read."""
    c.cards = len(data.hand)
    for i, card in enumerate(data.hand):
        c.value[i] = 0 if card == "T" else card
        c.teleport[i] = int(card == "T")
    values = sorted(map(int, data.treasures))
    c.kinds = len(values)
    c.worth[: len(values)] = values
    c.worth[TRADE_SHIP] = data.trade_ship_value
    box = [kind for kind, value in enumerate(values) for _ in range(data.treasures[str(value)])]
    c.treasures = len(box)
    c.treasure[:] = box + [NOBODY] * (MAX_TREASURES - len(box))
    for seats, each in data.treasures_per_planet.items():
        c.each[int(seats)] = each
        c.richer[int(seats)] = data.richer_planets[seats]
