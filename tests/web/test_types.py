"""The compiler holds the drawings to what their games say: another id or another field does not compile."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from kosmoport.games import GAMES

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PATIENCE = 300.0  # seconds; it takes a few
GAME = r"src/games/(\w+)/"


def node() -> str:
    """Node as the client's own jobs find it."""
    loader = SourceFileLoader("client_jobs", str(ROOT / "tools" / "client"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    jobs = module_from_spec(spec)
    loader.exec_module(jobs)
    return str(jobs.node_folder() / "bin" / "node")


def renamed_events(text: str) -> str:
    """Every event has another id."""
    head, _, events = text.partition("export interface Events {")
    return f"{head}export interface Events {{" + re.sub(r"^  (\w+):", r"  \1x:", events, flags=re.M)


def renamed_fields(text: str) -> str:
    """Every field of an event is called otherwise."""
    head, _, events = text.partition("export interface Events {")
    return f"{head}export interface Events {{" + re.sub(r"([{;]\s+)(\w+):", r"\1\2x:", events)


def unchanged(text: str) -> str:
    return text


def complaints(folder: Path, change: Callable[[str], str]) -> set[str]:
    """The games whose scenes do not compile when the types of their events are changed."""
    shutil.copytree(WEB / "src", folder / "src")
    (folder / "node_modules").symlink_to(WEB / "node_modules")
    for game in GAMES:
        path = folder / "src" / "games" / game.id / "messages.ts"
        text = path.read_text(encoding="utf-8")
        path.write_text(change(text), encoding="utf-8")
    options = json.loads((WEB / "tsconfig.json").read_text(encoding="utf-8"))
    files = [f"src/games/{game.id}/scenes.ts" for game in GAMES]
    (folder / "tsconfig.json").write_text(json.dumps({**options, "include": files}), encoding="utf-8")
    command = [node(), str(WEB / "node_modules" / "typescript" / "bin" / "tsc"), "-p", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    wrong = {line for line in done.stdout.splitlines() if "error TS" in line}
    assert bool(wrong) == (done.returncode != 0), done.stdout + done.stderr
    return {match[1] for line in wrong if (match := re.match(GAME, line))}


@pytest.mark.parametrize(
    "change, found", [(unchanged, False), (renamed_events, True), (renamed_fields, True)]
)
def test_what_a_game_does_not_say_does_not_compile(
    change: Callable[[str], str], found: bool, tmp_path: Path
) -> None:
    assert complaints(tmp_path, change) == ({game.id for game in GAMES} if found else set())
