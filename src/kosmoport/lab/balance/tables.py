"""Tables and plots of a report as HTML: figures with their intervals, a column for each of the components."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import floor

from kosmoport.lab.balance.figures import Row
from kosmoport.lab.balance.stats import CLEAR, NOISE, PERHAPS, Finding, bounds
from kosmoport.lab.balance.words import interval, number, with_unit
from kosmoport.lab.plots import histogram_plot, interval_plot
from kosmoport.lab.statistics import Estimate

STEPS = 24  # of a histogram, at most


def table(caption: str, heads: Sequence[str], lines: Iterable[str]) -> str:
    """A table whose lines are made by `line`.

    Narrow screens show a row below its head. The roles say what that layout would hide from a screen reader.
    """
    columns = "".join(f'<th scope="col" role="columnheader">{escape(head)}</th>' for head in heads)
    return (
        f'<table role="table" style="--columns:{len(heads) - 1}"><caption>{escape(caption)}</caption>\n'
        f'<thead role="rowgroup"><tr role="row">{columns}</tr></thead>\n'
        f'<tbody role="rowgroup">\n{"".join(lines)}</tbody></table>\n'
    )


def line(head: str, *cells: str) -> str:
    """A row of a table: its head and cells, all of them HTML."""
    return f'<tr role="row"><th scope="row" role="rowheader">{head}</th>{"".join(cells)}</tr>\n'


def cell(value: str, reach: str = "", words: str = "", bold: bool = False) -> str:
    """A value; in small letters its interval and what it means."""
    small = f" <small>{escape(reach)}</small>" if reach else ""
    if words:
        small += f' <small class="{"sure" if bold else "words"}">{escape(words)}</small>'
    return f'<td role="cell">{value}{small}</td>'


# ---------------------------------------------------------------- figures


def figure_table(
    caption: str, what: str, rows: Sequence[Row], names: Sequence[str], mixed: bool = False
) -> str:
    """Figures with their intervals; with two columns of values also what changes between them.

    Where rows of different kinds are mixed, each says what it is a number of.
    """
    heads = [what, *names, *(["difference"] if len(names) > 1 else [])]
    return table(caption, heads, (_figure_line(row, row.figure.unit if mixed else "") for row in rows))


def _figure_line(row: Row, unit: str) -> str:
    cells = [figure_cell(row, k) for k in range(len(row.estimates))]
    if row.change is not None:
        cells.append(change_cell(row.change, row.figure.is_share))
    return line(label(row, unit), *cells)


def label(row: Row, unit: str = "") -> str:
    """What a figure is, and the rule behind it."""
    small = ", ".join(part for part in (unit, row.figure.rule) if part)
    return escape(row.figure.label) + (f" <small>{escape(small)}</small>" if small else "")


def figure_cell(row: Row, k: int = 0) -> str:
    """An estimate; where it should be fair and perhaps is not, it says so."""
    estimate, is_share = row.estimates[k], row.figure.is_share
    words, sure = "", NOISE
    if row.fairness and row.fairness[k].sure >= PERHAPS:
        words, sure = row.fairness[k].in_words("more than fair", "less than fair"), row.fairness[k].sure
    return cell(with_unit(estimate.mean, is_share), interval(estimate, is_share), words, bold=sure == CLEAR)


def change_cell(change: Finding, is_share: bool) -> str:
    """A difference; one beyond noise says so in words, and in bold letters too."""
    value, reach = change.estimate.mean, interval(change.estimate, is_share, sign=True)
    words = change.in_words("more", "less")
    return cell(with_unit(value, is_share, sign=True), reach, words, bold=change.sure == CLEAR)


def bar_cell(estimate: Estimate) -> str:
    """A share with a bar."""
    value = with_unit(estimate.mean, True)
    bar = f'<span class="bar" style="width:{estimate.mean * 100:.1f}%"></span>'
    return cell(bar + value, interval(estimate, True))


def fairness_plot(name: str, title: str, rows: Sequence[Row], names: Sequence[str]) -> str:
    """Shares of the wins against the fair share."""
    percent = [[_percent(row.estimates[k]) for row in rows] for k in range(len(names))]
    labels = [row.figure.label for row in rows]
    told = "; ".join(
        f"{column}: "
        + ", ".join(f"{label} {number(e.mean)} %" for label, e in zip(labels, values, strict=True))
        for column, values in zip(names, percent, strict=True)
    )
    told = f"{title} with 95 % intervals. {told}. The fair share is {number(100 / len(rows))} %."
    series = dict(zip(names, percent, strict=True))
    return figure(title, interval_plot(name, told, labels, series, "% of the wins", fair=100 / len(rows)))


def _percent(estimate: Estimate) -> Estimate:
    low, high = bounds(estimate)
    return Estimate(estimate.mean * 100, low * 100, high * 100, estimate.clusters)


def figure(title: str, drawing: str, below: str = "") -> str:
    return f"<figure><figcaption>{escape(title)}</figcaption>\n{drawing}\n{below}</figure>\n"


# ---------------------------------------------------------------- distributions


def step_width(values: Sequence[float]) -> float:
    """A round width that makes few enough steps."""
    span = max(values) - min(values) + 1
    widths = (factor * 10.0**power for power in range(9) for factor in (1, 2, 5))
    return next(width for width in widths if span / width <= STEPS)


def steps(values: Sequence[float], lefts: Sequence[float], width: float) -> dict[float, float]:
    """Per cent of the values in each step, by its left edge."""
    counts = dict.fromkeys(lefts, 0)
    for value in values:
        counts[floor(value / width) * width] += 1
    return {left: 100 * count / len(values) for left, count in counts.items()}


def distribution(name: str, title: str, unit: str, series: Mapping[str, Sequence[float]]) -> str:
    """A histogram with its numbers."""
    together = [value for values in series.values() for value in values]
    width = step_width(together)
    first, last = floor(min(together) / width), floor(max(together) / width)
    lefts = [k * width for k in range(first, last + 1)]
    shares = {key: steps(values, lefts, width) for key, values in series.items()}
    told = f"{title}, as a histogram of {listed_names(series)}; the numbers follow as a table."
    drawing = histogram_plot(name, told, shares, width, unit)
    lines = (
        line(step_name(left, width), *(cell(f"{number(shares[key][left])} %") for key in series))
        for left in lefts
    )
    numbers = table(f"{title}, in per cent", [unit, *series], lines)
    return figure(
        title, drawing, f"<details><summary>The numbers of this plot</summary>\n{numbers}</details>\n"
    )


def listed_names(series: Mapping[str, Sequence[float]]) -> str:
    return " and ".join(series)


def step_name(left: float, width: float) -> str:
    """What is in a step: one whole number, or from one to another."""
    text = f"{left:g}" if width == 1 else f"{left:g} to {left + width - 1:g}"
    return text.replace("-", "−")
