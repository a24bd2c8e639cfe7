"""Writes the records of all finished games of a database, one a line; sealed ones stay sealed."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from kosmoport.core.errors import BadInput, NotHere
from kosmoport.core.texts import printable
from kosmoport.house.game_records import is_open, record_text
from kosmoport.server.reading import Values, reading
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.rows import ROW, line_of
from kosmoport.table.entries import Logged, decode_entry
from kosmoport.table.policy import Policy
from kosmoport.table.table import Table

ENDED = ("over", "closed")
PHASE = ROW.split(", ").index("phase")


@dataclass
class Exported:
    """What was met in the database."""

    written: int = 0
    sealed: int = 0
    other_rules: int = 0
    damaged: int = 0

    def told(self) -> Iterator[str]:
        """A sentence for each kind of table that was left out."""
        if self.sealed:
            yield f"{_tables(self.sealed)} left out: sealed"
        if self.other_rules:
            yield f"{_tables(self.other_rules)} left out: played by other rules than these"
        if self.damaged:
            yield f"{_tables(self.damaged)} left out: damaged; kosmoport doctor says how"


def _tables(count: int) -> str:
    return f"{count} table{'' if count == 1 else 's'}"


def export(settings: ServerSettings, path: Path | None) -> int:
    """Write all finished games in the order of their tables' creation; how many there were.

    A server may be at work beside it: what has ended when a table's turn comes is written.
    """
    count = Exported()
    with _whole(path) as file:
        asyncio.run(_write(settings.where, file, count))
    for sentence in count.told():
        print(sentence, file=sys.stderr)
    return count.written


async def _write(where: str, file: IO[str], count: Exported) -> None:
    async with reading(where, alone=False) as database:
        async for values in database.rows():
            if values[PHASE] not in ENDED:
                continue
            try:
                table = _replayed(values[0], await database.lines(values[0]))
                text = _compact(record_text(table)) if is_open(table) else None
            except NotHere:
                count.other_rules += 1
                continue
            except Exception:  # its log does not replay; that is for doctor to explain
                count.damaged += 1
                continue
            if text is not None:
                file.write(text)
                count.written += 1
            elif table.begun:
                count.sealed += 1


def _replayed(table: str, lines: list[Values]) -> Table:
    """A table from its log alone; some error if that is damaged."""
    made = Table(table, Policy())
    for line in map(line_of, lines):
        made.apply(Logged(line.n, line.at, decode_entry(line.entry), line.sender, line.message))
    if made.phase not in ENDED:
        raise ValueError("the log breaks off before the end that the row tells of")
    return made


def _compact(record: str) -> str:
    """A line that may also be printed: what people wrote cannot move the cursor."""
    return printable(json.dumps(json.loads(record), ensure_ascii=False, separators=(",", ":"))) + "\n"


@contextmanager
def _whole(path: Path | None) -> Iterator[IO[str]]:
    """A file that appears under its name when it is complete; only its owner may read what people played."""
    if path is None:
        yield sys.stdout
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BadInput(f"cannot write {path}: {error.strerror or error}") from None
        raise
