"""Figures of a study: what is estimated from the games, side by side where components are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.watch import Count, Watch
from kosmoport.lab.balance.stats import CLEAR, Finding, find, level, share
from kosmoport.lab.balance.study import Sample, Study, WatchedGame
from kosmoport.lab.statistics import Estimate

Value = Callable[[WatchedGame], float]


@dataclass(frozen=True)
class Figure:
    """One thing that every game gives a number for."""

    label: str
    of: Value
    unit: str  # what it is a number of, as far as the label does not say it
    is_share: bool = False  # the numbers go from 0 to 1
    rule: str = ""
    fair: Value | None = None  # what the number should be on average if all is fair


@dataclass(frozen=True)
class Row:
    """A figure with its estimates: one for each of the components that were played with."""

    figure: Figure
    estimates: tuple[Estimate, ...]
    fairness: tuple[Finding, ...]  # the same, against what would be fair
    change: Finding | None  # from the standard components to the others


def _row(sample: Sample, figure: Figure, looked_at: int) -> Row:
    values = [[figure.of(one) for one in games] for games in sample.games.values()]
    estimates = tuple(share(v) if figure.is_share else level(v) for v in values)
    fairness: tuple[Finding, ...] = ()
    if figure.fair is not None:
        fair = [[figure.fair(one) for one in games] for games in sample.games.values()]
        fairness = tuple(find(f, v, False, looked_at) for f, v in zip(fair, values, strict=True))
    change = find(values[0], values[1], figure.is_share, looked_at) if len(values) == 2 else None
    return Row(figure, estimates, fairness, change)


# ---------------------------------------------------------------- which figures there are


def win_share(one: WatchedGame, seat: int) -> float:
    return one.shares[seat] / WHOLE_WIN


def fair_share(one: WatchedGame) -> float:
    return 1 / len(one.shares)


def mean_points(one: WatchedGame) -> float:
    return sum(one.points) / len(one.points)


def margin(one: WatchedGame) -> float:
    """How far the best is ahead of the next."""
    best, second = sorted(one.points, reverse=True)[:2]
    return best - second


def winners_points(one: WatchedGame) -> float:
    """Of whoever won; the mean where several did."""
    mine = [points for points, won in zip(one.points, one.shares, strict=True) if won]
    return sum(mine) / len(mine)


def points_of(one: WatchedGame, seat: int) -> float:
    return one.points[seat]


def at_place(one: WatchedGame, place: int) -> int:
    """The seat that goes so many places after the first one."""
    return ((one.first or 0) + place) % len(one.points)


def win_share_at(one: WatchedGame, place: int) -> float:
    return win_share(one, at_place(one, place))


def points_at(one: WatchedGame, place: int) -> float:
    return one.points[at_place(one, place)]


def happens(one: WatchedGame, count: str) -> float:
    return float(one.counts[count] > 0)


def how_often(one: WatchedGame, count: str) -> float:
    return one.counts[count]


@dataclass(frozen=True)
class Sheet:
    """Everything that is estimated, in groups."""

    seat_wins: list[Row]
    seat_points: list[Row]
    place_wins: list[Row]  # empty where turns have no order, or the order of the seats
    place_points: list[Row]
    points: list[Row]
    lengths: list[Row]
    often: list[Row]  # how often in a game
    games: list[Row]  # in how many games at all

    @property
    def groups(self) -> dict[str, list[Row]]:
        return vars(self)

    @property
    def changes(self) -> list[Row]:
        """Figures that other components change beyond noise, the surest first."""
        sure = [
            row for rows in self.groups.values() for row in rows if row.change and row.change.sure == CLEAR
        ]
        return sorted(sure, key=lambda row: -row.change.weight if row.change else 0)


def estimate(sample: Sample) -> Sheet:
    """All figures of a study."""
    figures = _figures(sample)
    looked_at = sum(map(len, figures.values()))
    return Sheet(**{name: [_row(sample, f, looked_at) for f in group] for name, group in figures.items()})


def _figures(sample: Sample) -> dict[str, list[Figure]]:
    watch, options = sample.study.game.watch, sample.study.options
    counts = watch.counted(options)
    seats = list(enumerate(seat_names(sample.study)))
    places = list(enumerate(place_names(options["players"]))) if has_order(sample) else []
    return {
        "seat_wins": [_wins(name, partial(win_share, seat=p)) for p, name in seats],
        "seat_points": [_points(name, partial(points_of, seat=p), watch) for p, name in seats],
        "place_wins": [_wins(name, partial(win_share_at, place=k)) for k, name in places],
        "place_points": [_points(name, partial(points_at, place=k), watch) for k, name in places],
        "points": [
            Figure(f"{watch.points_are}, everybody", mean_points, "a seat"),
            Figure(f"{watch.points_are}, winners", winners_points, "a seat"),
            Figure("lead of the best over the next", margin, watch.points_are),
        ],
        "lengths": _lengths(sample, watch),
        "often": [_often(count) for count in counts if not count.once],
        "games": [Figure(c.label, partial(happens, count=c.id), "of games", True, c.rule) for c in counts],
    }


def _lengths(sample: Sample, watch: Watch) -> list[Figure]:
    """Decisions, unless they are the same thing as something with a better name; and the rest."""
    named = [_often(count) for count in watch.lengths]
    games = [one for played in sample.games.values() for one in played]
    if any(all(figure.of(one) == one.decisions for one in games) for figure in named):
        return named
    return [Figure("decisions", lambda one: one.decisions, "a game"), *named]


def _often(count: Count) -> Figure:
    return Figure(count.label, partial(how_often, count=count.id), "a game", rule=count.rule)


def _wins(name: str, of: Value) -> Figure:
    return Figure(name, of, "of the wins", is_share=True, fair=fair_share)


def _points(name: str, of: Value, watch: Watch) -> Figure:
    return Figure(name, of, watch.points_are, fair=mean_points)


def has_order(sample: Sample) -> bool:
    """Do turns have an order that is not always that of the seats?"""
    return any(one.first is not None and one.first > 0 for one in sample.standard)


def seat_names(study: Study) -> list[str]:
    words = study.game.words("en")
    colours = study.game.colours[: study.options["players"]]
    return [f"seat {seat} ({words.term(colour)})" for seat, colour in enumerate(colours)]


def place_names(players: int) -> list[str]:
    return [f"goes {place}" for place in ("first", "second", "third", "fourth", "fifth")[:players]]
