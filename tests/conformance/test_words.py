"""Actions are said and read back; everything that can be told has words, and no words are idle."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Any

import pytest

from examples import goofspiel
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.game import Game
from kosmoport.core.options import WholeList
from kosmoport.core.play import Play, generator, new_play
from kosmoport.core.words import PARAMETER, PLURALS, Told, Words
from kosmoport.engine.reference import playing
from kosmoport.games import GAMES
from kosmoport.learn.components import components_of
from tests.conformance.tables import games, is_posed, moments, option_sets, random_move, tables

# Ids that random games hardly ever reach; the game's own tests make them happen.
RARE: dict[str, set[str]] = {
    "kosmodraci": {"renewed", "markers"},
    "piraci": {"ship_discarded", "loot_gone"},
    "kosmiczna_eskadra": {
        *("stop_clock", "dropped", "kept", "kept_own", "credited", "ore_lost_asteroid"),
        "illegal_off",  # only the referee of a real table sees it
    },
}

LANGUAGES = ("en", "pl", "cs")
FORMS = {"", "term", "terms", "seat", "seats", "mm", "int"}


def spoken() -> list[Any]:
    """(game, language) for every game of the house."""
    return [pytest.param(game, lang, id=f"{game.id}-{lang}") for game in GAMES for lang in LANGUAGES]


@pytest.mark.parametrize(("game", "players"), tables())
def test_actions_are_said_and_read_back(game: Game, players: int) -> None:
    words, spoken = game.words("en"), 0
    for seed, options in enumerate(option_sets(game, players)[:5]):
        for play, rng in moments(game, options, 200 + seed, every=3):
            if play.over or play.chance_due:
                continue
            for seat in play.seats_to_act():
                known = play.view(seat)
                actions = play.legal(seat)
                if is_posed(game):
                    actions = [playing(game).complete_action(play.s, play.c, seat, a, rng) for a in actions]
                said = [words.say("action", game.describe(known, a)) for a in actions]
                assert len(set(said)) == len(set(actions))
                for action, text in zip(actions, said, strict=True):
                    assert game.encode(known, words.read_action(text)) == action
                    assert game.encode(known, words.read_action(f"  {text.upper()} ")) == action
                    spoken += 1
    assert spoken > 100


def told_ids(game: Game) -> tuple[set[str], set[str], set[str]]:
    """Ids of events, account lines and actions that occur in random and in one-sided games."""
    words = game.words("en")
    events, account, actions = set[str](), set[str](), set[str]()
    for players in range(game.players[0], game.players[1] + 1):
        for seed, options in enumerate(option_sets(game, players)):
            policy = "any" if is_posed(game) else ("any", "first", "last")[seed % 3]
            rng = generator(300 + seed)
            play = new_play(game, options, rng)
            while not play.over and len(play.moves) < 5_000:
                for seat in (SPECTATOR, 0):
                    account |= _said(words, "account", game.view.account(play.view(seat)))
                actions |= _possible(play)
                happened = random_move(play, rng, policy)
                for seat in (SPECTATOR, *range(players)):
                    events |= _said(words, "event", play.told(happened, seat))
            account |= _said(words, "account", game.view.account(play.view(SPECTATOR)))
    return events, account, actions


def _possible(play: Play) -> set[str]:
    if is_posed(play.game):
        return set()
    ends = [(seat, a) for seat in play.seats_to_act() for a in (play.legal(seat)[0], play.legal(seat)[-1])]
    return {play.game.describe(play.view(seat), action).id for seat, action in ends}


def _said(words: Words, section: str, lines: Sequence[Told]) -> set[str]:
    for line in lines:
        assert words.say(section, line)
    return {line.id for line in lines}


@pytest.mark.parametrize("game", games())
def test_everything_told_has_words_and_no_words_are_idle(game: Game) -> None:
    messages = game.words("en").messages
    events, account, actions = told_ids(game)
    rare = RARE.get(game.id, set())
    assert events | rare >= set(messages["event"])
    assert account | rare >= set(messages["account"])
    if not is_posed(game):
        assert actions == set(messages["action"])
    assert set(messages["reason"]) == {*game.reasons} - {"ok"}
    assert set(messages["option"]) == {spec.name for spec in game.options}


# ---------------------------------------------------------------- every language


def variants(message: Any) -> list[str]:
    """The texts of a message: one, or one for each plural category."""
    return [text for key, text in message.items() if key != "by"] if isinstance(message, dict) else [message]


def parameters(message: Any) -> set[str]:
    """What a message names, and what its plural goes by."""
    named = {match[1] for text in variants(message) for match in PARAMETER.finditer(text)}
    return named | ({message["by"]} if isinstance(message, dict) else set())


@pytest.mark.parametrize(("game", "language"), spoken())
def test_templates_are_well_formed(game: Game, language: str) -> None:
    words = game.words(language)
    cases = {case for term in words.messages["term"].values() if isinstance(term, dict) for case in term}
    count = 0
    for section, messages in words.messages.items():
        for message in messages.values() if section != "term" else ():
            for text in variants(message):
                for match in PARAMETER.finditer(text):
                    form, _, case = (match[2] or "").partition(".")
                    assert form in FORMS
                    assert not case or (form in ("term", "terms") and case in cases), text
                assert "{" not in PARAMETER.sub("", text)
                count += 1
    assert count > 20


@pytest.mark.parametrize(("game", "language"), spoken())
def test_plurals_are_complete(game: Game, language: str) -> None:
    wanted = {PLURALS[language](n) for n in range(200)} | {"by"}
    for section, messages in game.words(language).messages.items():
        for id, message in messages.items():
            if section == "term":
                assert isinstance(message, str) or "nom" in message, id
            elif isinstance(message, dict):
                assert set(message) == wanted, (section, id)


@pytest.mark.parametrize(("game", "language"), spoken())
def test_every_language_says_the_same_things_as_english(game: Game, language: str) -> None:
    english, other = game.words("en").messages, game.words(language).messages
    assert {name: set(messages) for name, messages in other.items()} == {
        name: set(messages) for name, messages in english.items()
    }
    for section, messages in english.items():
        for id, message in messages.items() if section not in ("term", "command") else ():
            assert parameters(other[section][id]) == parameters(message), (section, id)


@pytest.mark.parametrize(("game", "language"), spoken())
def test_actions_are_read_back_in_every_language(game: Game, language: str) -> None:
    words, options = game.words(language), option_sets(game, game.players[0])[0]
    spoken_actions = 0
    for play, rng in moments(game, options, 260, every=5):
        for seat in [] if play.over or play.chance_due else play.seats_to_act():
            known, legal = play.view(seat), play.legal(seat)
            if is_posed(game):
                legal = [playing(game).complete_action(play.s, play.c, seat, kind, rng) for kind in legal]
            for action in legal:
                told = words.read_action(words.say("action", game.describe(known, action)))
                assert game.encode(known, told) == action
                spoken_actions += 1
    assert spoken_actions > 20


def test_every_language_is_spoken_about_every_game() -> None:
    for package in ("kosmoport", *(game.package for game in GAMES)):
        files = {file.name for file in (resources.files(package) / "words").iterdir()}
        assert files == {f"{language}.json" for language in LANGUAGES}, package
    assert set(LANGUAGES) == set(PLURALS)


def test_a_game_that_is_not_written_in_a_language_speaks_english() -> None:
    words = goofspiel.GAME.words("pl")
    assert words.language == "en"
    assert words.messages == goofspiel.GAME.words("en").messages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_choice_of_an_option_has_words(game: Game, language: str) -> None:
    choices = {f"{spec.name}.{choice}" for spec in game.options for choice in getattr(spec, "choices", ())}
    for spec in game.options:  # a list that may be given by name, or left to a word
        if isinstance(spec, WholeList) and spec.named:
            choices |= {f"{spec.name}.{choice}" for choice in (spec.word, *spec.named)}
    assert set(game.words(language).messages.get("choice", {})) == choices


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_publisher_and_every_source_of_a_value_have_words(game: Game, language: str) -> None:
    words, sources = game.words(language).messages, components_of(game).sources
    assert set(words["source"]) == {source.id for source in sources}
    assert words["about"]["publisher"]
    if language == "en":
        assert words["about"] == {"publisher": game.publisher}
        assert words["source"] == {source.id: source.text for source in sources}
