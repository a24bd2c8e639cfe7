"""A clerk that does what the text of a file says, for better or worse."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from kosmoport.core.errors import BadInput
from kosmoport.house import file_work
from kosmoport.house.file_jobs import Job, ReadComponents
from kosmoport.server.clerks import worker

FOLDER = "TEST_FOLDER"  # where a test and a clerk in another process leave signs for each other


def main() -> None:
    worker.JOB_SECONDS = 1.0
    file_work.done = done
    worker.main()


def done(job: Job) -> bytes:
    """`what` or `what to whom`: the job leaves its text as a sign that it has begun."""
    assert isinstance(job, ReadComponents)
    folder, what = Path(os.environ[FOLDER]), job.text.partition(" ")[0]
    with (folder / "begun").open("a", encoding="utf-8") as file:
        file.write(f"{job.text}\n")
    match what:
        case "wait":
            while not (folder / "open").exists():
                time.sleep(0.005)
        case "sleep":
            time.sleep(3600)
        case "spin":
            while True:
                pass
        case "eat":
            eaten = []
            while True:
                eaten.append(bytearray(1 << 20))
        case "dive":
            return done(job)
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "know":
            return " ".join(sorted(os.environ)).encode()
        case "refuse":
            raise BadInput("this is no good")
        case "raise":
            raise ValueError(job.text)
    return job.text.encode()
