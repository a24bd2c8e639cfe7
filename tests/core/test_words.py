"""Words: templates, plurals of three languages, and actions read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.core.words import PLURALS, Told, Words, load, written

MESSAGES: dict[str, dict[str, Any]] = {
    "action": {
        "put": "put {what:term} at {x:mm}, {y:mm}",
        "go": "go to {n:int}",
        "ask": "ask {seat:seat} for {what:term}",
        "wait": "wait",
    },
    "event": {"won": {"by": "n", "one": "{seat:seat} wins {n} coin", "other": "{seat:seat} wins {n} coins"}},
    "term": {"chest": "old chest", "7": "lucky seven", "nothing": "nothing", "player": "player"},
    "account": {"held": "{items:terms}", "who": "{seats:seats}"},
}
WORDS = Words("en", MESSAGES)


def test_sentences_are_filled_in() -> None:
    assert WORDS.say("event", Told("won", {"seat": 1, "n": 1}), ["Ann", "Bob"]) == "Bob wins 1 coin"
    assert WORDS.say("event", Told("won", {"seat": 5, "n": 3}), ["Ann"]) == "player 6 wins 3 coins"
    assert WORDS.say("account", Told("held", {"items": ["chest", 4]})) == "old chest, 4"
    assert WORDS.say("account", Told("held", {"items": []})) == "nothing"
    assert WORDS.say("account", Told("who", {"seats": [0, 1]}), ["Ann", "Bob"]) == "Ann, Bob"


@pytest.mark.parametrize(
    "told",
    [
        Told("put", {"what": "chest", "x": -125, "y": 0}),
        Told("put", {"what": 7, "x": 3, "y": -3}),
        Told("put", {"what": 12, "x": 10, "y": 20}),
        Told("go", {"n": -4}),
        Told("ask", {"seat": 4, "what": "chest"}),
        Told("wait"),
    ],
)
def test_actions_are_read_back(told: Told) -> None:
    assert WORDS.read_action(WORDS.say("action", told)) == told
    assert WORDS.read_action(f"  {WORDS.say('action', told).upper()}  ") == told


def test_players_in_an_action_are_read_by_their_names() -> None:
    asked, names = Told("ask", {"seat": 1, "what": "chest"}), ["Ann", "Bob (you)"]
    said = WORDS.say("action", asked, names)
    assert said == "ask Bob (you) for old chest"
    assert WORDS.read_action(said.lower(), names) == asked
    assert WORDS.read_action("ask zoë for old chest", names).args["seat"] == "zoë"


@pytest.mark.parametrize(
    "text", ["", "put", "put chest", "go to x", "go to 1 2", "put old chest at 1.25, 2", "(", "é"]
)
def test_other_words_are_not_an_action(text: str) -> None:
    with pytest.raises(BadInput, match="not an action"):
        WORDS.read_action(text)


def test_a_message_that_is_missing_is_said_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by number, though Polish counts otherwise: whoever begins to translate a game can play it."""
    folder = tmp_path / "half_polish" / "words"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "en.json").write_text(json.dumps(MESSAGES), encoding="utf-8")
    (folder / "pl.json").write_text('{"action": {"go": "idź do {n:int}"}}', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    words = load("pl", "half_polish")
    said = [words.say("action", Told(id, {"n": 3})) for id in ("go", "wait")]
    assert said == ["idź do 3", "wait"]
    won = [words.say("event", Told("won", {"seat": 0, "n": n})) for n in (1, 3, 7)]
    assert won == ["gracz 1 wins 1 coin", "gracz 1 wins 3 coins", "gracz 1 wins 7 coins"]
    assert written("pl", "half_polish")["action"] == {"go": "idź do {n:int}"}


def test_a_language_without_words_is_refused() -> None:
    with pytest.raises(BadInput, match="no words for the language xx"):
        load("xx", "kosmoport.games.piraci")


@pytest.mark.parametrize(
    ("language", "numbers", "category"),
    [
        ("en", [1], "one"),
        ("en", [0, 2, 11, 21], "other"),
        ("pl", [1], "one"),
        ("pl", [2, 3, 4, 22, 104], "few"),
        ("pl", [0, 5, 11, 12, 14, 21, 112, 1000], "many"),
        ("cs", [1], "one"),
        ("cs", [2, 3, 4], "few"),
        ("cs", [0, 5, 11, 22, 100], "other"),
    ],
)
def test_plural_categories(language: str, numbers: list[int], category: str) -> None:
    assert {PLURALS[language](n) for n in numbers} == {category}


def test_one_point_is_not_points() -> None:
    words = load("en", "kosmoport.games.piraci")
    said = [words.say("terminal", Told("score", {"seat": 0, "score": n}), ["Ann"]) for n in (1, 2, -1, -5)]
    assert said == ["Ann: 1 point.", "Ann: 2 points.", "Ann: −1 point.", "Ann: −5 points."]


@pytest.mark.parametrize(
    ("language", "one", "few"), [("pl", "−1 punkt.", "−3 punkty."), ("cs", "−1 bod.", "−3 body.")]
)
def test_a_negative_number_is_inflected_like_a_positive_one(language: str, one: str, few: str) -> None:
    words = load(language, "kosmoport.games.kosmiczna_eskadra")
    said = [words.say("event", Told("scored", {"seat": 0, "n": n}), ["Ann"]) for n in (-1, -3)]
    assert [text.removeprefix("Ann ma ").removeprefix("Ann má ") for text in said] == [one, few]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "at −12.5, 3"), ("pl", "at −12,5, 3"), ("cs", "at −12,5, 3")]
)
def test_lengths_are_written_as_the_language_writes_them(language: str, said: str) -> None:
    words = Words(language, {"action": {"put": "at {x:mm}, {y:mm}"}})
    put = Told("put", {"x": -125, "y": 30})
    assert words.say("action", put) == said
    for typed in (said, "at -12.5, 3", "at -12,5, 3"):
        assert words.read_action(typed) == put


