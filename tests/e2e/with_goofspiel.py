"""`kosmoport` as it is started, with the teaching game among its games: one that no page knows."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[2])
JOIN = f"sys.path.insert(0, {ROOT!r}); from tests.e2e import with_goofspiel; with_goofspiel.join();"


def join() -> None:
    """Before anybody has looked at the list of games; so it is in the processes of bots, too."""
    from examples import goofspiel
    from kosmoport import games

    games.GAMES = (*games.GAMES, goofspiel.GAME)


def main() -> None:
    """A server and the processes that it starts."""
    join()
    from kosmoport.cli import main as start
    from kosmoport.server.processes import parent

    begin = "import sys;"
    assert parent.BOOT.startswith(begin)
    parent.BOOT = parent.BOOT.replace(begin, begin + JOIN, 1)
    start()


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    main()
