"""Results as text for a terminal: a progress bar and plain tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kosmoport.core.game import Game
from kosmoport.lab.simulate import Simulation


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar with the time left, on the error stream, only where somebody can see it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done: progress.update(task, completed=done)


def print_simulation(game: Game, result: Simulation) -> None:
    """Speed, and points and wins of every seat."""
    if result.games == 0:
        print("No game was finished.")
        return
    games, seconds = result.games, result.seconds
    print(f"{game.title}: {games:,} random games, {result.decisions:,} decisions in {seconds:.2f} s")
    print(f"{games / seconds:,.0f} games/s, {result.decisions / seconds:,.0f} decisions/s")
    for seat, (mean, deviation, wins) in enumerate(result.seats()):
        points = f"{mean:.2f} points on average (deviation {deviation:.2f})"
        print(f"seat {seat}: {points}, {wins:.1%} of the wins")
