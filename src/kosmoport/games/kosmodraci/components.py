"""Kosmodraci: the component file, checked and laid out for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, Literal

import msgspec

from kosmoport.games.kosmodraci.schema import (
    MAX_CREW,
    MAX_DRAGONS,
    MAX_EFFECTS,
    MAX_HAND,
    MAX_LAIR,
    MAX_PLAYERS,
    Components,
    Crew,
    Upper,
)

Effect = Literal["shield", "damage", "repair", "target"]
EFFECTS: tuple[Effect, ...] = ("shield", "damage", "repair", "target")  # as the rules number them
Value = Annotated[int, msgspec.Meta(ge=1, le=999)]
Symbols = Annotated[int, msgspec.Meta(ge=0, le=20)]
Points = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
Hand = Annotated[int, msgspec.Meta(ge=1, le=MAX_HAND)]
Lair = Annotated[int, msgspec.Meta(ge=1, le=MAX_LAIR)]


class CrewCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A crew card: value, effects in printed order, research, morale and crime symbols, points."""

    v: Value
    fx: Annotated[list[Effect], msgspec.Meta(max_length=MAX_EFFECTS)] = []
    R: Symbols = 0
    M: Symbols = 0
    C: Symbols = 0
    p: Points = 0


class DragonCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dragon: its name, points and symbols."""

    id: Name
    p: Points = 0
    R: Symbols = 0
    M: Symbols = 0
    C: Symbols = 0


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    crew: Annotated[list[CrewCard], msgspec.Meta(max_length=MAX_CREW)]
    dragons: Annotated[list[DragonCard], msgspec.Meta(max_length=MAX_DRAGONS)]
    hand: Hand = 9
    lair: Lair = 7

    def check(self) -> Iterator[tuple[str, str]]:
        """What types alone cannot say."""
        for i in range(1, len(self.crew)):
            if self.crew[i].v <= self.crew[i - 1].v:
                yield f"crew[{i}].v", "must be greater than the value before it"
        names = [dragon.id for dragon in self.dragons]
        for i, name in enumerate(names):
            if name in names[:i]:
                yield f"dragons[{i}].id", f"is {name!r} a second time"
        if self.lair > self.hand:
            yield "lair", f"is {self.lair}, but everybody can play only {self.hand} cards"
        needed = MAX_PLAYERS * (self.hand + 1)
        if len(self.crew) < needed:
            yield "crew", f"has {len(self.crew)} cards, but {MAX_PLAYERS} players need {needed}"
        needed = self.lair + MAX_PLAYERS
        if len(self.dragons) < needed:
            yield "dragons", f"has {len(self.dragons)} cards, but {MAX_PLAYERS} players need {needed}"


def fill(c: Components, data: Data) -> None:
    """Write the data into the record that rules read."""
    c.hand, c.lair = data.hand, data.lair
    c.crew_cards, c.dragons = len(data.crew), len(data.dragons)
    for i, card in enumerate(data.crew):
        face = c.crew[i]
        face.value = card.v
        _fill_effects(face, card)
        _fill_upper_part(face.upper, card)
    for i, dragon in enumerate(data.dragons):
        _fill_upper_part(c.dragon[i], dragon)


def _fill_effects(face: Crew, card: CrewCard) -> None:
    """Symbols in a row that are the same are one effect, so many times (KD-B7)."""
    runs = [(EFFECTS.index(effect), len(list(same))) for effect, same in groupby(card.fx)]
    face.effects = len(runs)
    for i, (effect, times) in enumerate(runs):
        face.effect[i], face.times[i] = effect, times
    face.targets = card.fx.count("target")


def _fill_upper_part(upper: Upper, card: CrewCard | DragonCard) -> None:
    upper.symbols[:] = (card.R, card.M, card.C)
    upper.points = card.p
