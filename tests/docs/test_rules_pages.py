"""The executable rulebook is complete: every rule has a proof, every cited rule exists, pages are fresh."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from kosmoport.cases import read_cases, run_case
from kosmoport.core.case import Case
from kosmoport.core.components import flatten
from kosmoport.core.game import Game
from kosmoport.games import GAMES
from kosmoport.games.rules_text import page_text
from kosmoport.lab.pages import refreshed

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\*", re.MULTILINE)
RULING = re.compile(r"^\| ([A-Z]{2}-B\d+[a-z]?) \|", re.MULTILINE)
CITED = re.compile(r"\b([A-Z]{2}-B?\d+[a-z]?)\b")
CASE = re.compile(r"^- (?:\{ ?)?id: ([\w-]+)", re.MULTILINE)
NAMES = [
    name for file in sorted((PAGES / "cases").iterdir()) for name in CASE.findall(file.read_text("utf-8"))
]
MARKED = re.compile(r"mark\.rule\(([^)]*)\)")

game_of_page = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@cache
def all_cases() -> list[Case]:
    return [case for game in GAMES for case in read_cases(PAGES / "cases" / f"{game.id}.yaml")]


def split_page(game: Game) -> tuple[str, str]:
    """The page, and the section that lists what the software does not do."""
    page = page_text(game)
    before, _, after = page.partition("## What the software does not do")
    return before, after.partition("\n## ")[0]


def rules_of(game: Game) -> set[str]:
    return set(RULE.findall(split_page(game)[0]))


def marked_in_tests(game: Game) -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    marks = " ".join(inside for text in texts for inside in MARKED.findall(text))
    return {name for name in CITED.findall(marks) if name.startswith(f"{game.prefix}-")}


@pytest.mark.parametrize("name", NAMES)
def test_rule_case(name: str) -> None:
    (case,) = (case for case in all_cases() if case.id == name)
    assert run_case(case) is None


def test_the_cases_we_were_given_are_among_ours() -> None:
    assert len(all_cases()) > 200
    assert sorted(NAMES) == sorted(case.id for case in all_cases())
    assert {case.id.split("-")[0] for case in all_cases()} == {game.prefix for game in GAMES}


@game_of_page
def test_rules_are_numbered_without_gaps(game: Game) -> None:
    numbers = sorted(int(name.split("-")[1]) for name in rules_of(game))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 25
    assert RULING.findall(split_page(game)[0])


@game_of_page
def test_every_rule_has_a_case_or_a_test_or_a_reason(game: Game) -> None:
    proved = {name for case in all_cases() for name in case.rules} | marked_in_tests(game)
    exempt = set(RULE.findall(split_page(game)[1]))
    assert exempt <= rules_of(game)
    assert sorted(rules_of(game) - proved - exempt) == []


@game_of_page
def test_every_case_names_rules_that_exist(game: Game) -> None:
    known = rules_of(game) | set(RULING.findall(split_page(game)[0]))
    for case in all_cases():
        if case.id.startswith(f"{game.prefix}-"):
            assert case.rules, f"{case.id} names no rule"
            assert set(case.rules) <= known, case.id
    assert marked_in_tests(game) <= known


@game_of_page
def test_code_cites_rules_that_exist(game: Game) -> None:
    known = rules_of(game) | set(RULING.findall(split_page(game)[0]))
    folder = ROOT / "src" / "kosmoport" / "games" / game.id
    cited = {name for path in folder.glob("*.py") for name in CITED.findall(path.read_text(encoding="utf-8"))}
    assert {name for name in cited if name.startswith(f"{game.prefix}-")} <= known
    assert len(cited & rules_of(game)) > 10


@game_of_page
def test_generated_blocks_are_fresh(game: Game) -> None:
    page = (PAGES / f"{game.id}.md").read_text(encoding="utf-8")
    assert page.count("<!-- generated:") == 2
    assert refreshed(game, page) == page, "run python -m kosmoport.lab.pages"


@game_of_page
def test_every_component_value_has_a_standing(game: Game) -> None:
    file = game.standard_components
    without = [path for path, _ in flatten(file.tables) if file.standing_of(path) == "custom"]
    assert without == []
    assert {entry.standing for entry in file.standings} <= {"documented", "reconstructed"}
    assert all(entry.source for entry in file.standings)


@game_of_page
def test_the_page_credits_the_authors(game: Game) -> None:
    page = page_text(game)
    assert all(author in page for author in game.authors)
