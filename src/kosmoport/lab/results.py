"""Results as JSON Lines: a header that says what was done, then one line a task, in the order of the tasks.

No line has a clock time, so the same run gives the same bytes whoever did the work. While a run goes on, a
line is written as soon as all lines before it are there; when it is interrupted, whatever else is finished
follows. A file that ends in the middle of a line (the machine went down) lacks that line and nothing else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from kosmoport.core.errors import BadInput
from kosmoport.files import write_whole

Line = dict[str, Any]


class Results:
    """The tasks of a run and their results, in memory and, where a path is given, in a file.

    With `resume` a file of the same run is continued, also one that was made for fewer tasks.
    """

    def __init__(
        self, header: Line, tasks: Sequence[Line], path: Path | None = None, resume: bool = False
    ) -> None:
        self.header: Line = json.loads(json.dumps(header))  # as it is read back: lists, no tuples
        self.tasks, self.path = tasks, path
        self.lines: list[Line | None] = [None] * len(tasks)
        self._file: IO[bytes] | None = None
        self._next = 0  # lines before this one are in the file, in order
        if path is not None and resume and os.path.exists(path):
            self._read(path)
        elif path is not None:
            refuse_existing(path, "give another name with --out, or go on with it by --resume")

    def missing(self) -> list[tuple[int, Line]]:
        """The tasks that have no result, with their numbers."""
        return [(n, task) for n, task in enumerate(self.tasks) if self.lines[n] is None]

    def finished(self) -> list[Line]:
        """The lines there are, in the order of the tasks."""
        return [line for line in self.lines if line is not None]

    def add(self, number: int, result: Line) -> None:
        """Note a result."""
        self.lines[number] = {"number": number, **self.tasks[number], **result}
        self._write_what_is_due()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The file is begun, added to, and whole again at the end, whatever happens in between."""
        if self.path is None:
            yield
            return
        self._next = next((n for n, line in enumerate(self.lines) if line is None), len(self.lines))
        write_whole(self.path, self._text())
        in_order = len(self.finished()) == self._next
        try:
            with self.path.open("ab") as self._file:
                yield
                os.fsync(self._file.fileno())
        finally:
            self._file = None
            if not in_order or len(self.finished()) != self._next:
                write_whole(self.path, self._text())

    def _write_what_is_due(self) -> None:
        while self._file and self._next < len(self.lines) and (line := self.lines[self._next]) is not None:
            try:
                self._file.write(_dump(line).encode())
                self._file.flush()
            except OSError as error:
                raise BadInput(f"cannot write {self.path}: {error.strerror or error}") from None
            self._next += 1

    def _text(self) -> str:
        return "".join(_dump(line) for line in [self.header, *self.finished()])

    def _read(self, path: Path) -> None:
        """Take over what the file has; a last line without its end counts for nothing."""
        rows = _whole_lines(path)
        header = _parse(path, 0, rows[0])
        if what := _difference(header, self.header):
            raise BadInput(f"{path} holds another run: its {what} differs; give another file with --out")
        for at, row in enumerate(rows[1:], start=1):
            line = _parse(path, at, row)
            number = line.get("number")
            if type(number) is not int or not 0 <= number < len(self.tasks):
                raise BadInput(f"{path} has more results than this run asks for, such as line {at + 1}")
            if any(line.get(key) != value for key, value in self.tasks[number].items()):
                raise BadInput(f"{path}: line {at + 1} is not of this run")
            self.lines[number] = line


def _whole_lines(path: Path) -> list[str]:
    try:
        return path.read_bytes().rpartition(b"\n")[0].decode().split("\n")
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text") from None


def refuse_existing(path: Path, advice: str) -> None:
    """Nothing is overwritten, and a folder that is not there is found out early."""
    if os.path.exists(path):
        raise BadInput(f"{path} exists already; {advice}")
    if not os.path.isdir(path.parent):
        raise BadInput(f"there is no folder {path.parent}")


def _dump(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def _parse(path: Path, at: int, row: str) -> Line:
    try:
        line = json.loads(row)
    except (json.JSONDecodeError, RecursionError):
        line = None
    if not isinstance(line, dict):
        raise BadInput(f"{path}: line {at + 1} is not a result")
    return line


def _difference(there: Line, here: Line) -> str | None:
    """The first key in which two headers differ; how many deals were asked for may differ."""
    for key in [*here, *there]:
        if key != "deals" and there.get(key) != here.get(key):
            return key
    return None


def default_name(stem: str) -> str:
    """A file name from any words: what not every system takes becomes a dash."""
    clean = "".join(letter if letter.isalnum() or letter in "_." else "-" for letter in stem)
    return f"{clean[:120].strip('-.')}.jsonl"
