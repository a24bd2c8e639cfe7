"""What a game has whose cardboard is no data: no component file, and a record that says nothing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from kosmoport.core.layout import Record, int8


class NoComponents(Record):
    """Machine code wants a field."""

    nothing: int8


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in which nothing stands."""

    def check(self) -> Iterator[tuple[str, str]]:
        return iter(())


def fill(c: NoComponents, data: Data) -> None:
    """There is nothing to write."""
