"""`make modules`: the games' modules, built by zig from the C text of each game, beside its rules."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.engine.emitter.c import c_text
from kosmoport.engine.emitter.sources import digest, file_digest
from kosmoport.engine.modules import MADE_FROM, MODULE
from kosmoport.engine.program import GameProgram

FLAGS = (
    "-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory", "-O3", "-fwrapv", "-ffp-contract=off",
    "-fno-strict-aliasing", "-fno-sanitize=undefined", "-w", "-nostdlib", "-Wl,--no-entry",
    "-Wl,--export=__heap_base", "-Wl,--strip-all", "-Wl,-z,stack-size=65536",
)  # fmt: skip


def folder_of(game: Game) -> Path:
    return Path(str(game.compiled[0].__file__)).parent


def made_from(program: GameProgram, text: str) -> dict[str, str]:
    """What a module says of the text it was made from."""
    return {
        "files": file_digest(program.parts),
        "text": digest(program.parts),
        "c": hashlib.sha256(text.encode()).hexdigest(),
    }


def build(game: Game) -> bool:
    """Write the module of a game, unless it is there; was it written?"""
    program = GameProgram(game)
    text = c_text(program.read())
    wanted, folder = made_from(program, text), folder_of(game)
    said, module = folder / MADE_FROM, folder / MODULE
    known = json.loads(said.read_text(encoding="utf-8")) if said.exists() and module.exists() else {}
    if known == wanted:
        return False
    if known.get("c") != wanted["c"]:
        module.write_bytes(compiled(text))
    said.write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8")
    return True


def compiled(text: str) -> bytes:
    """The C text as a module."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "game.c", Path(folder) / "game.wasm"
        source.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "ziglang", "cc", *FLAGS, "-o", str(made), str(source)],
            capture_output=True, text=True, env={**os.environ, "ZIG_GLOBAL_CACHE_DIR": folder},
        )  # fmt: skip
        if done.returncode:
            raise BadInput(f"zig failed: {done.stderr.strip()[-500:]}")
        return made.read_bytes()


def main() -> None:
    from kosmoport.games import GAMES, earlier

    for game in [one for newest in GAMES for one in (newest, *earlier(newest))]:
        print(f"{game.title}, rules {game.version}: {'written' if build(game) else 'as it was'}")


if __name__ == "__main__":
    main()
