"""Text messages as WebSocket frames (RFC 6455); a server's frames are not masked."""

from __future__ import annotations

TEXT_FRAME = 0x81  # final fragment, text
MARKED_PING = bytes((0x89, 4))  # a ping, in front of the four bytes that its answer repeats
COME_BACK = bytes((0x88, 2)) + (1012).to_bytes(2, "big")  # close: the service restarts


def frame(payload: bytes) -> bytes:
    """A text message as a frame."""
    size = len(payload)
    if size < 126:
        return bytes((TEXT_FRAME, size)) + payload
    if size < 65536:
        return bytes((TEXT_FRAME, 126)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big") + payload
