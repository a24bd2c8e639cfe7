"""Which versions a game's drawing can draw: the newest, and those whose views have the same shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kosmoport.core.views import SeatView
from kosmoport.games import GAMES, find_game, game_by_id

DRAWINGS = Path(__file__).parents[2] / "web" / "src" / "games"
CARDS = sorted(DRAWINGS.glob("*/card.json"))


def shape_of(view: type[SeatView]) -> Any:
    """The fields of a view and what is in them, without what is said about them."""
    return _bare(msgspec.json.schema_components((view,)))


def _bare(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _bare(value) for key, value in part.items() if key not in ("title", "description")}
    return [_bare(one) for one in part] if isinstance(part, list | tuple) else part


def test_every_game_says_which_versions_are_drawn() -> None:
    assert {path.parent.name for path in CARDS} == {game.id for game in GAMES}


@pytest.mark.parametrize("card", CARDS, ids=lambda path: path.parent.name)
def test_versions_that_are_drawn_look_like_the_newest(card: Path) -> None:
    newest = game_by_id(card.parent.name)
    draws = json.loads(card.read_text(encoding="utf-8"))["draws"]
    assert newest.version in draws, "draw the new rules, then add their version to `draws`"
    for rules in draws:
        drawn = find_game(newest.id, rules).view.View
        assert shape_of(drawn) == shape_of(newest.view.View), f"take {rules} out of `draws`: its view differs"


def test_another_field_is_another_shape() -> None:
    class View(SeatView, frozen=True):
        """A view."""

        hand: tuple[int, ...]

    class Renamed(SeatView, frozen=True):
        """A view."""

        cards: tuple[int, ...]

    first, second = shape_of(View), shape_of(Renamed)
    assert str(first).replace("View", "") != str(second).replace("Renamed", "")
