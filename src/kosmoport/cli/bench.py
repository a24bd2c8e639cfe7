"""Commands that measure: every one takes the same options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

Bench = Callable[[float, int], None]

app = typer.Typer(no_args_is_help=True, help="Measure, always against a named peer in the same run.")


def measurement(find: Callable[[], Bench]) -> Callable[[], Bench]:
    """Make a command of the name and sentence of `find`, which imports what measures and hands it over."""

    def measure(
        seconds: Annotated[float, typer.Option(help="seconds for each measurement", min=0.05)] = 1.0,
        rounds: Annotated[int, typer.Option(help="how often everything is measured in turn", min=1)] = 5,
    ) -> None:
        find()(seconds, rounds)

    app.command(find.__name__, help=find.__doc__)(measure)
    return find


@measurement
def engine() -> Bench:
    """Decisions a second of every game on one core, as ratios to OpenSpiel's goofspiel in the same run."""
    from kosmoport.lab.bench import print_engine_bench

    return print_engine_bench


@measurement
def search() -> Bench:
    """Search iterations a second of every game on one core, beside OpenSpiel's search in the same run."""
    from kosmoport.lab.bench_search import print_search_bench

    return print_search_bench


@measurement
def vector() -> Bench:
    """Decisions a second of the vectorised environment, beside PettingZoo's loop on the same game."""
    from kosmoport.lab.bench_vector import print_vector_bench

    return print_vector_bench
