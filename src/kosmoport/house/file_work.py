"""Files of strangers read, and games replayed: what comes of each job, and all of it done at once."""

from __future__ import annotations

import gzip
import traceback
from pathlib import Path
from typing import Any

import msgspec

from kosmoport.core.components import from_text
from kosmoport.core.errors import BadInput
from kosmoport.games import game_by_id
from kosmoport.house.file_jobs import (
    Job,
    OpenRecord,
    ReadComponents,
    Reply,
    ShowFrames,
    VerifyRecord,
    WriteRecord,
    encode,
    lines_in,
    read_job,
)
from kosmoport.house.game_records import frames_of, record_text, verified
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.opened_record import opened
from kosmoport.table.table import Table

LARGE, LARGEST = 65_536, 4_000_000  # bytes of an answer; a long game move by move is 30 times smaller packed


class Broke(Exception):
    """A mistake of ours in a job."""


class FileJobsAtOnce:
    """Where there are no other processes, and nobody else waits."""

    waiting = 0

    async def do(self, who: str, job: Job) -> Reply:
        return sound(replied(encode(job)))

    async def close(self) -> None:
        pass


def sound(reply: Reply) -> Reply:
    """A reply that can be used; an exception says why not."""
    if reply.exhausted:
        raise HTTPError(400, "too_much", "This takes too much time or memory.")
    if reply.broke is not None:
        raise Broke(reply.broke)
    if reply.refused is not None:
        raise BadInput(reply.refused)
    return reply


def replied(message: bytes) -> Reply:
    """The reply to a job as it was sent; whatever goes wrong is said and no exception."""
    try:
        job = read_job(message)
        return packed(done(job), job.gzip)
    except BadInput as error:
        return Reply(refused=str(error))
    except (MemoryError, RecursionError):
        return Reply(exhausted=True)
    except Exception as error:  # what it says may quote anything, so that stays here
        last = traceback.extract_tb(error.__traceback__)[-1]
        return Reply(broke=f"{type(error).__qualname__} at {Path(last.filename).name}:{last.lineno}")


def packed(body: bytes, may_pack: bool) -> Reply:
    """A large answer as small as it can be: the server copies it, and somebody waits for it."""
    if may_pack and len(body) > LARGE:
        body = gzip.compress(body, compresslevel=1)
        if len(body) > LARGEST:
            raise MemoryError
        return Reply(body, packed=True)
    if len(body) > LARGEST:
        raise BadInput(f"the answer is larger than {LARGEST} bytes: accept gzip")
    return Reply(body)


def done(job: Job) -> bytes:
    """What comes of a job; BadInput if what it brings cannot be used."""
    match job:
        case ReadComponents():
            kind = game_by_id(job.game).components.Data
            return msgspec.msgpack.encode(from_text(job.text, kind, "components").tables)
        case OpenRecord():
            return msgspec.json.encode(opened(_map(job.body), job.seat))
        case WriteRecord():
            return record_text(_table(job)).encode()
        case VerifyRecord():
            return msgspec.json.encode(verified(_table(job)))
        case ShowFrames():
            return msgspec.json.encode(frames_of(job.table, job.policy, lines_in(job.lines), job.seat))


def _table(job: WriteRecord | VerifyRecord) -> Table:
    table = Table(job.table, job.policy)
    for line in lines_in(job.lines):
        table.apply(line)
    return table


def _map(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadInput("the body must be a map in JSON") from None
