"""Every change the shape of the database has gone through, forward and back."""

from __future__ import annotations

from pathlib import Path

VERSION_TABLE = "kosmoport_version"


def versions() -> list[str]:
    """Every version there is, the oldest first: `versions/v0001_tables_and_log.py` makes version 0001."""
    files = (Path(__file__).parent / "versions").glob("v[0-9]*_*.py")
    return sorted(file.name.split("_")[0][1:] for file in files)


def newest() -> str:
    """The version this program works with."""
    return versions()[-1]
