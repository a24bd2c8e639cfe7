"""Rules pages read as data, strictly: docs/rules/<game>.md and its translations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, NoReturn

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.words import ENGLISH
from kosmoport.games.rules_text import own_text, page_text
from kosmoport.learn.shapes import Added, FirstStep, LeftOut, Rule, RulePart, RulesPage, RulesSection, Ruling

LANGUAGES = ("en", "pl", "cs")
STANDINGS: dict[str, dict[str, str]] = {  # as each language writes them on its pages
    "en": {"stated": "stated", "inferred": "inferred", "ruling": "ruling"},
    "pl": {"podane": "stated", "wywnioskowane": "inferred", "ustalenie": "ruling"},
    "cs": {"uvedeno": "stated", "odvozeno": "inferred", "výklad": "ruling"},
}
# For those who make tables, bots and programs; the other pages go without them.
NOT_SHOWN = ("Options", "Components", "Decisions and sizes")
OWN_RULE = re.compile(r"- \*\*([A-Z]{2}-\d+)\*\* (.+)")  # of a game outside the box
RULES_HEADING = "Rules"
NOTHING_MORE: dict[str, Any] = {
    **dict.fromkeys(("first_heading", "rulings_heading", "added_heading"), ""),
    **dict.fromkeys(("added_everywhere", "left_out_heading"), ""),
    **dict.fromkeys(("first", "rulings", "added", "left_out"), ()),
}
NOTHING = "–"  # an empty field of the table of rulings

ID = r"[A-Z]{2}-\d+"
RULING_ID = r"[A-Z]{2}-B\d+[a-z]?"
RULE = re.compile(rf"- \*\*({ID})\*\* (\*\(.+)")
PART = re.compile(r"(?:^| )\*\(([^)]*)\)\* ")  # what stands before each part of a rule
ADDED = re.compile(rf"- \*\*({ID}|{RULING_ID})\*\* (.+)")
FIRST = re.compile(rf"- \*\*([^*]+)\.\*\* (.+) \(({ID})\)")
LEFT_OUT = re.compile(rf"- \*\*({ID})\*\* (.+)")
STANDING = re.compile(rf"(\w+)(?: ({RULING_ID}(?:, {RULING_ID})*))?")
CREDITS = re.compile(r"\*\*[^*]+\*\* ")


class PageLine(NamedTuple):
    """A line of a page that is not empty."""

    number: int
    text: str


@cache
def rules_page(game: Game, language: str) -> RulesPage:
    """The page of a game in a language; BadInput with the line where it does not fit.

    A game with a page in its own folder has only that one, in English, whatever is asked for.
    """
    if language not in LANGUAGES:
        raise BadInput(f"the rules of {game.title} are not written in the language {language}")
    own = own_text(game)
    return read_page(game, language, page_text(game, language)) if own is None else read_own_page(game, own)


def read_page(game: Game, language: str, text: str) -> RulesPage:
    """A page from its Markdown."""
    lines = [PageLine(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    opening, *chapters = _split(lines, "## ")
    shown = [part for part in chapters if part[0].text[3:] not in NOT_SHOWN]
    if len(opening) != 3 or not opening[0].text.startswith("# "):
        _wrong(lines[0], "a page begins with a title, an introduction and the credits")
    if not CREDITS.match(opening[2].text):
        _wrong(opening[2], "the credits begin with a word in bold")
    first = shown.pop(0) if len(shown) == 5 else []  # pages of frozen rules begin with the rules
    if len(shown) != 4:
        _wrong(lines[-1], "a page has rules, rulings, what is not in the rulebook and what is left out")
    rules, rulings, added, left_out = shown
    before, *sections = _split(rules[1:], "### ")
    return RulesPage(
        game=game.id,
        language=language,
        title=opening[0].text[2:],
        introduction=opening[1].text,
        credits=opening[2].text,
        first_heading=first[0].text[3:] if first else "",
        first=tuple(map(_first, first[1:])),
        rules_heading=rules[0].text[3:],
        paragraphs=tuple(_paragraph(line) for line in before),
        sections=tuple(_section(part, language) for part in sections),
        rulings_heading=rulings[0].text[3:],
        rulings=tuple(_rulings(rulings)),
        added_heading=added[0].text[3:],
        added_everywhere=_paragraph(added[:2][-1]),
        added=tuple(map(_added, added[2:])),
        left_out_heading=left_out[0].text[3:],
        left_out=tuple(map(_left_out, left_out[1:])),
    )


def _split(lines: list[PageLine], mark: str) -> list[list[PageLine]]:
    """What stands before the first heading, then each heading with what follows it."""
    parts: list[list[PageLine]] = [[]]
    for line in lines:
        if line.text.startswith(mark):
            parts.append([])
        parts[-1].append(line)
    return parts


def _wrong(line: PageLine, what: str) -> NoReturn:
    raise BadInput(f"line {line.number}: {what}")


def _paragraph(line: PageLine) -> str:
    if line.text.startswith(("#", "- ", "|", "<", " ", "```")):
        _wrong(line, "a paragraph is expected here")
    return line.text


def _first(line: PageLine) -> FirstStep:
    found = FIRST.fullmatch(line.text)
    if found is None:
        _wrong(line, "what a beginner reads is written - **Heading.** text (KP-1)")
    return FirstStep(found[1], found[2], found[3])


def _section(part: list[PageLine], language: str) -> RulesSection:
    heading, *lines = part
    rules = [line for line in lines if line.text.startswith("- ")]
    before = lines[: len(lines) - len(rules)]
    if not rules or lines[len(before) :] != rules:
        _wrong(heading, "a section has paragraphs first and then rules, at least one")
    return RulesSection(
        heading.text[4:],
        tuple(map(_paragraph, before)),
        tuple(_rule(line, language) for line in rules),
    )


def _rule(line: PageLine, language: str) -> Rule:
    found = RULE.fullmatch(line.text)
    if found is None:
        _wrong(line, "a rule is written - **KP-1** *(standing)* text *(another standing)* text")
    before, *parts = PART.split(found[2])
    if before or not parts or any("*(" in text or not text.strip() for text in parts[1::2]):
        _wrong(line, "a standing stands before the part of a rule that has it")
    return Rule(
        found[1],
        tuple(
            _part(line, standing, text, language)
            for standing, text in zip(parts[::2], parts[1::2], strict=True)
        ),
    )


def _part(line: PageLine, standing: str, text: str, language: str) -> RulePart:
    named = STANDING.fullmatch(standing)
    known = None if named is None else STANDINGS[language].get(named[1])
    if named is None or known is None or (known == "ruling") != (named[2] is not None):
        _wrong(line, f"no rule has the standing {standing!r}")
    rulings = named[2].split(", ") if named[2] else []
    return RulePart(known, tuple(rulings), text.strip())  # type: ignore[arg-type]


def _added(line: PageLine) -> Added:
    found = ADDED.fullmatch(line.text)
    if found is None:
        _wrong(line, "what is not in the rulebook is written - **KP-B1** text")
    return Added(found[1], found[2])


def _rulings(part: list[PageLine]) -> Iterator[Ruling]:
    heading, *rows = part
    if len(rows) < 3 or not rows[1].text.startswith("|---|"):
        _wrong(heading, "rulings are the rows of a table")
    for line in rows[2:]:
        cells = [cell.strip() for cell in line.text.split("|")]
        if len(cells) != 7 or not re.fullmatch(RULING_ID, cells[1]) or not all(cells[1:6]):
            _wrong(line, "a ruling has the five columns id, question, ruling, why and option")
        id, question, ruling, why, option = cells[1:6]
        yield Ruling(id, question, ruling, _or_none(why), _or_none(option))


def _or_none(cell: str) -> str | None:
    return None if cell == NOTHING else cell


def _left_out(line: PageLine) -> LeftOut:
    found = LEFT_OUT.fullmatch(line.text)
    return LeftOut(None, _paragraph(line)) if found is None else LeftOut(found[1], found[2])


# ---------------------------------------------------------------- the page of a game outside the box


def read_own_page(game: Game, text: str) -> RulesPage:
    """A title, paragraphs, and numbered rules under headings, if there are any; no rulings, nothing added."""
    lines = [PageLine(number, line) for number, line in enumerate(_joined(text), 1)]
    opening, *chapters = _split(lines, "## ")
    if not opening or not opening[0].text.startswith("# "):
        raise BadInput("the rules begin with a title in a line that starts with #")
    title, *under = opening
    before = [line.text for line in under if not line.text.startswith("- ")]
    rules = [line for line in under if line.text.startswith("- ")]
    named = [(chapter[0].text[3:], chapter[1:]) for chapter in chapters]
    parts = ([(RULES_HEADING, rules)] if rules else []) + named
    return RulesPage(
        game=game.id,
        language=ENGLISH,
        title=title.text[2:],
        introduction=before[0] if before else "",
        credits=f"**By** {', '.join(game.authors)} ({game.publisher}).",
        rules_heading=RULES_HEADING,
        paragraphs=tuple(before[1:]),
        sections=tuple(_own_section(heading, part) for heading, part in parts),
        **NOTHING_MORE,
    )


def _joined(text: str) -> Iterator[str]:
    """Paragraphs and rules, each in one line however it was broken."""
    for block in re.split(r"\n\s*\n|\n(?=- |#)", text.strip()):
        if block.strip():
            yield " ".join(block.split())


def _own_section(heading: str, part: list[PageLine]) -> RulesSection:
    found = [OWN_RULE.fullmatch(line.text) for line in part]
    rules = [Rule(rule[1], (RulePart("stated", (), rule[2]),)) for rule in found if rule]
    paragraphs = [line.text for line, rule in zip(part, found, strict=True) if rule is None]
    return RulesSection(heading, tuple(paragraphs), tuple(rules))
