"""Fair deals: all chance of a game comes from the table's secret and from what each person contributed.

The table publishes a commitment to its secret before anybody sits down, so it cannot choose another one
later; people give their luck after that, so nobody can choose last. When the record opens, anybody can
compute the deal and every roll again (`verify.py`).
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence

from kosmoport.core.errors import BadInput
from kosmoport.core.records import MAX_TEXT, is_short_text

SECRET_BYTES = 32  # exactly: HMAC fills up shorter keys, so two of different lengths could be the same key
COMMITMENT = "kosmoport fair deal 1: commitment"
CHANCE_KEY = "kosmoport fair deal 1: chance"


def commitment(secret: bytes, table: str) -> str:
    """What is published of the secret: it says nothing about it and fits no other."""
    return _mac(_checked(secret), COMMITMENT, table).hex()


class Fair:
    """Where all chance of one game comes from; `luck` is by seat, None for bots."""

    def __init__(self, secret: bytes, table: str, luck: Sequence[str | None]) -> None:
        for text in (table, *luck):
            if text is not None and not is_short_text(text):
                raise BadInput(f"luck and the id of a table are texts of 1 to {MAX_TEXT} characters")
        self._key = _mac(_checked(secret), CHANCE_KEY, table, *luck)

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


class Stream:
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


def _mac(key: bytes, *parts: str | None) -> bytes:
    """HMAC-SHA256 over the parts as a JSON list, so that no two lists give the same text."""
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return hmac.digest(key, text.encode("utf-8"), "sha256")
