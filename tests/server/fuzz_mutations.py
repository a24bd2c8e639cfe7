"""Things made wrong with care: JSON of the right shape with something off, and bytes that are no JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Json = Any


class Raw(str):
    """Text that is put into JSON as it stands."""


NUMBERS = (
    *(0, 1, -1, 4, 5, 6, 63, 64, 65, 255, 2**31, 2**31 - 1, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**40),
    *(0.5, -0.0, 1e308, Raw("1e999"), Raw("-1e-999"), Raw("NaN"), Raw("Infinity"), Raw("-Infinity")),
    *(Raw("01"), Raw("+1"), Raw("0x1"), Raw("1_0"), Raw("1."), Raw("9" * 400), Raw("9" * 5000)),
)
TEXTS = (
    *("", " ", "0", "1", "null", "true", "host", "ready", "\0", "a\0b", "\x1b[31m", "\x7f", "\u2028"),
    *("\u202egnp.exe", "\ufeff", "e\u0301" * 12, "\U0001f680" * 12, "żółw", "ﬁ", "İ", "ß", "__proto__"),
    *("constructor", "../../etc/passwd", "<script>alert(1)</script>", "' OR 1=1 --", "%s%n", "${x}", "{0}"),
    *("a" * 25, "a" * 41, "a" * 301, "a" * 2001, "ą" * 150, "a b " * 200),
    *(
        Raw('"\\ud800"'),
        Raw('"\\udfff\\ud800"'),
        Raw('"\\u12"'),
        Raw('"\\x41"'),
        Raw('"\t"'),
        Raw('"\\u0000"'),
    ),
)
OTHERS: tuple[Json, ...] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"type": "ready"},
    [{}] * 6,
    [0, 0, 0, 0, 0, 0],
)
DEPTHS = (3, 40, 400, 990, 1100, 3000)


def nasty(rng: Random) -> Json:
    """A value that nobody asked for."""
    pick = rng.random()
    if pick < 0.05:
        depth = rng.choice(DEPTHS)
        opened, closed = rng.choice((("[", "]"), ('{"a":', "}"), ("[{" + '"a":', "}]")))
        return Raw(opened * depth + rng.choice(("", "1", "[]")) + closed * rng.choice((depth, depth - 1)))
    return rng.choice(rng.choice((NUMBERS, TEXTS, OTHERS)))


def written(value: Json) -> str:
    """JSON, with raw pieces as they stand, and with a key twice where a dict has it in a list of pairs."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, tuple):  # pairs: keys may repeat
        return "{" + ",".join(f"{json.dumps(key)}:{written(item)}" for key, item in value) + "}"
    if isinstance(value, dict):
        return written(tuple(value.items()))
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def changed(rng: Random, value: Json) -> Json:
    """The same value with one place in it made wrong."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        return _changed_dict(rng, value)
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], changed(rng, value[place]), *value[place + 1 :]]
    return nasty(rng)


def _changed_dict(rng: Random, value: dict[str, Json]) -> Json:
    key = rng.choice(list(value))
    pick = rng.random()
    if pick < 0.15:
        return {name: item for name, item in value.items() if name != key}
    if pick < 0.30:
        return {**value, rng.choice(("x", "", "id", "seat", "token", "seen", "type", "n", "\0")): nasty(rng)}
    if pick < 0.40:
        return (*value.items(), (key, nasty(rng)))
    if pick < 0.45:
        return {name.upper() if name == key else name: item for name, item in value.items()}
    return {**value, key: changed(rng, value[key])}


def broken(rng: Random, text: bytes) -> bytes:
    """Bytes that are not JSON any more, or not quite."""
    place = rng.randrange(len(text) + 1)
    breaks: Sequence[Callable[[], bytes]] = (
        lambda: text[:place],
        lambda: text[place:],
        lambda: text[:place] + bytes([rng.randrange(256)]) + text[place:],
        lambda: (
            text[:place]
            + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\0"))
            + text[place:]
        ),
        lambda: b"\xef\xbb\xbf" + text,
        lambda: text.decode("utf-8", "replace").encode("utf-16"),
        lambda: text + text,
        lambda: text + b",",
        lambda: b"/* x */" + text,
        lambda: b"[" + text + b"]",
        lambda: json.dumps(text.decode("utf-8", "replace")).encode(),
        lambda: b"",
        lambda: b" \r\n\t" * rng.randrange(1, 50),
        lambda: bytes(rng.randrange(256) for _ in range(rng.randrange(1, 200))),
        lambda: b"[" * rng.choice(DEPTHS),
        lambda: b'{"a":' * rng.choice(DEPTHS),
        lambda: text[:place] + b"a" * rng.choice((5000, 20_000, 70_000)) + text[place:],
    )
    return rng.choice(breaks)()


def encoded(value: Json) -> bytes:
    return written(value).encode("utf-8", "surrogatepass")


def mutated(rng: Random, value: Json) -> bytes:
    """A message or a body with something wrong in its shape, in its bytes, or in both."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if not isinstance(value, dict):
            break
        value = changed(rng, value)
    text = encoded(value)
    return broken(rng, text) if rng.random() < 0.25 else text


def tampered(rng: Random, token: str) -> str:
    """A token that is almost one."""
    place = rng.randrange(len(token))
    body, _, signature = token.rpartition(".")
    return rng.choice(
        (
            token[:place] + rng.choice("ABCabc019_-.") + token[place + 1 :],
            token[:place],
            token + rng.choice("ABCabc019_-."),
            body,
            "." + token,
            body + "." + signature[::-1],
            body[::-1] + "." + signature,
            body + "." + "A" * len(signature),
            token.swapcase(),
            token * 3,
            token[:-1] + "=",
        )
    )
