"""A server that must be caught: it tells and acknowledges first, and saves afterwards."""

from __future__ import annotations

import asyncio

from kosmoport.cli import main
from kosmoport.house.rooms import Room
from kosmoport.table.entries import Logged

save = Room._save
later: set[asyncio.Task[None]] = set()


async def save_later(self: Room, lines: list[Logged]) -> None:
    """Everybody hears of the lines at once; the tasks append them in the order in which they are made."""
    task = asyncio.create_task(save(self, lines))
    later.add(task)
    task.add_done_callback(later.discard)


if __name__ == "__main__":
    # The mistake that is meant.
    Room._save = save_later  # type: ignore[method-assign]
    main()
