"""Packages of games in a folder on the path, installed as pip would do it, but without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from kosmoport.starters.copying import Wanted, make, title_of


def wanted(name: str, hidden: bool = False, dice: bool = False, players: tuple[int, int] = (2, 4)) -> Wanted:
    return Wanted(name, title_of(name), hidden, dice, players)


def install(project: Path, site: Path) -> None:
    """What its pyproject.toml says: the package, and the entry points by which we find it."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    for package in told["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        shutil.copytree(project / package, site / package)
    lines = [
        f"[{group}]\n" + "\n".join(f"{name} = {value}" for name, value in entries.items())
        for group, entries in told["project"]["entry-points"].items()
    ]
    register(site, told["project"]["name"], told["project"]["version"], "\n".join(lines) + "\n")


def register(site: Path, name: str, version: str, entry_points: str) -> None:
    """What pip leaves about a package."""
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    (info / "entry_points.txt").write_text(entry_points, encoding="utf-8")


def new_package(into: Path, site: Path, name: str, hidden: bool = False, dice: bool = False) -> Path:
    """A new game, written and installed: the folder of its project."""
    folder, _ = make(wanted(name, hidden, dice), into)
    install(folder, site)
    return folder


def surroundings(site: Path) -> dict[str, str]:
    """The environment of a process that has these packages."""
    return {**os.environ, "PYTHONPATH": str(site)}


def kosmoport(site: Path, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command with these packages installed."""
    command = [sys.executable, "-m", "kosmoport", *arguments]
    env = surroundings(site)
    return subprocess.run(
        command, env=env, cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )
