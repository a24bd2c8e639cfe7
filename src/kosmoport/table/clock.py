"""Clocks of a table: how much time each seat has, counted from the times of the log alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kosmoport.table.protocol import ClockState
from kosmoport.table.settings import BankClock, Clock, MoveClock


def new_clocks(rule: Clock, players: int) -> Clocks:
    """Nobody has to decide yet."""
    left = [rule.seconds * 1000] * players if isinstance(rule, MoveClock | BankClock) else []
    return Clocks(rule, players, left, {})


@dataclass(frozen=True)
class Clocks:
    """Run for the seats that have to decide; all times in milliseconds. A change makes new ones."""

    rule: Clock
    players: int
    left: Sequence[int]  # empty without clocks
    since: Mapping[int, int]  # seats whose clock runs, and from when

    def turn_to(self, seats: Iterable[int], at: int) -> Clocks:
        """These seats have to decide now; whose clock runs already keeps running."""
        since = {seat: self.since.get(seat, at) for seat in seats}
        left = list(self.left)
        for seat in range(len(left)):
            if seat in self.since and seat not in since:
                left[seat] = max(0, left[seat] - max(0, at - self.since[seat]))
            elif isinstance(self.rule, MoveClock) and seat in since and seat not in self.since:
                left[seat] = self.rule.seconds * 1000
        return replace(self, left=left, since=since)

    def acted(self, seat: int, at: int, credit: int) -> Clocks:
        """The seat decided; the delay of its line (`credit`) does not count."""
        since, left = dict(self.since), list(self.left)
        began = since.pop(seat, None)
        if left and began is not None:
            more = self.rule.increment * 1000 if isinstance(self.rule, BankClock) else 0
            left[seat] = max(0, left[seat] - max(0, at - began - credit)) + more
        return replace(self, left=left, since=since)

    def charge(self, seat: int, at: int) -> Clocks:
        """What the seat has used of its decision so far is gone; it runs on from here."""
        if seat not in self.since:
            return self
        others = [other for other in self.since if other != seat]
        left = self.turn_to(others, at).left
        return replace(self, left=left, since={**self.since, seat: at})

    def skip(self, seats: Iterable[int], at: int) -> Clocks:
        """What has passed of these decisions does not count: the server was away, or they are made again."""
        later = {seat: max(self.since[seat], at) for seat in seats if seat in self.since}
        return replace(self, since={**self.since, **later})

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
