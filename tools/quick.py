"""The quick check while one works: style, types, and for half a minute the tests nearest to what has changed.

`make quick` looks at what differs from the last commit, `make quick SINCE=main` at what differs from there.
Nearest are tests that were changed themselves, then those that import a changed module, then all of its
folder. It says what it has run and what it has not: only `make test` runs everything.

Tests are found by folders and imports and not by what they were seen to execute: a record of that, as
pytest-testmon keeps it, knows nothing of compiled rules, of servers in other processes and of data files.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic

import pytest

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
BUDGET = 22.0  # seconds for everything but starting and ending
LEAST = 6.0  # seconds for tests, however long the rest took
TOOK = "quick/took"  # in pytest's cache: how long a test took when it last ran, so that none begins too late
ALWAYS = "tests/test_house.py"
CLIENT = {"types_of_client": ["tools/client", "check"], "tests_of_client": ["tools/client", "test"]}


# ---------------------------------------------------------------- what has changed


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def changed_since(since: str) -> list[Path]:
    """Files that differ from a commit, new ones included; deleted ones have no tests any more."""
    names = {*git("diff", "--name-only", since), *git("ls-files", "--others", "--exclude-standard")}
    return [Path(name) for name in sorted(names)]


# ---------------------------------------------------------------- tests near it


def tests_in(folder: Path) -> list[Path]:
    return sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob("test_*.py"))


def folder_of(path: Path) -> Path | None:
    """The folder of tests that belongs to a file: `tests/server` to `src/kosmoport/server/app.py`."""
    inside = path.relative_to("src/kosmoport") if path.is_relative_to("src/kosmoport") else path
    for parent in inside.parents:
        folder = parent if parent.parts[:1] == ("tests",) else Path("tests") / parent
        if folder != Path("tests") and (ROOT / folder).is_dir():
            return folder
    return None


def importers(path: Path) -> Iterator[Path]:
    """Test files that import a module themselves, first the one that is called after it."""
    if path.suffix != ".py":
        return
    *parents, name = path.with_suffix("").parts[path.is_relative_to("src") :]
    package = re.escape(".".join(parents))
    pattern = re.compile(
        rf"^(?:from|import) {package}\.{name}\b|^from {package} import .*\b{name}\b", re.MULTILINE
    )
    for test in sorted(tests_in(Path("tests")), key=lambda test: test.stem != f"test_{name}"):
        if pattern.search((ROOT / test).read_text(encoding="utf-8")):
            yield test


def nearest(changed: Sequence[Path]) -> list[Path]:
    """Test files, the nearest first."""
    own = [path for path in changed if path.name.startswith("test_") and (ROOT / path).exists()]
    near = [test for path in changed for test in importers(path)]
    folders = [folder for path in changed if (folder := folder_of(path)) is not None]
    return list(
        dict.fromkeys([*own, Path(ALWAYS), *near, *(test for one in folders for test in tests_in(one))])
    )


def without_tests(changed: Sequence[Path]) -> list[Path]:
    return [
        path
        for path in changed
        if path.parts[0] != "web" and folder_of(path) is None and not any(nearest([path])[1:])
    ]


# ---------------------------------------------------------------- running


class Until:
    """Begins no test that would not be over in time; counts those it left out."""

    def __init__(self, deadline: float) -> None:
        self.deadline, self.ran, self.left = deadline, 0, 0
        self.took: dict[str, float] = {}

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self.took = dict(session.config.cache.get(TOOK, {})) if session.config.cache else {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        if monotonic() + self.took.get(item.nodeid, 0.0) > self.deadline:
            self.left += 1
            return True
        self.ran += 1
        self.took[item.nodeid] = 0.0
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.config.cache:
            session.config.cache.set(
                TOOK, {name: round(took, 1) for name, took in self.took.items() if took > 1}
            )


def side_by_side(**commands: Sequence[str | Path]) -> None:
    """Other programs, all at once; it ends here if one fails."""
    begun = monotonic()
    running = {name: subprocess.Popen(command, cwd=ROOT) for name, command in commands.items()}
    failed = [name for name, process in running.items() if process.wait()]
    told = f"{', '.join(failed)} failed" if failed else f"{', '.join(commands)} ok"
    print(f"quick: {told} after {monotonic() - begun:.1f} s", flush=True)
    if failed:
        sys.exit(1)


def run_tests(changed: Sequence[Path], deadline: float) -> int:
    files = nearest(changed)
    until = Until(deadline)
    code = pytest.main(["-q", "--no-header", "-p", "no:xdist", *map(str, files)], plugins=[until])
    print(f"quick: {until.ran} tests of {len(files)} files ran; {until.left} were left out for want of time")
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else int(code)


def main(since: str = "HEAD") -> int:
    begun = monotonic()
    changed = changed_since(since)
    print(f"quick: {len(changed)} files differ from {since}")
    ruff, web = BIN / "ruff", any(path.parts[0] == "web" for path in changed)
    side_by_side(style=[ruff, "check", "--quiet", "."], format=[ruff, "format", "--check", "--quiet", "."])
    side_by_side(types=[BIN / "mypy", "--no-error-summary"], **(CLIENT if web else {}))
    code = run_tests(changed, max(begun + BUDGET, monotonic() + LEAST))
    unknown = without_tests(changed)
    if unknown:
        print(f"quick: no tests are known for {', '.join(map(str, unknown))}")
    print(
        f"quick: not run: other folders, slow proofs, the browser{'' if web else ', the client'} (make test)"
    )
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
