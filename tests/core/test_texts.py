"""Texts of strangers: what a person writes in any language stays, what disturbs a screen goes."""

from __future__ import annotations

import json
from unicodedata import category, is_normalized

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core.texts import (
    BLANK,
    MAX_NAME,
    MOST_MARKS,
    SHAPELESS,
    clean,
    is_visible,
    printable,
    shown_name,
)

# Letters as they come, and many of those that make trouble, close together.
ODD = (
    *(
        "\u200b",
        "\u200c",
        "\u200d",
        "\u200e",
        "\u202e",
        "\u2066",
        "\u2069",
        "\u061c",
        "\u00ad",
        "\ufeff",
        "\u034f",
    ),
    *(
        "\ufe0f",
        "\ufe00",
        "\u180b",
        "\U000e0100",
        "\U000e0067",
        "\U000e007f",
        "\U0001f3f4",
        "\U0001f468",
        "\u2764",
    ),
    *(
        "\u2800",
        "\u3164",
        "\u115f",
        "\u1160",
        "\uffa0",
        "\u00a0",
        "\u3000",
        "\u2028",
        "\n",
        "\x00",
        "\x1b",
        "\x9b",
    ),
    *(
        "\u0301",
        "\u0338",
        "\u20e3",
        "\u0489",
        "\u093c",
        "\u094d",
        "\u0915",
        "\u0903",
        "\u0627",
        "\u0654",
        "\u05d0",
    ),
    *("a", "l", "I", "ż", "\ud800", "\ue000", "\U0001fae8", "\uffff", "\U00013441", "\u0958", "\ufdfa"),
)
TEXTS = st.text(st.one_of(st.sampled_from(ODD), st.characters(exclude_categories=())), max_size=60)


@pytest.mark.parametrize(
    "text",
    [
        "Zażółć gęślą jaźń, ĄĆĘŁŃÓŚŹŻ!",
        "Příliš žluťoučký kůň úpěl ďábelské ódy: ÁČĎÉĚÍŇŘŠŤÚŮÝŽ?",
        "Привіт, Оленко! Ґанок, їжак",
        "Καλημέρα, τι κάνεις;",
        "你好,我们玩吧。ありがとう 안녕하세요",
        "שָׁלוֹם לְכֻלָּם",
        "مرحبا بالعالم \u06dd",
        "می\u200cخواهم بازی کنم",  # Persian, with a non-joiner inside a word
        "۱۴۰۳ ه\u200d",  # the year of the Hijra, with a joiner at the end
        "क्\u200dष और क्\u200cष",
        "র\u200d\u09cdযাম",  # Bengali, with a joiner before the virama
        "สวัสดีครับ ก็ดี",
        "Tiếng Việt: Ữ ợ ễ",
        "😀 👍🏽 🇵🇱🇨🇿",
        "👨\u200d👩\u200d👧\u200d👦 🏃🏽\u200d♂\ufe0f ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England
        "1\ufe0f\u20e3 #\ufe0f\u20e3",
        "\U0001fae8 \U0001fae8\u200d\U0001f7e9",  # newer than the Unicode of Python 3.11
        "葛\U000e0100飾区",
        "2 + 2 = 4; a < b && c > d \\ \"' ` ~ | ½ ² № § → ∞",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  a \t b\n\nc\u3000d\u00a0e  ", "a b c d e"),
        ("e\u0301 z\u0307", "é ż"),
        ("user\u202egnp.exe", "usergnp.exe"),
        ("\u2066a\u2069 \u200eb\u200f \u061cc", "a b c"),
        ("a\u200bb\u2060c\ufeffd\u00ade\u034ff", "abcdef"),
        ("a\x00b\x1b[31mc\x9bd\x7f", "ab[31mcd"),
        ("a\u200db \u200cc\u200d", "ab c"),  # joiners where nothing is joined
        ("\ufe0fa \ufe0f b", "a b"),
        ("\u200d👍\u200d\u200d\u200d👍", "👍\u200d👍"),
        ("❤\ufe0f\ufe0e\ufe0f\u200d", "❤\ufe0f"),
        ("a\U000e0067\U000e0062\U000e007f", "a"),
        ("a\u2800\u2800b", "a b"),
        ("\u3164a\u115f\u1160b\uffa0", "ab"),
        ("\u0301\u0301a \u0301b", "a b"),
        ("z" + "\u0338" * 50 + "a", "z" + "\u0338" * MOST_MARKS + "a"),
        ("z" + "\u0338\u200d" * 50, "z" + "\u0338" * MOST_MARKS),
        ("\u0915\u200d\u094d\U000e0067\u093c", "\u0915\u093c\u094d"),  # a tag kept the signs in their order
        ("a\ue000b\U0010fffdc\uffffd", "abcd"),
        ("a\ud800b", "ab"),
        ("a\u0378b", "ab"),  # nobody knows what will stand there
        ("\u1acf\u1ad0\u1ad1" * 20, ""),  # accents of a newer Unicode
    ],
)
def test_what_disturbs_is_taken_out(text: str, shown: str) -> None:
    assert clean(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "\n",
            "\u00a0\u2003\u3000",
            "\u2800",
            "\u3164",
            "\u115f\u1160",
            "\uffa0",
            "\ufe0f",
            "\u200d",
        ),
        *(
            "\u0301",
            " \u0301 ",
            "\u0903",
            "\u202e\u202c",
            "\x00",
            "\ud800",
            "\U000e0067",
            "\U0001d159",
            "\U00016fe4",
        ),
    ],
)
def test_what_cannot_be_seen_is_nothing(text: str) -> None:
    assert clean(text) == ""
    assert shown_name(text) == ""


