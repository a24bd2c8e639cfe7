"""What runs each game, where from, and how fast: the table of `kosmoport engine`."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.engine import modules
from kosmoport.engine.batch import play_batch
from kosmoport.engine.modules import Backend, runner

SECONDS = 0.2  # of random games, for each speed
FIRST = 4  # games in the first call; the next calls are larger until the time is up
KINDS: dict[Backend, str] = {"wasm": "WebAssembly", "native": "native code", "plain": "plain Python"}


def engine_lines(games: tuple[Game, ...], on: Backend | None = None) -> Iterator[str]:
    """A line for each game, under a line of headings."""
    backend = on or modules.backend()
    yield f"{'game':20} {'rules':>5}  {'runs as':13} {'from':22} {'ready in':>9}  {'decisions a second':>18}"
    for game in games:
        try:
            start = perf_counter()
            made = runner(game, on=backend)
            made.machine()
            ready = perf_counter() - start
            fast = _speed(game, backend)
        except BadInput as error:
            yield f"{game.title:20} {game.version:5}  {error}"
            continue
        told = f"{fast / 1e6:.1f} million" if fast >= 1e5 else f"{fast:,.0f}"
        yield (
            f"{game.title:20} {game.version:5}  {KINDS[made.backend]:13} {made.origin:22}"
            f" {1000 * ready:6.0f} ms  {told:>18}"
        )
    if backend == "plain":
        yield "Here is neither wasmtime nor a C compiler: games run in plain Python, far more slowly."


def _speed(game: Game, backend: Backend) -> float:
    """Decisions a second of random games on one core."""
    options, count, decisions, seconds = game.read_options({}), FIRST, 0, 0.0
    while seconds < SECONDS:
        start = perf_counter()
        decisions += play_batch(game, options, count, 1, threads=1, on=backend).decisions
        seconds += perf_counter() - start
        count *= 2
    return decisions / seconds
