"""Structured logs: one line for each thing, in which secrets, names, chat and cards cannot appear.

What varies is said in fields (`say(log, "table closed", table=..., ms=...)`), and only fields listed
here are written. Texts are written as they stand in the code, without arguments put in; of an exception
its type and the lines it passed are written, not its message. Patterns for tokens, cookies and addresses
are the second line of defence, for the day when somebody forgets the first.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from aiohttp import web
from aiohttp.abc import AbstractAccessLogger

from kosmoport.core.errors import BadInput
from kosmoport.house.logs import say

FORMATS = ("auto", "json", "text")
LEVELS = ("debug", "info", "warning", "error")
HIDDEN = "[hidden]"
LONGEST_VALUE = 200
MOST_FRAMES = 30

# Numbers and words of the program itself; never what a person wrote, holds or was dealt.
_FIELD_NAMES = """
    address backup bot bots bytes count database epoch error game group kind limit method ms n outcome
    owner pending phase port process queue reason reference retries route rule seat sender server signal
    sockets state status table tables tasks version
"""
FIELDS = frozenset(_FIELD_NAMES.split())

_SECRET_WORDS = "authorization|cookie|token|nonce|secret|password|passwd|luck|key"
_PATTERNS = (
    # Everything behind a telling word, to the end of the line.
    (re.compile(rf"(?i)([\w-]*(?:{_SECRET_WORDS})s?[\"']?\s*[:=]).*"), r"\1 " + HIDDEN),
    # Of an address on the web the host may stay; of others (a database with its password) nothing.
    (re.compile(r"(?i)\b(https?://)(?:[^\s/?#]*@)?([a-z0-9.-]+|\[[0-9a-f:.]+\])?\S*"), r"\1\2/" + HIDDEN),
    (re.compile(r"(?i)\b((?!https?:)[a-z][a-z0-9+.-]*://)\S+"), r"\1" + HIDDEN),
    # Random letters: both halves of a token, nonces, hashes, ids. Words mix fewer sorts of letters.
    (re.compile(r"(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{20,}"), HIDDEN),
    (re.compile(r"(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}"), HIDDEN),
    (re.compile(r"\b[0-9a-fA-F]{32,}\b"), HIDDEN),
)


def redact(text: str) -> str:
    """The beginning of the text without anything that looks like a secret."""
    text = text[:LONGEST_VALUE]
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def setup_logs(format: str = "auto", level: str = "info") -> logging.Handler:
    """Send all logs to stderr: JSON lines, or readable text on a terminal; replaces an earlier set-up."""
    if format not in FORMATS:
        raise BadInput(f"the log format must be one of {', '.join(FORMATS)}, not {format[:40]!r}")
    if level not in LEVELS:
        raise BadInput(f"the log level must be one of {', '.join(LEVELS)}, not {level[:40]!r}")
    readable = format == "text" or (format == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextLines() if readable else JsonLines())
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old.formatter, _Lines)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    logging.getLogger("alembic").setLevel(logging.WARNING)  # what it does at every start is no news
    return handler


class _Lines(logging.Formatter):
    """What both forms share: which parts of a record may be seen."""

    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        """Time, level, logger, event, and the fields that may be shown."""
        parts: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "event": _event(record),
        }
        for name, value in getattr(record, "fields", {}).items():
            parts.setdefault(name, _shown(name, value))
        if record.exc_info and record.exc_info[1] is not None:
            parts.setdefault("error", _error(record.exc_info[1]))
        return parts


def _event(record: logging.LogRecord) -> str:
    """The first line of the text without its arguments; of other people's logs nothing that quotes values."""
    text = str(record.msg).partition("\n")[0]
    if not record.name.startswith("kosmoport"):
        text = re.split(r"[<({\[\"'`]", text, maxsplit=1)[0].rstrip()
    return redact(text)


def _shown(name: str, value: Any) -> Any:
    if name not in FIELDS:
        return HIDDEN
    if name == "error":  # never its message
        return _error(value) if isinstance(value, BaseException) else HIDDEN
    if value is None or isinstance(value, bool | int | float):
        return value
    if not isinstance(value, str):
        return HIDDEN
    if name == "table":  # enough to follow a table through the log, too little to open it
        return value[:6]
    return redact(value)


def _error(error: BaseException) -> dict[str, Any]:
    """The types of an exception and its causes, and where it passed; messages may quote anything."""
    shown: dict[str, Any] = {"type": type(error).__qualname__}
    if isinstance(error, OSError) and error.errno is not None:
        shown["errno"] = error.errno
    frames = traceback.extract_tb(error.__traceback__)[-MOST_FRAMES:]
    shown["at"] = [f"{_module(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        shown["after"] = type(before).__qualname__
    return shown


def _module(filename: str) -> str:
    """`kosmoport/server/app.py`: where it lies in the package, not on the machine."""
    return "/".join(filename.replace("\\", "/").rpartition("/src/")[2].rsplit("/", 3)[-3:])


class JsonLines(_Lines):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.parts(record))


class TextLines(_Lines):
    """`12:00:01 warning table closed table=Ab3dEf ms=12`, for people."""

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        head = f"{parts.pop('at')[11:19]} {parts.pop('level'):7} {_printable(parts.pop('event'))}"
        del parts["log"]
        return " ".join([head, *(f"{name}={_printable(value)}" for name, value in parts.items())])


def _printable(value: Any) -> str:
    """A value that cannot break the line or the terminal."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if text.isprintable() else json.dumps(text)


class AccessLogger(AbstractAccessLogger):
    """One line for each request, with its route's pattern: a path holds a table, a query may hold more."""

    def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
        say(
            self.logger,
            "request",
            method=request.method if request.method.isalpha() else HIDDEN,
            route=_route(request),
            status=response.status,
            bytes=response.body_length,
            ms=round(time * 1000, 1),
        )

    @property
    def enabled(self) -> bool:
        return self.logger.isEnabledFor(logging.INFO)


def _route(request: web.BaseRequest) -> str:
    try:
        resource = request.match_info.route.resource  # type: ignore[attr-defined]
    except (AttributeError, AssertionError):  # what could not be read as a request was never routed
        return "unknown"
    return resource.canonical if resource is not None else "unknown"
