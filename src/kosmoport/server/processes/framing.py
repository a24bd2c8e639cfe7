"""What goes between the server and any of its processes: frames with a length in front, a hello first."""

from __future__ import annotations

from typing import Final

import msgspec

HEAD: Final = 4  # bytes of a frame that say how long the rest is


class Hello(msgspec.Struct):
    """The first message: where modules are found, how far behind others it stands, what it may use."""

    path: list[str]
    nice: int
    memory: int | None = None  # bytes of address space; None: as much as there is


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(HEAD, "big") + body
