"""The rules of a page by id, and what each says first, as the client says it beside a step of a lesson."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.learn.rulebook import rules_page
from kosmoport.learn.shapes import Rule

MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)|\*\*|[*`]")
SENTENCE_END = re.compile(r"(?<=[.!?])\)? +(?=[^\W\d_a-z]|[\"„(0-9])")
SHORT = 300  # characters; more than its first sentence is said of a rule only up to here


@cache
def rules_of(game: Game, language: str) -> dict[str, Rule]:
    """The rules of a game by id."""
    return {rule.id: rule for section in rules_page(game, language).sections for rule in section.rules}


def plain(text: str) -> str:
    """A text without its marks."""
    return MARKS.sub(lambda found: found[1] or "", text)


def rule_sentence(game: Game, rule_id: str, language: str) -> str:
    """What a rule says first: its first sentence, and those after it as long as it stays short."""
    rule = rules_of(game, language).get(rule_id)
    if rule is None:
        raise BadInput(f"{game.title} has no rule {rule_id}")
    sentences = _sentences(plain(rule.text))
    said = next(sentences)
    for sentence in sentences:
        if len(said) + 1 + len(sentence) > SHORT:
            break
        said = f"{said} {sentence}"
    return said


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in SENTENCE_END.finditer(text):
        yield text[start : end.end()].strip()
        start = end.end()
    yield text[start:].strip()
