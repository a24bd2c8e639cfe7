"""A study in sentences: numbers as people write them, and what the figures say in short."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles

from kosmoport.core.components import show
from kosmoport.core.options import Options
from kosmoport.lab.balance.figures import Row, Sheet
from kosmoport.lab.balance.stats import CLEAR, PERHAPS
from kosmoport.lab.balance.study import Sample, Study
from kosmoport.lab.statistics import Estimate

FEW = 5  # things named in one sentence


def number(value: float, is_share: bool = False, sign: bool = False) -> str:
    """Two decimals, fewer for what is large; shares in per cent."""
    scaled = value * 100 if is_share else value
    digits = 1 if is_share or abs(scaled) >= 100 else 2
    text = f"{scaled:{'+' if sign else ''}.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", "−")


def plain(value: float) -> str:
    """As many digits as it has."""
    return f"{value:g}".replace("-", "−")


def with_unit(value: float, is_share: bool, sign: bool = False) -> str:
    """A share is in per cent, a difference of shares in percentage points."""
    unit = "" if not is_share else " pp" if sign else " %"
    return number(value, is_share, sign) + unit


def interval(estimate: Estimate, is_share: bool, sign: bool = False) -> str:
    if estimate.low is None or estimate.high is None:
        return "unknown"
    return f"{number(estimate.low, is_share, sign)} to {number(estimate.high, is_share, sign)}"


def listed(words: Sequence[str]) -> str:
    """A list as one says it."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The values below which a quarter, a half and three quarters lie."""
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high


# ---------------------------------------------------------------- what was played


def given_options(study: Study) -> Options:
    """Options that are not what the rules page says, players aside."""
    default = {spec.name: spec.default for spec in study.game.options}
    return {name: value for name, value in study.options.items() if default.get(name, value) != value}


def command(study: Study, components: str) -> str:
    """The command line that plays these games again."""
    words = [
        "kosmoport",
        "balance",
        study.game.id,
        "--players",
        str(study.options["players"]),
        "--bot",
        study.bot,
    ]
    words += ["-n", str(study.deals), "--seed", str(study.seed)]
    for name, value in given_options(study).items():
        words += ["--option", f"{name}={show(value)}"]
    return shlex.join([*words, *(["--components", components] if components else [])])


# ---------------------------------------------------------------- in short


def report_lines(sample: Sample, sheet: Sheet, report: Path, games: Path) -> list[str]:
    """What a study says, for a terminal."""
    study, deals = sample.study, f"{sample.deals:,} deals"
    twice = "each with the standard and the changed components" if study.changed else "a game each"
    who = f"{study.options['players']} players, {study.bot} in every seat"
    return [
        f"{study.game.title}, {who}, seed {study.seed}: {deals}, {twice}.",
        *in_short(sample, sheet),
        f"The report is {report}, the games are in {games}.",
    ]


def in_short(sample: Sample, sheet: Sheet) -> Iterator[str]:
    """What a reader in a hurry should know: what changes, then about the standard components."""
    if sample.deals < sample.study.deals:
        yield f"Not all is finished: {sample.deals:,} of {sample.study.deals:,} deals are counted here."
    if sample.study.changed is not None:
        yield _changes(sheet)
    yield _fairness("seat", sheet.seat_wins, sheet.seat_points)
    if sheet.place_wins:
        yield _fairness("place in the order of turns", sheet.place_wins, sheet.place_points)
    yield _points(sample, sheet)
    yield _length(sheet)
    yield from _never(sheet)
    faults = sum(len(one.faults) for games in sample.games.values() for one in games)
    if faults:
        yield f"The bot made {faults:,} faults; each is a decision left to chance."


def _fairness(what: str, wins: Sequence[Row], points: Sequence[Row]) -> str:
    """Wins by seat or place and, where wins do not tell, points."""
    fair = with_unit(1 / len(wins), True)
    if clear := _unfair(wins):
        return f"The {what} matters: against a fair {fair} of the wins, beyond noise, {listed(clear)}."
    shares = sorted(row.estimates[0].mean for row in wins)
    ends = " and ".join(with_unit(end, True) for end in (shares[0], shares[-1]))
    words = "which chance alone would explain"
    if any(row.fairness[0].sure == PERHAPS for row in wins):
        words = "which may be chance"
    sentence = f"By {what}, shares of the wins lie between {ends} (fair: {fair}), {words}."
    if clear := _unfair(points):
        sentence += f" In {points[0].figure.unit} the {what} matters, beyond noise: {listed(clear)}."
    return sentence


def _unfair(rows: Sequence[Row]) -> list[str]:
    """Who has more or less than is fair, beyond noise."""
    clear = [row for row in rows if row.fairness[0].sure == CLEAR]
    return [f"{row.figure.label} {with_unit(row.estimates[0].mean, row.figure.is_share)}" for row in clear]


def _points(sample: Sample, sheet: Sheet) -> str:
    everybody, winners, lead = (number(row.estimates[0].mean) for row in sheet.points)
    low, _, high = quartiles([points for one in sample.standard for points in one.points])
    unit = sample.study.game.watch.points_are
    return (
        f"A seat makes {everybody} {unit} on average, in half of the cases {plain(low)} to {plain(high)}; "
        f"winners make {winners}. The best is {lead} ahead of the next."
    )


def _length(sheet: Sheet) -> str:
    told = [f"{number(row.estimates[0].mean)} {row.figure.label}" for row in sheet.lengths]
    return f"A game takes {listed(told)} on average."


def _never(sheet: Sheet) -> Iterator[str]:
    never = [f"{row.figure.label} ({row.figure.rule})" for row in sheet.games if row.estimates[0].mean == 0]
    if never:
        yield f"Not seen once: {listed(never)}."


def _changes(sheet: Sheet) -> str:
    count, changes = sum(map(len, sheet.groups.values())), sheet.changes
    if not changes:
        return f"With the changed components none of {count} figures differs beyond noise."
    told = "; ".join(change_in_words(row) for row in changes[:FEW])
    which = "these are" if len(changes) <= FEW else "the surest are"
    return (
        f"With the changed components {len(changes)} of {count} figures differ beyond noise; {which}: {told}."
    )


def change_in_words(row: Row) -> str:
    """One figure before and after."""
    before, after = (with_unit(e.mean, row.figure.is_share) for e in row.estimates)
    rule = f" ({row.figure.rule})" if row.figure.rule else ""
    return f"{row.figure.label}{rule} {before} → {after} {row.figure.unit}"
