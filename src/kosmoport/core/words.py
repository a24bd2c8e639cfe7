"""Words: actions, events, reasons and accounts are ids with parameters; a catalogue says them.

`words/<language>.json` has what all games say, `games/<game>/words/<language>.json` the rest. A message is a
template `lay the {card:term} on planet {planet:nth}` or a map `by` a number, from plural categories to
messages: `zero` where nothing sounds different, `other` for all categories that have none of their own.
Formats of a parameter: none (as it is), `term` and `terms` (looked up, lists joined), `seat` and `seats`
(names of players), `mm` (tenths of a millimetre as millimetres), `int` (a whole number), `nth` (counted from
nought, said from one). Languages that inflect write a term as a map by case, `{"nom": "skrzynia", "acc":
"skrzynię"}`, and ask for one: `bierze {loot:term.acc}`. Whoever an event is about hears it from the section
`you`: `taken.seat` is said to the seat that the parameter `seat` of `taken` names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from kosmoport.core.errors import BadInput

PARAMETER = re.compile(r"\{(\w+)(?::(\w+(?:\.\w+)?))?\}")
ENGLISH = "en"
SEATS = 9  # more than sit at any table
NOMINATIVE = "nom"  # the case of a term that has none asked for
MINUS = "\N{MINUS SIGN}"
COMMA = ("pl", "cs")  # languages that write decimals with one


class Told(msgspec.Struct, frozen=True):
    """Something said by its id and parameters: an action, an event, a line of an account."""

    id: str
    args: dict[str, Any] = {}


class Counted(msgspec.Struct, frozen=True):
    """A step of the count at the end of a game: what it is for, and what each seat gets for it."""

    id: str
    args: dict[str, Any]
    points: tuple[int | None, ...]  # by seat; None: this step is not about the seat


def _english(n: int) -> str:
    return "one" if n == 1 else "other"


def _polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


PLURALS: dict[str, Callable[[int], str]] = {"en": _english, "pl": _polish, "cs": _czech}


@cache
def load(language: str, package: str) -> Words:
    """The words of a game in a language, on top of those that all games share.

    A game that is not written in this language speaks English, and so does a message that is missing.
    """
    if language not in PLURALS:
        raise BadInput(f"there are no words for the language {language}")
    if not _file(package, language).is_file():
        language = ENGLISH
    return Words(language, merge(written(ENGLISH, package), written(language, package)))


def written(language: str, package: str) -> dict[str, dict[str, Any]]:
    """What the files of a language say, with nothing in the place of what is missing."""
    files = (_file("kosmoport", language), _file(package, language))
    return merge(*(json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {} for file in files))


def _file(package: str, language: str) -> Traversable:
    return resources.files(package) / "words" / f"{language}.json"


def merge(common: dict[str, Any], own: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """A game's messages on top of the common ones, section by section."""
    return {key: {**common.get(key, {}), **own.get(key, {})} for key in {*common, *own}}


