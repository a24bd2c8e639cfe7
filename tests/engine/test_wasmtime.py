"""What runs the modules: the version that is pinned, the newest one, and its wheels for other machines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PLATFORMS = {  # in uv's words: where the library lies in a wheel for it
    "x86_64-manylinux_2_17": "linux-x86_64/_libwasmtime.so",
    "aarch64-manylinux_2_17": "linux-aarch64/_libwasmtime.so",
    "x86_64-unknown-linux-musl": "linux-x86_64/_libwasmtime.so",
    "aarch64-unknown-linux-musl": "linux-aarch64/_libwasmtime.so",
    "x86_64-apple-darwin": "darwin-x86_64/_libwasmtime.dylib",
    "aarch64-apple-darwin": "darwin-aarch64/_libwasmtime.dylib",
    "x86_64-pc-windows-msvc": "win32-x86_64/_wasmtime.dll",
    "aarch64-pc-windows-msvc": "win32-aarch64/_wasmtime.dll",
}


def required() -> Requirement:
    """What the project asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (found,) = (one for one in map(Requirement, project["dependencies"]) if one.name == "wasmtime")
    return found


def pinned() -> Requirement:
    """What `make play` installs."""
    lines = (ROOT / "requirements" / "play.txt").read_text("utf-8").splitlines()
    (found,) = (one for one in map(Requirement, filter(None, lines)) if one.name == "wasmtime")
    return found


def installed(folder: Path, *wanted: str) -> Path:
    """A folder with this in it, from where the Makefile has everything."""
    command = [str(ROOT / "tools" / "bootstrap"), "pip", "install", "--quiet", "--no-deps"]
    env = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run(
        [*command, "--target", str(folder), *wanted], env=env, capture_output=True, text=True
    )
    if done.returncode:
        said = " ".join(done.stderr.split())[:200]
        pytest.fail(f"{wanted[-1]} cannot be installed here, so nothing is known: {said}", pytrace=False)
    return folder


def test_wasmtime_is_asked_for_on_every_system_and_pinned() -> None:
    assert required().marker is None
    assert pinned().marker is None
    operators = sorted(one.operator for one in required().specifier)
    assert operators == ["<", ">="]
    (exact,) = pinned().specifier
    assert exact.operator == "=="
    assert exact.version in required().specifier


@pytest.mark.slow
@pytest.mark.parametrize("platform", PLATFORMS)
def test_there_is_a_wheel_with_the_library_for(platform: str, tmp_path: Path) -> None:
    """A wheel for any system has no library in it, and would be installed as well."""
    target = ("--python-platform", platform, "--python-version", "3.11", "--only-binary", ":all:")
    made = installed(tmp_path, *target, str(pinned()))
    assert (made / "wasmtime" / PLATFORMS[platform]).stat().st_size > 1_000_000


PLAY = """
import hashlib, json
from importlib.metadata import version
import wasmtime
from kosmoport.engine import wasm
from kosmoport.engine.batch import play_batch
from kosmoport.engine.machine import Fault
from kosmoport.engine.modules import machine_of
from kosmoport.games import GAMES

private, calls = wasm._unchecked, []


def noted(*given):
    calls.append(private(*given))
    return calls[-1]


def played():
    for game in GAMES:
        for checked in (False, True):
            batch = play_batch(game, game.read_options({}), 50, 3, checked=checked, threads=1)
            yield batch.decisions, batch.wins, hashlib.sha256(batch.shares[0].states.bytes).hexdigest()
        machine = machine_of(game, checked=True)
        state, comps = machine.record(game.blank_state(game.read_options({}))), game.component_record()
        try:
            machine.call("entry_apply", state, 1000, machine.record(comps), 0, 0)
        except Fault as fault:
            yield str(fault)


told = {"version": version("wasmtime"), "from": wasmtime.__file__}
for way, call in (("private", noted), ("public", lambda *given: None)):
    wasm._unchecked = call
    told[way] = list(played())
print(json.dumps({**told, "is private": None not in calls}))
"""


def played_with(path: Path | None) -> dict[str, Any]:
    """Games by both ways to call a function, with the wasmtime in this folder."""
    env = {**os.environ, "PYTHONPATH": "" if path is None else str(path)}
    done = subprocess.run([sys.executable, "-c", PLAY], env=env, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.slow
def test_the_newest_wasmtime_has_the_same_answers(tmp_path: Path) -> None:
    newest, known = played_with(installed(tmp_path, "--upgrade", "wasmtime")), played_with(None)
    assert Path(newest["from"]).is_relative_to(tmp_path)
    assert newest["private"] == newest["public"] == known["private"] == known["public"]
    assert any("were stopped in line" in str(one) for one in known["private"])
    assert known["is private"]
    assert newest["is private"] or newest["version"] not in required().specifier
