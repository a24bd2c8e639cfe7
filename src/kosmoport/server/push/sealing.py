"""What is sent to a browser, sealed so that the push service on the way cannot read it (RFC 8291)."""

from __future__ import annotations

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
SALT_BYTES, KEY_BYTES, NONCE_BYTES, SECRET_BYTES = 16, 16, 12, 32
RECORD_BYTES = 4096  # of a record; there is one only, and the browser takes no more
LAST_RECORD = b"\x02"


def seal(
    text: bytes,
    browser: bytes,
    auth: bytes,
    salt: bytes | None = None,
    private: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The text for the browser that has this public key and this secret; salt and key are new each time."""
    salt = salt or os.urandom(SALT_BYTES)
    private = private or ec.generate_private_key(CURVE)
    public = point_of(private.public_key())
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    secret = derive(shared, auth, b"WebPush: info\0" + browser + public, SECRET_BYTES)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", KEY_BYTES)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", NONCE_BYTES)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Key material of this length for this purpose."""
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it is sent: 65 bytes, the first of them a 4."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_point(data: bytes) -> bool:
    """Is this a public key, a point of the curve?"""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
    except ValueError:
        return False
    return True
