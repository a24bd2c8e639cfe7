"""Actions are said and read back; everything that can be told has words, in English and in other files."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Any, NamedTuple

from kosmoport.conformance.tables import Broken, hold, is_posed, moments, option_sets, players_of, random_move
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator, new_play
from kosmoport.core.words import ENGLISH, PARAMETER, PLURALS, Told, Words, written
from kosmoport.engine.reference import playing

FORMS = {"", "term", "terms", "seat", "seats", "mm", "int", "nth"}
NOT_SAID_IN_FULL = ("term", "command")  # words, not messages


def actions_are_said_and_read_back(game: Game, players: int) -> int:
    """Every action has words of its own, and they lead back to it; actions."""
    words, spoken = game.words(ENGLISH), 0
    for seed, options in enumerate(option_sets(game, players)[:5]):
        for play, rng in moments(game, options, 200 + seed, every=3):
            if not play.over and not play.chance_due:
                spoken += sum(_said_and_read(play, seat, words, rng) for seat in play.seats_to_act())
    return spoken


def _said_and_read(play: Play, seat: int, words: Words, rng: Any) -> int:
    known, actions = play.view(seat), whole_actions(play, seat, rng)
    said = [say(words, "action", play.game.describe(known, a)) for a in actions]
    for text in said:
        hold(said.count(text) == 1 or len(set(actions)) < len(actions), f"two actions are called {text!r}")
    for action, text in zip(actions, said, strict=True):
        for spoken in (text, f"  {text.upper()} "):
            _leads_to(play, known, words, spoken, action)
    return len(said)


def whole_actions(play: Play, seat: int, rng: Any) -> list[int]:
    """The legal actions of a seat; of poses, one of each kind."""
    legal = play.legal(seat)
    if not is_posed(play.game):
        return legal
    return [playing(play.game).complete_action(play.s, play.c, seat, kind, rng) for kind in legal]


def _leads_to(play: Play, known: Any, words: Words, text: str, action: int) -> None:
    try:
        told = words.read_action(text)
        read = play.game.encode(known, told)
    except (BadInput, Refused) as error:
        what = f"action {action} is called {text!r}"
        raise Broken(f"{what}, which cannot be read back ({error}): a number needs :int") from None
    hold(
        read == action, f"encode makes {told.id} {told.args} action {read}, and describe says so of {action}"
    )


def say(words: Words, section: str, told: Told) -> str:
    """The words for what is told; Broken names what is missing."""
    try:
        return words.say(section, told)
    except KeyError as error:
        missing = told.id not in words.messages.get(section, {})
        where = f"{section}.{told.id} of words/{words.language}.json"
        raise Broken(
            f"there is no {where}" if missing else f"{where} asks for {error}, which is not told"
        ) from None


class Spoken(NamedTuple):
    """Ids that occur in random and in one-sided games."""

    events: set[str]
    account: set[str]
    actions: set[str]


def everything_told_has_words(game: Game) -> Spoken:
    """Every event, line of an account, action, reason and option that occurs."""
    words, spoken = game.words(ENGLISH), Spoken(set(), set(), set())
    for players in players_of(game):
        for seed, options in enumerate(option_sets(game, players)):
            policy = "any" if is_posed(game) else ("any", "first", "last")[seed % 3]
            _listen(game, options, policy, 300 + seed, words, spoken)
    reasons, names = set(game.reasons) - {"ok"}, {spec.name for spec in game.options}
    for section, wanted in (("reason", reasons), ("option", names)):
        there = set(words.messages.get(section, {}))
        for id in sorted(wanted - there):
            raise Broken(f"there is no {section}.{id} of words/{ENGLISH}.json")
        for id in sorted(there - wanted):
            raise Broken(f"words/{ENGLISH}.json has words for {section}.{id}, which does not exist")
    return spoken


def _listen(
    game: Game, options: dict[str, Any], policy: str, seed: int, words: Words, spoken: Spoken
) -> None:
    rng, players = generator(seed), options["players"]
    play = new_play(game, options, rng)
    while not play.over and len(play.moves) < 5_000:
        for seat in (SPECTATOR, 0):
            spoken.account.update(_said(words, "account", game.view.account(play.view(seat))))
        spoken.actions.update(_possible(play))
        happened = random_move(play, rng, policy)
        for seat in (SPECTATOR, *range(players)):
            spoken.events.update(_said(words, "event", play.told(happened, seat)))
    spoken.account.update(_said(words, "account", game.view.account(play.view(SPECTATOR))))


def _possible(play: Play) -> set[str]:
    if is_posed(play.game):
        return set()
    ends = [(seat, a) for seat in play.seats_to_act() for a in (play.legal(seat)[0], play.legal(seat)[-1])]
    return {play.game.describe(play.view(seat), action).id for seat, action in ends}


def _said(words: Words, section: str, lines: Sequence[Told]) -> set[str]:
    for line in lines:
        hold(say(words, section, line), f"{section}.{line.id} is empty")
    return {line.id for line in lines}


def idle_words(game: Game, spoken: Spoken) -> list[str]:
    """Words for what did not occur: rare, or not needed."""
    messages = game.words(ENGLISH).messages
    return [
        f"{section}.{id}"
        for section, ids in (("event", spoken.events), ("account", spoken.account))
        for id in messages.get(section, {})
        if id not in ids
    ]


# ---------------------------------------------------------------- every language


def languages_of(game: Game) -> list[str]:
    """The languages that the game is written in; in others it speaks English."""
    folder = resources.files(game.package) / "words"
    return [language for language in PLURALS if (folder / f"{language}.json").is_file()]


def variants(message: Any) -> list[str]:
    """The texts of a message: one, or those of all its plural categories."""
    if not isinstance(message, dict):
        return [message]
    return [text for key, inner in message.items() if key != "by" for text in variants(inner)]


def maps(message: Any) -> list[dict[str, Any]]:
    """The maps by number that a message is made of."""
    if not isinstance(message, dict):
        return []
    return [message, *(inner for key in message if key != "by" for inner in maps(message[key]))]


def parameters(message: Any) -> set[str]:
    """What a message names, and what its plurals go by."""
    named = {match[1] for text in variants(message) for match in PARAMETER.finditer(text)}
    return named | {by_number["by"] for by_number in maps(message)}


def templates_are_well_formed(game: Game, language: str) -> int:
    """Every parameter has a format that there is, and a case that the words have; texts."""
    messages, count = written(language, game.package), 0
    cases = {case for term in messages["term"].values() if isinstance(term, dict) for case in term}
    for section, ids in messages.items():
        for id, message in ids.items() if section != "term" else ():
            for text in variants(message):
                _is_well_formed(f"{section}.{id} in {language}", text, cases)
                count += 1
    return count


def _is_well_formed(where: str, text: str, cases: set[str]) -> None:
    for match in PARAMETER.finditer(text):
        form, _, case = (match[2] or "").partition(".")
        hold(form in FORMS, f"{where} has the format {form}, and there are {', '.join(sorted(FORMS - {''}))}")
        hold(
            not case or (form in ("term", "terms") and case in cases),
            f"{where} has the case {case} in {text!r}",
        )
    hold("{" not in PARAMETER.sub("", text), f"{where} has a brace that is no parameter: {text!r}")


def you_is_said_to_somebody(game: Game, language: str) -> int:
    """Each message of the section `you` belongs to seats that an event names; messages."""
    messages = written(language, game.package)
    for key, message in messages.get("you", {}).items():
        id, *names = key.split(".")
        event = messages["event"].get(id)
        hold(event is not None, f"you.{key} in {language} is about no event")
        named = [match for text in variants(event) for match in PARAMETER.finditer(text)]
        seats = {match[1] for match in named if match[2] == "seat"}
        hold(seats >= set(names) > set(), f"you.{key} in {language}: event.{id} has the seats {seats}")
        same = parameters(message) == parameters(event) - set(names)
        hold(same, f"you.{key} in {language} must say all of event.{id} but {' and '.join(names)}")
    return len(messages.get("you", {}))


def plurals_are_complete(game: Game, language: str) -> int:
    """A message by plural category has all that the language has, or an `other` for the rest; messages."""
    count = 0
    for section, messages in written(language, game.package).items():
        for id, message in messages.items():
            if section == "term":
                hold(isinstance(message, str) or "nom" in message, f"term.{id} in {language} has no nom")
            for by_number in maps(message) if section != "term" else ():
                _is_complete(f"{section}.{id} in {language}", by_number, language)
            count += 1
    return count


def _is_complete(where: str, by_number: dict[str, Any], language: str) -> None:
    wanted = {PLURALS[language](n) for n in range(200)}
    forms = set(by_number) - {"by", "zero"}
    hold("by" in by_number, f"{where} does not say which number it goes by")
    hold(
        forms <= wanted | {"other"}, f"{where} has forms that the language has not: {sorted(forms - wanted)}"
    )
    hold(forms >= wanted or "other" in forms, f"{where} must have {', '.join(sorted(wanted))}, or other")


def a_language_says_the_same_things_as_english(game: Game, language: str) -> int:
    """The same ids with the same parameters, and more terms where names are declined; messages."""
    english, other = written(ENGLISH, game.package), written(language, game.package)
    count = 0
    for section in sorted({*english, *other}):
        here, there = english.get(section, {}), other.get(section, {})
        apart = here.keys() - there.keys() if section == "term" else here.keys() ^ there.keys()
        for id in sorted(apart):
            raise Broken(f"{section}.{id} is in one of words/{ENGLISH}.json and words/{language}.json only")
        for id, message in here.items() if section not in NOT_SAID_IN_FULL else ():
            same = parameters(there[id]) == parameters(message)
            hold(same, f"{section}.{id} has other parameters in {language} than in {ENGLISH}")
            count += 1
    return count


def actions_are_read_back(game: Game, language: str) -> int:
    """As in English, in this language; actions."""
    words, options, spoken = game.words(language), option_sets(game, game.players[0])[0], 0
    for play, rng in moments(game, options, 260, every=5):
        for seat in [] if play.over or play.chance_due else play.seats_to_act():
            known = play.view(seat)
            for action in whole_actions(play, seat, rng):
                text = say(words, "action", game.describe(known, action))
                _leads_to(play, known, words, text, action)
                spoken += 1
    return spoken