def test_what_is_counted_from_nought_is_said_from_one() -> None:
    words = Words("en", {"action": {"go": "go to planet {planet:nth}"}})
    assert words.say("action", Told("go", {"planet": 0})) == "go to planet 1"
    assert words.read_action("go to planet 1") == Told("go", {"planet": 0})


TARGETED: dict[str, Any] = {
    "by": "hits",
    "zero": "{seat:seat} wins.",
    "one": "{seat:seat} wins and is hit once.",
    "other": {
        "by": "n",
        "one": "{seat:seat} wins and is hit {hits} times by one ship.",
        "other": "{seat:seat} wins and is hit {hits} times by {n} ships.",
    },
}


@pytest.mark.parametrize(
    ("hits", "n", "said"),
    [
        (0, 0, "Ann wins."),
        (1, 1, "Ann wins and is hit once."),
        (2, 1, "Ann wins and is hit 2 times by one ship."),
        (5, 3, "Ann wins and is hit 5 times by 3 ships."),
    ],
)
def test_a_message_may_go_by_two_numbers_and_have_words_for_nought(hits: int, n: int, said: str) -> None:
    for language in PLURALS:  # `other` stands for every category that has no form of its own
        words = Words(language, {"event": {"won": TARGETED}})
        assert words.say("event", Told("won", {"seat": 0, "hits": hits, "n": n}), ["Ann"]) == said


def test_whoever_an_event_is_about_hears_it_as_you() -> None:
    paid = "{seat:seat} pays {to:seat}."
    own = {"paid.seat": "You pay {to:seat}.", "paid.to": "{seat:seat} pays you."}
    words = Words("en", {"event": {"paid": paid}, "you": own})
    told, names = Told("paid", {"seat": 0, "to": 1, "n": 2}), ["Ann", "Bob", "Cid"]
    heard = [words.say("event", told, names, you) for you in (0, 1, 2, None)]
    assert heard == ["You pay Bob.", "Ann pays you.", "Ann pays Bob.", "Ann pays Bob."]
    both = Words("en", {"event": {"paid": paid}, "you": {**own, "paid.seat.to": "You pay yourself."}})
    assert both.say("event", Told("paid", {"seat": 2, "to": 2, "n": 2}), names, 2) == "You pay yourself."


def test_terms_are_inflected_and_read_back() -> None:
    words = Words(
        "pl",
        {
            "term": {"chest": {"nom": "skrzynia", "acc": "skrzynię"}, "rum": "rum", "nothing": "nic"},
            "action": {"take": "weź {loot:term.acc}"},
            "event": {"has": "Na statku: {loot:terms}.", "got": "Bierze {loot:terms.acc}."},
        },
    )
    take = Told("take", {"loot": "chest"})
    assert words.say("action", take) == "weź skrzynię"
    assert words.read_action("Weź skrzynię") == take
    assert words.say("event", Told("has", {"loot": ["chest", "rum"]})) == "Na statku: skrzynia, rum."
    assert words.say("event", Told("got", {"loot": ["chest"]})) == "Bierze skrzynię."
    assert words.say("event", Told("got", {"loot": []})) == "Bierze nic."
