"""What was written last lies beside an SQLite file, in its write-ahead log: can that be read to its end?"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

# From https://www.sqlite.org/walformat.html: a frame is a page with a head, which says if it ends a write.
HEAD, FRAME_HEAD = 32, 24
ORDERS = {b"\x37\x7f\x06\x82": "<", b"\x37\x7f\x06\x83": ">"}  # of the bytes in its sums, by how it begins
PAGE_SIZE, SALTS = slice(8, 12), slice(16, 24)
ENDS_WRITE, FRAME_SALTS = slice(4, 8), slice(8, 16)  # in the head of a frame
READABLE = 16  # where the index in `-shm` says how many frames are whole


def breaks_off(path: Path) -> bool:
    """Whether something is lost in the log; only while a connection that has read the file is open.

    A power cut leaves a part of one write at the most, since the next begins when that is on the disk. SQLite
    stops reading at the first frame that is wrong, and says nothing of what follows.
    """
    try:
        with path.with_name(path.name + "-wal").open("rb") as file:
            head = file.read(HEAD)
            if not file.read(1):
                return False
            if not _is_whole(head):
                return True
            with path.with_name(path.name + "-shm").open("rb") as index:
                index.seek(READABLE)
                (readable,) = struct.unpack("=I", index.read(4))
            return _goes_on(file, head, readable)
    except FileNotFoundError:
        return False


def _is_whole(head: bytes) -> bool:
    order = ORDERS.get(head[:4])
    if order is None:
        return False
    one = other = 0
    for first, second in struct.iter_unpack(f"{order}2I", head[: SALTS.stop]):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return struct.pack(">2I", one, other) == head[SALTS.stop :]


def _goes_on(file: BinaryIO, head: bytes, readable: int) -> bool:
    """Is there anything after the end of the first write that cannot be read?"""
    step = FRAME_HEAD + int.from_bytes(head[PAGE_SIZE])
    file.seek(HEAD + readable * step)
    ended = False
    while len(frame := file.read(step)) == step:
        if frame[FRAME_SALTS] == head[SALTS]:  # others are of an earlier log in the same file
            if ended:
                return True
            ended = any(frame[ENDS_WRITE])
    return False
