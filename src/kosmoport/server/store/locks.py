"""A lock on a file that ends with the process, so that one process alone works with a database."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_held: set[Path] = set()  # by this process, to which the system would give the same lock twice


class Taken(Exception):
    """Somebody holds the lock."""


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        # Not flock: a forked child would go on holding it after its parent was killed.
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Held from the moment it is made until `let_go` or the end of the process."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        if self._path in _held:
            raise Taken
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            raise Taken from None
        _held.add(self._path)

    def let_go(self) -> None:
        """The file stays: removing it would let two processes lock two files of one name."""
        _held.discard(self._path)
        os.close(self._descriptor)
