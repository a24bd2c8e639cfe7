"""Component values as they are listed: every one, with the standing and source that its file gives."""

from __future__ import annotations

import pytest

from kosmoport.core.components import covers, flatten
from kosmoport.core.game import Game
from kosmoport.games import GAMES, game_by_id
from kosmoport.learn.components import components_of

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@each_game
def test_every_value_is_listed_once_with_its_standing(game: Game) -> None:
    file, listed = game.standard_components, components_of(game)
    sources = {source.id: source for source in listed.sources}
    found = 0
    for path, _ in flatten(file.tables):
        entries = [value for value in listed.values if covers(value.path, path)]
        assert len(entries) == 1, path
        assert entries[0].standing == file.standing_of(path), path
        assert sources[entries[0].source].standing == entries[0].standing
        found += 1
    assert found > 10


@each_game
def test_every_source_is_told_and_used(game: Game) -> None:
    listed = components_of(game)
    assert all(source.text for source in listed.sources)
    assert {value.source for value in listed.values} == {source.id for source in listed.sources}


def test_a_closer_path_says_where_a_value_comes_from() -> None:
    listed = components_of(game_by_id("piraci"))
    gold = next(value for value in listed.values if value.path == "ships[14].gold")
    other = next(value for value in listed.values if value.path == "ships[13]")
    texts = {source.id: source.text for source in listed.sources}
    assert (gold.standing, texts[gold.source]) == ("documented", "a review of the original")
    assert other.standing == "reconstructed"
