"""Games of other packages are looked at before they are offered; whatever is wrong is one sentence."""

from __future__ import annotations

import dataclasses
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest

from examples import goofspiel
from kosmoport import games
from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES, all_games, find_game, game_by_id, packages
from tests.starters.packages import register


def installed(monkeypatch: pytest.MonkeyPatch, site: Path, **entries: str) -> None:
    """As if these packages, each with one entry, were all that is installed."""
    for name, value in entries.items():
        text = value if value.startswith("[") else f"[{packages.GROUP}]\n{name} = {value}\n"
        register(site, f"package-{name}", "1", text)
    monkeypatch.setattr(packages, "distributions", lambda: Distribution.discover(path=[str(site)]))


def left_out(monkeypatch: pytest.MonkeyPatch, site: Path, **entries: str) -> list[str]:
    installed(monkeypatch, site, **entries)
    found = packages.found(GAMES)
    assert found.games == ()
    return list(found.left_out.values())


def test_a_good_game_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed(monkeypatch, tmp_path, goofspiel="examples.goofspiel:GAME")
    assert packages.found(GAMES) == packages.Found((goofspiel.GAME,), {})


def test_a_found_game_is_there_for_everybody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed(monkeypatch, tmp_path, goofspiel="examples.goofspiel:GAME", broken="no.such:GAME")
    monkeypatch.setattr(games, "others", lambda: packages.found(GAMES))
    assert all_games() == (*GAMES, goofspiel.GAME)
    assert game_by_id("goofspiel") is find_game("goofspiel", 1) is goofspiel.GAME
    with pytest.raises(BadInput, match="the game broken of the package package-broken is left out"):
        game_by_id("broken")
    with pytest.raises(BadInput, match=r"there is no game 'other' \(there are .*, goofspiel\)"):
        game_by_id("other")


def test_games_of_the_box_come_first_whatever_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = left_out(monkeypatch, tmp_path, piraci="examples.goofspiel:GAME")
    assert said == ["the game piraci of the package package-piraci is left out: this id is taken"]


def test_the_first_of_two_packages_with_one_id_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    entry = f"[{packages.GROUP}]\ngoofspiel = examples.goofspiel:GAME\n"
    installed(monkeypatch, tmp_path, one=entry, two=entry)
    found = packages.found(GAMES)
    assert found.games == (goofspiel.GAME,)
    assert list(found.left_out.values()) == [
        "the game goofspiel of the package package-two is left out: this id is taken"
    ]


@pytest.mark.parametrize(
    "value, sentence",
    [
        ("no_such_package:GAME", "ModuleNotFoundError: No module named 'no_such_package'"),
        ("examples.goofspiel:GAMES", "AttributeError"),
        ("examples.goofspiel:rules", "is not a game"),
        ("examples.goofspiel:GAME", "its id is 'goofspiel'; it must be other"),
        ("tests.starters.damaged_package:GAME", "SystemExit: I leave"),
    ],
)
def test_what_is_not_a_game_is_left_out(
    value: str, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (said,) = left_out(monkeypatch, tmp_path, other=value)
    assert said.startswith("the game other of the package package-other is left out: ")
    assert sentence in said
    assert "\n" not in said


def test_entry_points_that_cannot_be_read_hide_no_other_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    noise = f"[{packages.GROUP}]\nnothing that can be read\n"
    installed(monkeypatch, tmp_path, noise=noise, goofspiel="examples.goofspiel:GAME")
    found = packages.found(GAMES)
    assert found.games == (goofspiel.GAME,)
    (said,) = found.left_out.values()
    assert "its entry points cannot be read" in said


def changed(**facts: Any) -> list[str]:
    return list(packages.problems(dataclasses.replace(goofspiel.GAME, **facts), "goofspiel"))


@pytest.mark.parametrize(
    "facts, sentence",
    [
        ({"prefix": "gs"}, "its prefix is 'gs'; it must be two capital letters"),
        ({"title": ""}, "title, publisher and authors must be texts"),
        ({"version": 0}, "version must be a whole number from 1 on"),
        ({"players": (1, 5)}, "players is (1, 5); it must be two numbers from 2 to 5"),
        ({"colours": ("red", "blue")}, "5 players need as many colours, and there are 2"),
        ({"id": "Goof"}, "its id is 'Goof'; it must be goofspiel"),
    ],
)
def test_wrong_facts_get_a_sentence(facts: dict[str, Any], sentence: str) -> None:
    assert changed(**facts)[0].startswith(sentence)


def test_a_copy_that_other_processes_would_not_find_is_refused() -> None:
    assert "it must be GAME of examples.goofspiel, where other processes look for it" in changed(title="Copy")


def test_a_prefix_that_is_taken_is_refused() -> None:
    twin = dataclasses.replace(goofspiel.GAME, prefix=GAMES[0].prefix)
    said = list(packages.problems(twin, "goofspiel", GAMES))
    assert f"the prefix {twin.prefix} of its rules is taken" in said
