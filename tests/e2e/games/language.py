"""Whether a page speaks its language: no ids of messages, no English words that its own texts do not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from playwright.sync_api import Page

from kosmoport.core.words import PARAMETER
from tests.e2e.words import catalogue, drawing, pages

Json = Any
WORD = re.compile(r"[^\W\d_]{4,}")
ID = re.compile(r"[a-z0-9]+(?:[._][a-z0-9_]+)+")
SEEN = """() => {
  const named = [...document.querySelectorAll("body [aria-label], body [title], body [placeholder]")];
  const names = ["aria-label", "title", "placeholder"];
  const labels = named.flatMap((one) => names.map((name) => one.getAttribute(name)));
  return [document.title, document.body.innerText, ...labels].filter(Boolean).join("\\n");
}"""


def check_language(page: Page, game: str, language: str) -> None:
    """All that is seen or read aloud is in this language."""
    assert page.locator("html").get_attribute("lang") == language
    assert foreign(page.evaluate(SEEN), game, language) == set()


def foreign(text: str, game: str, language: str) -> set[str]:
    """Ids of messages, and words of the English texts, that do not belong into a text of this language."""
    english = words_of(game, "en") - words_of(game, language)
    return set(ID.findall(text)) & ids_of(game) | {word for word in found(text) if word in english}


def found(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


@cache
def words_of(game: str, language: str) -> frozenset[str]:
    """Every word of the texts of the pages, of the table and of a game."""
    texts = (text for _, message in messages(game, language) for text in texts_of(message))
    return frozenset(word for text in texts for word in found(PARAMETER.sub(" ", text)))


@cache
def ids_of(game: str) -> frozenset[str]:
    """Ids that no text could be mistaken for."""
    return frozenset(key for key, _ in messages(game, "en") if ID.fullmatch(key))


def messages(game: str, language: str) -> Iterator[tuple[str, Json]]:
    yield from pages(language).items()
    yield from drawing(game, language).items()
    for name in ("common", game):
        for section in catalogue(name, language).values():
            yield from section.items()


def texts_of(message: Json) -> list[str]:
    """The texts of a message: one, or one for each plural or case."""
    if isinstance(message, dict):
        return [text for form, text in message.items() if form != "by"]
    return [message]
