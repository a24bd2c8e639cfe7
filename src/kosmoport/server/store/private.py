"""Files that their owner alone may read: the database, what lies beside it, its copies, and the key."""

from __future__ import annotations

import logging
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

OTHERS = 0o077  # what other users of the machine may do
CHANGED_BY_OTHERS = 0o022
BESIDE = ("", "-wal", "-shm", "-journal", ".new", ".new-journal", ".lock")
COPY = re.compile(r".+-[0-9]{4}-[0-9]{8}T[0-9]+\.(sqlite3|jsonl\.gz)(\.new)?")

log = logging.getLogger("kosmoport.store")


def new_private_file(path: Path) -> None:
    """An empty file in the place of whatever was there; SQLite gives what it puts beside it the same mode."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_private(path: Path, data: bytes) -> None:
    """A file that is there whole or not at all; it need not survive a power cut."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def files_of(database: Path) -> list[Path]:
    """A database and everything that may lie beside it."""
    return [database.with_name(database.name + end) for end in BESIDE]


def copies_in(folder: Path) -> list[Path]:
    """The copies of databases in a folder; what else is there is not ours."""
    try:
        return [path for path in folder.iterdir() if COPY.fullmatch(path.name)]
    except OSError:
        return []


def keep_private(files: Iterable[Path]) -> None:
    """Take from others what they may do with files that an older version made, or a careless copy."""
    for path, _ in _open_to_others(files):
        try:
            path.chmod(0o600)
        except OSError:
            log.warning("Others can read a file of the server's, and that cannot be changed; see doctor.")


def open_files(files: Iterable[Path]) -> Iterator[str]:
    """A sentence for each file that others can read or change."""
    for path, mode in _open_to_others(files):
        yield f"other users of this machine can get at {path} ({mode:04o}); kosmoport serve mends that"


def open_folders(data: Path, database: Path | None) -> Iterator[str]:
    """A sentence for a data folder into which others can look, and for a database's that they can change."""
    folders = {data: OTHERS}
    if database is not None:
        folders.setdefault(database.parent, CHANGED_BY_OTHERS)
    for folder, rights in folders.items():
        mode = _mode(folder)
        if mode & rights:
            yield f"other users of this machine can get at {folder} ({mode:04o}); chmod 700 mends that"


def _open_to_others(files: Iterable[Path]) -> Iterator[tuple[Path, int]]:
    for path in files:
        mode = _mode(path)
        if path.is_file() and mode & OTHERS:
            yield path, mode


def _mode(path: Path) -> int:
    """What may be done with a file or folder; nothing where there is none, or where modes say nothing."""
    try:
        return path.stat().st_mode & 0o777 if os.name == "posix" else 0
    except OSError:
        return 0
