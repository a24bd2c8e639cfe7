"""May the last action be taken back? Found out in slices, before the table itself would ask."""

from __future__ import annotations

from kosmoport.core.play import Play
from kosmoport.house.slices import Slices
from kosmoport.table.automatic import may_regret
from kosmoport.table.entries import Acted, AnyEntry
from kosmoport.table.table import Table
from kosmoport.table.takeback import finding_out, frozen

MANY_MOVES = 100  # after so many the game is kept as it was before an action, and not replayed to there


class TakebackCheck:
    """Of a room; the table is asked only inside its own turn, so that it stays as it is meanwhile."""

    def __init__(self, slices: Slices, origin: str) -> None:
        self._slices, self._origin = slices, origin
        self._before: tuple[int, Play] | None = None  # after so many moves

    def remember(self, table: Table, entry: AnyEntry) -> None:
        """A long game as it is just before a person acts; whoever takes it back later needs that."""
        by_person = isinstance(entry, Acted) and entry.cause == "person"
        if by_person and table.settings.take_back and not table.lightning:
            self._before = (len(table.play.moves), frozen(table.play))

    async def settle(self, table: Table) -> None:
        """Have it known whether the person who acted last may take that back."""
        seat = may_regret(table)
        if seat is None or table.settled is not None:
            return
        moves = len(table.play.moves)
        before = self._before[1] if self._before is not None and self._before[0] == moves - 1 else None
        found = await self._slices.through(finding_out(table.play, seat, before), self._origin)
        table.settled = (moves, found)

    async def settle_in_time(self, table: Table, now: int) -> None:
        """The same, where dice or bots wait for it now."""
        waits = table.begun and (
            table.play.chance_due or any(table.seats[seat].level is not None for seat in table.due)
        )
        if waits and now < table.acted_at + table.policy.take_back_grace:
            await self.settle(table)
