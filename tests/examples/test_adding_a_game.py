"""The guide to adding a game is followed step by step: it fails when the page and the code part ways."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import inspect
import io
import re
import shlex
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from examples.goofspiel import GAME
from kosmoport.core import contract
from kosmoport.core.game import GameOf
from kosmoport.core.options import Option
from kosmoport.engine.drivers import defaults
from kosmoport.engine.reference import plain_search
from kosmoport.engine.subset import check_file
from kosmoport.games import GAMES, game_by_id
from tests.starters.packages import install, kosmoport

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "kosmoport"
FOLDER = ROOT / "examples" / "goofspiel"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
SIGNATURE = re.compile(r"(\w+)\((\w+(?:, \w+)*)\)")


class Block(NamedTuple):
    """A fenced block of the page: its language, its mark (a file, or what to do with it), its text."""

    language: str
    mark: str
    text: str


BLOCKS = [Block(*found) for found in FENCE.findall(PAGE)]
PROSE = FENCE.sub("", PAGE)
INLINE = CODE.findall(PROSE)
CUT = [block for block in BLOCKS if "/" in block.mark]


def test_the_page_has_something_to_follow() -> None:
    assert PAGE.count("```") == 2 * len(BLOCKS)
    assert len(CUT) >= 15
    assert len(INLINE) > 60


# ---------------------------------------------------------------- what is shown and named


@pytest.mark.parametrize("block", CUT, ids=lambda block: f"{block.mark}-{block.text[:20]!r}")
def test_what_is_shown_stands_in_its_file(block: Block) -> None:
    assert block.text in (ROOT / block.mark).read_text(encoding="utf-8")


def test_every_file_of_the_game_is_named() -> None:
    files = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()]
    files = [file for file in files if "__pycache__" not in file]
    assert len(files) >= 12
    assert [file for file in files if file not in INLINE] == []


def test_every_path_named_exists() -> None:
    named = [text for text in INLINE if re.fullmatch(r"[\w<>.-]+(/[\w<>.-]*)+|\w+\.(py|md|toml|json)", text)]
    assert len(named) > 15
    assert [path for path in named if not _exists(path)] == []


def _exists(path: str) -> bool:
    """From the root or from goofspiel's folder; `<game>` stands for every game of the box."""
    if "<game>" in path:
        return all((ROOT / path.replace("<game>", game.id)).exists() for game in GAMES)
    return (ROOT / path).exists() or (FOLDER / path).exists()


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PROSE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_code_cites_the_numbered_rules() -> None:
    numbered = set(re.findall(r"\*\*(GS-\d+)\*\*", (FOLDER / "RULES.md").read_text(encoding="utf-8")))
    cited = {rule for path in FOLDER.glob("*.py") for rule in re.findall(r"GS-\d+", path.read_text("utf-8"))}
    assert len(numbered) >= 8
    assert cited == numbered


# ---------------------------------------------------------------- the contract


def parsed(path: Path) -> list[ast.AST]:
    """Every node of a file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def asked_by_the_contract() -> set[str]:
    """Functions and constants of every protocol, but for those of a race's clock."""
    protocols = [kind for kind in vars(contract).values() if getattr(kind, "_is_protocol", False)]
    names = {name for kind in protocols if kind is not contract.Timing for name in vars(kind)}
    return {name for name in names if not name.startswith("_")}


