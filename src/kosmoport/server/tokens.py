"""Seat tokens, nonces, table ids and the server's key: everything that must be unguessable."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from itsdangerous import BadData, URLSafeSerializer

from kosmoport.core.errors import BadInput
from kosmoport.server.memory import forget_frames
from kosmoport.server.store.private import keep_private

SENDERS = frozenset({"0", "1", "2", "3", "4", "host"})
KEY_FILE = "secret.key"
KEY_BYTES = 32
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
    """Issues and reads signed seat tokens; whoever lacks the key can make none."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeSerializer(
            key,
            salt="kosmoport.seat",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )

    def issue(self, table: str, sender: str, nonce: str) -> str:
        """The text that the holder of a seat keeps."""
        return str(self._serializer.dumps([table, sender, nonce]))

    def read(self, text: str) -> SeatToken | None:
        """The token in a text, or None for anything that this server did not issue."""
        if not isinstance(text, str) or len(text) > LONGEST_TOKEN or not text.isascii():
            return None
        try:
            parts = self._serializer.loads(text)  # compares the signature in constant time
        except BadData as error:
            forget_frames(error)
            return None
        if not isinstance(parts, list) or len(parts) != 3 or not all(isinstance(p, str) for p in parts):
            return None
        return SeatToken(*parts) if parts[1] in SENDERS else None

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


def load_key(folder: Path) -> bytes:
    """The server's key from the data folder, made at the first start and kept ever after."""
    path = folder / KEY_FILE
    try:
        if not os.path.lexists(path):
            _create_key(path)
        key = _read_key(path)
    except OSError as error:
        raise BadInput(f"cannot use the key file {path}: {error.strerror or error}") from None
    keep_private([path])
    return key


def _read_key(path: Path) -> bytes:
    if path.exists() and not path.is_file():  # reading a pipe would wait for ever
        raise BadInput(f"the key file {path} is not a plain file")
    with path.open("rb") as file:
        key = file.read(KEY_BYTES + 1)
    if len(key) != KEY_BYTES:
        raise BadInput(
            f"the key file {path} must hold exactly {KEY_BYTES} bytes; "
            "restore it from a backup, or remove it, and every seat link given out becomes void"
        )
    return key


def _create_key(path: Path) -> None:
    """Nobody ever sees half a key, and of two starts at once both use the first one's."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=KEY_FILE, suffix=".part")  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        _give_name(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
    _sync_folder(path.parent)


def _give_name(temporary: str, path: Path) -> None:
    try:
        os.link(temporary, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        os.replace(temporary, path)


def _sync_folder(folder: Path) -> None:
    """The name survives a power cut too; folders cannot be opened on Windows."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
