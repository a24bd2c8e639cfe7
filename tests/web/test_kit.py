"""The drawing kit is used: what it does once, nothing else in web/ does again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent.parent / "web" / "src"
KIT = SRC / "kit"
SOURCES = sorted(path for path in SRC.rglob("*") if path.suffix in (".ts", ".svelte", ".css"))
GAMES = sorted(path.parent for path in SRC.glob("games/*/index.ts"))


def name(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCES) > 200
    assert len(GAMES) > 1


def test_only_the_kit_reads_arrow_keys_as_ways() -> None:
    four = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
    assert [name(path) for path in SOURCES if all(key in read(path) for key in four)] == [
        "kit/keys.test.ts",
        "kit/keys.ts",
    ]


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.name != "generic"], ids=lambda game: game.name
)
def test_a_drawing_lets_choose_by_spots(game: Path) -> None:
    """No element of a drawing is made a button by hand; what is chosen is a Spot, a SpotButton or a Hand."""
    files = {path: read(path) for path in game.rglob("*.svelte")}
    assert [name(path) for path, text in files.items() if 'role="button"' in text] == []
    assert any(re.search(r"kit/(Spot|SpotButton|Hand)\.svelte", text) for text in files.values())


def test_breakpoints_stand_in_one_place() -> None:
    """Styles write the names of kit/breakpoints.ts; every one of them is used."""
    styles = {path: read(path) for path in SOURCES if path.suffix in (".svelte", ".css")}
    rules = {path: re.findall(r"@(?:media|container)[^{]*", text) for path, text in styles.items()}
    assert [name(path) for path, found in rules.items() if re.search(r"\d", "".join(found))] == []
    used = {one for found in rules.values() for rule in found for one in re.findall(r"\(--([\w-]+)\)", rule)}
    named = re.findall(r"^  (\w+): [`\"]\(", read(KIT / "breakpoints.ts"), re.MULTILINE)
    assert used == set(named) != set()


COLOUR = re.compile(r"(?<!href=\")#[0-9a-f]{3,8}\b(?!-)|\b(?:rgb|hsl|oklch|lab|lch)a?\(", re.IGNORECASE)
NAMED = re.compile(r"(?:fill|stroke|color|background)(?:=\"|: )(?:white|black|red|grey|gray|orange)\b")
PALETTES = [KIT / "tokens.css", *sorted(SRC.glob("games/*/colours.css"))]


def code(path: Path) -> str:
    """A file without its comments, in which issues have numbers too."""
    text = re.sub(r"<!--.*?-->|/\*.*?\*/", "", read(path), flags=re.DOTALL)
    return re.sub(r"(?<!:)//.*", "", text)


def is_paint(path: Path) -> bool:
    """Where colours are named, and pictures that mix their own."""
    return path in PALETTES or path.parent.name == "art"


def test_colours_are_named_in_one_place() -> None:
    """Shared ones in kit/tokens.css, a game's own in its colours.css; pictures in its art/ mix theirs."""
    assert len(PALETTES) > 1
    plain = [path for path in SOURCES if not is_paint(path) and ".test." not in path.name]
    assert [name(path) for path in plain if COLOUR.search(code(path)) or NAMED.search(code(path))] == []


def test_every_named_colour_is_there_and_used() -> None:
    text = "\n".join(read(path) for path in SOURCES)
    named = {one for path in PALETTES for one in re.findall(r"^  (--[\w-]+):", read(path), re.MULTILINE)}
    used = set(re.findall(r"var\((--[\w-]+)", text))
    set_elsewhere = set(re.findall(r"(--[\w-]+)(?::|=\{|=\"|\", )", text))
    assert {one for one in named - used if not one.startswith("--seat-")} == set()
    assert {one for one in used - named if one not in set_elsewhere and one != "--seat-"} == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_pictures_only_draw(game: Path) -> None:
    """What mixes its own colours chooses nothing, says nothing and hears nothing."""
    art = sorted((game / "art").glob("*.svelte"))
    assert art
    assert [name(path) for path in art if re.search(r"\bon[a-z]+=|\bsay\b|/kit/Spot", read(path))] == []


def test_only_its_own_folder_names_a_game() -> None:
    """Games are found by their folders; what the server's types are called is generated."""
    named = re.compile("|".join(game.name for game in GAMES if game.name != "generic"))
    general = [path for path in SOURCES if SRC / "games" not in path.parents and ".test." not in path.name]
    found = [name(path) for path in general if named.search(read(path))]
    assert [path for path in found if path != "protocol.ts"] == []
    for game in GAMES:
        others = re.compile(rf"\.\./({'|'.join(one.name for one in GAMES if one != game)})/")
        assert [name(path) for path in game.rglob("*.*") if others.search(read(path))] == []


def test_a_game_has_the_pages_that_its_card_names() -> None:
    pages = {(path.parent.parent.name, path.parent.name) for path in SRC.glob("games/*/*/Page.svelte")}
    cards = {path.parent.name: json.loads(read(path)) for path in SRC.glob("games/*/card.json")}
    assert {(game, page) for game, card in cards.items() for page in card.get("pages", {})} == pages != set()
