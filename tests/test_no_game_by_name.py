"""A game is one folder on each side: outside of games/ nothing names one, but for what is listed here."""

from __future__ import annotations

import subprocess
from pathlib import Path

from kosmoport.games import GAMES

ROOT = Path(__file__).parents[1]
# A word that is nothing but a game's name is looked for alone; the last one of comet_dash is in any text.
WORDS = {"piraci", "misja", "kosmodraci", "eskadra", "goofspiel"}
NAMES = WORDS | {game.id.replace("_", joint) for game in GAMES for joint in "_- "}
NAMES |= {game.id.replace("_", "") for game in GAMES}  # inside of KosmicznaEskadraView

EXAMPLE = "an example that people read has to be of some game"
MEASURED = "what is measured beside a peer, or was measured once, is a game by name"
EXCEPTIONS = {
    "src/kosmoport/adapters/open_spiel.py": EXAMPLE,
    "src/kosmoport/cli/bench.py": MEASURED,
    "src/kosmoport/lab/bench.py": MEASURED,
    "src/kosmoport/lab/bench_search.py": MEASURED,
    "src/kosmoport/lab/bench_vector.py": MEASURED,
    "src/kosmoport/lab/peer.py": MEASURED,
    "src/kosmoport/lab/shootout_driver.py": MEASURED,
    "src/kosmoport/lab/strength.py": MEASURED,
    "src/kosmoport/reference/example.py": EXAMPLE,
    "src/kosmoport/remote/server.py": EXAMPLE,
    "src/kosmoport/server/openapi.py": EXAMPLE,
    "web/src/protocol.ts": "made from the types of all views of the box",
    "web/src/shell/playedgames.test.ts": "a test about tables of some game",
    "web/src/table/keeping.test.ts": "a test about tables of some game",
    "web/src/table/picture.test.ts": "a test about the picture of some game",
}


def looked_at() -> list[Path]:
    """Every file of ours in src and web/src that is not of a game."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/kosmoport", "web/src"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [Path(line) for line in listed.stdout.splitlines()]
    games = (Path("src/kosmoport/games"), Path("web/src/games"))
    return [path for path in paths if not any(folder in path.parents for folder in games)]


def test_nothing_outside_names_a_game() -> None:
    paths = looked_at()
    assert len(paths) > 300
    naming = {path.as_posix() for path in paths if (ROOT / path).is_file() and _names_a_game(ROOT / path)}
    assert sorted(naming - set(EXCEPTIONS)) == []
    assert sorted(set(EXCEPTIONS) - naming) == [], "these need no exception any more"


def _names_a_game(path: Path) -> bool:
    text = path.read_bytes().lower()
    return any(name.encode() in text for name in NAMES)
