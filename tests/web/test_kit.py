"""The drawing kit is used: what it does once, nothing else in web/ does again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent.parent / "web" / "src"
KIT = SRC / "kit"
SOURCES = sorted(path for path in SRC.rglob("*") if path.suffix in (".ts", ".svelte", ".css"))
GAMES = sorted(path.parent for path in SRC.glob("games/*/index.ts"))


def name(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCES) > 200
    assert len(GAMES) == 6


def test_only_the_kit_reads_arrow_keys_as_ways() -> None:
    four = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
    assert [name(path) for path in SOURCES if all(key in path.read_text() for key in four)] == [
        "kit/keys.test.ts",
        "kit/keys.ts",
    ]


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.name != "generic"], ids=lambda game: game.name
)
def test_a_drawing_lets_choose_by_spots(game: Path) -> None:
    """No element of a drawing is made a button by hand; what is chosen is a Spot, a SpotButton or a Hand."""
    code = {path: path.read_text() for path in game.rglob("*.svelte")}
    assert [
        name(path) for path, text in code.items() if re.search(r"""role="button"|["']button["']\s*:""", text)
    ] == []
    assert any(re.search(r"kit/(Spot|SpotButton|Hand)\.svelte", text) for text in code.values())


def test_breakpoints_stand_in_one_place() -> None:
    """Styles write the names of kit/breakpoints.ts; every one of them is used."""
    styles = {path: path.read_text() for path in SOURCES if path.suffix in (".svelte", ".css")}
    rules = {path: re.findall(r"@(?:media|container)[^{]*", text) for path, text in styles.items()}
    assert [name(path) for path, found in rules.items() if re.search(r"\d", "".join(found))] == []
    used = {one for found in rules.values() for rule in found for one in re.findall(r"\(--([\w-]+)\)", rule)}
    named = re.findall(r"^  (\w+): [`\"]\(", (KIT / "breakpoints.ts").read_text(), re.MULTILINE)
    assert used == set(named) != set()