def asked_by_the_search() -> set[str]:
    """Functions and constants that rules of thumb may define."""
    tree = ast.parse((PACKAGE / "engine/drivers/no_thumbs.py").read_text(encoding="utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return functions | {ast.unparse(node.targets[0]) for node in tree.body if isinstance(node, ast.Assign)}


def test_the_page_explains_the_whole_contract() -> None:
    asked = asked_by_the_contract()
    assert {"deal", "setup", "apply", "legal_actions", "State", "REASONS", "tell", "problems"} <= asked
    wanted = asked | asked_by_the_search()
    explained = {match[1] for text in INLINE for match in SIGNATURE.finditer(text)} | set(INLINE)
    assert sorted(wanted - explained) == []


def test_the_functions_explained_are_those_of_the_game() -> None:
    explained = [found.groups() for text in INLINE if (found := SIGNATURE.fullmatch(text))]
    assert len(explained) >= 18
    assert [name for name, arguments in explained if signature(name) != arguments] == []


def signature(name: str) -> str | None:
    """The parameters of a function of the contract, as goofspiel, the engine's defaults or a game that has
    such a part has it."""
    piraci, kosmodraci, with_die, posed = (
        game_by_id(name)
        for name in ("kosmiczni_piraci", "kosmodraci", "kosmiczna_misja", "kosmiczna_eskadra")
    )
    for part in (
        *GAME.compiled,
        GAME.view,
        GAME.actions,
        GAME.invariants,
        GAME.components,
        defaults,
        plain_search(GAME),
        with_die.actions,
        piraci.counting,
        kosmodraci.view,
        posed.hints,
        posed.lattice,
        posed.lattice_rules,
        posed.referee,
    ):
        if callable(function := getattr(part, name, None)):
            return ", ".join(inspect.signature(function).parameters)
    return None


def test_every_part_of_a_game_and_every_kind_of_option_is_named() -> None:
    bundle = next(block.text for block in CUT if "GAME = GameOf[" in block.text)
    fields = [field.name for field in dataclasses.fields(GameOf)]
    assert [name for name in fields if f"{name}=" not in bundle and name not in INLINE] == []
    assert [kind.__name__ for kind in typing.get_args(Option) if kind.__name__ not in INLINE] == []


# ---------------------------------------------------------------- what is run


REFUSED = [line for block in BLOCKS if block.mark == "refused" for line in block.text.splitlines()]


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_page_calls_refused_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text(f"def rule(s: State, c: Components, seat: Seat) -> None:\n    {line}\n", encoding="utf-8")
    assert check_file(file, "examples.goofspiel") != []


def test_there_are_refused_lines() -> None:
    assert len(REFUSED) >= 10


def test_the_programs_of_the_page_run_and_print_what_it_shows() -> None:
    names: dict[str, Any] = {}
    shown = 0
    for block, following in zip(BLOCKS, [*BLOCKS[1:], Block("", "", "")], strict=True):
        if block.language == "python" and not block.mark:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.text, "docs/adding-a-game.md", "exec"), names)
            if following.language == "text":
                assert printed.getvalue() == following.text
                shown += 1
    assert shown >= 2
    assert names["batch"].decisions == 5_000 * 36


FIRST, *OTHERS = [block.text.splitlines() for block in BLOCKS if block.language == "sh"]
COMMANDS = [line for lines in OTHERS for line in lines]


def test_the_page_begins_with_a_game_that_works(tmp_path: Path) -> None:
    """Its first commands, one after the other, where somebody would type them."""
    site, made = tmp_path / "site", tmp_path / "comet_dash"
    for line in FIRST:
        if "simulate" in line:  # what comes before works at once
            install(made, site)
        ran = kosmoport(site, *shlex.split(line)[1:], folder=tmp_path)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(FIRST) == 3
    shown = [block.text for block in BLOCKS if block.mark == "new-package"]
    texts = [path.read_text(encoding="utf-8") for path in made.rglob("*") if path.suffix in (".py", ".toml")]
    assert len(shown) == 2
    assert [text for text in shown if not any(text in written for written in texts)] == []


def test_what_a_game_of_the_box_needs_is_asked_by_tests_that_go_over_all_of_them() -> None:
    rows = [line for line in PROSE.splitlines() if line.startswith("| ") and "`tests/" in line]
    files = {name for row in rows for name in re.findall(r"`(tests/[\w/]+\.py)`", row)}
    assert len(rows) >= 12
    assert len(files) >= 12
    everything = re.compile(r"GAMES|games\(\)|tables\(\)|spoken\(\)|MODULES|all_cases|exec\(")
    assert [file for file in files if not everything.search((ROOT / file).read_text("utf-8"))] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(command: str) -> None:
    """Tools come from the environment of this test; a suite is only collected, for it runs anyway."""
    tool, *arguments = shlex.split(command)
    arguments += ["--collect-only", "-p", "no:cacheprovider"] if "pytest" in arguments else []
    program = [sys.executable] if tool == ".venv/bin/python" else [sys.executable, "-m", Path(tool).name]
    run = [*program, *arguments]
    ran = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 3
