"""Names at a table: which may be given, and that no two of them look alike."""

from __future__ import annotations

from unicodedata import is_normalized, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core.errors import BadInput
from kosmoport.core.texts import MAX_NAME, SHAPELESS, is_visible
from kosmoport.core.words import PLURALS
from kosmoport.games import GAMES
from kosmoport.table.names import MAX_TYPED, is_of_the_house, is_taken, read_name
from tests.core.test_texts import TEXTS


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ania", "Ania"),
        ("  Ania   z\tKrakowa ", "Ania z Krakowa"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u5b87\u5b99 \U0001f680", "\u5b87\u5b99 \U0001f680"),
        ("x" * 24, "x" * 24),
        ("Ola\u2800", "Ola"),
        ("\u00a0Ola\u3000\u2003K.", "Ola K."),
        ("e\u0323\u0302" * 24, "\u1ec7" * 24),
    ],
)
def test_names_may_be_of_any_alphabet(text: str, name: str) -> None:
    assert read_name(text) == name


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Łukasz",
            "Żółć",
            "ąćęłńóśźż",
            "ĄĆĘŁŃÓŚŹŻ",
            "Řehoř",
            "áčďéěíňřšťúůýž",
            "ÁČĎÉĚÍŇŘŠŤÚŮÝŽ",
            "Göran Å.",
        ),
        *(
            "Олена",
            "Їжак",
            "Νίκος",
            "שָׂרָה",
            "علی\u200cرضا",
            "محمد",
            "दीपक",
            "玲子",
            "지민",
            "José-María O'Neil",
        ),
        *("Ola ❤\ufe0f", "👩\u200d🚀", "🦊", "😀😀", "2", "?", "Jan III", "x_X_x", "<b>", "{name}"),
    ],
)
def test_names_stay_as_they_are_typed(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "x" * 25, "a\x00b", "\u202eevil", "a\u200bb", "\ud800", "a\ue000", "\u2028"),
        *(
            "\u2800",
            "\u3164",
            "\u115f",
            "\u1160",
            "\uffa0",
            "\ufe0f",
            "\u034f",
            "\u17b4",
            "\u180e",
            "\U0001d159",
        ),
        *("\u0301", "\u20e3", "\u0301\u0302", "\u00a0\u2003", "\u2800 \u2800", "\u00ad", "\U000e0041"),
        *(
            "Ola\u3164",
            "Ola\u200d",
            "\ufe0fOla",
            "Ola \u0301",
            "\u0301Ola",
            "O\u0338\u0338\u0338\u0338\u0338la",
        ),
        *("a\u0378", "\U000a0000", "\ufdfa" * 2, "x" * 101, "\ufdfa" * 100_000, "e\u0301" * 100_000),
    ],
)
def test_names_that_cannot_be_shown_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="a name must "):
        read_name(text)


@given(st.one_of(TEXTS, st.text(max_size=MAX_NAME), st.text(min_size=MAX_TYPED, max_size=MAX_TYPED + 2)))
def test_a_name_is_seen_and_short_or_refused(text: str) -> None:
    try:
        name = read_name(text)
    except BadInput:
        return
    assert is_visible(SHAPELESS.sub("", name))
    assert is_normalized("NFC", name)
    assert 1 <= len(name) <= MAX_NAME
    assert len(normalize("NFKC", name)) <= MAX_NAME
    assert read_name(name) == name
    assert read_name(f" {normalize('NFD', name)}\n"[:MAX_TYPED]) == name
    assert is_taken(name, [name])
    name.encode()


@pytest.mark.parametrize("language", PLURALS)
def test_nobody_is_called_like_a_bot_or_a_free_seat(language: str) -> None:
    words = GAMES[0].words(language).messages["seat"]
    assert {"free", *(colour for game in GAMES for colour in game.colours)} == set(words)
    for name in words.values():
        assert is_of_the_house(read_name(name))
        assert is_of_the_house(read_name(name.upper()))
        assert is_of_the_house(read_name(name.replace("o", "о")))  # a Cyrillic one


@pytest.mark.parametrize(
    "name", ["Bot", "Robot", "MyBot 2", "Boten Anna", "Red", "Czerwony", "expert", "Ola"]
)
def test_programs_may_say_what_they_are(name: str) -> None:
    assert not is_of_the_house(name)
