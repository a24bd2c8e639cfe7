"""A clerk from the inside: one job after the other, each with its share of processor time."""

from __future__ import annotations

import gzip
import traceback
from pathlib import Path
from typing import Any

import msgspec

from kosmoport.core.components import from_text
from kosmoport.core.errors import BadInput
from kosmoport.games import game_by_id
from kosmoport.server.clerks.jobs import (
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
from kosmoport.server.clerks.opening import opened
from kosmoport.server.processes.child import allow, serve
from kosmoport.server.records import frames_of, record_text, verified
from kosmoport.table.table import Table

JOB_SECONDS = 10.0  # of processor time
LARGE, LARGEST = 65_536, 4_000_000  # bytes of an answer; a long game move by move is 30 times smaller packed


def main() -> None:
    serve(answer)


def answer(message: bytes) -> bytes:
    """The reply to a job; whatever goes wrong is said and no exception."""
    allow(JOB_SECONDS)
    return encode(replied(message))


def replied(message: bytes) -> Reply:
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
            return msgspec.json.encode(frames_of(job.table, job.house, lines_in(job.lines), job.seat))


def _table(job: WriteRecord | VerifyRecord) -> Table:
    table = Table(job.table, job.house)
    for line in lines_in(job.lines):
        table.apply(line)
    return table


def _map(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadInput("the body must be a map in JSON") from None
