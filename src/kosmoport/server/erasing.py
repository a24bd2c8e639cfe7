"""Lines of a log without what a person wrote in them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from kosmoport.table import entries as log
from kosmoport.table.entries import AnyEntry, Logged, Reservation


def without_words(lines: Sequence[Logged], key: str) -> dict[int, AnyEntry]:
    """The entries that held the name, age or words of the person with this key, as they have to be now.

    Others may have had the same seat before; what they said stays.
    """
    sitting: dict[int, str] = {}  # who has each seat
    changed: dict[int, AnyEntry] = {}
    for line in lines:
        entry = line.entry
        if isinstance(entry, log.Created) and any(one and one.key == key for one in entry.reserved):
            changed[line.n] = replace(entry, reserved=tuple(_unnamed(one, key) for one in entry.reserved))
        elif isinstance(entry, log.Sat):
            sitting[entry.seat] = entry.key
            if entry.key == key:
                changed[line.n] = replace(entry, name="", age=None)
        elif isinstance(entry, log.Chatted) and sitting.get(entry.seat) == key:
            changed[line.n] = replace(entry, text="")
    return changed


def sat_here(lines: Sequence[Logged]) -> set[str]:
    """The keys of all who ever had a seat."""
    return {line.entry.key for line in lines if isinstance(line.entry, log.Sat)}


def _unnamed(reserved: Reservation | None, key: str) -> Reservation | None:
    return Reservation(key, name="") if reserved is not None and reserved.key == key else reserved
