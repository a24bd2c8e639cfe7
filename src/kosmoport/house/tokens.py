"""Seat tokens, nonces and table ids: everything that must be unguessable."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from kosmoport.table.table import Table

SENDERS = frozenset({"0", "1", "2", "3", "4", "host"})
LONGEST_TOKEN = 300  # they have about 150 letters
# No 0 O o, no 1 I l: an id can be read aloud and typed.
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz"
TABLE_ID_LETTERS = 22  # 128 bits


@dataclass(frozen=True)
class SeatToken:
    """What a token proves: its holder may speak for `sender` at `table` while `nonce` is the seat's."""

    table: str
    sender: str
    nonce: str


class Tokens:
    """Issues and reads signed seat tokens; whoever lacks the key can make none.

    Their form is that of `itsdangerous.URLSafeSerializer` with `key_derivation="hmac"` and SHA-256.
    """

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"kosmoport.seat", "sha256")

    def issue(self, table: str, sender: str, nonce: str) -> str:
        """The text that the holder of a seat keeps."""
        return self._signed(msgspec.json.encode([table, sender, nonce]))

    def _signed(self, said: bytes) -> str:
        payload = _letters(said)
        return f"{payload}.{self._signature(payload)}"

    def _signature(self, payload: str) -> str:
        return _letters(hmac.digest(self._key, payload.encode(), "sha256"))

    def read(self, text: str) -> SeatToken | None:
        """The token in a text, or None for anything that this server did not issue."""
        if not isinstance(text, str) or len(text) > LONGEST_TOKEN or not text.isascii():
            return None
        payload, _, signature = text.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(payload).encode()):
            return None
        try:
            table, sender, nonce = msgspec.json.decode(_bytes(payload), type=tuple[str, str, str])
        except (ValueError, msgspec.DecodeError):  # signed by us, with something else in it
            return None
        return SeatToken(table, sender, nonce) if sender in SENDERS else None

    @staticmethod
    def new_nonce() -> str:
        """256 random bits that tie a token to one sitting down; a seat with a new nonce has no old tokens."""
        return secrets.token_urlsafe(32)

    @staticmethod
    def nonce_hash(nonce: str) -> str:
        """What the log keeps of a nonce: enough to recognise it, useless for making a token."""
        return hashlib.sha256(b"kosmoport.nonce:" + nonce.encode("utf-8", "surrogatepass")).hexdigest()

    @staticmethod
    def matches(nonce: str, hash: str) -> bool:
        """Whether the nonce is the one whose hash was kept."""
        kept = hash.encode("utf-8", "surrogatepass")
        return hmac.compare_digest(Tokens.nonce_hash(nonce).encode(), kept)

    def sender_of(self, table: Table, token: SeatToken | None) -> str | None:
        """Who speaks with this token at this table now; None for anybody else's and for old ones."""
        if token is None or token.table != table.id:
            return None
        if token.sender != "host":  # by the nonce, not by the number: the host may have moved the seat
            for p, seat in enumerate(table.seats):
                if seat.key is not None and self.matches(token.nonce, seat.key):
                    return str(p)
        # A host who gave their seat up is the host still, with the seat's token as well.
        return "host" if self.matches(token.nonce, table.host) else None


def new_table_id() -> str:
    """An id that cannot be guessed: who holds it may look at the table, but has no seat by it."""
    while True:
        table = "".join(secrets.choice(LETTERS) for _ in range(TABLE_ID_LETTERS))
        # One of each sort, so that logs.py can tell an id from a word.
        if any(map(str.isdigit, table)) and any(map(str.isupper, table)) and any(map(str.islower, table)):
            return table


def origin_of(key: bytes, address: str) -> str:
    """A keyed hash of an address: counts tables per address without keeping the address."""
    return hmac.new(key, b"kosmoport.origin:" + address.encode(), hashlib.sha256).hexdigest()[:32]


def origins_of(key: bytes, networks: Sequence[str]) -> str:
    """The same for an address and the networks around it, in one text."""
    return " ".join(origin_of(key, network) for network in networks)


def widest(origins: str) -> str:
    """Of these the network that takes turns with others: one client may have all addresses of it."""
    return origins.rpartition(" ")[2]


def _letters(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(letters: str) -> bytes:
    return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
