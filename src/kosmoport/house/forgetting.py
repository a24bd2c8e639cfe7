"""Deleting names, also at tables that sleep for want of their rules: nothing of a game is needed for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from kosmoport.house import times
from kosmoport.house.erasing import kept_here, same_person, sat_here, seats_kept_for, seats_of, without_words
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.slices import Steps
from kosmoport.house.store import Line, NotOwner
from kosmoport.house.tokens import SeatToken
from kosmoport.table import protocol
from kosmoport.table.declined import HOST
from kosmoport.table.entries import AnyEntry, Erased, Logged, Rematched, decode_entry, encode_entry

if TYPE_CHECKING:
    from kosmoport.house.rooms import Room
    from kosmoport.house.tables import Tables

WORDS = ("name", "age", "text", "reserved")  # where entries hold what people gave


async def erase(tables: Tables, room: Room, token: SeatToken | None) -> protocol.Ack | None:
    """A person's names and words go, here and from the seat that a rematch keeps for them.

    Also those of somebody who had a seat before the start and left; None for anybody else.
    """
    if token is None or token.table != room.table.id:
        return None
    key = tables.tokens.nonce_hash(token.nonce)
    if not await room.look(lambda table: key in sat_here(room.log.lines)):
        return None
    keys = await room.look(lambda table: same_person(room.log.lines, key))
    seated = await room.look(lambda table: [p for p, seat in enumerate(table.seats) if seat.key in keys])
    if seated and token.sender == HOST:  # a host's seat has a token of its own
        return None
    ack = await room.forget(key)
    for seat in seated:
        for calls in tables.turn_calls:
            await calls.give(room.table.id, seat, None)
    following = None if room.table.rematch is None else await tables.room(room.table.rematch)
    if following is not None:
        lines = await following.look(lambda table: following.log.lines)
        for kept in keys & kept_here(lines) - sat_here(lines):
            await following.forget(kept)  # once they sit there, that is another name to be erased there
    return ack


async def erase_asleep(tables: Tables, table: str, token: SeatToken | None) -> protocol.Ack | None:
    """The same at a table that nobody here can wake."""
    if token is None or token.table != table:
        return None
    key, stored = tables.tokens.nonce_hash(token.nonce), await tables.store.read(table)
    lines = await _logged(tables, stored)
    if key not in sat_here(lines):
        return None
    keys = same_person(lines, key)
    seats = seats_of(lines, keys)
    if seats and token.sender == HOST:  # a host's seat has a token of its own
        return None
    n = await _forget(tables, table, stored, lines, keys)
    for seat in seats:
        for calls in tables.turn_calls:
            await calls.give(table, seat, None)
    for entry in (line.entry for line in lines):
        if isinstance(entry, Rematched) and (following := await tables.store.read(entry.table)):
            there = await _logged(tables, following)
            if kept := keys & kept_here(there) - sat_here(there):
                await _forget(tables, entry.table, following, there, kept)
    return protocol.Ack("", n if seats else None)


async def _forget(
    tables: Tables, table: str, stored: Sequence[Line], lines: Sequence[Logged], keys: Collection[str]
) -> int:
    """The number of the last line afterwards."""
    await tables.purger.wait_for(table)
    store = tables.store
    row = await store.claim(table)
    if row is None or row.n != len(stored):
        raise HTTPError(503)
    seats, at = seats_of(lines, keys), max(times.now_ms(), row.changed_at)
    erased = [Line(n, at, encode_entry(Erased(seat))) for n, seat in enumerate(seats, start=row.n + 1)]
    lobby = _unnamed_lobby(row.summary.lobby, seats, seats_kept_for(lines, keys))
    new = without_words(lines, keys)
    rewritten = {line.n: _unnamed(line.entry, new[line.n]) for line in stored if line.n in new}
    try:
        await store.append(table, row.epoch, row.n, erased, replace(row.summary, lobby=lobby))
        await store.rewrite(table, row.epoch, rewritten)
    except NotOwner:  # it was closed or erased in the same moment
        raise HTTPError(503) from None
    return row.n + len(erased)


async def _logged(tables: Tables, stored: Sequence[Line]) -> list[Logged]:
    def read() -> Steps[list[Logged]]:
        lines = []
        for line in stored:
            lines.append(Logged(line.n, line.at, decode_entry(line.entry)))
            yield
        return lines

    return await tables.slices.through(read())


def _unnamed(old: bytes, new: AnyEntry) -> bytes:
    """What the rules of another version wrote there besides is kept."""
    data, words = msgspec.json.decode(old), msgspec.json.decode(encode_entry(new))
    return msgspec.json.encode({key: words[key] if key in WORDS else value for key, value in data.items()})


def _unnamed_lobby(lobby: bytes, seats: Sequence[int], kept: Sequence[int]) -> bytes:
    data: Any = msgspec.json.decode(lobby)
    for seat in seats:
        data["seats"][seat]["name"] = ""
    for seat in kept:
        if data["seats"][seat].get("reserved"):
            data["seats"][seat]["reserved"] = ""
    return msgspec.json.encode(data)
