"""Lessons as they are read: chapters, starting positions, steps; words in each language.

`games/<game>/lesson/lesson.json` has what happens, made from `lesson.yaml` by `writing.py`;
`lesson/<language>.json` has what is said about it. docs/lessons.md explains both. Whether a
lesson can be played is checked in `checking.py`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

import msgspec

from kosmoport.core import layout
from kosmoport.core.components import in_words
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.game import Game
from kosmoport.core.layout import Event
from kosmoport.core.play import Move, Play, start_play
from kosmoport.core.records import check_deal, read_move
from kosmoport.core.words import Told
from kosmoport.learn.shapes import Lesson, LessonChapter, LessonStep, LessonWords

LEARNER = "you"  # how a lesson names the learner among those at the table
ANY = "any"

MoveData: TypeAlias = dict[str, Any]  # a move as records write it: {seat: 1, do: lay, card: 3, planet: 2}


class StepData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step; without `want` there is only something to look at."""

    id: str
    rules: tuple[str, ...]
    point: tuple[str, ...] = ()
    want: Literal["any"] | tuple[dict[str, Any], ...] | None = None  # actions; arguments left out are free
    then: tuple[MoveData, ...] = ()  # what others and chance do afterwards

    @property
    def kind(self) -> Literal["look", "do"]:
        return "look" if self.want is None else "do"


class ChapterData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One chapter: who sits where, how the game was dealt and what has been played so far."""

    id: str
    seats: tuple[str, ...]
    deal: dict[str, Any]
    steps: tuple[StepData, ...]
    options: dict[str, Any] = {}
    moves: tuple[MoveData, ...] = ()

    @property
    def seat(self) -> int:
        return self.seats.index(LEARNER)


class LessonData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All chapters."""

    chapters: tuple[ChapterData, ...]

    def chapter(self, id: str) -> ChapterData | None:
        return next((chapter for chapter in self.chapters if chapter.id == id), None)


# ---------------------------------------------------------------- reading


@cache
def lesson_of(game: Game) -> LessonData:
    """The lesson of a game; one without chapters where there is none."""
    file = resources.files(game.package) / "lesson" / "lesson.json"
    return read_lesson(msgspec.json.decode(file.read_bytes())) if file.is_file() else LessonData(())


def read_lesson(data: Any) -> LessonData:
    """A lesson from the data of its file; BadInput says what has the wrong shape."""
    try:
        return msgspec.convert(data, LessonData)
    except msgspec.ValidationError as error:
        raise BadInput(f"the lesson: {in_words(str(error))}") from None


@cache
def words_of(game: Game, language: str) -> LessonWords:
    """What the lesson of a game says in a language; nothing where there is no lesson."""
    if not lesson_of(game).chapters:
        return LessonWords({})
    file = resources.files(game.package) / "lesson" / f"{language}.json"
    if not file.is_file():
        raise BadInput(f"the lesson of {game.title} is not written in the language {language}")
    try:
        return msgspec.json.decode(file.read_bytes(), type=LessonWords)
    except msgspec.DecodeError as error:
        raise BadInput(f"the words of the lesson of {game.title} in {language}: {error}") from None


def outline(game: Game) -> Lesson:
    """The lesson as it is told beforehand: nothing of what is wanted, dealt or played."""
    return Lesson(game.id, tuple(map(_outline, lesson_of(game).chapters)))


def _outline(chapter: ChapterData) -> LessonChapter:
    names = tuple(None if name == LEARNER else name for name in chapter.seats)
    steps = tuple(LessonStep(step.id, step.kind, step.rules, step.point) for step in chapter.steps)
    return LessonChapter(chapter.id, chapter.seat, names, steps)


# ---------------------------------------------------------------- the game of a chapter


def begin(game: Game, chapter: ChapterData) -> Play:
    """The position a chapter begins with."""
    options = game.read_options(chapter.options | {"players": len(chapter.seats)})
    deal = layout.from_data(game.schema.Deal, chapter.deal, "deal")
    check_deal(game, options, game.standard_components, deal)
    play = start_play(game, options, deal)
    for move in chapter.moves:
        make_move(play, move)
    return play


def make_move(play: Play, data: MoveData) -> tuple[Move, list[Event]]:
    """A move of the script; BadInput if it is not legal."""
    try:
        move = read_move(play, data)
        return move, play.act(move.seat, move.action)
    except Refused as refused:
        raise BadInput(f"the move {data} is not legal: {refused.reason}") from None


def is_wanted(step: StepData, told: Told) -> bool:
    """Is this legal action one that the step asks for?"""
    if step.want is None or step.want == ANY:
        return step.want == ANY
    return any(_fits(wanted, told) for wanted in step.want if isinstance(wanted, dict))


def _fits(wanted: dict[str, Any], told: Told) -> bool:
    args = {key: value for key, value in wanted.items() if key != "do"}
    return wanted.get("do") == told.id and all(_within(args[key], told.args.get(key)) for key in args)


def _within(wanted: Any, given: Any) -> bool:
    """A value, or a whole number in a range written {from: 1, to: 3}."""
    if isinstance(wanted, dict):
        return type(given) is int and wanted["from"] <= given <= wanted["to"]
    return bool(wanted == given)


def by_whom(move: Move) -> int | None:
    """The seat that moved; None for chance."""
    return None if move.seat == CHANCE else move.seat
