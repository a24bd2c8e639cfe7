"""How the server tells push services who it is: nobody else can use what browsers gave it (RFC 8292)."""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from kosmoport.server.push.sealing import CURVE, point_of

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve's points
GOOD_FOR = 12 * 3600  # seconds; a day is the most that may be
RENEWED_BEFORE = 3600
MOST_REMEMBERED = 100  # services; a stranger can name any number of them


class Vapid:
    """The server's own key, and the signed words that go with each message."""

    def __init__(self, key: bytes, contact: str = "") -> None:
        self._private = ec.derive_private_key(_number(key), CURVE)
        self._contact = contact
        self._signed: dict[str, tuple[float, str]] = {}
        self.public = unpadded(point_of(self._private.public_key()))

    def authorization(self, service: str) -> str:
        """The header for the service at this origin; signed anew a few times a day."""
        until, token = self._signed.get(service, (0.0, ""))
        now = time.time()
        if not now + RENEWED_BEFORE < until <= now + GOOD_FOR:  # the clock may have been set
            if len(self._signed) >= MOST_REMEMBERED:
                self._signed.clear()
            until = now + GOOD_FOR
            token = self._token(service, int(until))
            self._signed[service] = until, token
        return f"vapid t={token}, k={self.public}"

    def _token(self, service: str, until: int) -> str:
        claims = {"aud": service, "exp": until} | ({"sub": self._contact} if self._contact else {})
        said = ".".join(
            unpadded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = utils.decode_dss_signature(self._private.sign(said.encode(), ec.ECDSA(SHA256())))
        return f"{said}.{unpadded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _number(key: bytes) -> int:
    """Any 32 bytes make a private key: nearly all are one as they stand."""
    return 1 + int.from_bytes(key, "big") % (ORDER - 1)


def unpadded(data: bytes) -> str:
    """As base64url without the signs at its end."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_unpadded(text: str) -> bytes:
    """The other way; ValueError for anything else."""
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if unpadded(data) != text.rstrip("="):
        raise ValueError("this is no base64url")
    return data
