"""A server on a machine whose clock is wrong by as many seconds as a file says at the moment."""

from __future__ import annotations

import os
import time
from pathlib import Path

FILE = "ATTACK_CLOCK"  # the environment's name for the name of the file

_true, _file = time.time, Path(os.environ.get(FILE, ""))


def wrong() -> float:
    return _true() + float(_file.read_text())


if __name__ == "__main__":
    time.time = wrong  # before anybody has taken hold of the true one

    from kosmoport.cli import main

    main()
