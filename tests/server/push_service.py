"""A push service of our own: takes messages as those of browsers' makers do, and reads them as a browser."""

from __future__ import annotations

import asyncio
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.harness import PATIENCE

CURVE = ec.SECP256R1()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """The keys that somebody's browser made when its page subscribed, and what it reads with them."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._private = ec.generate_private_key(CURVE)
        self._auth = os.urandom(16)
        self.point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def device(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": encode(self.point), "auth": encode(self._auth)}

    def open(self, sealed: bytes) -> Any:
        salt, size, length = sealed[:16], int.from_bytes(sealed[16:20], "big"), sealed[20]
        sender, record = sealed[21 : 21 + length], sealed[21 + length :]
        assert len(record) <= size
        shared = self._private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        )
        secret = HKDF(SHA256(), 32, self._auth, b"WebPush: info\0" + self.point + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, record, None)
        assert text.endswith(b"\x02")
        return json.loads(text[:-1])


def claims_of(authorization: str, key: str) -> Any:
    """What the server says of itself, if the signature is that of this key (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    said = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, said["k"]) == ("vapid", key)
    signed, _, signature = said["t"].rpartition(".")
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    raw = decode(signature)
    assert len(raw) == 64
    both = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    public.verify(both, signed.encode(), ec.ECDSA(SHA256()))
    return claims


@dataclass
class Message:
    """What the service was handed."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Every path is a browser's; those in `gone` are there no more, with this status."""

    url: str = ""
    gone: dict[str, int] = field(default_factory=dict)
    messages: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)

    async def take(self, request: web.Request) -> web.Response:
        self.messages.put_nowait(Message(request.path, dict(request.headers), await request.read()))
        return web.Response(status=self.gone.get(request.path, 201))

    async def next(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            return await self.messages.get()

    def browser(self, name: str) -> Browser:
        return Browser(f"{self.url}/{name}")


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service, app = PushService(), web.Application()
    app.router.add_post("/{who}", service.take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield service
    finally:
        await runner.cleanup()
