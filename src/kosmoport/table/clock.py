"""Clocks of a table: how much time each seat has, counted from the times of the log alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kosmoport.table.protocol import ClockState
from kosmoport.table.settings import BankClock, Clock, MoveClock


def new_clocks(rule: Clock, players: int) -> Clocks:
    """Nobody has to decide yet."""
    left = [rule.seconds * 1000] * players if isinstance(rule, MoveClock | BankClock) else []
    return Clocks(rule, players, left)


@dataclass
class Clocks:
    """Runs for the seats that have to decide; all times in milliseconds."""

    rule: Clock
    players: int
    left: list[int]  # empty without clocks
    since: dict[int, int] = field(default_factory=dict)  # seats whose clock runs, and from when

    def turn_to(self, seats: Iterable[int], at: int) -> None:
        """These seats have to decide now; whose clock runs already keeps running."""
        wanted = set(seats)
        for seat in [seat for seat in self.since if seat not in wanted]:
            self._charge(seat, at)
        for seat in wanted - set(self.since):
            self.since[seat] = at
            if isinstance(self.rule, MoveClock):
                self.left[seat] = self.rule.seconds * 1000

    def acted(self, seat: int, at: int, credit: int) -> None:
        """The seat decided; the delay of its line (`credit`) does not count."""
        if seat not in self.since:
            return
        self.since[seat] = min(at, self.since[seat] + credit)
        self._charge(seat, at)
        if isinstance(self.rule, BankClock):
            self.left[seat] += self.rule.increment * 1000

    def copy(self) -> Clocks:
        """The clocks as they are now, untouched by what happens next."""
        return Clocks(self.rule, self.players, list(self.left), dict(self.since))

    def charge(self, seat: int, at: int) -> None:
        """What the seat has used of its decision so far is gone; it runs on from here."""
        if seat in self.since:
            self._charge(seat, at)
            self.since[seat] = at

    def skip(self, seat: int, at: int) -> None:
        """What has passed of the seat's decision does not count."""
        if seat in self.since:
            self.since[seat] = max(self.since[seat], at)

    def _charge(self, seat: int, at: int) -> None:
        spent = at - self.since.pop(seat)
        if self.left:
            self.left[seat] = max(0, self.left[seat] - max(0, spent))

    def resume(self, at: int) -> None:
        """Decisions in progress count from here: the server was away, or they are made again."""
        for seat in self.since:
            self.skip(seat, at)

    def deadlines(self) -> dict[int, int]:
        """When the time of each running seat is up; empty without clocks."""
        return {seat: at + self.left[seat] for seat, at in self.since.items()} if self.left else {}

    def state(self, at: int) -> ClockState:
        """What everybody may see at this time."""
        if not self.left:
            return ClockState(left=(None,) * self.players, running=tuple(sorted(self.since)))
        left = [
            max(0, self.left[seat] - max(0, at - self.since[seat])) if seat in self.since else self.left[seat]
            for seat in range(self.players)
        ]
        return ClockState(left=tuple(left), running=tuple(sorted(self.since)))
