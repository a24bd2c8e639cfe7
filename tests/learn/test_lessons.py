"""Every lesson is played through with what it wants, with something else and with something illegal."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest
import yaml

from kosmoport.conformance.tables import is_posed
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import generator
from kosmoport.core.reasons import rules_behind
from kosmoport.core.words import Told
from kosmoport.engine.reference import playing
from kosmoport.games import GAMES, game_by_id
from kosmoport.learn.lesson import (
    ChapterData,
    LessonData,
    StepData,
    is_wanted,
    lesson_of,
    outline,
    read_lesson,
    words_of,
)
from kosmoport.learn.rulebook import LANGUAGES
from kosmoport.learn.shapes import LessonWords
from kosmoport.learn.teaching import Progress, progress
from kosmoport.learn.writing import folder_of, made
from tests.learn.checking import check_lesson, ways_through

TAUGHT = [game for game in GAMES if lesson_of(game).chapters]
PIRATES = game_by_id("kosmiczni_piraci")
MARKUP = re.compile(r"\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`")

each_lesson = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
each_chapter = pytest.mark.parametrize(
    ("game", "chapter"),
    [
        pytest.param(game, one, id=f"{game.id}-{one.id}")
        for game in TAUGHT
        for one in lesson_of(game).chapters
    ],
)


def all_words(game: Game) -> dict[str, LessonWords]:
    return {language: words_of(game, language) for language in LANGUAGES}


def test_every_game_has_a_lesson() -> None:
    assert list(GAMES) == TAUGHT


@each_lesson
def test_what_is_read_was_made_from_what_was_written(game: Game) -> None:
    folder = folder_of(game) / "lesson"
    path = folder / "lesson.json"
    assert path.read_text(encoding="utf-8") == made(game), "run python -m kosmoport.learn.writing"
    assert lesson_of(game) == read_lesson(
        yaml.safe_load((folder / "lesson.yaml").read_text(encoding="utf-8"))
    )


@each_lesson
def test_the_lesson_is_whole_in_every_language(game: Game) -> None:
    check_lesson(game, lesson_of(game), all_words(game))


@each_lesson
def test_the_lesson_is_as_long_as_a_first_lesson_should_be(game: Game) -> None:
    chapters = lesson_of(game).chapters
    assert 6 <= len(chapters) <= 9
    steps = [step for chapter in chapters for step in chapter.steps]
    assert sum(step.kind == "do" for step in steps) >= 8
    for language in LANGUAGES:
        said = [step for one in words_of(game, language).chapters.values() for step in one.steps.values()]
        for words in said:
            assert len(words.text) <= 300, words.text
            for text in (words.text, words.not_quite or "", words.well_done or ""):
                assert not re.search(r"[*`<>\[\]]", MARKUP.sub("", text)), text


@each_lesson
def test_the_outline_tells_nothing_of_the_deal(game: Game) -> None:
    told = outline(game)
    assert [chapter.id for chapter in told.chapters] == [chapter.id for chapter in lesson_of(game).chapters]
    for chapter, data in zip(told.chapters, lesson_of(game).chapters, strict=True):
        assert chapter.names[chapter.seat] is None
        assert [step.kind for step in chapter.steps] == [step.kind for step in data.steps]
    assert b"deal" not in msgspec.json.encode(told)


@cache
def ways_of(game: str, chapter: str) -> list[list[Told | None]]:
    """Every way through a chapter, worked out once for all tests."""
    lesson = lesson_of(game_by_id(game))
    return ways_through(game_by_id(game), next(one for one in lesson.chapters if one.id == chapter))


@each_chapter
def test_a_chapter_is_played_through_with_what_it_wants(game: Game, chapter: ChapterData) -> None:
    for way in ways_of(game.id, chapter.id):
        for done in range(len(way)):
            now = progress(game, chapter, way[:done])
            assert now.outcome == ("wanted" if done else "begun")
            assert now.step is chapter.steps[done]
        now = progress(game, chapter, way)
        assert (now.outcome, now.step) == ("done", None)


@each_chapter
def test_what_happens_can_be_said_in_every_language(game: Game, chapter: ChapterData) -> None:
    way = ways_of(game.id, chapter.id)[0]
    spoken = 0
    for done in range(1, len(way) + 1):
        for seen in progress(game, chapter, way[:done]).seen:
            for told in seen.told:
                assert all(game.words(language).say("event", told, chapter.seats) for language in LANGUAGES)
                spoken += 1
    assert spoken > 0 or all(step.kind == "look" for step in chapter.steps)


def something_else(before: Progress, step: StepData) -> list[Told]:
    """Legal actions that the step does not ask for; where a pose is needed, some poses."""
    play, seat, rng = before.play, before.chapter.seat, generator(2)
    complete, view = playing(play.game).complete_action, play.view(seat)
    tries = 20 if is_posed(play.game) else 1
    actions = [complete(play.s, play.c, seat, one, rng) for one in play.legal(seat) for _ in range(tries)]
    told = [play.game.describe(view, action) for action in actions]
    return [one for one in told if not is_wanted(step, one)]


@each_chapter
def test_something_else_is_not_quite_and_changes_nothing(game: Game, chapter: ChapterData) -> None:
    way = ways_of(game.id, chapter.id)[0]
    for number, step in enumerate(chapter.steps):
        before = progress(game, chapter, way[:number])
        if step.kind == "do":
            others = [None, *something_else(before, step)]
            assert (len(others) == 1) == (step.want == "any")
            for told in others:
                after = progress(game, chapter, [*way[:number], told, *way[number:]])
                assert after.outcome == "not_quite"
                assert (after.at, after.look(), after.seen) == (number, before.look(), [])


@each_chapter
def test_something_illegal_is_answered_by_the_rules(game: Game, chapter: ChapterData) -> None:
    way = ways_of(game.id, chapter.id)[0]
    for number in range(len(chapter.steps)):
        before = progress(game, chapter, way[:number])
        after = progress(game, chapter, [*way[:number], Told("sing", {"song": [1, 2]})])
        assert after.outcome == "illegal"
        assert after.reason is not None
        assert rules_behind(game, after.reason)
        assert (after.at, after.look()) == (number, before.look())


# ---------------------------------------------------------------- Kosmiczni Piraci


def chapter_of(id: str, **changed: Any) -> ChapterData:
    chapter = lesson_of(PIRATES).chapter(id)
    assert chapter is not None
    return msgspec.structs.replace(chapter, **changed)


def lay(card: Any, planet: int) -> Told:
    return Told("lay", {"card": card, "planet": planet})


def test_a_card_laid_before_is_refused_with_its_rule() -> None:
    now = progress(PIRATES, chapter_of("turning"), [lay(6, 1)])
    assert (now.outcome, now.reason) == ("illegal", "card")
    assert rules_behind(PIRATES, "card") == ("KP-10",)


def test_the_frames_show_move_by_move_what_the_others_do() -> None:
    now = progress(PIRATES, chapter_of("trade_ship"), [None, lay(4, 0)])
    assert [seen.by for seen in now.seen] == [0, 1, 2]
    assert [told.id for told in now.seen[0].told] == ["laid_own", "turned", "ship_moved"]
    assert [seen.look.view.trade for seen in now.seen] == [1, 1, 1]
    assert now.seen[-1].look == now.look()


def test_the_trap_cannot_be_seen_before_it_goes_off() -> None:
    trap = chapter_of("teleport")
    moves = tuple({**move, "card": 4} if move["card"] == "T" else move for move in trap.moves)
    harmless = chapter_of("teleport", moves=moves)
    looks = [msgspec.json.encode(progress(PIRATES, one, []).look().view) for one in (trap, harmless)]
    assert looks[0] == looks[1]
    after = [progress(PIRATES, one, [lay(3, 5)]).look().view for one in (trap, harmless)]
    assert after[0] != after[1]


def test_the_last_chapter_ends_with_a_victory() -> None:
    chapter = chapter_of("winning")
    assert progress(PIRATES, chapter, ways_through(PIRATES, chapter)[0]).look().result == {
        "scores": [29, 15, 12],
        "returns": [60, 0, 0],
    }


def test_what_comes_after_the_end_or_after_a_mistake_is_passed_over() -> None:
    chapter = chapter_of("table")
    assert progress(PIRATES, chapter, [None] * 50).outcome == "done"
    now = progress(PIRATES, chapter, [None, lay(1, 1), None, None])
    assert (now.outcome, now.at) == ("not_quite", 1)


# ---------------------------------------------------------------- lessons that are not whole


def one_chapter(**changed: Any) -> LessonData:
    return LessonData((chapter_of("turning", **changed),))


def one_step(**changed: Any) -> LessonData:
    steps = chapter_of("turning").steps
    return one_chapter(steps=(msgspec.structs.replace(steps[0], **changed), *steps[1:]))


def words_for(id: str) -> dict[str, LessonWords]:
    return {language: LessonWords({id: words.chapters[id]}) for language, words in all_words(PIRATES).items()}


def test_a_single_chapter_would_be_whole() -> None:
    check_lesson(PIRATES, one_chapter(), words_for("turning"))


@pytest.mark.parametrize(
    ("lesson", "sentence"),
    [
        (lambda: one_chapter(seats=("Ala", "Ola", "Tom")), "exactly one of the seats is you"),
        (lambda: one_chapter(seats=("you", "Ola")), "players must be"),
        (lambda: one_chapter(steps=()), "a chapter has 1 to 40 steps"),
        (lambda: one_chapter(deal={}), "deal"),
        (lambda: one_chapter(moves=({"seat": 1, "do": "lay", "card": 3, "planet": 4},)), "not legal: turn"),
        (lambda: one_step(id="pile"), "the id 'pile' must be there once"),
        (lambda: one_step(rules=()), "step on_top: it cites no rule"),
        (lambda: one_step(rules=("KP-99",)), "step on_top: it cites .*KP-99"),
        (lambda: one_step(want=({"do": "lay", "card": 6, "planet": 4},)), "wants .*lay.* which is not legal"),
        (lambda: one_step(want=({"do": "lay"},)), "step on_top: it wants everything"),
        (lambda: one_step(then=()), "step empty: the learner is not to act here"),
        (lambda: one_step(then=({"seat": 1, "do": "lay", "card": 3, "planet": 0},)), "on_top: .*: card"),
        (lambda: one_step(want=({"do": "lay", "card": {"from": 9}, "planet": 4},)), "a range is written"),
    ],
)
def test_a_lesson_that_is_not_whole_is_refused_with_its_place(lesson: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        check_lesson(PIRATES, lesson(), words_for("turning"))


def test_a_chapter_of_too_many_ways_is_refused() -> None:
    first = msgspec.structs.replace(chapter_of("laying").steps[0], want="any")
    second = msgspec.structs.replace(first, id="again", then=())
    with pytest.raises(BadInput, match="step again: there are more than 500 ways"):
        ways_through(PIRATES, chapter_of("laying", steps=(first, second)))


def broken_words(**changed: Any) -> dict[str, LessonWords]:
    words = words_for("turning")
    chapter = words["pl"].chapters["turning"]
    steps = {id: step for id, step in (chapter.steps | changed).items() if step is not None}
    return words | {"pl": LessonWords({"turning": msgspec.structs.replace(chapter, steps=steps)})}


def test_words_that_are_missing_left_over_or_empty_are_refused() -> None:
    step = words_of(PIRATES, "pl").chapters["turning"].steps["on_top"]
    replace = msgspec.structs.replace
    for words, sentence in [
        (broken_words(on_top=None), "pl: chapter turning, steps: missing or not used: on_top"),
        (broken_words(extra=step), "missing or not used: extra"),
        (broken_words(on_top=replace(step, text=" ")), "step on_top: text must be said"),
        (broken_words(on_top=replace(step, not_quite=None)), "step on_top: not_quite must be said"),
        (broken_words(pile=step), "step pile: well_done must not be said"),
        ({"en": words_of(PIRATES, "en")}, "missing or not used: .*"),
        (dict(list(words_for("turning").items())[:2]), "no words in the language cs"),
    ]:
        with pytest.raises(BadInput, match=sentence):
            check_lesson(PIRATES, one_chapter(), words)


@pytest.mark.parametrize("text", ["chapters: 3", "chapters: [{id: 1}]", "chapters: []\nmore: 1"])
def test_a_file_of_another_shape_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="the lesson"):
        read_lesson(yaml.safe_load(text))


def test_ranges_are_tried_at_their_ends_and_in_their_middle() -> None:
    chapter = chapter_of("laying")
    step = msgspec.structs.replace(
        chapter.steps[0], want=({"do": "lay", "card": {"from": 2, "to": 5}, "planet": 1},)
    )
    ranged = chapter_of("laying", steps=(step,))
    assert progress(PIRATES, ranged, [lay(3, 1)]).outcome == "done"
    assert progress(PIRATES, ranged, [lay(6, 1)]).outcome == "not_quite"
    assert ways_through(PIRATES, ranged) == [[lay(card, 1)] for card in (2, 3, 4, 5)]


# ---------------------------------------------------------------- poses

PLACING = """
chapters:
  - id: placing
    seats: [you, Ola]
    options: {mode: turns, start_seat: 0}
    deal: {start: 0}
    moves: [{chance: card, number: 4}]
    steps:
      - id: left
        rules: [KE-6]
        want: [{do: release, x: {from: -2000, to: -1000}, y: 0, rot: {from: 0, to: 90}}]
        then:
          - {chance: card, number: 2}
          - {seat: 1, do: release, x: 1500, y: 0, rot: 0}
"""


def place(x: int, rot: int) -> Told:
    return Told("release", {"x": x, "y": 0, "rot": rot})


def test_a_place_on_the_table_is_asked_for_by_ranges() -> None:
    squadron, chapter = game_by_id("kosmiczna_eskadra"), read_lesson(yaml.safe_load(PLACING)).chapters[0]
    ways = ways_through(squadron, chapter)
    assert [place(x, rot) for x in (-2000, -1500, -1000) for rot in (0, 45, 90)] == [way[0] for way in ways]
    now = progress(squadron, chapter, [place(-1234, 56)])
    assert (now.outcome, [seen.by for seen in now.seen]) == ("done", [0, None, 1])
    assert progress(squadron, chapter, [place(1500, 0)]).outcome == "not_quite"
    assert progress(squadron, chapter, [Told("release_somewhere")]).outcome == "illegal"
    assert something_else(progress(squadron, chapter, []), chapter.steps[0])
