"""Bots that misbehave, for worker processes: each decides for the seat like a bad neighbour would."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kosmoport.bots.random import RandomBot

FOLDER = "KOSMOPORT_TEST_FOLDER"  # where a test and a bot in another process leave signs for each other


def name_of(bot: type[Any]) -> str:
    """As the registry wants it."""
    return f"{__name__}:{bot.__name__}"


class Raising:
    """Tells what it knows in its last words."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        raise ValueError(str(view))


class Leaving:
    """Wants the process to end."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        sys.exit(3)


class Illegal:
    """Answers with a number that is no action."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return -1


class Wordy:
    """Answers with no number."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        # What a bot of somebody else's may do.
        return "the first"  # type: ignore[return-value]


class Endless:
    """Never answers."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        while True:
            pass


class Deadly:
    """Takes its process along."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Printing(RandomBot):
    """Talks a lot."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        print("I know something", flush=True)
        print("and say it everywhere", file=sys.stderr, flush=True)
        os.write(1, b"even so")
        return super().choose(view, legal)


class Gated(RandomBot):
    """Says that it is there, and waits until it may go on."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        folder = Path(os.environ[FOLDER])
        (folder / "here").touch()
        while not (folder / "open").exists():
            time.sleep(0.005)
        return super().choose(view, legal)
