"""What holds for the package as a whole: one version, and a light import."""

import subprocess
import sys
import tomllib
from pathlib import Path

import kosmoport

ROOT = Path(__file__).parent.parent


def test_version_is_the_same_in_metadata_and_code() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert metadata["project"]["version"] == kosmoport.__version__


def test_import_leaves_what_runs_machine_code_asleep() -> None:
    question = "import sys, kosmoport; print(*sorted({'wasmtime', 'numpy'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", question], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == []
