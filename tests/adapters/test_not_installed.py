"""Adapters without the libraries that they adapt to."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("adapter", "library", "extra"),
    [
        ("open_spiel", "pyspiel", "open-spiel"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("vector", "numpy", "numpy"),
    ],
)
def test_without_the_library_one_sentence_says_what_to_install(
    adapter: str, library: str, extra: str
) -> None:
    program = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "from kosmoport.core.errors import BadInput\n"
        f"try:\n    import kosmoport.adapters.{adapter}\n"
        "except BadInput as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout == f"this needs {library}, which is not installed: pip install 'kosmoport[{extra}]'\n"
