"""Fair deals: all chance of a game comes from the table's secret and from what each device contributed.

The table publishes a commitment to its secret, every device a promise of a random value; only when all that
is frozen, with everything else that bears on the deal, are the values revealed. So nobody can choose
theirs by what the others gave. When the record opens, anybody can compute the deal and every roll again
(`verify.py`). Tables of before did it otherwise: `FIRST`, see decision 14.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence

from kosmoport.core.chance import Rng, below
from kosmoport.core.errors import BadInput
from kosmoport.core.records import MAX_TEXT, is_short_text

SECRET_BYTES = 32  # exactly: HMAC fills up shorter keys, so two of different lengths could be the same key
VALUE = re.compile("[0-9a-f]{64}")  # 32 random bytes of a device, as they are sent and kept
FIRST, SECOND = 1, 2  # the two ways in which deals have been made
LABEL = "kosmoport fair deal 2"


def commitment(secret: bytes, table: str, round: int) -> str:
    """What is published of the secret: it says nothing about it and fits no other."""
    return _mac(_checked(secret), f"{LABEL}: commitment", table, round).hex()


def promise(table: str, seat: int, round: int, value: str) -> str:
    """What a device sends of its value before anything is revealed; good for one seat in one round."""
    return hashlib.sha256(_text(f"{LABEL}: promise", table, seat, round, value)).hexdigest()


def digest(text: str) -> str:
    """What stands for a longer text, such as all that was frozen."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def chance_key(secret: bytes, frozen: str, values: Sequence[str | None]) -> bytes:
    """From the secret, the digest of what was frozen and the values, by seat; None for who gave none."""
    for value in values:
        if value is not None and VALUE.fullmatch(value) is None:
            raise BadInput("what a device reveals has 64 hexadecimal digits in lower case")
    return _mac(_checked(secret), f"{LABEL}: chance", frozen, *values)


def first_commitment(secret: bytes, table: str) -> str:
    """The commitment of a table of before."""
    return _mac(_checked(secret), "kosmoport fair deal 1: commitment", table).hex()


def first_chance_key(secret: bytes, table: str, luck: Sequence[str | None]) -> bytes:
    """The key of a table of before, at which everybody's luck was told as they sat down."""
    for text in (table, *luck):
        if text is not None and not is_short_text(text):
            raise BadInput(f"luck and the id of a table are texts of 1 to {MAX_TEXT} characters")
    return _mac(_checked(secret), "kosmoport fair deal 1: chance", table, *luck)


class Fair:
    """Where all chance of one game comes from."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def start_among(self, seats: Sequence[int]) -> int:
        """One of the seats that have the same right to begin."""
        return seats[int(below(self._stream("start"), len(seats)))]

    def deal_stream(self) -> Stream:
        """Chance for the deal."""
        return self._stream("deal")

    def roll_stream(self, k: int) -> Stream:
        """Chance for roll k = 0, 1, ...: how many due rolls stand in the game before it.

        What the game's clock does is no roll and does not count, or whoever runs the clock could choose
        among rolls.
        """
        return self._stream(f"roll {k}")

    def bot_seed(self, seat: int) -> int:
        """A seed of 63 bits for the bot at this seat."""
        stream = self._stream(f"bot {seat}")
        return (stream.a << 31) | (stream.a >> 1)

    def _stream(self, name: str) -> Stream:
        return Stream(_mac(self._key, name))


class Sources:
    """Where the chance of a game came from that was continued at other tables, move by move.

    All but the last source have the number of moves after which the next one takes over.
    """

    def __init__(self, fairs: Sequence[Fair], untils: Sequence[int] = ()) -> None:
        self._fairs, self._untils = fairs, untils
        self._part = self._rolls = 0

    def deal_stream(self) -> Stream:
        return self._fairs[0].deal_stream()

    def next_roll(self, moves: int) -> Stream:
        """Chance for the roll that is due after so many moves; ask for every roll, in their order."""
        while self._part < len(self._untils) and moves >= self._untils[self._part]:
            self._part += 1
            self._rolls = 0
        self._rolls += 1
        return self._fairs[self._part].roll_stream(self._rolls - 1)


class Stream(Rng):
    """Stands in for the record of `core.chance`'s generator: every word it reads from `a` is a fresh one.

    That generator can be run backwards by whoever has seen enough of what it gave; here each word comes
    from HMAC-SHA256 in counter mode. With `b` always 0, `next_word` returns `a` times an odd number modulo
    2^32: every word as likely as any other. What it writes back is of no use.
    """

    __slots__ = ("_blocks", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._blocks = 0
        self._words: list[int] = []

    @property
    def a(self) -> int:
        """The next 32 bits."""
        if not self._words:
            block = hmac.digest(self._key, self._blocks.to_bytes(8, "big"), "sha256")
            self._blocks += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    @a.setter
    def a(self, value: int) -> None:
        """Left as it is: the next word does not depend on the last."""

    @property
    def b(self) -> int:
        return 0

    @b.setter
    def b(self, value: int) -> None:
        """Always 0."""


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise BadInput(f"the secret of a table has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


def _mac(key: bytes, *parts: str | int | None) -> bytes:
    return hmac.digest(key, _text(*parts), "sha256")


def _text(*parts: str | int | None) -> bytes:
    """The parts as a JSON list, so that no two lists give the same text."""
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
