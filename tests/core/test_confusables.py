"""What looks alike, by UTS #39: the table, the skeleton, and short texts compared by it."""

from __future__ import annotations

import importlib.util
from itertools import combinations
from pathlib import Path
from types import ModuleType
from unicodedata import decomposition, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core.confusables import look_alike, skeleton, stands_for
from tests.core.test_texts import TEXTS

ROOT = Path(__file__).parents[2]
POLISH = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"
CZECH = "aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzž"
# Letters of one look among small letters, and among capitals.
ALIKE = st.sampled_from(
    ["aа", "eе", "oо0", "pр", "cс", "xх", "iі", "AАΑ", "BВΒ", "HНΗ", "TТΤ", "NΝ", "l1I|Ӏ"]
)


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("confusables", ROOT / "tools" / "confusables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_is_unicodes() -> None:
    table = stands_for()
    assert len(table) > 6000
    for one, stands in {
        "а": "a",
        "1": "l",
        "0": "O",
        "m": "rn",
        "ł": "l\u0338",
        "ﷺ": stands_for()[0xFDFA],
    }.items():
        assert table[ord(one)] == stands
    assert not [one for one, stands in table.items() if chr(one) == stands]
    text = (ROOT / "src/kosmoport/core/confusables.txt").read_text(encoding="utf-8")
    assert "UNICODE LICENSE V3" in text
    assert "Version: 17.0.0" in text


def test_the_table_is_made_from_unicodes_file() -> None:
    theirs = "\n".join(
        (
            "\ufeff# confusables.txt",
            "# Version: 99.1.0",
            "#",
            "006D ;\t0072 006E ;\tMA\t# ( m → rn ) SMALL LETTER M → R, N\t# ",
            "1D44E ;\t0061 ;\tMA\t# ( 𝑎 → a ) MATHEMATICAL ITALIC SMALL A → A\t# ",
            "0430 ;\t0061 ;\tMA\t# ( а → a ) CYRILLIC SMALL LETTER A → A\t# ",
            "",
            "# total: 3",
        )
    )
    licence = "UNICODE LICENSE V3\n\nas it is\n\nSPDX-License-Identifier: Unicode-3.0\n\nof others"
    *head, one, two = tool().shortened(theirs, licence).splitlines()
    assert (one, two) == ("0061: 0430 1D44E", "0072 006E: 006D")
    assert all(line.startswith("#") for line in head)
    assert {"# Version: 99.1.0", "# as it is"} < set(head)
    assert "# of others" not in head
    with pytest.raises(ValueError, match="not Unicode's"):
        tool().shortened(theirs, "MIT License")
    with pytest.raises(ValueError, match="not Unicode's"):
        tool().shortened("<html>", licence)


@pytest.mark.parametrize(
    ("text", "look"),
    [
        ("paypal", "paypal"),
        ("раураl", "paypal"),  # Cyrillic but for the last letter
        ("ｐａｙｐａｌ", "paypal"),
        ("pay\u200bpal\ufe0f", "paypal"),
        ("Circle", "Circle"),
        ("С1rсⅼе", "Clrcle"),
        ("modern", "rnodern"),
        ("ǆ", "dz\u0306"),  # what stands for it is itself not the simplest
    ],
)
def test_skeletons(text: str, look: str) -> None:
    assert skeleton(text) == look


def test_no_character_has_a_skeleton_that_could_be_simpler() -> None:
    taken_apart = [number for number in range(0x30000) if decomposition(chr(number))]
    for number in (*stands_for(), *taken_apart):
        look = skeleton(chr(number))
        assert skeleton(look) == look


@given(TEXTS)
def test_a_skeleton_is_its_own(text: str) -> None:
    look = skeleton(text)
    assert skeleton(look) == look
    assert skeleton(normalize("NFC", text)) == look


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ala", "ALA"),
        ("Ala", "Аla"),  # a Cyrillic capital
        ("Ala", "AIa"),  # a capital I
        ("Ala", "A1a"),
        ("Ola", "0la"),
        ("Tom", "Тom"),  # a Cyrillic Te, which is no t when it is small
        ("TOM", "Тom"),
        ("Nina", "Νina"),  # a Greek Ny, which is no n when it is small
        ("Νίκος", "ΝΊΚΟΣ"),
        ("Марина", "МАРИНА"),
        ("Bob", "Ᏼоb"),
        ("mama", "rnarna"),
        ("Ola", "Ｏｌａ"),
        ("Ola", "𝓞𝓵𝓪"),
        ("Zoë", "zoe\u0308"),
        ("Strauß", "STRAUSS"),
        ("Ola ❤", "Ola ❤\ufe0f"),
        ("O'Neil", "O’Neil"),
        ("Hana אב", "אב Hana"),  # the direction of writing makes one of the other
        ("علی\u200cرضا", "علیرضا"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Łukasz", "Lukasz"),
        ("Żaneta", "Zaneta"),
        ("Żaneta", "Źaneta"),
        ("Jiří", "Jiri"),
        ("Ian", "Lan"),
        ("Kai", "Kal"),
        ("Ila", "Lia"),
        ("Ala", "Ola"),
        ("Ola", "Ola 2"),
        ("Олена", "Olena"),
        ("אבא", "באא"),
        ("Ola.", "Ola"),
    ],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)


@pytest.mark.parametrize("letters", [POLISH, POLISH.upper(), CZECH, CZECH.upper()])
def test_letters_of_an_alphabet_are_told_apart(letters: str) -> None:
    for one, other in combinations(letters, 2):
        assert not look_alike(f"x{one}y", f"x{other}y"), (one, other)


@given(TEXTS, TEXTS)
def test_looking_alike_is_mutual_and_blind_to_writing(one: str, other: str) -> None:
    assert look_alike(one, one)
    assert look_alike(one, other) == look_alike(other, one)
    for again in (normalize("NFC", one), normalize("NFKC", one), normalize("NFD", one), one.casefold()):
        assert look_alike(one, again)


@given(st.data())
def test_a_letter_in_place_of_its_double_deceives_nobody(data: st.DataObject) -> None:
    doubles = data.draw(st.lists(ALIKE, min_size=1, max_size=8))
    spelt = ["".join(data.draw(st.sampled_from(letters)) for letters in doubles) for _ in range(3)]
    assert look_alike(spelt[0], spelt[1])
    assert look_alike(spelt[1], spelt[2])
    assert look_alike(spelt[0], spelt[2])
