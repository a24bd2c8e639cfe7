"""Whose decision is thought about next: moves and hints each in a queue, and in it everybody in turn."""

from __future__ import annotations

from typing import Generic, TypeVar

from kosmoport.house.fairness import FairTables

HINTS_EACH = 3  # hints of one address that may wait
HINTS = 12  # of all

Item = TypeVar("Item")


class BotQueue(Generic[Item]):
    """Two queues: hints have processes of their own, as one that has begun would hold up a bot's move."""

    def __init__(self) -> None:
        self._moves: FairTables[Item] = FairTables()
        self._hints: FairTables[Item] = FairTables()

    def __len__(self) -> int:
        return self.moves + len(self._hints)

    @property
    def moves(self) -> int:
        """How many bots' moves wait."""
        return len(self._moves)

    def put_move(self, address: str, table: str, item: Item) -> None:
        self._moves.put(address, table, item)

    def put_hint(self, address: str, table: str, item: Item) -> bool:
        """False if too many wait already."""
        if len(self._hints) >= HINTS or self._hints.waiting(address) >= HINTS_EACH:
            return False
        self._hints.put(address, table, item)
        return True

    def take_move(self) -> Item | None:
        """The next; it counts as running until it is done."""
        return self._moves.take()

    def take_hint(self) -> Item | None:
        return self._hints.take()

    def done(self, address: str, table: str, hint: bool) -> None:
        (self._hints if hint else self._moves).done(address, table)

    def discard(self, address: str, table: str, item: Item) -> None:
        """Nobody waits for this any more; nothing happens if it has been taken."""
        self._moves.discard(address, table, item)
        self._hints.discard(address, table, item)

    def clear(self) -> list[Item]:
        """Everything that waited, which now does not."""
        return [*self._moves.clear(), *self._hints.clear()]
