"""The examples of twenty lines: they are that short, and they do what they say."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from examples.magpie import Magpie
from kosmoport.bots.random import RandomBot
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.games import game_by_id
from kosmoport.lab.arena import Terms, play_game

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["magpie.py", "tournament.py", "remote_table.py"])
def test_it_has_twenty_lines(name: str) -> None:
    """Blank lines and docstrings aside."""
    tree = ast.parse((ROOT / "examples" / name).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ) and ast.get_docstring(node):
            node.body = node.body[1:]
    lines = [line for line in ast.unparse(tree).splitlines() if line.strip()]
    assert 10 <= len(lines) <= 20


def test_the_bot_beats_random_players() -> None:
    game = game_by_id("kosmiczni_piraci")
    terms = Terms(game, game.read_options({"players": 3}), game.standard_components, seed=8)
    won = 0
    for deal in range(15):
        for seat in range(3):
            outcome = play_game(terms, deal, seat, [Magpie if p == seat else RandomBot for p in range(3)])
            assert outcome.faults == ()
            won += outcome.shares[seat]
    assert won / (45 * WHOLE_WIN) > 0.5


def test_the_tournament_runs_as_a_program() -> None:
    program = [sys.executable, "-m", "examples.tournament", "2"]
    ran = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert len(lines) == 4
    assert {line.split()[0] for line in lines} == {"examples.magpie:Magpie", "greedy", "greedy:50", "random"}
    assert all("of the wins" in line for line in lines)
