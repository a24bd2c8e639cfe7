"""What the server tells of golden games, folded by the client, leads to the server's next view."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.web.moments import write_moments

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0  # seconds; it takes a few


def test_every_move_of_the_golden_games_ends_at_the_view_of_the_server(tmp_path: Path) -> None:
    write_moments(tmp_path)
    command = [sys.executable, str(ROOT / "tools" / "client"), "test"]
    environment = {**os.environ, "VITE_MOMENTS": str(tmp_path), "NO_COLOR": "1"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "src/games/folding.ts (21 tests)" in done.stdout, done.stdout