@given(TEXTS)
def test_cleaning_ends_with_something_that_is_clean(text: str) -> None:
    shown = clean(text)
    assert clean(shown) == shown
    assert is_normalized("NFC", shown)
    assert len(shown) <= 3 * len(text)  # composed letters that Unicode takes apart become at most three
    assert shown == "" or is_visible(shown)
    assert shown == " ".join(shown.split())
    assert not BLANK.search(shown)
    assert not {"Cc", "Cs", "Co", "Zl", "Zp"} & {category(one) for one in shown}
    shown.encode()


@given(TEXTS)
def test_nothing_turns_the_direction_and_accents_are_few(text: str) -> None:
    marks = 0
    for one in clean(text):
        assert one not in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        if category(one) in ("Mn", "Me") and not SHAPELESS.match(one):
            marks += 1
        elif category(one)[0] != "M":
            marks = 0
        assert marks <= MOST_MARKS


@given(TEXTS)
def test_names_from_files_are_shown_clean_and_short(text: str) -> None:
    shown = shown_name(text)
    assert len(shown) <= MAX_NAME
    assert clean(shown) == shown


@pytest.mark.parametrize(
    "letter", ["a", "ż", "\u0301", "👍\u200d", "\ud800", "\u2800", "\ufdfa", "\u094d\u200d"]
)
def test_long_texts_are_cleaned_too(letter: str) -> None:
    shown = clean(letter * 50_000)
    assert clean(shown) == shown


def test_a_text_that_loses_one_joiner_after_the_other_is_nothing() -> None:
    """Each goes when the one behind it has gone and a low mark has moved up: 660 passes took a second."""
    text = "a" + "\u1b44\U0001d165\u200d" * 660 + "\u093c"
    assert clean(text) == ""


@given(TEXTS)
def test_a_terminal_gets_lines_that_leave_it_alone(text: str) -> None:
    line = printable(text)
    line.encode()
    assert not {"Cc", "Cs", "Zl", "Zp"} & {category(one) for one in line}
    quoted = json.dumps(text, ensure_ascii=False)
    assert json.loads(printable(quoted)) == json.loads(quoted)


def test_a_terminal_gets_what_is_harmless_as_it_is() -> None:
    assert (
        printable("Żaneta k\u00a0Jiřímu, 👍🏽, می\u200cخواهم") == "Żaneta k\u00a0Jiřímu, 👍🏽, می\u200cخواهم"
    )
    assert printable("\x1b[2J\x7f\x9b\n\u202e\U000e0067") == (
        "\\u001b[2J\\u007f\\u009b\\u000a\\u202e\\udb40\\udc67"
    )
