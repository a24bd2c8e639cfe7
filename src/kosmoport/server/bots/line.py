"""Whose decision is thought about next: bots' moves before hints, and of each kind everybody in turn."""

from __future__ import annotations

from typing import Generic, TypeVar

from kosmoport.server.processes.fairness import FairTables

HINTS_EACH = 3  # hints of one address that may wait
HINTS = 12  # of all

Item = TypeVar("Item")


class Line(Generic[Item]):
    """A hint is thought about only while no bot waits, and never in all processes if there are several."""

    def __init__(self, processes: int) -> None:
        self._moves: FairTables[Item] = FairTables()
        self._hints: FairTables[Item] = FairTables()
        self._for_hints = max(1, processes - 1)  # how many processes hints may have at once
        self._hinting = 0

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

    def take(self) -> Item | None:
        """What is next; it counts as running until it is done."""
        move = self._moves.take()
        if move is not None or self._hinting >= self._for_hints:
            return move
        hint = self._hints.take()
        self._hinting += hint is not None
        return hint

    def done(self, address: str, table: str, hint: bool) -> None:
        (self._hints if hint else self._moves).done(address, table)
        self._hinting -= hint

    def discard(self, address: str, table: str, item: Item) -> None:
        """Nobody waits for this any more; nothing happens if it has been taken."""
        self._moves.discard(address, table, item)
        self._hints.discard(address, table, item)

    def clear(self) -> list[Item]:
        """Everything that waited, which now does not."""
        return [*self._moves.clear(), *self._hints.clear()]
