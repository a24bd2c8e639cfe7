"""How strong the bots are: every comparison behind docs/bots.md, measured and written as tables.

`python -m kosmoport.lab.strength FOLDER [GAME ...]` plays what is not in the folder yet, a file of results
per match, so that it can be interrupted and continued, and prints the tables.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from kosmoport.bots.levels import LEVELS
from kosmoport.core.game import Game
from kosmoport.games import GAMES, game_by_id
from kosmoport.lab.match import MatchResult, match_of, play_match
from kosmoport.lab.report import progress_bar
from kosmoport.lab.statistics import Estimate

SEED = 2026
SAME_TIME = "50ms"
SHORT, LONG = "10ms", "100ms"  # ten times the budget
MANY = {"kosmiczni_piraci": 250}  # deals where luck hides much of the difference
FEW = 100  # simulations: OpenSpiel's search in Python takes its time

RANDOM_TARGET, GREEDY_TARGET, LEVEL_TARGET = 0.85, 0.40, 0.60
FAIR = 0.25  # to be beaten with the whole interval


@dataclass(frozen=True)
class Comparison:
    """One bot against another: both in two seats, or one in a single seat against three of the other."""

    bot: str
    other: str
    deals: int
    target: float | None = None
    even: bool = False  # equal seats, judged by pairwise places; else one against the rest, by first places
    players: int = 4

    def seats(self) -> list[str]:
        own = self.players // 2 if self.even else 1
        return [self.bot] * own + [self.other] * (self.players - own)


def table_size(game: Game) -> int:
    """Four, but two in Eskadra: with four, a round has one winner and three equal losers, who tell little."""
    return 2 if game.calm else 4


def levels(game: Game) -> Iterator[Comparison]:
    """Each level against the one below at equal seats."""
    for lower, higher in pairwise(LEVELS):
        deals = 10 if higher == "expert" and not game.calm else 25
        yield Comparison(higher, lower, deals, LEVEL_TARGET, even=True, players=table_size(game))


def strengths(game: Game) -> Iterator[Comparison]:
    """What the search is worth."""
    if game.calm:  # poses have no textbook's search, and OpenSpiel's knows only a lattice of them
        yield Comparison("expert", "random", 10, players=2)
        yield Comparison("expert", "greedy", 20, players=2)
        yield Comparison("greedy", "random", 20, players=2)
        return
    yield Comparison("expert", "random", 25, RANDOM_TARGET)
    yield Comparison("expert", "greedy", 25, GREEDY_TARGET)
    yield Comparison("greedy", "random", 100)
    yield Comparison(f"search:{SAME_TIME}", f"plain:{SAME_TIME}", MANY.get(game.id, 40), FAIR)
    yield Comparison(f"search:{SHORT}", f"plain:{LONG}", 6)
    yield Comparison(f"search:{FEW}", f"openspiel:{FEW}", 2)
    yield Comparison("cheating:2000", "search:2000", 5)


def measure(game: Game, comparison: Comparison, folder: Path) -> MatchResult:
    """Play a comparison, or go on with it."""
    contest = match_of(game, comparison.seats(), comparison.deals, seed=SEED, options=options(game))
    path = folder / contest.file_name()
    games = comparison.deals * len(contest.seatings)
    with progress_bar(f"{game.title}: {comparison.bot} and {comparison.other}", games) as update:
        result = play_match(
            game,
            comparison.seats(),
            comparison.deals,
            seed=SEED,
            options=options(game),
            out=path,
            resume=path.exists(),
            progress=update,
        )
    if not result.played.complete:
        raise KeyboardInterrupt
    return result


def options(game: Game) -> dict[str, object]:
    """Eskadra by turns, a match of one won round."""
    return {**game.calm, "wins": 1} if game.calm else {}


def row(comparison: Comparison, result: MatchResult) -> str:
    """A line of the table: share of pairwise places or first places, with the interval and the target."""
    games = result.tally.games
    estimate: Estimate | None
    if comparison.even:
        estimate = result.tally.pair(comparison.bot, comparison.other)
    else:
        standing = result.tally.standing(comparison.bot)
        estimate = standing.wins if standing else None
    if estimate is None:
        return f"| {comparison.bot} | {comparison.other} | 0 | | |"
    low, high = estimate.low or 0.0, estimate.high or 1.0
    figure = f"{estimate.mean:.1%} ({low:.1%} to {high:.1%})"
    return f"| {comparison.bot} | {comparison.other} | {games} | {figure} | {verdict(comparison, estimate)} |"


def verdict(comparison: Comparison, estimate: Estimate) -> str:
    if comparison.target is None:
        return ""
    if comparison.target == FAIR:
        beyond = estimate.low is not None and estimate.low > comparison.target
        return f"above {comparison.target:.0%}: {'yes' if beyond else 'NO'}"
    return f"{comparison.target:.0%}: {'reached' if estimate.mean >= comparison.target else 'MISSED'}"


def tables(games: Sequence[Game], folder: Path) -> Iterator[str]:
    """The tables of docs/bots.md, line by line, as they are measured."""
    for game in games:
        yield f"\n### {game.title}\n"
        yield "| level | below it | games | pairwise places of the higher level | target |"
        yield "|---|---|---|---|---|"
        for comparison in levels(game):
            yield row(comparison, measure(game, comparison, folder))
        yield "\n| one seat | the others | games | first places of the one | target |"
        yield "|---|---|---|---|---|"
        for comparison in strengths(game):
            yield row(comparison, measure(game, comparison, folder))


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for line in tables([game_by_id(name) for name in arguments[1:]] or GAMES, folder):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
