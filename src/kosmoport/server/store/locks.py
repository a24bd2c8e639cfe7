"""A lock on a database that ends with the process, so that one process alone works with it."""

from __future__ import annotations

import errno
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path

# By this process, to which the system would give the same lock twice: paths, and devices with inodes.
_held: set[object] = set()
FAR_AWAY = 2**62  # the byte of a database that stands for the whole of it; SQLite's own locks are elsewhere


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


def _lock_inode(descriptor: int) -> None:
    """A lock of the open file, since one of the process would end whenever SQLite closes the same file."""
    if sys.platform == "linux":
        import fcntl

        wanted = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, FAR_AWAY, 1, 0)
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EAGAIN):
                raise
            # A file system without such locks: the one beside the database has to do.


class FileLock:
    """On the database at `path`, from the moment it is made until `let_go` or the end of the process.

    `path` is the name that all links to it lead to; a file beside it is locked. `hold_file` locks the
    database itself too: it may have been moved, or been given another name, while a server was at work.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mine: dict[object, int] = {}
        beside = path.with_name(path.name + ".lock")
        self._hold(beside, beside, _lock)

    def hold_file(self) -> None:
        """The database must be there by now."""
        status = self._path.stat()
        self._hold((status.st_dev, status.st_ino), self._path, _lock_inode)

    def _hold(self, name: object, path: Path, lock: Callable[[int], None]) -> None:
        if name in _held:
            raise Taken
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(descriptor)
        except OSError:
            os.close(descriptor)
            raise Taken from None
        _held.add(name)
        self._mine[name] = descriptor

    def let_go(self) -> None:
        """The file beside stays: removing it would let two processes lock two files of one name."""
        while self._mine:
            name, descriptor = self._mine.popitem()
            _held.discard(name)
            os.close(descriptor)
