"""The server's keys: made at the first start, and each kept in a file of its own."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from typing import NamedTuple

from kosmoport.core.errors import BadInput
from kosmoport.server.store.private import keep_private

KEY_FILE = "secret.key"
PUSH_KEY_FILE = "push.key"
KEY_BYTES = 32
VOID = {  # what is lost with a key
    KEY_FILE: "every seat link given out becomes void",
    PUSH_KEY_FILE: "browsers have to ask anew to be called when it is somebody's turn",
}


class Keys(NamedTuple):
    """What the server signs with."""

    seats: bytes  # the tokens of seats
    push: bytes  # what goes to push services


def load_keys(folder: Path) -> Keys:
    """All keys of the server."""
    return Keys(load_key(folder), load_key(folder, PUSH_KEY_FILE))


def load_key(folder: Path, name: str = KEY_FILE) -> bytes:
    """A key of the server from the data folder, made at the first start and kept ever after."""
    path = folder / name
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
            f"restore it from a backup, or remove it, and {VOID[path.name]}"
        )
    return key


def _create_key(path: Path) -> None:
    """Nobody ever sees half a key, and of two starts at once both use the first one's."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")  # mode 0600
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
