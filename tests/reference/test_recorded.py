"""The moves that the first page shows where nobody plays: fresh, and as a watcher sees them."""

from __future__ import annotations

import json

import pytest

from kosmoport.core.game import Game
from kosmoport.games import GAMES
from kosmoport.reference import recorded


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_was_recorded_is_fresh_and_seen_by_a_watcher(game: Game) -> None:
    text = recorded.path_of(game).read_text(encoding="utf-8")
    assert text == recorded.page(game), "run python -m kosmoport.reference.recorded"
    frames = json.loads(text)["frames"]
    assert len(frames) == recorded.MOVES
    assert {frame["view"]["seat"] for frame in frames} == {-1}
    assert any(frame["told"] for frame in frames)
