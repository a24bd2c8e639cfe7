"""Rules pages as data: complete, the same in all languages, and strict about what does not fit."""

from __future__ import annotations

import re

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.rules_text import page_text
from kosmoport.learn.rulebook import LANGUAGES, read_page, rules_page
from kosmoport.learn.shapes import RulesPage
from kosmoport.table.settings import NewTable
from tests.learn.sentences import plain, rule_sentence, rules_of

CITED = re.compile(r"\b[A-Z]{2}-B?\d+[a-z]?\b")

PIRATES = game_by_id("kosmiczni_piraci")
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
MARKUP = re.compile(r"\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\(#[^)]+\)")

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_translation = pytest.mark.parametrize("language", TRANSLATIONS)


def texts(page: RulesPage) -> list[str]:
    """Every text of a page."""
    found = [page.title, page.introduction, page.credits, *page.paragraphs]
    for section in page.sections:
        found += [section.heading, *section.paragraphs, *(rule.text for rule in section.rules)]
    for row in page.rulings:
        found += [row.question, row.ruling, row.why or "", row.option or ""]
    found += [page.added_everywhere, *(added.text for added in page.added)]
    return found + [left_out.text for left_out in page.left_out]


def cited(text: str | None) -> list[str]:
    return sorted(CITED.findall(text or ""))


def coded(text: str) -> list[str]:
    return sorted(re.findall(r"`[^`]+`", text))


# ---------------------------------------------------------------- all that there are


def test_three_languages_are_wanted() -> None:
    assert LANGUAGES == ("en", "pl", "cs")


@each_game
@each_language
def test_the_page_holds_every_rule_and_ruling_of_its_file(game: Game, language: str) -> None:
    page, text = rules_page(game, language), page_text(game, language)
    assert (page.game, page.language) == (game.id, language)
    rules = re.findall(r"^- \*\*([A-Z]{2}-\d+)\*\* \*\(", text, re.M)
    assert list(rules_of(game, language)) == rules
    assert [row.id for row in page.rulings] == re.findall(r"^\| ([A-Z]{2}-B\d+[a-z]?) \|", text, re.M)
    assert len(rules) >= 25
    assert all(author in page.credits for author in game.authors)


@each_game
@each_language
def test_rules_rest_on_rulings_that_exist(game: Game, language: str) -> None:
    page = rules_page(game, language)
    known = {row.id for row in page.rulings}
    parts = [part for section in page.sections for rule in section.rules for part in rule.parts]
    assert {ruling for part in parts for ruling in part.rulings} <= known
    assert all(bool(part.rulings) == (part.standing == "ruling") for part in parts)
    assert {part.standing for part in parts} == {"stated", "inferred", "ruling"}


@each_game
@each_language
def test_what_is_not_in_the_rulebook_is_listed_with_its_option(game: Game, language: str) -> None:
    page, options = rules_page(game, language), {option.name for option in game.options}
    known = {*rules_of(game, language), *(row.id for row in page.rulings)}
    assert len(page.added) >= 10
    assert len({entry.id for entry in page.added}) == len(page.added)
    for entry in page.added:
        assert entry.id in known, entry.id
        if language == "en":
            named = set(re.findall(r"`(\w+)`", entry.text))
            assert named & options or re.search("no option|component file", entry.text, re.I), entry.text
            assert named - options <= {"reject", "accept", "turns"}, entry.text


@each_language
def test_what_every_table_may_add_is_said_alike_of_all_games(language: str) -> None:
    (said,) = {rules_page(game, language).added_everywhere for game in GAMES}
    named = set(re.findall(r"`(\w+)`", said))
    assert named == {"clock", "hints", "take_back"} <= set(NewTable.__struct_fields__)


@each_game
def test_every_aid_and_every_added_limit_is_among_what_is_not_in_the_rulebook(game: Game) -> None:
    added = " ".join(entry.text for entry in rules_page(game, "en").added)
    for option in game.options:
        if getattr(option, "aid", False) or option.name in ("round_limit_s", "deadlock", "stalemate_rounds"):
            assert f"`{option.name}`" in added


@each_game
@each_language
def test_every_reference_leads_somewhere(game: Game, language: str) -> None:
    page = rules_page(game, language)
    known = {*rules_of(game, language), *(row.id for row in page.rulings)}
    assert {name for text in texts(page) for name in CITED.findall(text)} <= known


@each_game
@each_language
def test_texts_have_no_marks_but_those_that_are_named(game: Game, language: str) -> None:
    for text in texts(rules_page(game, language)):
        assert not re.search(r"[*`|<>]|\]\(", MARKUP.sub("", text)), text


@each_game
@each_translation
def test_a_translation_has_the_rules_of_the_english_page(game: Game, language: str) -> None:
    ours, english = rules_page(game, language), rules_page(game, "en")
    assert len(ours.sections) == len(english.sections)
    assert len(ours.paragraphs) == len(english.paragraphs)
    for mine, theirs in zip(ours.sections, english.sections, strict=True):
        assert len(mine.paragraphs) == len(theirs.paragraphs)
        for rule, other in zip(mine.rules, theirs.rules, strict=True):
            assert rule.id == other.id
            for part, same in zip(rule.parts, other.parts, strict=True):
                assert (part.standing, part.rulings) == (same.standing, same.rulings), rule.id
                assert cited(part.text) == cited(same.text), rule.id


