"""Queues in which nobody waits because somebody else asks for a lot: everybody is served in turn."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """What is taken belongs to whoever has the fewest running, and of these to the one that waits longest.

    Somebody with one running gets a second only when nobody with none is waiting, and never more than `most`.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._items: dict[str, deque[Item]] = {}  # of those who wait
        self._count = 0
        self._running: Counter[str] = Counter()
        self._rings: list[OrderedDict[str, None]] = [OrderedDict()]  # who waits, by how many run

    def __len__(self) -> int:
        return self._count

    def waiting(self, who: str) -> int:
        """How many of theirs wait."""
        return len(self._items.get(who, ()))

    def all_waiting(self) -> Counter[str]:
        """How many of everybody's wait."""
        return Counter({who: len(items) for who, items in self._items.items()})

    def knows(self, who: str) -> bool:
        """Does anything of theirs wait or run?"""
        return who in self._items or who in self._running

    def put(self, who: str, item: Item) -> None:
        if who not in self._items:
            self._items[who] = deque()
            self._line_up(who)
        self._items[who].append(item)
        self._count += 1

    def take(self) -> tuple[str, Item] | None:
        """Whose turn it is, with the oldest item of theirs, which counts as running until `done`."""
        ring = next((ring for ring in self._rings[: self._most] if ring), None)
        if ring is None:
            return None
        who, _ = ring.popitem(last=False)
        item = self._items[who].popleft()
        self._count -= 1
        self._running[who] += 1
        if self._items[who]:
            self._line_up(who)
        else:
            del self._items[who]
        return who, item

    def done(self, who: str) -> None:
        """Something of theirs does not run any more."""
        if who in self._items:
            del self._rings[self._running[who]][who]
        self._running[who] -= 1
        if who in self._items:
            self._line_up(who)
        if not self._running[who]:
            del self._running[who]

    def discard(self, who: str, item: Item) -> bool:
        """Nobody waits for this any more; False if it has been taken."""
        items = self._items.get(who)
        if items is None or item not in items:
            return False
        items.remove(item)
        self._count -= 1
        if not items:
            del self._items[who]
            del self._rings[self._running[who]][who]
        return True

    def turn_away(self, who: str) -> Item:
        """The last of theirs, which does not wait any more."""
        item = self._items[who][-1]
        self.discard(who, item)
        return item

    def clear(self) -> list[Item]:
        """Everything that waited, which now does not."""
        items = [item for waiting in self._items.values() for item in waiting]
        self._items.clear()
        self._count = 0
        self._rings = [OrderedDict()]
        return items

    def _line_up(self, who: str) -> None:
        """Behind all who have as many running."""
        running = self._running[who]
        while len(self._rings) <= running:
            self._rings.append(OrderedDict())
        self._rings[running][who] = None


class FairTables(Generic[Item]):
    """The same twice: addresses are served in turn, and the tables of each address in turn."""

    def __init__(self) -> None:
        self._addresses: FairQueue[None] = FairQueue()  # one for each item
        self._tables: dict[str, FairQueue[Item]] = {}

    def __len__(self) -> int:
        return len(self._addresses)

    def waiting(self, address: str) -> int:
        return self._addresses.waiting(address)

    def put(self, address: str, table: str, item: Item) -> None:
        self._addresses.put(address, None)
        self._tables.setdefault(address, FairQueue()).put(table, item)

    def take(self) -> Item | None:
        taken = self._addresses.take()
        if taken is None:
            return None
        found = self._tables[taken[0]].take()
        assert found is not None  # as many wait there as here
        return found[1]

    def done(self, address: str, table: str) -> None:
        self._addresses.done(address)
        self._tables[address].done(table)
        self._forget(address)

    def discard(self, address: str, table: str, item: Item) -> None:
        if address in self._tables and self._tables[address].discard(table, item):
            self._addresses.discard(address, None)
            self._forget(address)

    def clear(self) -> list[Item]:
        self._addresses.clear()
        return [item for queue in self._tables.values() for item in queue.clear()]

    def _forget(self, address: str) -> None:
        if not self._addresses.knows(address):
            del self._tables[address]
