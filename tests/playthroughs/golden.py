"""The golden games move by move, for tests that look at something else in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kosmoport.core.game import Game
from kosmoport.core.play import Move, Play
from kosmoport.lab.transcript import read

FOLDER = Path(__file__).parent


def golden_games(game: Game) -> list[Path]:
    return sorted((FOLDER / game.id).glob("*.txt"))


def moves_of(game: Game, path: Path) -> Iterator[tuple[Play, Move]]:
    """Each position with the move that is done there; whoever asks has to do it."""
    play, steps = read(game, path.read_text(encoding="utf-8"))
    for step in steps:
        if isinstance(step, Move):
            yield play, step
