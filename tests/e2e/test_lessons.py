"""Lessons in the browser: every chapter played to its end, wrong and illegal answers, progress that stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from kosmoport.core.words import Told
from kosmoport.games import GAMES, game_by_id
from kosmoport.learn.lesson import ChapterData, StepData, is_wanted, lesson_of, words_of
from kosmoport.learn.shapes import StepWords
from kosmoport.learn.teaching import progress
from tests.e2e.conftest import Arrive
from tests.e2e.games.language import check_language
from tests.e2e.visitor import Language
from tests.learn.checking import ways_through
from tests.learn.sentences import rule_sentence, rules_of

GAME = "kosmiczni_piraci"
CHAPTER = "collecting"
LANGUAGE_OF: dict[str, Language] = {  # each game in one of the three
    "kosmiczni_piraci": "pl",
    "piraci": "cs",
    "kosmiczna_misja": "en",
    "kosmodraci": "cs",
    "kosmiczna_eskadra": "pl",
}
WORDS = "section.words"
WAY_ON = f"{WORDS} > .row"
SOMEWHERE = "_somewhere"  # such an action still needs a place


class Learner:
    """Somebody who goes through one chapter."""

    def __init__(self, page: Page, game: str, chapter: ChapterData, language: Language) -> None:
        self.page, self.game, self.chapter = page, game_by_id(game), chapter
        self.words = words_of(self.game, language).chapters[chapter.id]
        self.text = page.locator(f"{WORDS} .text")
        self.way_on = page.locator(f"{WAY_ON} button.main")
        self.done: list[Told | None] = []

    def said(self, step: StepData) -> StepWords:
        return self.words.steps[step.id]

    def go_through(self, way: list[Told | None], until: str | None = None) -> None:
        """Do what a way through the chapter wants, from where the learner is, to its end or a step."""
        for step in self.chapter.steps[len(self.done) :]:
            if step.id == until:
                return
            self.reads(step)
            action = way[len(self.done)]
            if action is None:
                self.way_on.click()
            else:
                self.act(action)
                self.hears(str(self.said(step).well_done))
                self.way_on.click()
            self.done.append(action)

    def reads(self, step: StepData) -> None:
        """The step's words are there, and every rule behind it."""
        self.hears(self.said(step).text)
        number = self.chapter.steps.index(step) + 1
        where = self.text.locator(".where")
        expect(where).to_contain_text(self.words.title)
        expect(where).to_contain_text(re.compile(rf"\b{number}\b.*\b{len(self.chapter.steps)}$"))
        expect(self.page.locator(f"{WORDS} .cited button")).to_have_text(list(step.rules))

    def hears(self, words: str) -> None:
        expect(self.text).to_contain_text(plain(words))

    def legal(self) -> tuple[Told, ...]:
        return progress(self.game, self.chapter, self.done).look().legal

    def act(self, action: Told) -> None:
        """Choose an action from the list in words."""
        entry = self.entry(action)
        if action in self.legal():
            return entry.get_by_role("button").click()
        x, y, turned = entry.locator("input").all()
        x.fill(str(action.args["x"] / 10))
        y.fill(str(action.args["y"] / 10))
        turned.fill(str(action.args["rot"]))
        entry.get_by_role("button").click()

    def entry(self, action: Told) -> Locator:
        """Where the list has an action, or the form for its place."""
        opens = self.page.locator(f"{WAY_ON} button[aria-expanded]")
        if opens.get_attribute("aria-expanded") != "true":
            opens.click()
        legal = self.legal()
        if action in legal:
            number = legal.index(action)
        else:
            number = [one.id for one in legal].index(action.id + SOMEWHERE)
        return self.page.locator(f"{WORDS} .scroll ul li").nth(number)


