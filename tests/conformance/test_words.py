"""Actions are said and read back; everything that can be told has words, and no words are idle."""

from __future__ import annotations

from importlib import resources
from typing import Any

import pytest

from examples import goofspiel
from kosmoport.conformance import words
from kosmoport.core.game import Game
from kosmoport.core.options import WholeList
from kosmoport.core.views import all_fields
from kosmoport.core.words import PLURALS, written
from kosmoport.games import GAMES
from kosmoport.learn.components import components_of
from tests.conformance.tables import games, tables

# Ids that random games hardly ever reach; the game's own tests make them happen.
RARE: dict[str, set[str]] = {
    "kosmodraci": {"renewed", "markers"},
    "piraci": {"ship_discarded", "loot_gone"},
    "kosmiczna_eskadra": {
        *("stop_clock", "dropped", "kept", "kept_own", "credited", "ore_lost_asteroid"),
        "illegal_off",  # only the referee of a real table sees it
    },
}

LANGUAGES = ("en", "pl", "cs")


def spoken() -> list[Any]:
    """(game, language) for every game of the house."""
    return [pytest.param(game, lang, id=f"{game.id}-{lang}") for game in GAMES for lang in LANGUAGES]


@pytest.mark.parametrize(("game", "players"), tables())
def test_actions_are_said_and_read_back(game: Game, players: int) -> None:
    assert words.actions_are_said_and_read_back(game, players) > 100


@pytest.mark.parametrize("game", games())
def test_everything_told_has_words_and_no_words_are_idle(game: Game) -> None:
    messages, rare = game.words("en").messages, RARE.get(game.id, set())
    spoken = words.everything_told_has_words(game)
    assert spoken.events | rare >= set(messages["event"])
    assert spoken.account | rare >= set(messages["account"])
    if game.poses is None:
        assert spoken.actions == set(messages["action"])
    assert set(messages["reason"]) == {*game.reasons} - {"ok"}
    assert set(messages["option"]) == {spec.name for spec in game.options}


# ---------------------------------------------------------------- every language


@pytest.mark.parametrize(("game", "language"), spoken())
def test_templates_are_well_formed(game: Game, language: str) -> None:
    assert words.templates_are_well_formed(game, language) > 20


@pytest.mark.parametrize(("game", "language"), spoken())
def test_you_is_said_to_somebody(game: Game, language: str) -> None:
    assert words.you_is_said_to_somebody(game, language) > 5


@pytest.mark.parametrize(("game", "language"), spoken())
def test_plurals_are_complete(game: Game, language: str) -> None:
    assert words.plurals_are_complete(game, language) > 20


@pytest.mark.parametrize(("game", "language"), spoken())
def test_every_language_says_the_same_things_as_english(game: Game, language: str) -> None:
    assert set(written(language, game.package)) == set(written("en", game.package))
    assert words.a_language_says_the_same_things_as_english(game, language) > 20


@pytest.mark.parametrize(("game", "language"), spoken())
def test_actions_are_read_back_in_every_language(game: Game, language: str) -> None:
    assert words.actions_are_read_back(game, language) > 20


def test_every_language_is_spoken_about_every_game() -> None:
    for package in ("kosmoport", *(game.package for game in GAMES)):
        files = {file.name for file in (resources.files(package) / "words").iterdir()}
        assert files == {f"{language}.json" for language in LANGUAGES}, package
    assert set(LANGUAGES) == set(PLURALS)


def test_a_game_that_is_not_written_in_a_language_speaks_english() -> None:
    words = goofspiel.GAME.words("pl")
    assert words.language == "en"
    assert words.messages == goofspiel.GAME.words("en").messages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_choice_of_an_option_has_words(game: Game, language: str) -> None:
    choices = {f"{spec.name}.{choice}" for spec in game.options for choice in getattr(spec, "choices", ())}
    for spec in game.options:  # a list that may be given by name, or left to a word
        if isinstance(spec, WholeList) and spec.named:
            choices |= {f"{spec.name}.{choice}" for choice in (spec.word, *spec.named)}
    assert set(game.words(language).messages.get("choice", {})) == choices


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_publisher_and_every_source_of_a_value_have_words(game: Game, language: str) -> None:
    words, sources = game.words(language).messages, components_of(game).sources
    assert set(words["source"]) == {source.id for source in sources}
    assert words["about"]["publisher"]
    if language == "en":
        assert words["about"] == {"publisher": game.publisher}
        assert words["source"] == {source.id: source.text for source in sources}


OF_EVERY_VIEW = {"seat", "players", "options", "to_act", "stage"}


@pytest.mark.parametrize("game", games())
def test_fields_that_are_shown_have_words_and_no_words_are_idle(game: Game) -> None:
    """A word is found by the path of a field or by its name alone."""
    said, words = all_fields(game.view.View), set(game.words("en").messages["field"])
    seats = {f"{path}." for path, drawn in said.items() if drawn.kind == "by_seat"}
    shown = {path for path, drawn in said.items() if drawn.kind not in ("unshown", "by_seat")}
    top = {path for path in shown - OF_EVERY_VIEW if "." not in path and not path.endswith("[]")}
    of_seats = {path for path in shown if path.rpartition(".")[0] + "." in seats}
    assert top
    assert of_seats
    assert {path for path in top | of_seats if not {path, path.rpartition(".")[2]} & words} == set()
    assert words <= set(said) | {path.rpartition(".")[2] for path in said}
