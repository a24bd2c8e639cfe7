"""Is a lesson whole? Every way through it is played, every cited rule looked up, every word compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.words import Told
from kosmoport.learn.lesson import ANY, LEARNER, ChapterData, LessonData, StepData, is_wanted
from kosmoport.learn.rulebook import LANGUAGES
from kosmoport.learn.shapes import ChapterWords, LessonWords
from kosmoport.learn.teaching import Progress, progress
from tests.learn.sentences import rules_of

LONGEST_ID = 40  # letters
MOST_STEPS = 40  # in a chapter
MOST_WAYS = 500  # through a chapter

Actions = list[Told | None]


def check_lesson(game: Game, lesson: LessonData, words: dict[str, LessonWords]) -> None:
    """BadInput says what is wrong with a lesson, and where."""
    _check_ids([chapter.id for chapter in lesson.chapters], game.title)
    for chapter in lesson.chapters:
        where = f"chapter {chapter.id}"
        _check_shape(game, chapter, where)
        ways_through(game, chapter)
    for language in LANGUAGES:
        if language not in words:
            raise BadInput(f"the lesson has no words in the language {language}")
        _check_words(lesson, words[language], language)


def _check_ids(ids: list[str], where: str) -> None:
    for id in ids:
        if ids.count(id) > 1 or not 1 <= len(id) <= LONGEST_ID:
            raise BadInput(f"{where}: the id {id!r} must be there once and have 1 to {LONGEST_ID} letters")


def _check_shape(game: Game, chapter: ChapterData, where: str) -> None:
    if chapter.seats.count(LEARNER) != 1:
        raise BadInput(f"{where}: exactly one of the seats is {LEARNER}")
    if not 1 <= len(chapter.steps) <= MOST_STEPS:
        raise BadInput(f"{where}: a chapter has 1 to {MOST_STEPS} steps")
    _check_ids([step.id for step in chapter.steps], where)
    for step in chapter.steps:
        unknown = [rule for rule in step.rules if rule not in rules_of(game, "en")]
        if unknown or not step.rules:
            raise BadInput(f"{where}, step {step.id}: it cites {unknown or 'no rule'}; cite rules there are")


# ---------------------------------------------------------------- every way through


def ways_through(game: Game, chapter: ChapterData) -> list[Actions]:
    """Every list of actions that leads through a chapter, ranges by their ends and middle."""
    ways: list[Actions] = [[]]
    for step in chapter.steps:
        where = f"chapter {chapter.id}, step {step.id}"
        try:
            ways = [[*way, told] for way in ways for told in choices(progress(game, chapter, way), step)]
            for way in ways:
                if progress(game, chapter, way).outcome not in ("wanted", "done"):
                    raise BadInput(f"it wants {way[-1]}, which is not legal")
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        if len(ways) > MOST_WAYS:
            raise BadInput(f"{where}: there are more than {MOST_WAYS} ways to here; ask for less")
    return ways


def choices(now: Progress, step: StepData) -> Actions:
    """What the learner may do at this step so that it is what the step asks for."""
    if step.want is None:
        return [None]
    game, seat = now.game, now.chapter.seat
    if seat not in now.play.seats_to_act():
        raise BadInput("the learner is not to act here")
    view = now.play.view(seat)
    legal = [a for a in now.play.legal(seat) if game.reason(now.play.s, now.play.c, seat, a) is None]
    told = [game.describe(view, action) for action in legal]
    found = [one for one in told if is_wanted(step, one)]
    found += [one for one in _samples(step, told) if one not in found]
    _check_choices(step, told, found)
    return list(found)


def _samples(step: StepData, legal: list[Told]) -> Iterator[Told]:
    """Actions of a pattern that the list of legal ones does not have, such as a card at some pose."""
    for pattern in () if step.want in (None, ANY) else step.want or ():
        assert isinstance(pattern, dict)
        alone = StepData(step.id, step.rules, want=(pattern,))
        if not any(is_wanted(alone, told) for told in legal):
            keys = [key for key in pattern if key != "do"]
            for values in product(*(_sampled(pattern[key]) for key in keys)):
                yield Told(str(pattern.get("do")), dict(zip(keys, values, strict=True)))


def _sampled(wanted: Any) -> list[Any]:
    if not isinstance(wanted, dict):
        return [wanted]
    if set(wanted) != {"from", "to"} or any(type(value) is not int for value in wanted.values()):
        raise BadInput("a range is written {from: 1, to: 3}, in whole numbers")
    low, high = wanted["from"], wanted["to"]
    return sorted({low, (low + high) // 2, high})


def _check_choices(step: StepData, legal: list[Told], found: list[Told]) -> None:
    if not found:
        raise BadInput("nothing that it wants is legal")
    if legal and step.want != ANY and all(told in found for told in legal):
        raise BadInput(f"it wants everything that is legal; write want: {ANY}")


# ---------------------------------------------------------------- words


def _check_words(lesson: LessonData, words: LessonWords, language: str) -> None:
    _same_keys([chapter.id for chapter in lesson.chapters], words.chapters, f"{language}: chapters")
    for chapter in lesson.chapters:
        said = words.chapters[chapter.id]
        where = f"{language}: chapter {chapter.id}"
        if not said.title.strip():
            raise BadInput(f"{where} has no title")
        _same_keys([step.id for step in chapter.steps], said.steps, f"{where}, steps")
        for step in chapter.steps:
            _check_step_words(step, said, f"{where}, step {step.id}")


def _same_keys(wanted: list[str], found: dict[str, Any], where: str) -> None:
    odd = sorted(set(wanted) ^ set(found))
    if odd:
        raise BadInput(f"{where}: missing or not used: {', '.join(odd)}")


def _check_step_words(step: StepData, chapter: ChapterWords, where: str) -> None:
    said = chapter.steps[step.id]
    needed = {"text": True, "well_done": step.kind == "do", "not_quite": step.want not in (None, ANY)}
    for name, wanted in needed.items():
        text = getattr(said, name)
        if (text is not None) != wanted or (text is not None and not text.strip()):
            raise BadInput(f"{where}: {name} must {'' if wanted else 'not '}be said")
