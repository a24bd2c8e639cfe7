"""A clerk from the inside: one job after the other, each with its share of processor time."""

from __future__ import annotations

from kosmoport.house.file_jobs import encode
from kosmoport.house.file_work import replied
from kosmoport.server.processes.child import allow, serve

JOB_SECONDS = 10.0  # of processor time


def main() -> None:
    serve(answer)


def answer(message: bytes) -> bytes:
    """The reply to a job; whatever goes wrong is said and no exception."""
    allow(JOB_SECONDS)
    return encode(replied(message))
