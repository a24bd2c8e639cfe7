"""Puts a copy made before an upgrade into an empty PostgreSQL database."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from kosmoport.core.errors import BadInput
from kosmoport.server.store.opening import postgres_session

USAGE = "KOSMOPORT_DATABASE=postgresql://... python -m kosmoport.server.store.restoring COPY.jsonl.gz"


async def restore_copy(url: str, copy: Path) -> int:
    """The number of rows that were put back."""
    session = await postgres_session(url, patience=0.0)
    from kosmoport.server.store.postgres_shape import restore

    try:
        return await restore(session, copy)
    finally:
        await session.close()


def main() -> None:
    """The address comes from the environment, since a command line is there for everybody to read."""
    url = os.environ.get("KOSMOPORT_DATABASE", "")
    if len(sys.argv) != 2 or not url:
        sys.exit(f"Usage: {USAGE}")
    try:
        print(f"{asyncio.run(restore_copy(url, Path(sys.argv[1])))} rows were put back.")
    except BadInput as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