class Words:
    """A catalogue: says what is told, and reads actions back from words."""

    def __init__(self, language: str, messages: dict[str, dict[str, Any]]) -> None:
        self.language = language
        self.messages = messages
        self._patterns = {name: self._pattern(name) for name in messages.get("action", {})}

    def term(self, value: Any, case: str = "") -> str:
        """The word for an id such as `chest`; numbers and unknown ids stay as they are."""
        return _in_case(self.messages.get("term", {}).get(str(value), value), case)

    def say(self, section: str, told: Told, names: Sequence[str] = (), you: int | None = None) -> str:
        """The sentence for `told` from a section (`action`, `event` ...), as seat `you` hears it."""
        template = self._choose(self._message(section, told, you), told.args)
        return PARAMETER.sub(lambda m: self._show(told.args[m[1]], m[2], names), template)

    def _message(self, section: str, told: Told, you: int | None) -> Any:
        if section == "event" and you is not None:
            own = self.messages.get("you", {})
            heard = [key for key in own if _names(key, told, you)]
            if heard:
                return own[max(heard, key=lambda key: key.count("."))]
        message = self.messages.get(section, {}).get(told.id)
        if message is None:
            raise KeyError(f"no words for {section}.{told.id} in {self.language}")
        return message

    def _choose(self, message: Any, args: dict[str, Any]) -> str:
        """The text of a message for these numbers."""
        while isinstance(message, dict):
            number = abs(args[message["by"]])
            category = "zero" if number == 0 and "zero" in message else PLURALS[self.language](number)
            message = message[category if category in message else "other"]
        return str(message)

    def _show(self, value: Any, form: str | None, names: Sequence[str]) -> str:
        form, _, case = (form or "").partition(".")
        if form in ("terms", "seats"):
            one = f"term.{case}" if form == "terms" else "seat"
            return ", ".join(self._show(v, one, names) for v in value) or self.term("nothing", case)
        if form == "seat":
            return names[value] if 0 <= value < len(names) else f"{self.term('player')} {value + 1}"
        if form == "mm":
            return self._number(f"{value / 10:g}")
        if form == "nth":
            return str(value + 1)
        if form == "term":
            return self.term(value, case)
        return self._number(str(value)) if isinstance(value, int) else str(value)

    def _number(self, digits: str) -> str:
        """As people write it: with a minus that is no hyphen, and a comma where the language has one."""
        written = digits.replace("-", MINUS)
        return written.replace(".", ",") if self.language in COMMA else written

    def read_action(self, text: str, names: Sequence[str] = ()) -> Told:
        """The action that these words say; the inverse of `say("action", ...)`."""
        wanted = " ".join(text.lower().split())
        for name, pattern in self._patterns.items():
            if match := pattern.fullmatch(wanted):
                slots = zip(self._slots(name), match.groups(), strict=True)
                return Told(name, {key: self._value(raw, form, names) for (key, form), raw in slots})
        raise BadInput(f"these words are not an action: {text.strip()!r}")

    def _slots(self, name: str) -> list[tuple[str, str | None]]:
        return [(m[1], m[2]) for m in PARAMETER.finditer(self.messages["action"][name])]

    def _pattern(self, name: str) -> re.Pattern[str]:
        template, spot, parts = self.messages["action"][name], 0, []
        for match in PARAMETER.finditer(template):
            parts += [re.escape(template[spot : match.start()].lower()), self._group(match[2])]
            spot = match.end()
        return re.compile("".join([*parts, re.escape(template[spot:].lower())]))

    def _group(self, form: str | None) -> str:
        if form == "mm":
            return rf"([-{MINUS}]?\d+(?:[.,]\d)?)"
        if form in ("int", "nth"):
            return rf"([-{MINUS}]?\d+)"
        if form == "seat":
            return "(.+?)"
        case = (form or "").partition(".")[2]
        terms = self.messages.get("term", {}).values()
        words = sorted((_in_case(word, case).lower() for word in terms), key=len, reverse=True)
        return "(" + "|".join([*map(re.escape, words), r"[\w?]+"]) + ")"

    def _value(self, raw: str, form: str | None, names: Sequence[str]) -> Any:
        if form in ("mm", "int", "nth"):
            number = float(raw.replace(MINUS, "-").replace(",", "."))
            return round(number * 10) if form == "mm" else int(number) - (form == "nth")
        if form == "seat":
            called = {self._show(seat, form, names).lower(): seat for seat in range(SEATS)}
            return called.get(raw, raw)
        case = (form or "").partition(".")[2]
        for key, word in self.messages.get("term", {}).items():
            if _in_case(word, case).lower() == raw:
                return int(key) if re.fullmatch(r"-?\d+", key) else key
        return int(raw) if re.fullmatch(r"-?\d+", raw) else raw


def _names(key: str, told: Told, you: int) -> bool:
    """Whether a key such as `fired.seat` or `fired.seat.to_seat` is for this event and this seat."""
    id, *seats = key.split(".")
    return id == told.id and all(told.args[name] == you for name in seats)


def _in_case(word: Any, case: str) -> str:
    """A term in a grammatical case; one without that case has its basic form."""
    return str(word.get(case, word[NOMINATIVE]) if isinstance(word, dict) else word)
