"""The server's key: made at the first start, and kept in a file of its own."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from kosmoport.core.errors import BadInput
from kosmoport.server.store.private import keep_private

KEY_FILE = "secret.key"
KEY_BYTES = 32


def load_key(folder: Path) -> bytes:
    """The server's key from the data folder, made at the first start and kept ever after."""
    path = folder / KEY_FILE
    try:
        if not os.path.lexists(path):
            _create_key(path)
        key = _read_key(path)
    except OSError as error:
        raise BadInput(f"cannot use the key file {path}: {error.strerror or error}") from None
    keep_private([path])
    return key


def _read_key(path: Path) -> bytes:
    if path.exists() and not path.is_file():  # reading a pipe would wait for ever
        raise BadInput(f"the key file {path} is not a plain file")
    with path.open("rb") as file:
        key = file.read(KEY_BYTES + 1)
    if len(key) != KEY_BYTES:
        raise BadInput(
            f"the key file {path} must hold exactly {KEY_BYTES} bytes; "
            "restore it from a backup, or remove it, and every seat link given out becomes void"
        )
    return key


def _create_key(path: Path) -> None:
    """Nobody ever sees half a key, and of two starts at once both use the first one's."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=KEY_FILE, suffix=".part")  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        _give_name(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
    _sync_folder(path.parent)


def _give_name(temporary: str, path: Path) -> None:
    try:
        os.link(temporary, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        os.replace(temporary, path)


def _sync_folder(folder: Path) -> None:
    """The name survives a power cut too; folders cannot be opened on Windows."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
