"""Lines of a log without what a person wrote in them, under all the names they had at the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from kosmoport.table import entries as log
from kosmoport.table.entries import AnyEntry, Logged, Reservation


def without_words(lines: Sequence[Logged], keys: Collection[str]) -> dict[int, AnyEntry]:
    """The entries that held the name, age or words of the person with these keys, as they have to be now.

    Others may have had the same seat before; what they said stays.
    """
    sitting: dict[int, str] = {}  # who has each seat
    changed: dict[int, AnyEntry] = {}
    for line in lines:
        entry = line.entry
        if isinstance(entry, log.Created) and any(one and one.key in keys for one in entry.reserved):
            changed[line.n] = replace(entry, reserved=tuple(_unnamed(one, keys) for one in entry.reserved))
        elif isinstance(entry, log.Sat) and entry.key in keys:
            changed[line.n] = replace(entry, name="", age=None)
        elif isinstance(entry, log.Chatted) and sitting.get(entry.seat) in keys:
            changed[line.n] = replace(entry, text="")
        sitting = _sitting_after(entry, sitting)
    return changed


def _sitting_after(entry: AnyEntry, sitting: dict[int, str]) -> dict[int, str]:
    """Who had each seat last, by key; whoever leaves may still be the one who spoke there."""
    if isinstance(entry, log.Sat):
        return {**sitting, entry.seat: entry.key}
    if isinstance(entry, log.Changed):
        return {p: sitting[old] for p, old in enumerate(entry.seats) if old in sitting}
    return sitting


def sat_here(lines: Sequence[Logged]) -> set[str]:
    """The keys of all who ever had a seat."""
    return {line.entry.key for line in lines if isinstance(line.entry, log.Sat)}


def seats_of(lines: Sequence[Logged], keys: Collection[str]) -> list[int]:
    """The seats where somebody with one of these keys sits."""
    sitting: dict[int, str] = {}
    for entry in (line.entry for line in lines):
        sitting = _sitting_after(entry, sitting)
        if isinstance(entry, log.Stood):
            sitting.pop(entry.seat, None)
    return sorted(seat for seat, key in sitting.items() if key in keys)


def kept_here(lines: Sequence[Logged]) -> set[str]:
    """The keys of all for whom a seat was kept when the table was made for a rematch."""
    first = lines[0].entry
    assert isinstance(first, log.Created)
    return {one.key for one in first.reserved if one is not None}


def seats_kept_for(lines: Sequence[Logged], keys: Collection[str]) -> list[int]:
    """The seats that a rematch keeps for somebody with one of these keys."""
    kept: list[str | None] = []
    for entry in (line.entry for line in lines):
        if isinstance(entry, log.Created):
            kept = [None if one is None else one.key for one in entry.reserved]
        elif isinstance(entry, log.Changed):
            kept = [None if p is None or p >= len(kept) else kept[p] for p in entry.seats]
    return [p for p, key in enumerate(kept) if key in keys]


def earlier_sittings(
    lines: Sequence[Logged], presented: Collection[str], seated: Collection[str]
) -> set[str]:
    """Which of the keys that somebody presents are of sittings that have ended, or of a seat kept for them.

    One who sits there still is somebody else, who plays on the same device.
    """
    return (sat_here(lines) | kept_here(lines)).intersection(presented).difference(seated)


def same_person(lines: Sequence[Logged], key: str) -> set[str]:
    """The keys of all sittings of this person: this one, those it followed, and those that followed it."""
    earlier, later = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for sat in (line.entry for line in lines if isinstance(line.entry, log.Sat)):
        for before in sat.before:
            earlier[sat.key].add(before)
            later[before].add(sat.key)
    return _followed(earlier, key) | _followed(later, key)


def _followed(links: Mapping[str, set[str]], key: str) -> set[str]:
    found, ends = {key}, [key]
    while ends:
        new = links.get(ends.pop(), set()) - found
        found |= new
        ends += new
    return found


def _unnamed(reserved: Reservation | None, keys: Collection[str]) -> Reservation | None:
    return replace(reserved, name="") if reserved is not None and reserved.key in keys else reserved
