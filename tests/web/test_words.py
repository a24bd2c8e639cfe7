"""The words of the pages and of the games' drawings: the same in three languages, all used, none missing."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

import kosmoport.games
from kosmoport.conformance.words import maps, parameters, variants
from kosmoport.core.words import PLURALS
from kosmoport.games import GAMES

WEB = Path(__file__).parent.parent.parent / "web" / "src"
LANGUAGES = ("en", "pl", "cs")
PLURAL_FORMS = {"en": {"one", "other"}, "pl": {"one", "few", "many"}, "cs": {"one", "few", "other"}}
DRAWINGS = sorted(path.parent for path in (WEB / "games").glob("*/words"))
PAGES = sorted(path.parent for path in (WEB / "games").glob("*/*/words"))  # that only one game has
FOLDERS = [WEB, *DRAWINGS, *PAGES]
ASKED = re.compile(r"""\b(t|ui|word)\(\s*["']([^"']+)["']""")

# t("key"), say.ui("key"), { key: "key" } and typed template keys such as t(`level.${one}`)
QUOTED = re.compile(r"""["'`]([a-z_]+(?:\.[a-z0-9_]+)*)["'`]""")
PATTERN = re.compile(r"`([a-z_]+\.[a-z_]*)\$\{")
LABELS = ("part.", "part_word.")  # of a game, asked for by the page of what is in the box


def words_of(folder: Path, language: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "words" / f"{language}.json").read_text(encoding="utf-8"))
    return found


def sources_of(folder: Path) -> str:
    """The code that may use the words of a folder."""
    code = [path for path in folder.rglob("*") if path.suffix in (".ts", ".svelte")]
    files = [path for path in code if not path.name.endswith(".test.ts")]
    if folder == WEB:
        files = [path for path in files if WEB / "games" not in path.parents]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_every_game_has_words_for_its_drawing() -> None:
    assert {folder.name for folder in DRAWINGS} == {game.id for game in GAMES} | {"generic"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_three_languages_say_the_same(folder: Path) -> None:
    english = words_of(folder, "en")
    assert english
    for language in LANGUAGES:
        words = words_of(folder, language)
        assert list(words) == list(english), f"{language} has other messages, or another order"
        for key, message in words.items():
            assert all(text.strip() for text in variants(message)), f"{key} is empty in {language}"
            assert parameters(message) <= parameters(english[key]), key
            for by_number in maps(message):
                forms = set(by_number) - {"by", "zero"}
                assert forms == PLURAL_FORMS[language] or forms == {"one", "other"}, f"{key} in {language}"


def test_plural_forms_are_those_of_the_server() -> None:
    for language, forms in PLURAL_FORMS.items():
        assert {PLURALS[language](n) for n in range(200)} == forms


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_message_is_idle_and_none_is_missing(folder: Path) -> None:
    source = sources_of(folder)
    quoted, stems = set(QUOTED.findall(source)), set(PATTERN.findall(source))
    words = set(words_of(folder, "en"))
    idle = {key for key in words - quoted if not any(key.startswith(stem) for stem in stems)}
    assert not {key for key in idle if not key.startswith(LABELS)}
    asks = "t" if folder == WEB else "word" if folder in PAGES else "ui"
    everywhere = "\n".join(sources_of(one) for one in FOLDERS) if folder == WEB else source
    asked = {key for call, key in ASKED.findall(everywhere) if call == asks}
    assert asked
    assert not asked - words


def named(value: object, path: str = "") -> set[str]:
    """The names in a component file, each with those around it, and its words."""
    if isinstance(value, list):
        return {name for one in value for name in named(one, path)}
    if not isinstance(value, dict):
        return {str(value)}
    inside = {name: f"{path}.{name}".removeprefix(".") for name in value}
    return (
        set(value)
        | set(inside.values())
        | {one for name in value for one in named(value[name], inside[name])}
    )


def labels_of(drawing: Path) -> set[str]:
    return {key.partition(".")[2] for key in words_of(drawing, "en") if key.startswith(LABELS)}


LABELLED = [folder for folder in DRAWINGS if labels_of(folder)]


def test_there_are_labels_for_what_is_in_the_box() -> None:
    assert LABELLED


@pytest.mark.parametrize("drawing", LABELLED, ids=lambda folder: folder.name)
def test_labels_name_what_is_in_the_box(drawing: Path) -> None:
    file = Path(kosmoport.games.__file__).parent / drawing.name / "components.toml"
    assert labels_of(drawing) <= named(tomllib.loads(file.read_text(encoding="utf-8")))
