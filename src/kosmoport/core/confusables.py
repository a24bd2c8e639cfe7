"""What looks alike: the skeleton of UTS #39, over Unicode's own table of characters."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from unicodedata import bidirectional, normalize

from kosmoport.core.texts import SHAPELESS

TABLE = "confusables.txt"  # written by tools/confusables.py
UPRIGHT = "\x01"


@cache
def stands_for() -> dict[int, str]:
    """What stands for each character that looks like another, as `str.translate` takes it."""
    text = (resources.files("kosmoport.core") / TABLE).read_text(encoding="utf-8")
    lines = [line.partition(":") for line in text.splitlines() if not line.startswith("#")]
    return {int(one, 16): _spelt(stands) for stands, _, others in lines for one in others.split()}


def _spelt(numbers: str) -> str:
    return "".join(chr(int(number, 16)) for number in numbers.split())


def skeleton(text: str) -> str:
    """Texts with the same skeleton look alike; it is for comparing, never for showing."""
    look = _step(text)
    while look != (again := _step(look)):  # what stands for a few characters is itself not the simplest
        look = again
    return look


def _step(text: str) -> str:
    """The skeleton as UTS #39 defines it; for all but thirteen characters nothing is left to do after it."""
    return normalize("NFD", SHAPELESS.sub("", normalize("NFD", text)).translate(stands_for()))


def look_alike(a: str, b: str) -> bool:
    """Could one short text be taken for the other: as they are written, in capitals, or in small letters?"""
    return any(one == other for one, other in zip(_looks(a), _looks(b), strict=True))


@lru_cache(maxsize=1024)
def _looks(text: str) -> tuple[str, ...]:
    """What is compared: the letters as they stand, in capitals, and in small letters.

    One of them alone would miss something. A capital Cyrillic Te looks like a T, but a small one not like a
    t; Greek in capitals looks quite unlike the same in small letters. As they stand, what looks like a small
    L is kept apart from a capital one, or Ian would be Lan.
    """
    plain = normalize("NFKC", text)
    standing = skeleton(plain).replace("l", UPRIGHT).casefold()
    return tuple(_ordered(skeleton(one)) for one in (standing, plain.upper(), plain.casefold()))


def _ordered(look: str) -> str:
    """What is written in both directions is read in more than one order: there the letters alone count."""
    directions = {bidirectional(one) for one in look}
    return "".join(sorted(look)) if "L" in directions and directions & {"R", "AL"} else look
