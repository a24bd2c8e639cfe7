"""A process of its own for garbage, under limits: what would take the machine down ends it instead.

    python -m tests.fuzz.child seeds PARSER FIRST LAST
    python -m tests.fuzz.child bombs

It writes a line before each case, so that the last line names the one it died of, and at the end how many
were accepted and refused.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterable
from functools import partial
from time import process_time

from tests.fuzz.bombs import Bomb, bombs
from tests.fuzz.parsers import Refusal, run

SECONDS = 10  # of processor time for one case
MEMORY = 1 << 30  # bytes that all cases may add to what the modules take

Cases = Iterable[tuple[str, Bomb]]


def seeds(name: str, first: int, last: int) -> Cases:
    for seed in range(first, last):
        yield f"{name} {seed}", partial(run, name, seed)


def limit_memory() -> None:
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    _set(resource.RLIMIT_AS, used + MEMORY)


def limit_time() -> None:
    """From now on; the system ends a process that goes beyond it."""
    _set(resource.RLIMIT_CPU, int(process_time()) + SECONDS + 1)


def _set(limit: int, most: int) -> None:
    _, hard = resource.getrlimit(limit)
    resource.setrlimit(limit, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def feed(cases: Cases) -> dict[bool, int]:
    """How many were accepted and how many refused; anything else is raised."""
    count = {True: 0, False: 0}
    for name, case in cases:
        os.write(1, f"{name}\n".encode())
        limit_time()
        try:
            count[case() is not False] += 1
        except Refusal:
            count[False] += 1
    return count


def main(arguments: list[str]) -> None:
    what, *rest = arguments
    cases = list(bombs()) if what == "bombs" else seeds(rest[0], int(rest[1]), int(rest[2]))
    limit_memory()
    count = feed(cases)
    os.write(1, f"accepted {count[True]} refused {count[False]}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1:])
