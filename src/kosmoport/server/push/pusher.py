"""Pushes: a message for one browser, sealed, signed and handed to the push service that the browser named."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from yarl import URL

from kosmoport.core.errors import BadInput
from kosmoport.server.push.sealing import is_point, seal
from kosmoport.server.push.vapid import Vapid, from_unpadded, unpadded
from kosmoport.server.webhooks import Caller, check_url
from kosmoport.table.requests import PushDevice

POINT_BYTES, AUTH_BYTES = 65, 16
KEPT_FOR = 3 * 24 * 3600  # seconds a service keeps a message for a browser that is away
TOPIC_CHARACTERS = 32
WHAT = "the address of a push service"


class Pusher:
    """Sends messages by the same guarded way as webhooks; `key` makes the server known to the services."""

    def __init__(
        self,
        key: bytes,
        contact: str = "",
        allow_private: bool = False,
        *,
        told: Callable[[str], None] = lambda outcome: None,
        caller: Caller | None = None,
    ) -> None:
        self._secret, self._vapid = key, Vapid(key, contact)
        self._allow_private = allow_private
        self._caller = caller or Caller(allow_private, told=told)

    @property
    def key(self) -> str:
        return self._vapid.public

    async def start(self) -> None:
        await self._caller.start()

    async def close(self) -> None:
        await self._caller.close()

    def check(self, device: PushDevice) -> PushDevice:
        """The device as it will be called, or BadInput; private networks may also be reached without TLS."""
        endpoint = check_url(device.endpoint, self._allow_private, WHAT)
        if URL(endpoint).scheme != "https" and not self._allow_private:
            raise BadInput(f"{WHAT} must begin with https://")
        if not _is_whole(device):
            raise BadInput("the keys of a push subscription must be those that a browser made")
        return PushDevice(endpoint, device.p256dh, device.auth)

    def ring(self, device: PushDevice, text: bytes, about: str, gone: Callable[[], None]) -> bool:
        """Send it soon; `gone` is called if the service says that this browser is there no more."""
        topic = hmac.digest(self._secret, f"topic {about}".encode(), "sha256")
        headers = {
            "Authorization": self._vapid.authorization(str(URL(device.endpoint).origin())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Topic": unpadded(topic)[:TOPIC_CHARACTERS],  # a later one replaces one that waits
            "Urgency": "normal",
        }
        sealed = seal(text, from_unpadded(device.p256dh), from_unpadded(device.auth))
        return self._caller.ring(device.endpoint, sealed, about, headers, gone)


def _is_whole(device: PushDevice) -> bool:
    try:
        point, auth = from_unpadded(device.p256dh), from_unpadded(device.auth)
    except ValueError:
        return False
    return len(point) == POINT_BYTES and len(auth) == AUTH_BYTES and is_point(point)
