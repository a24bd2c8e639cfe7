"""Who is at a table, and since when nobody is: what no log holds, and what the server's absences do to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


class Attendance:
    """People as they come and go. Nobody can come to a server that is away: that time is nobody's absence."""

    def __init__(self) -> None:
        self.changed_at = 0  # when something was logged last
        self.here: dict[int, int] = {}  # connections of each seat that has some
        self.away_since: dict[int, int] = {}
        self.delays: dict[int, int] = {}
        self.left_at = 0  # when somebody was here last
        # What follows counts from later than it was, by as much as the server has been away since.
        self.quiet_from = 0
        self.waited_from: dict[int, int] = {}
        self.served_from = 0  # when the server came back last

    @property
    def deciding_since(self) -> Mapping[int, int]:
        """Whose decision the table waits for, and since when."""
        return {}

    @property
    def quiet_since(self) -> int:
        """When something happened last, or somebody was here."""
        return max(self.changed_at, self.left_at, self.quiet_from)

    def waiting_since(self) -> dict[int, int]:
        """How long others have waited for each decision, as if the server had never been away."""
        return {p: max(at, self.waited_from.get(p, 0)) for p, at in self.deciding_since.items()}

    def arrive(self, seat: int) -> None:
        self.here[seat] = self.here.get(seat, 0) + 1
        self.away_since.pop(seat, None)

    def depart(self, seat: int, now: int) -> None:
        self.here[seat] -= 1
        if self.here[seat] <= 0:
            del self.here[seat]
            self.delays.pop(seat, None)
            self.away_since[seat] = self.left_at = now

    def change_seats(self, moves: Iterable[tuple[int, int]]) -> None:
        """People sit at other seats now: from which, and to which; whoever is not named is not here."""
        moves = list(moves)
        self.here, self.delays = _moved(self.here, moves), _moved(self.delays, moves)
        self.away_since = _moved(self.away_since, moves)

    def server_was_away(self, ms: int, now: int) -> None:
        """Until now, for so long."""
        self.away_since = {p: at + ms for p, at in self.away_since.items()}
        self.waited_from = {p: at + ms for p, at in self.waiting_since().items()}
        self.quiet_from, self.served_from = self.quiet_since + ms, now

    def attended_like(self, other: Attendance) -> None:
        """The same people are here: this table was made again from the log."""
        self.here, self.away_since, self.delays = other.here, other.away_since, other.delays
        self.left_at, self.quiet_from = other.left_at, other.quiet_from
        self.waited_from, self.served_from = other.waited_from, other.served_from


def _moved(known: Mapping[int, T], moves: Iterable[tuple[int, int]]) -> dict[int, T]:
    return {to: known[seat] for seat, to in moves if seat in known}
