"""What clerks are asked to do, and what comes back, in MessagePack."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

import msgspec

from kosmoport.table.entries import Logged
from kosmoport.table.policy import Policy

BLOCK = 500  # lines


class Asked(msgspec.Struct, kw_only=True):
    """Whoever asks may take a large answer packed."""

    gzip: bool = False


class ReadComponents(Asked, tag="components"):
    """Parse and check a component file; the tables come back in MessagePack."""

    game: str
    text: str


class OpenRecord(Asked, tag="record"):
    """Check a record and show it move by move as a seat saw it; an `Opened` comes back in JSON."""

    body: bytes  # JSON as it came
    seat: int


class WriteRecord(Asked, tag="write"):
    """The record of a finished game of this server, from its log."""

    table: str
    policy: Policy
    lines: list[bytes]  # of its log, in blocks


class VerifyRecord(Asked, tag="verify"):
    """Draw the deal and every roll of a finished game of this server again; `Verified` comes back in JSON."""

    table: str
    policy: Policy
    lines: list[bytes]  # of its log, in blocks


class ShowFrames(Asked, tag="frames"):
    """A game of this server move by move as a seat saw it, from its log; `Frames` come back in JSON."""

    table: str
    policy: Policy
    lines: list[bytes]  # of its log, in blocks
    seat: int


def in_blocks(lines: Sequence[Logged]) -> Generator[None, None, list[bytes]]:
    """The lines of a log for a job, step by step: there may be very many."""
    blocks = []
    for first in range(0, len(lines), BLOCK):
        blocks.append(msgspec.msgpack.encode(lines[first : first + BLOCK]))
        yield
    return blocks


def lines_in(blocks: Iterable[bytes]) -> list[Logged]:
    """The lines again."""
    return [line for block in blocks for line in _LINES.decode(block)]


Job = ReadComponents | OpenRecord | WriteRecord | VerifyRecord | ShowFrames


class Reply(msgspec.Struct):
    """What came of a job: its outcome, or the sentence of a refusal, or what went wrong."""

    body: bytes = b""
    packed: bool = False  # with gzip
    refused: str | None = None
    exhausted: bool = False  # it needed more memory than there is for it
    broke: str | None = None  # a mistake of ours: the type of the error and where it was


def encode(message: Job | Reply) -> bytes:
    return msgspec.msgpack.encode(message)


def read_job(body: bytes) -> Job:
    job: Job = _JOBS.decode(body)
    return job


def read_reply(body: bytes) -> Reply:
    return _REPLIES.decode(body)


_JOBS = msgspec.msgpack.Decoder(Job)
_LINES = msgspec.msgpack.Decoder(list[Logged])
_REPLIES = msgspec.msgpack.Decoder(Reply)
