"""The house keeps its order: imports point upwards, and games never import each other."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.house.blocked import NOT_BY_US, NOWHERE

SOURCE = Path(__file__).parents[1] / "src" / "kosmoport"
ORDER = [
    "core",
    "files",
    "games",
    "engine",
    "bots",
    "starters",
    "conformance",
    "adapters",
    "lab",
    "terminal",
    "cases",
    "learn",
    "table",
    "house",
    "server",
    "remote",
    "cli",
    "reference",
    "__main__",
]
MODULES = sorted(SOURCE.rglob("*.py"))


def floor_of(module: str) -> str:
    """The floor of a module: `kosmoport.core.words` lives in `core`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path) -> list[str]:
    """Modules of the package that a file imports."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return [name for name in found if name.startswith("kosmoport.")]


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def test_every_room_is_on_the_plan() -> None:
    rooms = {floor_of(name_of(path)) for path in MODULES} - {""}
    assert rooms == set(ORDER)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_upwards(path: Path) -> None:
    own = floor_of(name_of(path))
    for name in imports(path):
        floor = floor_of(name)
        if own and floor in ORDER:
            assert ORDER.index(floor) <= ORDER.index(own), f"{name_of(path)} imports {name}"


def home_of(module: str) -> str:
    """The game that a module belongs to: its name, with the version where that is frozen."""
    found = re.match(r"kosmoport\.games\.\w+(\.v\d+\b)?", module)
    return "" if found is None else found[0]


def test_games_do_not_import_each_other() -> None:
    """Nor does a frozen version import the rules that came after it, or they import it."""
    looked = 0
    for path in MODULES:
        if path.parent.name == "games" or not (home := home_of(name_of(path))):
            continue
        assert [name for name in imports(path) if home_of(name) not in ("", home)] == []
        looked += 1
    assert looked > 40


def test_only_one_file_knows_what_runs_webassembly() -> None:
    """Parts of wasmtime that are not for the public are used there."""
    knowing = [path.name for path in MODULES if "wasmtime" in roots(path.read_text(encoding="utf-8"))]
    assert sorted(knowing) == ["modules.py", "wasm.py"]  # the former asks for its assembler


def test_the_house_needs_nothing_of_a_server() -> None:
    """Also where it is asked for late; `tests/house/test_alone.py` shows that it plays without."""
    files = [path for path in MODULES if floor_of(name_of(path)) == "house"]
    assert len(files) > 40
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not roots(text) & {*NOWHERE, *NOT_BY_US}, path
        assert "to_thread" not in text, path
        assert "run_in_executor" not in text, path


def roots(text: str) -> set[str]:
    """What a file imports, by the first part of each name."""
    nodes = list(ast.walk(ast.parse(text)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def test_files_say_what_is_in_them_and_stay_short() -> None:
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(text)), f"{path} has no first sentence"
        assert len(text.splitlines()) <= 500, f"{path} is too long"


def test_no_file_is_kept_from_the_type_checker() -> None:
    root = SOURCE.parents[1]
    files = [path for folder in ("src", "examples", "tests") for path in (root / folder).rglob("*.py")]
    kept = [str(path) for path in files if re.search(r"^# mypy: ", path.read_text(encoding="utf-8"), re.M)]
    assert kept == []
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"] is True
    assert not {"ignore_errors", "exclude", "disable_error_code"} & settings.keys()
    assert all(one.keys() == {"module", "ignore_missing_imports"} for one in settings["overrides"])
