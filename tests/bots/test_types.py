"""The type system keeps states away from bots: handing one over is an error before anything runs."""

from __future__ import annotations

from pathlib import Path

from mypy import api

ROOT = Path(__file__).parents[2]
PROGRAM = """
from kosmoport.bots import Bot
from kosmoport.core.play import Play
from kosmoport.games.piraci.view import View


def ask(bot: Bot, play: Play, view: View) -> int:
    return bot.choose({given}, play.legal(0))
"""


def complaints(given: str, folder: Path) -> str:
    """What the type checker says about a program that gives this to a bot."""
    program = folder / "program.py"
    program.write_text(PROGRAM.format(given=given), encoding="utf-8")
    arguments = ["--config-file", str(ROOT / "pyproject.toml"), "--follow-imports=silent", str(program)]
    said, errors, _ = api.run(arguments)
    assert errors == ""
    return said


def test_a_state_is_refused_and_a_view_is_welcome(tmp_path: Path) -> None:
    assert 'incompatible type "BaseState"; expected "SeatView"' in complaints("play.s", tmp_path)
    assert "Success" in complaints("view", tmp_path)
    assert "Success" in complaints("play.view(0)", tmp_path)
