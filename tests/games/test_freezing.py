"""A game's rules frozen: the copy plays by itself, is the same game, and is not made twice or by halves."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.freezing import freeze
from tests.copied import Copied

LOOK = """
import json
from kosmoport.engine.emitter.c import c_text
from kosmoport.engine.program import GameProgram, thumbs_files
from kosmoport.games import GAMES, earlier
from kosmoport.games.rules_text import page_text
from tests.kept.pinned import differing
for game in GAMES:
    for old in earlier(game):
        print(json.dumps({
            "game": game.id,
            "rules": [old.version, game.version],
            "same_code": c_text(GameProgram(old).read()) == c_text(GameProgram(game).read()),
            "same_thumbs": len(thumbs_files(old)) == len(thumbs_files(game)),
            "same_page": page_text(old, "pl") == page_text(game, "pl"),
            "differing": differing(old),
        }))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copied:
    """The program with the rules of every game frozen as they are."""
    copy = Copied(tmp_path_factory.mktemp("frozen"))
    for game in GAMES:
        done = copy.run("freeze-game", game.id)
        assert f"rules {game.version} of {game.title} are frozen in " in done.stdout, done.stderr
    return copy


def test_what_is_frozen_is_the_same_game(copy: Copied) -> None:
    done = copy.python(LOOK)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["game"] for one in found] == [game.id for game in GAMES]
    for one, game in zip(found, GAMES, strict=True):
        assert one["rules"] == [game.version, game.version + 1]
        assert one["same_code"]
        assert one["same_thumbs"]
        assert one["same_page"]
        assert one["differing"] == []


def test_what_is_frozen_imports_nothing_that_may_change(copy: Copied) -> None:
    """Of games only itself; the test of the house sees to that for what is frozen here."""
    for game in GAMES:
        frozen = copy.game(game.id) / f"v{game.version}"
        files = sorted(frozen.rglob("*.py"))
        assert len(files) > 10
        for file in files:
            imported = re.findall(r"kosmoport\.games\.[\w.]+", file.read_text(encoding="utf-8"))
            assert all(name.startswith(f"{game.package}.{frozen.name}") for name in imported), file


def test_only_what_the_newest_rules_need_stays_behind(copy: Copied) -> None:
    game = game_by_id("piraci")
    folder = copy.game(game.id)
    frozen = folder / f"v{game.version}"
    here = {path.name for path in folder.iterdir()} - {"__pycache__", frozen.name}
    assert here - {path.name for path in frozen.iterdir()} == {"lesson", "cases.py"}
    assert sorted(path.name for path in (frozen / "rulebook").iterdir()) == ["cs.md", "en.md", "pl.md"]


def test_rules_are_frozen_a_second_time_beside_the_first(copy: Copied) -> None:
    game = game_by_id("kosmodraci")
    done = copy.run("freeze-game", game.id)
    assert done.returncode == 0, done.stderr
    again = copy.game(game.id) / f"v{game.version + 1}"
    assert again.is_dir()
    assert not list(again.glob("v[0-9]*")), "earlier rules are not inside those that came later"


# ---------------------------------------------------------------- refused, and nothing is changed


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game of its own in a folder, as far as freezing looks at one."""
    folder = tmp_path / "pig"
    folder.mkdir()
    (folder / "__init__.py").write_text("GAME = dict(\n    version=3,\n)\n", encoding="utf-8")
    (folder / "rules.py").write_text("from pig.schema import A\n\nPIG = 'pig'\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    class Pig:
        package, version, title = "pig", 3, "Pig"

    yield Pig, folder
    sys.modules.pop("pig", None)


def test_only_imports_are_rewritten(small: Any) -> None:
    pig, folder = small
    assert freeze(pig, {"en": "# Pig\n"}) == folder / "v3"
    text = (folder / "v3" / "rules.py").read_text(encoding="utf-8")
    assert text == "from pig.v3.schema import A\n\nPIG = 'pig'\n"
    assert "version=4," in (folder / "__init__.py").read_text(encoding="utf-8")
    assert "version=3," in (folder / "v3" / "__init__.py").read_text(encoding="utf-8")


def test_nothing_is_frozen_twice(small: Any) -> None:
    pig, folder = small
    (folder / "v3").mkdir()
    with pytest.raises(BadInput, match="rules 3 of Pig are frozen already"):
        freeze(pig, {})
    assert "version=3," in (folder / "__init__.py").read_text(encoding="utf-8")


def test_a_version_that_cannot_be_raised_is_not_frozen(small: Any) -> None:
    pig, folder = small
    (folder / "__init__.py").write_text("GAME = dict(version=1 + 2)\n", encoding="utf-8")
    with pytest.raises(BadInput, match="must say version=3, on one line of its own"):
        freeze(pig, {})
    assert sorted(path.name for path in folder.iterdir() if path.name != "__pycache__") == [
        "__init__.py",
        "rules.py",
    ]
