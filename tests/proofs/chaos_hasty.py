"""A server that must be caught: it tells and acknowledges first, and saves afterwards."""

from __future__ import annotations

import asyncio

from kosmoport.cli import main
from kosmoport.house.saved_log import SavedLog
from kosmoport.table.entries import Logged
from kosmoport.table.table import Table

save = SavedLog.add
later: set[asyncio.Task[None]] = set()


async def save_later(self: SavedLog, table: Table, lines: list[Logged], ahead: int) -> None:
    """Everybody hears of the lines at once; the tasks append them in the order in which they are made."""
    task = asyncio.create_task(save(self, table, lines, ahead))
    later.add(task)
    task.add_done_callback(later.discard)


if __name__ == "__main__":
    # The mistake that is meant.
    SavedLog.add = save_later  # type: ignore[method-assign]
    main()
