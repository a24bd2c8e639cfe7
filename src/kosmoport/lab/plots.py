"""Plots as SVG text: the same bytes for the same numbers, colours that follow the page they stand in.

A plot is drawn in marker colours, which are then replaced by variables of the page's style sheet, each with a
value of its own for a plot that stands in a file by itself.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kosmoport.core.errors import BadInput
from kosmoport.lab.statistics import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, QUIET, FIRST, SECOND = "#010101", "#020202", "#030303", "#040404"
VARIABLES = {
    INK: "var(--ink, #1f2430)",
    QUIET: "var(--rule, #c9ced8)",
    FIRST: "var(--first, #2f5fa8)",
    SECOND: "var(--second, #b4540a)",
}
MARKS = (("o", FIRST), ("s", SECOND))  # a shape for each series, so that nobody depends on the colours
FAIR = "fair share"
WIDTH = 360  # of a plot, in pixels: readable on a phone as it is
FONT = "DejaVu Sans"  # comes with matplotlib, so that every machine measures the same
STYLE = {
    "svg.hashsalt": "kosmoport",
    "svg.fonttype": "none",
    "font.family": FONT,
    "font.size": 12,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "grid.color": QUIET,
    "grid.linewidth": 0.7,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


def interval_plot(
    name: str,
    told: str,
    labels: Sequence[str],
    series: Mapping[str, Sequence[Estimate]],
    xlabel: str,
    fair: float | None = None,
) -> str:
    """Values with their intervals, a line for each label; `told` is what the plot shows, in words."""
    rows, count = len(labels), len(series)
    with _plot(name, told, height=70 + rows * (24 + 8 * count)) as (axes, done):
        for k, ((title, estimates), (mark, colour)) in enumerate(zip(series.items(), MARKS, strict=False)):
            places = [row + (k - (count - 1) / 2) * 0.32 for row in range(rows)]
            values = [e.mean for e in estimates]
            reach = [[e.mean - _or(e.low, e.mean), _or(e.high, e.mean) - e.mean] for e in estimates]
            style: dict[str, Any] = {"fmt": mark, "color": colour, "capsize": 4, "markersize": 6}
            axes.errorbar(values, places, xerr=list(zip(*reach, strict=True)), label=title, **style)
        if fair is not None:
            axes.axvline(fair, color=INK, linewidth=1, linestyle=(0, (5, 4)), label=FAIR, zorder=1)
        axes.set_yticks(range(rows), labels)
        axes.set_ylim(rows - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(xlabel)
        _legend(axes, [*series, FAIR])
    return done[0]


def histogram_plot(
    name: str, told: str, series: Mapping[str, Mapping[float, float]], width: float, xlabel: str
) -> str:
    """How often each value comes, in per cent, by the left edge of each step; the first series is filled."""
    with _plot(name, told, height=220) as (axes, done):
        for k, ((title, steps), (_, colour)) in enumerate(zip(series.items(), MARKS, strict=False)):
            heights = list(steps.values())
            lefts = [
                left - 0.5 for left in steps
            ]  # a step of whole numbers reaches halfway to its neighbours
            if k == 0:
                axes.bar(lefts, heights, width, align="edge", color=colour, label=title, linewidth=0)
            else:
                edges = [*lefts, lefts[-1] + width]
                axes.stairs(heights, edges, color=colour, label=title, linewidth=2)
        axes.grid(visible=False, axis="x")
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(xlabel)
        axes.set_ylabel("%")
        _legend(axes, series)
    return done[0]


def _or(bound: float | None, mean: float) -> float:
    """A bound that can be drawn; one that is unknown is left out."""
    return mean if bound is None else bound


def _legend(axes: Axes, names: Iterable[str]) -> None:
    """What the marks mean, above the axes, in the order given; a single mark needs no name."""
    handles, labels = axes.get_legend_handles_labels()
    marks = dict(zip(labels, handles, strict=True))
    shown = [name for name in names if name in marks and len(marks) > 1]
    if shown:
        place: dict[str, Any] = {"loc": "outside upper left", "ncols": 3}
        axes.figure.legend(
            [marks[name] for name in shown], shown, handlelength=1.4, columnspacing=1.2, **place
        )


@contextmanager
def _plot(name: str, told: str, height: int) -> Iterator[tuple[Axes, list[str]]]:
    """Axes to draw on; the finished text is put into the list."""
    matplotlib = require_matplotlib()
    done: list[str] = []
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
        yield figure.add_subplot(), done
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    done.append(_inline(file.getvalue(), name, told))


def require_matplotlib() -> Any:
    """What draws; BadInput if it is not installed."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise BadInput("plots need the extra lab: pip install kosmoport[lab]") from None
    return matplotlib


def _inline(svg: str, name: str, told: str) -> str:
    """The drawing alone, with names of its own, the page's colours and what it shows in words."""
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(
        r"\s*<metadata>.*?</metadata>|\s*<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL
    )
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", svg)
    for marker, variable in VARIABLES.items():
        svg = svg.replace(marker, variable)
    svg = svg.replace(f"'{FONT}'", "system-ui, sans-serif")
    label = html.escape(told, quote=True)
    return re.sub(
        r'<svg ([^>]*?)width="[^"]*" height="[^"]*"', rf'<svg \1role="img" aria-label="{label}"', svg
    )
