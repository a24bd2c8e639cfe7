"""What there is to learn about a game, as it is sent: rules pages, lessons and their words, component values.

Texts are inline Markdown: `**bold**`, `*italics*`, `` `code` `` and `[link](#anchor)`, nothing else.
"""

from __future__ import annotations

from typing import Literal

import msgspec

# ---------------------------------------------------------------- the rules page


class RulePart(msgspec.Struct, frozen=True):
    """A part of a rule: does the rulebook say it, does it follow from it, or did we decide?"""

    standing: Literal["stated", "inferred", "ruling"]
    rulings: tuple[str, ...]  # ids of the rulings that it is, where we decided
    text: str


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule, part by part; where a part ends, its standing ends."""

    id: str
    parts: tuple[RulePart, ...]

    @property
    def text(self) -> str:
        return " ".join(part.text for part in self.parts)


class RulesSection(msgspec.Struct, frozen=True):
    """Rules about one thing."""

    heading: str
    paragraphs: tuple[str, ...]  # what is said before the rules
    rules: tuple[Rule, ...]


class Ruling(msgspec.Struct, frozen=True):
    """What we decided where the rulebook is silent or unclear."""

    id: str
    question: str
    ruling: str
    why: str | None
    option: str | None  # what changes it, if anything does


class Added(msgspec.Struct, frozen=True):
    """Something that is not in the rulebook and can change play; its option stands in the text."""

    id: str  # of the rule or ruling
    text: str


class LeftOut(msgspec.Struct, frozen=True):
    """Something that the software does not do, or a remark about it."""

    id: str | None  # of the rule it is about
    text: str


class FirstStep(msgspec.Struct, frozen=True):
    """What somebody who has never played reads first: plain sentences, and the rule they retell."""

    heading: str
    text: str
    rule: str


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of a game in one language. Ids, their order and what they refer to are the same in all.

    Texts are inline Markdown: `**bold**`, `*italics*`, code between backticks, and links to headings of
    the same page; nothing else occurs.
    """

    game: str
    language: str
    title: str
    introduction: str
    credits: str
    first_heading: str
    first: tuple[FirstStep, ...]  # the game in a minute; none on the pages of frozen rules
    rules_heading: str
    paragraphs: tuple[str, ...]  # how to read the rules
    sections: tuple[RulesSection, ...]
    rulings_heading: str
    rulings: tuple[Ruling, ...]
    added_heading: str
    added_everywhere: str  # what a table may add to any game
    added: tuple[Added, ...]
    left_out_heading: str
    left_out: tuple[LeftOut, ...]


# ---------------------------------------------------------------- the lesson


class LessonStep(msgspec.Struct, frozen=True):
    """One idea: something to read (`look`) or something to do."""

    id: str
    kind: Literal["look", "do"]
    rules: tuple[str, ...]  # ids of the rules it teaches
    point: tuple[str, ...]  # what to point at, such as `planet:2` or `hand`; each game has its own names


class LessonChapter(msgspec.Struct, frozen=True):
    """A position and what is learned from it."""

    id: str
    seat: int  # the learner's
    names: tuple[str | None, ...]  # who sits there; null: the learner
    steps: tuple[LessonStep, ...]


class Lesson(msgspec.Struct, frozen=True):
    """The lesson of a game without its words; no chapters: there is none yet."""

    game: str
    chapters: tuple[LessonChapter, ...]


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at a step; the last two only where something is to be done."""

    text: str
    not_quite: str | None = None  # after something legal that is not what the step asks for
    well_done: str | None = None  # after what it asks for


class ChapterWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title of a chapter and its steps by id."""

    title: str
    steps: dict[str, StepWords]


class LessonWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson says in one language: chapters by id. Texts are inline Markdown as on rules pages."""

    chapters: dict[str, ChapterWords]


# ---------------------------------------------------------------- the components


class ComponentSource(msgspec.Struct, frozen=True):
    """Where some values come from, in English."""

    id: str
    standing: Literal["documented", "reconstructed"]
    text: str


class ComponentValue(msgspec.Struct, frozen=True):
    """A printed value: where it stands in the component file, and how sure we are of it."""

    path: str  # such as `ships[3].min`
    value: str  # as a person would write it
    standing: Literal["documented", "reconstructed"]
    source: str  # the id of a source


class Components(msgspec.Struct, frozen=True):
    """What is printed on the components of a game, value by value."""

    game: str
    values: tuple[ComponentValue, ...]
    sources: tuple[ComponentSource, ...]
