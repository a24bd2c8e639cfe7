"""A store in memory: tables last as long as the process, or as whoever keeps what is written elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kosmoport.house.storable import check_summary, json_text, line_values, storable
from kosmoport.house.store import Duplicate, Line, NotOwner, OnCommit, Row, Summary


@dataclass
class KeptTable:
    """One table."""

    row: Row
    lines: list[Line]


class MemoryStore:
    """A `Store` with one owner, as durable as the process."""

    on_commit: OnCommit | None = None

    def __init__(self) -> None:
        self._kept: dict[str, KeptTable] = {}
        self._webhooks: dict[tuple[str, int], str] = {}
        self._pushes: dict[tuple[str, int], str] = {}

    async def create(self, table: str, lines: Sequence[Line], summary: Summary) -> int:
        _check(table, 0, lines, summary)
        if table in self._kept:
            raise NotOwner(f"there is a table {table} already")
        _refuse_repeated([], lines)
        row = Row(table, len(lines), 1, lines[0].at, lines[-1].at, summary)
        self._kept[table] = KeptTable(row, list(lines))
        return 1

    async def append(
        self, table: str, epoch: int, after: int, lines: Sequence[Line], summary: Summary | None = None
    ) -> None:
        _check(table, after, lines, summary)
        kept = self._owned(table, epoch)
        if kept.row.n != after:
            raise NotOwner(f"table {table} has {kept.row.n} lines and not {after}")
        _refuse_repeated(kept.lines, lines)
        kept.lines += lines
        changed_at = lines[-1].at if lines else kept.row.changed_at
        kept.row = replace(
            kept.row, n=after + len(lines), changed_at=changed_at, summary=summary or kept.row.summary
        )

    async def claim(self, table: str) -> Row | None:
        kept = self._kept.get(table)
        if kept is None:
            return None
        kept.row = replace(kept.row, epoch=kept.row.epoch + 1)
        return kept.row

    async def find(self, table: str) -> Row | None:
        kept = self._kept.get(table)
        return None if kept is None else kept.row

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Line]:
        kept = self._kept.get(table)
        lines = [] if kept is None else kept.lines[after:]
        return lines[:limit]

    async def tables(
        self,
        *,
        phases: Sequence[str],
        public: bool | None = None,
        limit: int = 100,
        before: int | None = None,
    ) -> list[Row]:
        found = [row for row in self._rows(phases) if public in (None, row.summary.public)]
        earlier = [row for row in found if before is None or row.changed_at < before]
        return sorted(earlier, key=lambda row: row.changed_at, reverse=True)[:limit]

    async def unchanged(
        self, phases: Sequence[str], after: tuple[int, str], before: int, limit: int
    ) -> list[Row]:
        found = [row for row in self._rows(phases) if after < (row.changed_at, row.table)]
        old = [row for row in found if row.changed_at < before]
        return sorted(old, key=lambda row: (row.changed_at, row.table))[:limit]

    async def due(self, now: int, limit: int = 100) -> list[str]:
        waking = ((kept.row.summary.wake_at, kept.row) for kept in self._kept.values())
        due = [(at, row.table) for at, row in waking if at is not None and row.summary.phase != "closed"]
        return [table for at, table in sorted(due) if at <= now][:limit]

    async def rewrite(self, table: str, epoch: int, entries: Mapping[int, bytes]) -> None:
        for entry in entries.values():
            json_text(entry)
        kept = self._owned(table, epoch)
        if not all(1 <= n <= len(kept.lines) for n in entries):
            raise ValueError(f"table {table} has not all of the lines to be rewritten")
        kept.lines = [replace(line, entry=entries.get(line.n, line.entry)) for line in kept.lines]

    async def delete(self, table: str, epoch: int) -> None:
        self._owned(table, epoch)
        del self._kept[table]
        for kept in (self._webhooks, self._pushes):
            for key in [key for key in kept if key[0] == table]:
                del kept[key]

    async def set_webhook(self, table: str, seat: int, url: str | None) -> None:
        _replace(self._webhooks, table, seat, url)

    async def webhook(self, table: str, seat: int) -> str | None:
        return self._webhooks.get((table, seat))

    async def set_pushes(self, table: str, seat: int, devices: str | None) -> None:
        _replace(self._pushes, table, seat, devices)

    async def pushes(self, table: str, seat: int) -> str | None:
        return self._pushes.get((table, seat))

    async def check(self) -> None:
        """Memory can always be written."""

    async def close(self) -> None:
        """Nothing to let go of."""

    def _owned(self, table: str, epoch: int) -> KeptTable:
        kept = self._kept.get(table)
        if kept is None or kept.row.epoch != epoch:
            raise NotOwner(f"table {table} is not ours in epoch {epoch}")
        return kept

    def _rows(self, phases: Sequence[str]) -> list[Row]:
        return [kept.row for kept in self._kept.values() if kept.row.summary.phase in phases]


def _replace(kept: dict[tuple[str, int], str], table: str, seat: int, text: str | None) -> None:
    storable(table + (text or ""))
    kept.pop((table, seat), None)
    if text is not None:
        kept[table, seat] = text


def _check(table: str, after: int, lines: Sequence[Line], summary: Summary | None) -> None:
    line_values(table, after, lines)
    if summary is not None:
        check_summary(summary)


def _refuse_repeated(before: Sequence[Line], lines: Sequence[Line]) -> None:
    """A message is in a log once for each sender."""
    known = {(line.sender, line.message) for line in before}
    for line in lines:
        if line.message is not None and (line.sender, line.message) in known:
            raise Duplicate("a message of this id is in the log already")
        known.add((line.sender, line.message))