def plain(text: str) -> str:
    """A text of a lesson as it is read: without marks of bold, italics and links."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)|\*\*|[*`]", lambda found: found[1] or "", text)


def open_chapter(page: Page, game: str, number: int) -> ChapterData:
    page.locator("header button[aria-haspopup=dialog]").click()
    page.get_by_role("dialog").locator("ol button").nth(number).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    return lesson_of(game_by_id(game)).chapters[number]


def another(learner: Learner, step: StepData) -> Told | None:
    """Something legal that the step does not ask for and that needs no place."""
    listed = (one for one in learner.legal() if not one.id.endswith(SOMEWHERE))
    return next((one for one in listed if not is_wanted(step, one)), None)


def test_a_chapter_with_a_wrong_and_an_illegal_answer_and_a_reload(arrive: Arrive) -> None:
    page = arrive().page
    page.goto(f"/g/{GAME}/learn")
    chapters = lesson_of(game_by_id(GAME)).chapters
    number = [chapter.id for chapter in chapters].index(CHAPTER)
    learner = Learner(page, GAME, open_chapter(page, GAME, number), "en")
    way = ways_through(learner.game, learner.chapter)[0]
    learner.go_through(way, until="best")
    best = next(step for step in learner.chapter.steps if step.id == "best")
    wrong = another(learner, best)
    assert wrong is not None
    learner.act(wrong)
    learner.hears(str(learner.said(best).not_quite))
    page.locator("g.planets .spot").nth(5).click(force=True)  # its treasures are not given out yet
    note = page.locator(f"{WORDS} .note.bad")
    expect(note).to_contain_text("this treasure is not on the planet")
    rule = page.locator(f"{WORDS} .rule")
    expect(rule).to_have_count(1)
    id = rule.get_by_role("link").inner_text()
    assert rules_of(learner.game, "en")[id]
    expect(rule.get_by_role("link")).to_have_attribute("href", f"/g/{GAME}/rules#{id}")
    page.reload()
    learner.reads(best)
    learner.go_through(way)
    expect(page.locator(f"{WORDS} h2")).to_have_text("End of the chapter")
    page.reload()
    page.get_by_role("button", name="Chapters").click()
    expect(page.get_by_role("dialog").locator("ol li").nth(number)).to_contain_text("done")


@pytest.mark.e2e
def test_the_rule_behind_a_step_opens_in_place_and_one_can_go_back(arrive: Arrive) -> None:
    page = arrive().page
    page.goto(f"/g/{GAME}/learn")
    learner = Learner(page, GAME, lesson_of(game_by_id(GAME)).chapters[0], "en")
    first, second = learner.chapter.steps[:2]
    learner.reads(first)
    page.get_by_role("button", name=first.rules[0], exact=True).click()
    sentence = rule_sentence(learner.game, first.rules[0], "en")
    expect(page.locator(f"{WORDS} .sentence")).to_contain_text(sentence)
    learner.way_on.click()
    learner.reads(second)
    page.get_by_role("button", name="Back", exact=True).click()
    learner.reads(first)


@pytest.mark.e2e
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_whole_lesson_is_played_to_its_end(arrive: Arrive, game: str) -> None:
    language = LANGUAGE_OF[game]
    page = arrive(language=language).page
    page.goto(f"/g/{game}/learn")
    chapters = lesson_of(game_by_id(game)).chapters
    assert len(chapters) >= 4
    for chapter in chapters:
        learner = Learner(page, game, chapter, language)
        way = ways_through(learner.game, chapter)[0]
        doing = next((step for step in chapter.steps if isinstance(step.want, tuple)), None)
        if doing is not None:
            learner.go_through(way, until=doing.id)
            wrong = another(learner, doing)
            if wrong is not None:
                learner.act(wrong)
                learner.hears(str(learner.said(doing).not_quite))
            check_language(page, game, language)
        learner.go_through(way)
        if chapter is not chapters[-1]:
            learner.way_on.click()
    expect(page.locator(f"{WAY_ON} a.main")).to_have_attribute("href", f"/g/{game}")


@pytest.mark.e2e
def test_every_language_is_spoken_in_some_lesson() -> None:
    assert set(LANGUAGE_OF) == {game.id for game in GAMES}
    assert set(LANGUAGE_OF.values()) == {"en", "pl", "cs"}
