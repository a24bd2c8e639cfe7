"""Names of people at a table: what may be one, and which are too much alike."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from unicodedata import category, normalize

from kosmoport.core.confusables import look_alike
from kosmoport.core.errors import BadInput
from kosmoport.core.texts import BLANK, MAX_NAME, clean
from kosmoport.core.words import PLURALS
from kosmoport.games import GAMES

MAX_TYPED = 100  # characters before accents and letters are joined; nothing is done with more


def read_name(text: str) -> str:
    """A name as it will be shown: composed, without needless spaces; BadInput if it cannot be one."""
    name = "" if len(text) > MAX_TYPED else " ".join(BLANK.sub(" ", normalize("NFC", text)).split())
    if not 1 <= len(name) <= MAX_NAME or len(normalize("NFKC", name)) > MAX_NAME:
        raise BadInput(f"a name must have 1 to {MAX_NAME} characters")
    if clean(name) != name or any(category(letter) == "Cn" for letter in name):
        raise BadInput("a name must be made of letters, digits, signs and spaces, and be seen")
    return name


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Is it one of these, or could it be taken for one?"""
    return any(look_alike(name, other) for other in names)


def is_of_the_house(name: str) -> bool:
    """Could it be taken for a bot or a free seat, in any language of the pages?"""
    return is_taken(name, _of_the_house())


@cache
def _of_the_house() -> tuple[str, ...]:
    """What the pages call seats without a person."""
    return tuple(name for language in PLURALS for name in GAMES[0].words(language).messages["seat"].values())
