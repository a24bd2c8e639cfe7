"""What the games of a contest say about its bots: first places, places, points, pairs, faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from kosmoport.core.contract import WHOLE_WIN
from kosmoport.lab.contest import GameLine, Played
from kosmoport.lab.statistics import Estimate, Sums


@dataclass(frozen=True)
class Standing:
    """One bot; all intervals are clustered by deal."""

    bot: str
    games: int
    wins: Estimate  # share of the first places that its seats took together; equals share one
    fair: float  # that share if all seats were equally strong
    place: Estimate  # of a seat; 1 is first, equals share the mean of their places
    points: Estimate  # of a seat


class FaultKind(NamedTuple):
    """A way in which a bot failed to decide."""

    bot: str
    kind: str
    what: str


@dataclass
class _Sums:
    """What is added up for one bot."""

    games: int = 0
    fair: float = 0.0
    wins: Sums = field(default_factory=Sums)
    place: Sums = field(default_factory=Sums)
    points: Sums = field(default_factory=Sums)


class Tally:
    """Everything counted once, game by game."""

    def __init__(self, games: Iterable[GameLine]) -> None:
        self._bots: dict[str, _Sums] = defaultdict(_Sums)
        self._pairs: dict[tuple[str, str], Sums] = defaultdict(Sums)
        self.faults: Counter[FaultKind] = Counter()
        self.failed: list[GameLine] = []
        self.games = 0
        self.decisions = 0
        self._players = 1
        for game in games:
            if game.failed is None:
                self._count(game)
            else:
                self.failed.append(game)

    def standing(self, bot: str) -> Standing | None:
        """How a bot did; None if no game of it is finished."""
        sums = self._bots.get(bot)
        if sums is None:
            return None
        wins, place = sums.wins.estimate(0.0, 1.0), sums.place.estimate(1.0, float(self._players))
        return Standing(bot, sums.games, wins, sums.fair / sums.games, place, sums.points.estimate())

    def pair(self, bot: str, other: str) -> Estimate | None:
        """How often a seat of one is before a seat of the other in the same game; equal places count half."""
        sums = self._pairs.get((bot, other))
        return None if sums is None else sums.estimate(0.0, 1.0)

    def _count(self, game: GameLine) -> None:
        self.games += 1
        self.decisions += game.decisions
        self._players = len(game.seats)
        for fault in game.faults:
            self.faults[FaultKind(game.seats[fault.seat], fault.kind, fault.what)] += 1
        for bot in dict.fromkeys(game.seats):
            self._count_bot(game, bot)

    def _count_bot(self, game: GameLine, bot: str) -> None:
        own = [seat for seat, name in enumerate(game.seats) if name == bot]
        sums = self._bots[bot]
        sums.games += 1
        sums.fair += len(own) / len(game.seats)
        sums.wins.add(game.deal, sum(game.shares[seat] for seat in own) / WHOLE_WIN)
        sums.place.add(game.deal, sum(game.places[seat] for seat in own), len(own))
        sums.points.add(game.deal, sum(game.scores[seat] for seat in own), len(own))
        for seat, other in enumerate(game.seats):
            if other != bot:
                ahead = sum(_ahead(game.places[mine], game.places[seat]) for mine in own)
                self._pairs[bot, other].add(game.deal, ahead, len(own))


def _ahead(place: float, other: float) -> float:
    return 1.0 if place < other else 0.5 if place == other else 0.0


def unfinished_deals(played: Played) -> int:
    """Deals on which some games are missing: not every bot had every seat of them."""
    done = Counter(game.deal for game in played.games if game.failed is None)
    return sum(count < len(played.contest.seatings) for count in done.values())
