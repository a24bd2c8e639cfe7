"""Kosmiczna Misja: the component file, checked and laid out for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from kosmoport.games.kosmiczna_misja.schema import LABELS, MAX_FACES, MAX_TILES, Components

Face = Annotated[int, msgspec.Meta(ge=0, le=99)]
Stations = Annotated[int, msgspec.Meta(ge=0, le=99)]
Aliens = Annotated[int, msgspec.Meta(ge=0, le=20)]
Label = Annotated[int, msgspec.Meta(ge=0, lt=LABELS)]
Joined = Annotated[int, msgspec.Meta(ge=0, le=9)]
Joins = Annotated[tuple[Joined, ...], msgspec.Meta(min_length=1, max_length=LABELS)]


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quarter of a planet."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    s: Stations = 0
    a: Aliens = 0
    L: Label = 0
    R: Label = 0


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    die: Annotated[list[Face], msgspec.Meta(min_length=1, max_length=MAX_FACES)]
    tiles: Annotated[list[Tile], msgspec.Meta(min_length=1, max_length=MAX_TILES)]
    joined: Joins = tuple(range(LABELS))

    def check(self) -> Iterator[tuple[str, str]]:
        """What types alone cannot say."""
        first: dict[str, int] = {}
        for i, tile in enumerate(self.tiles):
            if first.setdefault(tile.id, i) != i:
                yield f"tiles[{i}].id", f"is {tile.id} again, like tiles[{first[tile.id]}]"
            for side in ("L", "R"):
                if getattr(tile, side) >= len(self.joined):
                    yield f"tiles[{i}].{side}", f"must be below {len(self.joined)}, the length of joined"


def fill(c: Components, data: Data) -> None:
    """Write the data into the record that rules read."""
    c.tiles = len(data.tiles)
    for i, tile in enumerate(data.tiles):
        c.stations[i], c.aliens[i] = tile.s, tile.a
        c.left[i], c.right[i] = tile.L, tile.R
    for label, stations in enumerate(data.joined):
        c.joined[label] = stations
    c.faces = len(data.die)
    for i, face in enumerate(data.die):
        c.die[i] = face