@each_game
@each_translation
def test_a_translation_has_the_rulings_of_the_english_page(game: Game, language: str) -> None:
    ours, english = rules_page(game, language), rules_page(game, "en")
    for row, other in zip(ours.rulings, english.rulings, strict=True):
        assert row.id == other.id
        assert (row.why is None, row.option is None) == (other.why is None, other.option is None), row.id
        for mine, theirs in zip(
            (row.question, row.ruling, row.why), (other.question, other.ruling, other.why), strict=True
        ):
            assert cited(mine) == cited(theirs), row.id
    for mine_added, theirs_added in zip(ours.added, english.added, strict=True):
        assert (mine_added.id, coded(mine_added.text)) == (theirs_added.id, coded(theirs_added.text))
    assert coded(ours.added_everywhere) == coded(english.added_everywhere)
    for mine_out, theirs_out in zip(ours.left_out, english.left_out, strict=True):
        assert (mine_out.id, cited(mine_out.text)) == (theirs_out.id, cited(theirs_out.text))


@each_game
@each_translation
def test_a_translation_is_not_the_english_text(game: Game, language: str) -> None:
    english = rules_of(game, "en")
    same = [id for id, rule in rules_of(game, language).items() if rule.text == english[id].text]
    assert same == []


# ---------------------------------------------------------------- single rules


def test_a_rule_is_said_in_plain_words() -> None:
    assert rule_sentence(PIRATES, "KP-19", "en") == "Turning up a teleport moves no ship."
    assert rule_sentence(game_by_id("piraci"), "PI-8", "en") == (
        "In your turn you do one thing: either move one of your units or board a ship."
    )
    assert rule_sentence(game_by_id("kosmodraci"), "KD-29", "en").startswith("Set up as usual")


def test_a_long_rule_is_cut_after_a_sentence() -> None:
    said = rule_sentence(PIRATES, "KP-34", "en")
    whole = plain(rules_of(PIRATES, "en")["KP-34"].text)
    assert len(said) < len(whole)
    assert whole.startswith(said)
    assert said.endswith(".")


@each_game
@each_language
def test_every_rule_can_be_said(game: Game, language: str) -> None:
    for id in rules_of(game, language):
        said = rule_sentence(game, id, language)
        assert len(said) >= 10
        assert not re.search(r"[*`\[\]]", said), said


def test_there_are_no_sentences_for_rules_and_languages_there_are_not() -> None:
    with pytest.raises(BadInput, match="Kosmiczni Piraci has no rule KP-99"):
        rule_sentence(PIRATES, "KP-99", "en")
    with pytest.raises(BadInput, match="not written in the language xx"):
        rules_page(PIRATES, "xx")


# ---------------------------------------------------------------- pages that do not fit

SMALL = """# Title

Introduction.

**Credits.** Author: somebody.

## Rules

How to read them.

### Section

- **KP-1** *(stated)* First. *(ruling KP-B1, KP-B2)* And so on.
- **KP-2** *(inferred)* Second.

## Rulings

| id | question | ruling | why | option |
|---|---|---|---|---|
| KP-B1 | Why? | So. | – | `option` |

## Not in the rulebook

A table may add `more`.

- **KP-B1** This. Option `option`.

## What the software does not do

- **KP-2** There is none.
Nothing else.
"""


def test_a_small_page_is_read() -> None:
    page = read_page(PIRATES, "en", SMALL)
    first, second = page.sections[0].rules[0].parts
    assert (first.standing, first.rulings, first.text) == ("stated", (), "First.")
    assert (second.standing, second.rulings, second.text) == ("ruling", ("KP-B1", "KP-B2"), "And so on.")
    assert page.sections[0].rules[0].text == "First. And so on."
    assert page.added_everywhere == "A table may add `more`."
    assert [(entry.id, entry.text) for entry in page.added] == [("KP-B1", "This. Option `option`.")]
    assert (page.rulings[0].why, page.rulings[0].option) == (None, "`option`")
    assert [entry.id for entry in page.left_out] == ["KP-2", None]


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ("# Title\n", "Title\n", "line 1: a page begins"),
        ("Introduction.\n", "Introduction.\n\nAnother.\n", "line 1: a page begins"),
        ("**Credits.** A", "Credits. A", "line 5: the credits"),
        ("How to", "- How to", "line 9: a paragraph"),
        ("*(inferred)* ", "", "line 14: a rule is written"),
        ("(inferred)", "(guessed)", "line 14: no rule has the standing 'guessed'"),
        ("(inferred)", "(ruling)", "line 14: no rule has the standing 'ruling'"),
        ("(stated)", "(stated KP-B1)", "line 13: no rule has the standing"),
        ("(stated)", "(stated, ruling KP-B1)", "line 13: no rule has the standing"),
        ("First. *(", "First *(inferred)*. *(", "line 13: a standing stands before the part"),
        ("- **KP-B1** This.", "- This.", "line 26: what is not in the rulebook is written"),
        ("A table may add `more`.\n", "", "line 25: a paragraph is expected here"),
        ("A table may add `more`.\n\n- **KP-B1** This. Option `option`.\n", "", "line 22: a paragraph"),
        ("- **KP-2** *(inf", "In between.\n- **KP-2** *(inf", "line 11: a section has paragraphs first"),
        ("| `option` |", "|", "line 20: a ruling has the five columns"),
        ("| KP-B1 |", "| B1 |", "line 20: a ruling has the five columns"),
        ("| KP-B1 | Why? | So. | – | `option` |\n", "", "line 16: rulings are the rows of a table"),
        ("## What the software does not do\n", "", "line 30: a page has rules"),
        ("## Not in the rulebook\n", "", "line 30: a page has rules"),
    ],
)
def test_a_page_that_does_not_fit_is_refused_with_its_line(right: str, wrong: str, sentence: str) -> None:
    assert right in SMALL
    with pytest.raises(BadInput, match=sentence.replace("(", r"\(")):
        read_page(PIRATES, "en", SMALL.replace(right, wrong, 1))
