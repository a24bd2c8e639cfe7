"""The report of a study: whole, closed, readable without its plots, and always the same."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES, game_by_id
from kosmoport.lab.balance.figures import estimate
from kosmoport.lab.balance.page import Report, check_report, write_report
from kosmoport.lab.balance.study import Sample, play_study, study_of
from kosmoport.lab.balance.style import STYLE
from kosmoport.lab.balance.words import command, interval, number, with_unit
from kosmoport.lab.contest import FaultLine
from kosmoport.lab.statistics import Estimate
from tests.lab.balance_games import changed
from tests.lab.test_balance import Alone

VOID = {"meta", "br", "use", "path"}


class Page(HTMLParser):
    """A page taken apart: is every element closed, and what is in it?"""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.drawings: list[dict[str, str | None]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags[tag] += 1
        self.links += [value for key, value in attrs if key in ("href", "src") and value]
        if values.get("id"):
            self.ids[str(values["id"])] += 1
        if tag == "svg":
            self.drawings.append(values)
        if tag == "th":
            assert values["scope"] in ("col", "row")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "svg"} & set(self.open):
            self.text += data


@cache
def study(game_id: str, deals: int = 4, compared: bool = False) -> Sample:
    file = changed(game_id) if compared else None
    if compared and game_id == "kosmiczni_piraci":
        file = changed(game_id, "odd <b>&.toml", hand=[1, 2, 3, 4, 5, 6, "T", "T"])
    return play_study(study_of(game_by_id(game_id), "random", deals, components=file), hands=Alone())


def page(sample: Sample) -> str:
    return Report(sample, estimate(sample), "games.jsonl").html()


@cache
def page_of(game_id: str, deals: int = 4, compared: bool = False) -> str:
    return page(study(game_id, deals, compared))


@pytest.mark.parametrize("game_id", [game.id for game in GAMES])
@pytest.mark.parametrize("compared", [False, True], ids=["alone", "compared"])
def test_every_game_gets_a_report_that_stands_by_itself(game_id: str, compared: bool) -> None:
    sample = study(game_id, 4, compared)
    text = page_of(game_id, 4, compared)
    found = Page(text)
    assert found.tags["table"] == found.tags["caption"] > 5
    assert all(count == 1 for count in found.ids.values())
    assert all(link.startswith("#") and link[1:] in found.ids for link in found.links)
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org/)", text)
    assert len(found.drawings) >= 3
    assert all(drawing["role"] == "img" and drawing["aria-label"] for drawing in found.drawings)
    game = sample.study.game
    for credit in (game.title, *game.authors, game.publisher, "belongs to its authors and publishers"):
        assert credit in found.text
    for row in estimate(sample).games:
        assert row.figure.label in found.text
        assert row.figure.rule in found.text


def test_the_same_games_give_the_same_bytes() -> None:
    text = page_of("kosmiczni_piraci", 4, True)
    assert page(study("kosmiczni_piraci", 4, True)) == text
    assert re.search(r"\b20\d\d-\d\d-\d\d", text) is None  # no dates


def test_plots_have_all_their_colours_from_the_page_in_light_and_dark() -> None:
    used = set(re.findall(r"var\((--\w+)", page_of("kosmiczni_piraci", 4, True)))
    light, dark = STYLE.split("prefers-color-scheme: dark")[0], STYLE.split("prefers-color-scheme: dark")[1]
    assert used >= {"--ink", "--first", "--second", "--rule"}
    for name in used - {"--columns"}:
        assert f"{name}:" in light
        assert f"{name}:" in dark


def test_what_a_file_changes_is_said_in_words() -> None:
    sample = study("kosmiczni_piraci", 60, True)
    sheet = estimate(sample)
    text = Page(page(sample)).text
    assert sheet.changes[0].figure.label == "teleports sprung"
    assert "more, beyond noise" in text
    assert f"With the changed components {len(sheet.changes)} of" in text
    assert "hand[6]" in text
    assert "odd <b>&.toml" in text  # as text, not as a tag


def test_a_file_that_changes_nothing_says_so() -> None:
    text = Page(page_of("piraci", 4, True)).text
    assert "Every value is that of the standard components." in text
    assert "none of" in text
    assert "beyond noise, the surest" not in text


def test_an_interrupted_study_says_how_far_it_got() -> None:
    sample = study("kosmiczni_piraci")
    contest = replace(sample.study.contest, deals=2_000)
    cut = replace(sample, study=replace(sample.study, contest=contest), complete=False)
    assert "Not all is finished: 4 of 2,000 deals are counted here." in Page(page(cut)).text


def test_faults_and_failed_games_are_listed() -> None:
    sample = study("kosmiczni_piraci")
    faults = tuple(FaultLine(0, "raised", f"ValueError number {k}") for k in range(30))
    games = [msgspec.structs.replace(game, faults=faults) for game in sample.standard]
    lost = msgspec.structs.replace(sample.standard[0], failed="its worker was lost 3 times")
    text = Page(page(replace(sample, games={"standard": games}, failed=[lost]))).text
    assert "The bot made 120 faults" in text
    assert "raised: ValueError number 3" in text
    assert "its worker was lost 3 times" in text


def test_the_report_says_how_to_play_the_same_games_again() -> None:
    sample = study("kosmiczna_eskadra")
    words = "kosmoport balance kosmiczna_eskadra --players 4 --bot random -n 4 --seed 1"
    words += " --option mode=turns --option wins=1"
    assert command(sample.study, "") == words
    assert words in Page(page_of("kosmiczna_eskadra")).text


def test_one_deal_is_enough_for_a_report() -> None:
    text = Page(page(study("kosmiczni_piraci", 1))).text
    assert "unknown" in text
    assert "beyond noise of" not in text


def test_a_report_is_written_whole_and_told_in_short(tmp_path: Path) -> None:
    path, games = tmp_path / "report.html", tmp_path / "report.jsonl"
    lines = write_report(study("kosmiczni_piraci"), path, games)
    assert lines[0] == "Kosmiczni Piraci, 5 players, random in every seat, seed 1: 4 deals, a game each."
    assert lines[-1] == f"The report is {path}, the games are in {games}."
    whole = page_of("kosmiczni_piraci").replace("games.jsonl", "report.jsonl")
    assert path.read_text(encoding="utf-8") == whole


def test_nothing_finished_is_no_report(tmp_path: Path) -> None:
    empty = replace(study("kosmiczni_piraci"), games={"standard": []})
    assert write_report(empty, tmp_path / "a.html", tmp_path / "a.jsonl") == [
        "No deal was finished, so there is no report."
    ]
    assert not list(tmp_path.iterdir())


def test_a_report_is_not_written_over_another(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("mine")
    with pytest.raises(BadInput, match="exists already"):
        check_report(path, again=False)
    check_report(path, again=True)
    with pytest.raises(BadInput, match=r"must end in \.html"):
        check_report(tmp_path / "report.pdf", again=False)


def test_without_matplotlib_one_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadInput, match=r"pip install kosmoport\[lab\]"):
        check_report(Path("report.html"), again=True)


def test_numbers_are_written_as_people_write_them() -> None:
    assert [number(value) for value in (0.125, -3.456, 1234.56)] == ["0.12", "−3.46", "1234.6"]
    assert [number(value, sign=True) for value in (0.5, -0.001)] == ["+0.50", "0.00"]
    assert with_unit(0.1234, True) == "12.3 %"
    assert with_unit(-0.1, True, sign=True) == "−10.0 pp"
    assert interval(Estimate(0.5, 0.25, 0.75, 9), True) == "25.0 to 75.0"
    assert interval(Estimate(0.5, None, None, 1), True) == "unknown"
