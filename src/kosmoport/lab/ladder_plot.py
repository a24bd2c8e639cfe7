"""The plot of a ladder: ratings with their deviations, and who is before whom, as one SVG file."""

from __future__ import annotations

import io
from math import isnan, nan
from pathlib import Path
from typing import Any

from kosmoport.core.errors import BadInput
from kosmoport.files import write_whole
from kosmoport.lab.ladder import LadderResult
from kosmoport.lab.results import refuse_existing

STYLE: Any = {"svg.hashsalt": "kosmoport", "svg.fonttype": "none"}  # the same ladder gives the same bytes


def check_plot(path: Path, again: bool) -> None:
    """Can the plot be drawn into this file? It may be drawn anew only when asked for."""
    figure_class()
    if path.suffix != ".svg":
        raise BadInput(f"the plot is an SVG file, so {path} must end in .svg")
    if not again:
        refuse_existing(path, "give another name with --plot")


def figure_class() -> Any:
    """What draws; BadInput if it is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInput("plots need the extra lab: pip install kosmoport[lab]") from None
    return Figure


def write_plot(result: LadderResult, path: Path) -> None:
    """Draw the ladder into a file, whole or not at all."""
    import matplotlib

    with matplotlib.rc_context(STYLE):
        rows = len(result.ratings)
        figure = figure_class()(figsize=(11, 2 + 0.5 * rows), layout="constrained")
        left, right = figure.subplots(1, 2)
        _draw_ratings(left, result)
        _draw_pairs(right, result)
        game = result.played.contest.terms.game
        figure.suptitle(f"{game.title}: {result.tally.games} games")
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    write_whole(path, text.getvalue())


def _draw_ratings(axes: Any, result: LadderResult) -> None:
    names = [rating.bot for rating in result.ratings]
    rows = range(len(names))
    strengths = [rating.strength for rating in result.ratings]
    reach = [2 * rating.deviation for rating in result.ratings]
    axes.errorbar(strengths, rows, xerr=reach, fmt="o", capsize=4)
    axes.set_yticks(rows, names)
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.4)
    axes.set_xlabel("rating, with two standard deviations to each side")


def _draw_pairs(axes: Any, result: LadderResult) -> None:
    """The matrix in percent: the bot of the row before the bot of the column."""
    names = [rating.bot for rating in result.ratings]
    shares = [[_share(result, row, column) for column in names] for row in names]
    axes.imshow(shares, vmin=0, vmax=100, cmap="RdBu", aspect="auto")
    for y, row in enumerate(shares):
        for x, share in enumerate(row):
            axes.text(x, y, "" if isnan(share) else f"{share:.0f}", ha="center", va="center")
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("% of pairwise places before this bot")


def _share(result: LadderResult, bot: str, other: str) -> float:
    pair = result.tally.pair(bot, other)
    return nan if pair is None else 100 * pair.mean
