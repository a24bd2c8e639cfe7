"""Files given by people: read with one clear sentence when they cannot be, written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from kosmoport.core.errors import BadInput

REPOSITORY = Path(__file__).parents[2]  # where the package runs from its sources


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text") from None


def read_json(path: Path) -> Any:
    """The JSON in a file."""
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise BadInput(f"{path} is not JSON: {error}") from None


def refuse_existing(path: Path) -> None:
    """Nothing is overwritten, and a folder that cannot take the file is found out early."""
    if os.path.exists(path):  # a name that is too long is no file, and no traceback
        raise BadInput(f"{path} exists already; give another name")
    if not os.path.isdir(path.parent):
        raise BadInput(f"there is no folder {path.parent}")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody ever sees half of it, and it survives a crash once this returns."""
    try:
        _write_beside(path, text)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None


def _write_beside(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())  # temporary files are private, but this is one to share
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """What new files are denied; it can only be read by setting it."""
    umask = os.umask(0o022)
    os.umask(umask)
    return umask
