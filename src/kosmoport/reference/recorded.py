"""A few moves of a golden game as everybody could see them, for the first page: games/<game>/recorded.json.

`python -m kosmoport.reference.recorded` writes them; a test fails when they are stale.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.game import Game
from kosmoport.core.play import Move, Play
from kosmoport.files import REPOSITORY
from kosmoport.games import GAMES
from kosmoport.house.opened_record import frames_of_play
from kosmoport.lab.transcript import read
from kosmoport.table.requests import Frame

GOLDEN = REPOSITORY / "tests" / "playthroughs"
MOVES = 20  # enough to see how it is played; each is a whole view
BEFORE = 3  # the first part of a game, in which little lies on the table, is left out


class Recorded(msgspec.Struct, frozen=True):
    """What is shown: whose colours sit where, and the moves."""

    rules: int
    colours: tuple[str, ...]
    frames: tuple[Frame, ...]


def recorded(game: Game) -> Recorded:
    play = _golden(game)
    frames = tuple(frames_of_play(play, SPECTATOR, [None] * play.options["players"], {}))
    first = len(frames) // BEFORE
    colours = tuple(game.colours[: play.options["players"]])
    return Recorded(game.version, colours, frames[first : first + MOVES])


def _golden(game: Game) -> Play:
    """The first golden game, played to its end."""
    play, steps = read(game, (GOLDEN / game.id / "01.txt").read_text(encoding="utf-8"))
    for step in steps:
        if isinstance(step, Move):
            play.act(step.seat, step.action)
    return play


def page(game: Game) -> str:
    return msgspec.json.encode(recorded(game)).decode() + "\n"


def path_of(game: Game) -> Path:
    return REPOSITORY / "web" / "src" / "games" / game.id / "recorded.json"


def main() -> None:
    for game in GAMES:
        path_of(game).write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
