"""The log of a table that is awake, as its store has it, and what the store keeps beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from kosmoport.house.erasing import without_words
from kosmoport.house.store import Line, Store, Summary
from kosmoport.house.summaries import renewed, summary_of
from kosmoport.table.automatic import wake_at
from kosmoport.table.entries import AnyEntry, Logged, encode_entry
from kosmoport.table.table import Table


class SavedLog:
    """Lines that are durable, owned by this process in one epoch."""

    def __init__(
        self,
        store: Store,
        lines: list[Logged],
        epoch: int,
        origin: str,
        stored: Summary | None = None,
        spent: float = 0.0,
    ) -> None:
        self._store = store
        self.lines, self.epoch, self.origin = lines, epoch, origin
        self.spent = spent  # seconds that it took to apply the lines
        self._summary = stored
        self._timed = 0  # after this line the stored time of waking was right

    async def add(self, table: Table, lines: list[Logged], ahead: int) -> None:
        """Lines that were applied to the table; nothing has changed here if they cannot be saved."""
        stored = [
            Line(line.n, line.at, encode_entry(line.entry), line.sender, line.message) for line in lines
        ]
        summary = renewed(self._summary, table, self.origin, ahead, lines)
        await self._store.append(table.id, self.epoch, lines[0].n - 1, stored, summary)
        self.lines += lines
        self._summary = summary or self._summary
        self._timed = lines[-1].n

    async def summarise(self, table: Table, ahead: int) -> None:
        """What the store keeps beside the lines, as it is now."""
        summary = summary_of(table, self.origin, ahead)
        await self._store.append(table.id, self.epoch, table.n, [], summary)
        self._summary = summary

    async def summarise_waking(self, table: Table, ahead: int, now: int) -> None:
        """A time of waking that came too early, or would come too late, is replaced."""
        stored = None if self._summary is None else self._summary.wake_at
        if stored is None or (now < stored and self._timed == table.n):
            return
        wanted = wake_at(table, ahead)
        if wanted is not None and (wanted < stored or stored <= now < wanted):
            await self.summarise(table, ahead)

    def distrust_summary(self) -> None:
        """Nobody knows whether the last one was written."""
        self._summary = None

    def without(self, keys: Collection[str]) -> dict[int, AnyEntry]:
        """From here on without the words of a person; what has changed, for `rewrite`."""
        new = without_words(self.lines, keys)
        self.lines = [replace(line, entry=new.get(line.n, line.entry)) for line in self.lines]
        return new

    async def rewrite(self, table: str, entries: Mapping[int, AnyEntry]) -> None:
        """The same in the store, which leaves no old page in any file."""
        stored = {n: encode_entry(entry) for n, entry in entries.items()}
        await self._store.rewrite(table, self.epoch, stored)
