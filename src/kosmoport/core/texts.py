"""Texts that strangers write and others see: what is kept of them, and what a terminal bears.

`clean` is for all that is shown. It takes out what would disturb other people's screens (controls, marks
that turn the direction of writing, characters without a shape, heaps of accents) and keeps what languages
and emoji need. Whoever calls it has bounded the length before.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

MAX_NAME = 24  # characters of a name
MOST_PASSES = 5  # until nothing more goes: what people write takes one, a text made for it one a letter
MOST_MARKS = 4  # accents on one letter, as UTS #39 (5.4) advises; Hebrew with all its points has that many

# What has no shape of its own (Default_Ignorable_Code_Point in Unicode's words).
SHAPELESS = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff]"
)
# What has a shape that is nothing but room: Braille without dots, fillers, a note without a head.
BLANK = re.compile(r"[\u2800\u303f\ufffc\U00013441\U00013442\U00016fe4\U0001d159]")
# Signs that Unicode counts among the controls, though they are drawn: around Arabic and Kaithi numbers.
DRAWN = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"

# Without a shape, but with a meaning between the right neighbours: joiners, variants, flags of countries.
NON_JOINER, JOINER = "\u200c", "\u200d"
VARIANT = re.compile(r"[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
BOUND = re.compile(rf"[{NON_JOINER}{JOINER}\U000e0020-\U000e007f]|{VARIANT.pattern}")
BOUND_RUN = re.compile(f"(?:{BOUND.pattern})+")
BLACK_FLAG = "\U0001f3f4"
COUNTRY = re.compile(r"[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
VIRAMA = 9  # the combining class of the signs that join Indian letters


def clean(text: str) -> str:
    """One line of text that disturbs nobody; empty if nothing can be seen, or there is no end to cleaning."""
    if _is_plain(text):
        return " ".join(text.split())
    kept = _cleaned(text)
    for _ in range(MOST_PASSES):  # what was taken out may have kept neighbours apart
        before, kept = kept, _cleaned(kept)
        if kept == before:
            return kept
    return ""


def _cleaned(text: str) -> str:
    kept = "".join(filter(_may_stand, BLANK.sub(" ", " ".join(text.split()))))
    kept = _few_marks(unicodedata.normalize("NFC", kept))
    kept = unicodedata.normalize("NFC", BOUND_RUN.sub(_in_place, kept))
    return " ".join(kept.split()) if is_visible(kept) else ""


def _is_plain(text: str) -> bool:
    """Nothing but letters, digits, signs and spaces, as most texts are; found out quickly."""
    return (
        text.isprintable()
        and unicodedata.is_normalized("NFC", text)
        and not SHAPELESS.search(text)
        and not BLANK.search(text)
        and not any(unicodedata.category(one)[0] == "M" for one in text)
    )


def shown_name(text: str) -> str:
    """A name from a file or from before names were checked, as it may be shown; empty if there is none."""
    return clean(clean(text)[:MAX_NAME])


def is_visible(text: str) -> bool:
    """Is there a letter, a digit or a sign in it?"""
    return any(unicodedata.category(one)[0] in "LNPS" or is_picture(one) for one in text)


def is_picture(one: str) -> bool:
    """An emoji, a part of one, or a sign, also one of a newer Unicode than Python's."""
    return unicodedata.category(one) in ("So", "Sm", "Sk") or "\U0001f000" <= one <= "\U0001fbff"


@lru_cache(maxsize=4096)
def _may_stand(one: str) -> bool:
    """May it be shown, at least between the right neighbours?"""
    if SHAPELESS.match(one):
        return BOUND.match(one) is not None
    match unicodedata.category(one):
        case "Cc" | "Cs" | "Co":
            return False
        case "Cf":
            return one in DRAWN
        case "Cn":
            return is_picture(one)
    return True


def _few_marks(text: str) -> str:
    """Accents stand on something, and not too many of them."""
    kept, based, marks = [], False, 0
    for one in text:
        kind = _kind(one)
        if kind == "base":
            based, marks = one != " ", 0
        elif kind != "bound" and (not based or (kind == "mark" and marks == MOST_MARKS)):
            continue
        elif kind == "mark":
            marks += 1
        kept.append(one)
    return "".join(kept)


@lru_cache(maxsize=4096)
def _kind(one: str) -> Literal["base", "mark", "wide mark", "bound"]:
    """What it is for what stands around it; a wide mark (a vowel of Indian scripts) has room of its own."""
    category = unicodedata.category(one)
    if BOUND.match(one):
        return "bound"
    if category[0] != "M":
        return "base"
    return "wide mark" if category == "Mc" else "mark"


def _in_place(found: re.Match[str]) -> str:
    """What may stay of joiners, variants and tags between their neighbours: at most one of each."""
    run, text = found[0], found.string
    before = text[found.start() - 1] if found.start() > 0 else " "
    after = text[found.end()] if found.end() < len(text) else " "
    if before == BLACK_FLAG and COUNTRY.fullmatch(run):
        return run
    variant = VARIANT.search(run) if before != " " else None
    joiner = next((one for one in run if _joins(before, one, after)), "")
    return (variant[0] if variant else "") + joiner


def _joins(before: str, joiner: str, after: str) -> bool:
    """Arabic letters change their form by it, Indian ones beside a virama; ZWJ makes one emoji of two."""
    if joiner not in (NON_JOINER, JOINER):
        return False
    if unicodedata.bidirectional(before) == "AL" or unicodedata.combining(before) == VIRAMA:
        return True
    if joiner == NON_JOINER:
        return False
    return unicodedata.combining(after) == VIRAMA or (is_picture(before) and is_picture(after))


def printable(text: str) -> str:
    """A line for a terminal or a log: what would move the cursor or turn the writing is spelt out.

    It is spelt as JSON does, so that JSON stays what it was.
    """
    return "".join(_escaped(one) if _moves_the_cursor(one) else one for one in text)


def _moves_the_cursor(one: str) -> bool:
    category = unicodedata.category(one)
    return category in ("Cc", "Cs", "Zl", "Zp") or (
        category == "Cf" and one not in (NON_JOINER, JOINER, *DRAWN)
    )


def _escaped(one: str) -> str:
    units = one.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
