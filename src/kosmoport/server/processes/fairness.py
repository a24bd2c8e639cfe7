"""A queue for each table, and tables served in turn: nobody waits because another table asks a lot."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """What is taken belongs to the table with the fewest running, and of these the one that waits longest.

    A table with one running gets a second only when no table with none is waiting.
    """

    def __init__(self) -> None:
        self._items: dict[str, deque[Item]] = {}  # of tables that wait
        self._count = 0
        self._running: Counter[str] = Counter()
        self._rings: list[OrderedDict[str, None]] = [OrderedDict()]  # tables that wait, by how many run

    def __len__(self) -> int:
        return self._count

    def put(self, table: str, item: Item) -> None:
        if table not in self._items:
            self._items[table] = deque()
            self._line_up(table)
        self._items[table].append(item)
        self._count += 1

    def take(self) -> tuple[str, Item] | None:
        """Whose turn it is, with the oldest item of that table, which counts as running until `done`."""
        ring = next((ring for ring in self._rings if ring), None)
        if ring is None:
            return None
        table, _ = ring.popitem(last=False)
        item = self._items[table].popleft()
        self._count -= 1
        self._running[table] += 1
        if self._items[table]:
            self._line_up(table)
        else:
            del self._items[table]
        return table, item

    def done(self, table: str) -> None:
        """Something of this table does not run any more."""
        if table in self._items:
            del self._rings[self._running[table]][table]
        self._running[table] -= 1
        if table in self._items:
            self._line_up(table)
        if not self._running[table]:
            del self._running[table]

    def discard(self, table: str, item: Item) -> None:
        """Nobody waits for this any more; nothing happens if it has been taken."""
        items = self._items.get(table)
        if items is None or item not in items:
            return
        items.remove(item)
        self._count -= 1
        if not items:
            del self._items[table]
            del self._rings[self._running[table]][table]

    def clear(self) -> list[Item]:
        """Everything that waited, which now does not."""
        items = [item for waiting in self._items.values() for item in waiting]
        self._items.clear()
        self._count = 0
        self._rings = [OrderedDict()]
        return items

    def _line_up(self, table: str) -> None:
        """Behind all tables that have as many running."""
        running = self._running[table]
        while len(self._rings) <= running:
            self._rings.append(OrderedDict())
        self._rings[running][table] = None
