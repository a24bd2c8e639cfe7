"""Things made wrong with care: trees and texts that are almost right, for parsers of JSON and of TOML."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.server.fuzz_mutations import Json, Raw, changed

HEX = "0x" + "f" * 20_000
TOML_VALUES = (
    *("nan", "inf", "-inf", "-0.0", "1e400", HEX, "0b" + "1" * 20_000, "9" * 5000, "-" + "9" * 4300),
    *("1979-05-27T07:32:00Z", "1979-05-27", "07:32:00", "0001-01-01T00:00:00+23:59", "1_0", "01", "+1"),
    *('"\\u0000"', '"\\ud800"', '"\\U0010ffff"', "'''\n'''", '"""\n"""', "''", '"a\tb"', "0o17", "[" * 300),
    *("[" * 60 + "]" * 60, "{a=" * 300, "{a.b.c = 1}", "{}", "[]", "[[]]", "true", "null", "", "#", "="),
)
TOML_LINES = (
    *("[standing]", "[[standing]]", "[a]", "[a.b.c.d]", "[[a]]", "[[a.b]]", "a.b.c.d.e = 1", "standing = 1"),
    *(".".join("a" * 60) + " = 1", "a." * 45 + "a = 1", '"" = 1', f'"{"k" * 5000}" = 1', "'' = {}", "\x00"),
    *('paths = ["*"]', 'paths = [""]', 'standing = "documented"', 'source = "x"', "= 1", "a =", "\ufeff"),
)
TEXTS = (
    *(
        "\u202eab",
        "\u2800",
        "a\u200bb",
        "\x1b[2J",
        "0",
        "07",
        "random",
        "by_players",
        "[1,2]",
        "{research: A}",
    ),
    *(
        "A:B",
        "[*]",
        "*",
        "x" * 70,
        "x" * 130,
        "e\u0301" * 30,
        "👨\u200d👩\u200d👧",
        "\u0915\u094d\u200d\u0937",
    ),
    *("Ala", "Red bot", "\U0001f3f4\U000e0067\U000e0062\U000e007f", "\u05d0b", "z" + "\u0338" * 9, "\u0903"),
    *("\U000e0067", "\U0001fae8", "\u0627\u200c\u0628"),
)
SMALL: tuple[Json, ...] = (
    *(0, 1, -1, 2, 99, 100, 0.05, 0.1, 10**40, "", "1", "a", None, True),
    *([], {}, [0], [0, 0], [1, 2, 3], {"1": 1}),
)


def tweaked(rng: Random, value: Json) -> Json:
    """Almost the same: a number beside the right one, an item twice, missing, or in another place."""
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        if rng.random() < 0.05:
            return {name: item for name, item in value.items() if name != key}
        return {**value, key: tweaked(rng, value[key])}
    if isinstance(value, list) and value:
        return _tweaked_list(rng, value)
    if isinstance(value, bool) or value is None:
        return rng.choice((True, False, None))
    if isinstance(value, int | float):
        return rng.choice(
            (value + 1, value - 1, -value, 0, value * 2, value + 0.1, 10**6, 127, 128, -1, float(value))
        )
    if isinstance(value, str):
        return rng.choice((value[:-1], value + value, value.upper(), value + "a", "a", rng.choice(TEXTS)))
    return value


def _tweaked_list(rng: Random, value: list[Json]) -> list[Json]:
    place = rng.randrange(len(value))
    one = value[place]
    ways: Sequence[Callable[[], list[Json]]] = (
        lambda: [*value[:place], *value[place + 1 :]],
        lambda: [*value[:place], one, *value[place:]],
        lambda: [*value, one],
        lambda: value[::-1],
        lambda: value[:place],
        lambda: value * rng.choice((2, 20, 120)),
        *[lambda: [*value[:place], tweaked(rng, one), *value[place + 1 :]]] * 8,
    )
    return rng.choice(ways)()


def put(rng: Random, value: Json, odd: Any) -> Json:
    """The same with something odd in one place, at any depth but the top."""
    if isinstance(value, dict | list) and value:
        place = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        inner = value[place]
        deeper = isinstance(inner, dict | list) and inner and rng.random() < 0.8
        copied = value.copy()
        copied[place] = put(rng, inner, odd) if deeper else odd
        return copied
    return odd


def made_wrong(rng: Random, value: Json) -> Json:
    """A tree with a few places in it made wrong, some only a little."""
    for _ in range(rng.choice((1, 1, 1, 1, 1, 2, 3))):
        pick = rng.random()
        if pick < 0.3:
            value = put(rng, value, rng.choice(SMALL))
        else:
            value = (tweaked if pick < 0.7 else changed)(rng, value)
    return value


def plain(value: Json) -> Json:
    """A tree as JSON would have brought it: what stands in it raw is read, or left as a text."""
    if isinstance(value, Raw):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return str(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return {key: plain(item) for key, item in value}
    return [plain(item) for item in value] if isinstance(value, list) else value


# ---------------------------------------------------------------- TOML


def toml(tables: dict[str, Any]) -> str:
    """A component file as TOML, a line for each key; raw pieces as they stand."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in tables.items())


def _key(key: Any) -> str:
    return json.dumps(str(key), ensure_ascii=False)


def _value(value: Json) -> str:
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple):  # pairs: keys may repeat
        return "{" + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return "nil" if value is None else repr(value)


def toml_made_wrong(rng: Random, tables: dict[str, Any]) -> str:
    """The text of a component file with something off in its values, its lines, or its letters."""
    pick = rng.random()
    if pick < 0.3:
        return toml(put(rng, tables, Raw(rng.choice(TOML_VALUES))))
    wrong = made_wrong(rng, tables) if pick < 0.9 else tables
    text = toml(dict(wrong)) if isinstance(wrong, dict | tuple) else _value(wrong)
    if pick > 0.75:
        text = _cut_and_pasted(rng, text)
    return text


def _cut_and_pasted(rng: Random, text: str) -> str:
    lines = text.split("\n")
    place, letter = rng.randrange(len(lines)), rng.randrange(len(text) + 1)
    end = letter + rng.randrange(1, 30)
    ways: Sequence[Callable[[], str]] = (
        lambda: "\n".join([*lines[:place], rng.choice(TOML_LINES), *lines[place:]]),
        lambda: "\n".join([*lines, rng.choice(TOML_LINES), rng.choice(TOML_LINES), rng.choice(TOML_LINES)]),
        lambda: "\n".join([*lines[:place], *lines[place + 1 :]]),
        lambda: "\n".join([*lines, lines[place]]),
        lambda: text[:letter] + text[end:],
        lambda: text[:letter] + text[letter:end] * rng.choice((2, 50)) + text[end:],
        lambda: text[:letter] + rng.choice(TOML_VALUES) + text[letter:],
        lambda: text[:letter] + rng.choice("\0\x07\x7f\u2028\u202e\U0001f600") + text[letter:],
    )
    return rng.choice(ways)()
