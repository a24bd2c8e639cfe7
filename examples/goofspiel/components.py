"""Goofspiel: the component file, checked and laid out for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from examples.goofspiel.rules import MAX_CARDS, Components


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    cards: Annotated[int, msgspec.Meta(ge=2, le=MAX_CARDS)]

    def check(self) -> Iterator[tuple[str, str]]:
        """What types alone cannot say: nothing here."""
        return iter(())


def fill(c: Components, data: Data) -> None:
    """Write the data into the record that rules read."""
    c.cards = data.cards
