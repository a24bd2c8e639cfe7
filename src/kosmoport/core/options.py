"""Options of a game: their names, defaults and meanings, read from words and kept as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kosmoport.core.errors import BadInput, short, shown

Options = dict[str, Any]

YES = {
    True: True,
    False: False,
    "true": True,
    "false": False,
    "yes": True,
    "no": False,
    "on": True,
    "off": False,
}


def _wrong(name: str, value: object, wanted: str) -> BadInput:
    return BadInput(f"option {name} must be {wanted}, not {shown(value)}")


def _whole(value: Any) -> int | None:
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            return None
    return value if type(value) is int else None


@dataclass(frozen=True)
class Flag:
    """true or false."""

    name: str
    default: bool
    aid: bool = False  # an addition of ours that helps people: whoever comes to a table is told of it

    @property
    def wanted(self) -> str:
        return "true or false"

    def read(self, value: Any, players: int) -> bool:
        if not isinstance(value, bool | str) or value not in YES:
            raise _wrong(self.name, value, self.wanted)
        return YES[value]

    def numbers(self, value: bool) -> int:
        return int(value)

    def value(self, number: int) -> bool:
        return bool(number)


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    name: str
    choices: tuple[str, ...]
    default: str
    aid: bool = False  # as above

    @property
    def wanted(self) -> str:
        return f"one of {', '.join(self.choices)}"

    def read(self, value: Any, players: int) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise _wrong(self.name, value, self.wanted)
        return value

    def numbers(self, value: str) -> int:
        return self.choices.index(value)

    def value(self, number: int) -> str:
        return self.choices[number]


@dataclass(frozen=True)
class Whole:
    """A whole number in a range."""

    name: str
    low: int
    high: int
    default: int

    @property
    def wanted(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, value: Any, players: int) -> int:
        number = _whole(value)
        if number is None or not self.low <= number <= self.high:
            raise _wrong(self.name, value, self.wanted)
        return number

    def numbers(self, value: int) -> int:
        return value

    def value(self, number: int) -> int:
        return number


@dataclass(frozen=True)
class StartSeat:
    """The seat that begins, or `random`."""

    name: str = "start_seat"
    default: str = "random"

    @property
    def wanted(self) -> str:
        return "random or a seat, counted from 0"

    def read(self, value: Any, players: int) -> int | str:
        if value == "random":
            return "random"
        number = _whole(value)
        if number is None or not 0 <= number < players:
            raise _wrong(self.name, value, f"random or a seat from 0 to {players - 1}")
        return number

    def numbers(self, value: int | str) -> int:
        return value if isinstance(value, int) else -1

    def value(self, number: int) -> int | str:
        return number if number >= 0 else "random"


@dataclass(frozen=True)
class WholeList:
    """A list of whole numbers, or a word (kept as -1 everywhere) where the game has a way of its own."""

    name: str
    length: int
    low: int
    high: int
    default: tuple[int, ...] | str
    word: str | None = None  # "random", "by_players"
    permutation: bool = False
    total: int | None = None  # what they must add up to
    named: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # lists that have a name of their own

    @property
    def wanted(self) -> str:
        what = f"a list of {self.length} {'different ' if self.permutation else ''}whole numbers"
        what += f" from {self.low} to {self.high}"
        what += f" that add up to {self.total}" if self.total is not None else ""
        return " or ".join([*filter(None, [self.word]), *self.named, what])

    def read(self, value: Any, players: int) -> tuple[int, ...] | str:
        if isinstance(value, str) and (value == self.word or value in self.named):
            return value
        if isinstance(value, str):
            value = value.strip("[]").split(",")
        if not isinstance(value, list | tuple) or len(value) != self.length:
            raise _wrong(self.name, value, self.wanted)
        numbers = [_whole(v) for v in value]
        fits = [n for n in numbers if n is not None and self.low <= n <= self.high]
        if len(fits) != self.length or (self.permutation and len(set(fits)) != self.length):
            raise _wrong(self.name, value, self.wanted)
        if self.total is not None and sum(fits) != self.total:
            raise _wrong(self.name, value, self.wanted)
        return self._called(tuple(fits))

    def _called(self, numbers: tuple[int, ...]) -> tuple[int, ...] | str:
        """By their name, where they have one."""
        return next((name for name, known in self.named.items() if known == numbers), numbers)

    def numbers(self, value: tuple[int, ...] | str) -> list[int]:
        if isinstance(value, str):
            return list(self.named[value]) if value in self.named else [-1] * self.length
        return list(value)

    def value(self, number: list[int]) -> tuple[int, ...] | str:
        return self.word if self.word is not None and number[0] == -1 else self._called(tuple(number))


@dataclass(frozen=True)
class ChoiceMap:
    """One word for each of a few keys: `{research: A, morale: B, crime: random}`."""

    name: str
    keys: tuple[str, ...]
    choices: tuple[str, ...]
    default_choice: str

    @property
    def default(self) -> dict[str, str]:
        return dict.fromkeys(self.keys, self.default_choice)

    @property
    def wanted(self) -> str:
        return f"a map of {', '.join(self.keys)} to {', '.join(self.choices)}"

    def read(self, value: Any, players: int) -> dict[str, str]:
        if isinstance(value, str):
            pairs = [part.partition(":") for part in value.strip("{}").split(",")]
            value = {key.strip(): word.strip() for key, _, word in pairs}
        if not isinstance(value, Mapping) or not set(value) <= set(self.keys):
            raise _wrong(self.name, value, self.wanted)
        if not all(isinstance(word, str) and word in self.choices for word in value.values()):
            raise _wrong(self.name, value, self.wanted)
        return {**self.default, **value}

    def numbers(self, value: dict[str, str]) -> list[int]:
        return [self.choices.index(value[key]) for key in self.keys]

    def value(self, number: list[int]) -> dict[str, str]:
        return {key: self.choices[n] for key, n in zip(self.keys, number, strict=True)}


Option = Flag | Choice | Whole | StartSeat | WholeList | ChoiceMap


def read_options(specs: tuple[Option, ...], players: tuple[int, int], given: Mapping[str, Any]) -> Options:
    """Every option with its value: the given one, checked, or the default; `players` comes first."""
    seats = Whole("players", players[0], players[1], players[1])
    count = seats.read(given.get("players", seats.default), 0)
    names = {spec.name for spec in specs}
    for name in given:
        if name != "players" and name not in names:
            raise BadInput(
                f"there is no option {short(name)} (there are {', '.join(['players', *sorted(names)])})"
            )
    values: Options = {"players": count}
    for spec in specs:
        values[spec.name] = spec.read(given[spec.name], count) if spec.name in given else spec.default
    return values


def store_options(specs: tuple[Option, ...], values: Options, opt: Any) -> None:
    """Write options into the `opt` record of a state: a field for each, under its name."""
    opt.players = values["players"]
    for spec in specs:
        setattr(opt, spec.name, spec.numbers(values[spec.name]))


def fetch_options(specs: tuple[Option, ...], opt: Any) -> Options:
    """The options back from the `opt` record of a state."""
    values: Options = {"players": opt.players}
    for spec in specs:
        values[spec.name] = spec.value(getattr(opt, spec.name))
    return values
