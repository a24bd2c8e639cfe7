"""Bots by name: built-in, levels, classes in modules, entry points; anything else gets one sentence."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from kosmoport.bots import Chair, registry
from kosmoport.bots.greedy import GreedyBot
from kosmoport.bots.levels import LEVELS, best_settings
from kosmoport.bots.random import RandomBot
from kosmoport.bots.registry import bot_maker
from kosmoport.bots.search import SearchBot
from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES, game_by_id

GAME = game_by_id("kosmiczni_piraci")
CHAIR = Chair(GAME, GAME.read_options({"players": 3}), GAME.standard_components, 1, 7)


class Silent:
    """A bot that wants no chair."""

    def choose(self, view: Any, legal: Any) -> int:
        return int(legal[0])


def made(name: str) -> Any:
    return bot_maker(name, GAME)(CHAIR)


def test_built_in_bots_have_names() -> None:
    assert isinstance(made("random"), RandomBot)
    assert isinstance(made("greedy"), GreedyBot)
    assert made("greedy:30").slips == 30
    assert made("search:500").settings.iterations == 500
    assert made("search:200ms").settings.milliseconds == 200
    both = made("search:500,200ms,explore=0.25,trees=2,guided=0").settings
    assert (both.iterations, both.milliseconds, both.explore, both.trees, both.guided) == (
        500,
        200,
        0.25,
        2,
        False,
    )


def test_the_search_has_the_best_settings_and_the_plain_one_the_textbooks() -> None:
    assert made("search:5").settings.guided
    assert made("search:5").settings.width == best_settings(GAME).width
    plain = made("plain:5").settings
    assert (plain.guided, plain.width, plain.explore) == (False, 1, 0.7)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_every_level(game: Any) -> None:
    assert tuple(game.levels) == LEVELS
    chair = Chair(game, game.read_options({}), game.standard_components, 0, 1)
    bots = [bot_maker(level, game)(chair) for level in LEVELS]
    assert isinstance(bots[-1], SearchBot)
    assert 0 < bots[-1].settings.milliseconds <= 1000


def test_classes_in_modules_sit_down_with_or_without_a_chair() -> None:
    assert type(made("tests.bots.test_registry:Silent")).__name__ == "Silent"
    assert made("examples.magpie:Magpie").game is GAME


def test_installed_packages_can_add_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("silent", "tests.bots.test_registry:Silent", registry.GROUP)
    asked = []

    def entries(group: str) -> list[EntryPoint]:
        asked.append(group)
        return [entry]

    monkeypatch.setattr(registry, "entry_points", entries)
    assert type(made("silent")).__name__ == "Silent"
    assert set(asked) == {"kosmoport.bots"}
    with pytest.raises(BadInput, match="silent"):
        made("loud")


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("nobody", "there is no bot 'nobody'"),
        ("", "there is no bot ''"),
        ("random:3", "cannot be loaded"),
        ("greedy:101", "slips from 0 to 100"),
        ("search", "needs a budget"),
        ("plain:explore=1", "needs a budget"),
        ("search:5,colour=1", "there is no setting 'colour'"),
        ("search:5,cheat=1", "there is no setting 'cheat'"),
        ("search:5,explore=high", "explore must be a number"),
        ("search:0", "needs a budget"),
        ("no_such_module:Bot", "cannot be loaded: No module named"),
        ("tests.bots.test_registry:NoSuchBot", "cannot be loaded"),
        ("tests.bots.test_registry:CHAIR", "is not a class"),
    ],
)
def test_wrong_names_get_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        made(name)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
