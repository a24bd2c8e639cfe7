"""Kinds of values that settings have: how each is read, written, and asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

Network = IPv4Network | IPv6Network

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000  # in milliseconds
UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND, "ms": 1}
WHOLE = re.compile(r"[0-9]{1,12}")
TIME = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?(ms|s|m|h|d)?")
HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # two letters or more: C:\ is a folder
CONTACTS = re.compile(r"mailto:[^@\s]+@[^@\s]+|https://\S+")
SWITCHES = {"true": True, "yes": True, "on": True, "1": True}
SWITCHES |= {"false": False, "no": False, "off": False, "0": False}
NEVER = "never"
SHOWN = 80  # characters of a wrong value that are repeated


@dataclass(frozen=True)
class Kind:
    """A kind of value. `read` raises ValueError for a wrong one; what `write` gives can be read again."""

    wanted: str
    metavar: str
    read: Callable[[Any, Path], Any]  # a value, and the folder that relative paths begin at
    write: Callable[[Any], str] = str
    usual: str = ""  # the default in words where it is found out at the start
    secret: bool = False  # may hold a password


def shown(value: Any, kind: Kind) -> str:
    """A wrong value as far as it may be repeated: what stands before an @ or behind a ? may be a password."""
    text = str(value) if isinstance(value, str | Path) else repr(value)
    if kind.secret and ":" in text:
        text = text.partition(":")[0] + ":..."
    text = re.sub(r"^([A-Za-z+]*://)?.*@", r"\1...@", text, flags=re.DOTALL)
    text = re.sub(r"\?.*", "?...", text, flags=re.DOTALL)
    text = text if len(text) <= SHOWN else text[:SHOWN] + "..."
    return repr(text) if isinstance(value, str | Path) else text


def _text(value: Any) -> str:
    """Text in one line."""
    if not isinstance(value, str) or not (value.isprintable() and len(value) <= 4096):
        raise ValueError
    return value.strip()


def _digits(value: Any) -> str:
    """A number as it is written; true and false are no numbers."""
    return repr(value) if type(value) in (int, float) else _text(value)


def whole(low: int, high: int) -> Kind:
    """A whole number in a range."""

    def read(value: Any, folder: Path) -> int:
        match = WHOLE.fullmatch(_digits(value))
        if match is None or not low <= int(match[0]) <= high:
            raise ValueError
        return int(match[0])

    return Kind(f"a whole number from {low} to {high}", "NUMBER", read)


def _time(value: Any, bare_unit: int | None) -> float:
    """A time in milliseconds; a bare number counts in the given unit, if it may be bare."""
    match = TIME.fullmatch(_digits(value))
    unit = None if match is None else UNITS[match[2]] if match[2] else bare_unit
    if match is None or unit is None:
        raise ValueError
    return float(match[1]) * unit


def _between(low: float, value: float, high: float) -> float:
    if not low <= value <= high:
        raise ValueError
    return value


def seconds(low: float, high: float) -> Kind:
    """A time kept as seconds."""

    def read(value: Any, folder: Path) -> float:
        return _between(low, _time(value, SECOND) / SECOND, high)

    return Kind(
        f"a time from {low:g} to {high:g} seconds such as 2.5 or 1500ms", "TIME", read, "{:g}s".format
    )


def milliseconds(low: int, high: int) -> Kind:
    """A short time kept as whole milliseconds."""

    def read(value: Any, folder: Path) -> int:
        return round(_between(low, _time(value, 1), high))

    return Kind(f"a time from {low} to {high} milliseconds such as 500 or 1.5s", "TIME", read, "{}ms".format)


def _read_span(value: Any, folder: Path) -> int:
    return round(_between(SECOND, _time(value, None), 3650 * DAY))


def _write_span(value: int) -> str:
    unit = next(unit for unit, length in UNITS.items() if value % length == 0)
    return f"{value // UNITS[unit]}{unit}"


def _read_span_or_never(value: Any, folder: Path) -> int | None:
    return None if str(value).strip() == NEVER else _read_span(value, folder)


def _write_span_or_never(value: int | None) -> str:
    return NEVER if value is None else _write_span(value)


def choice(*words: str) -> Kind:
    """One of a few words."""

    def read(value: Any, folder: Path) -> str:
        word = _text(value)
        if word not in words:
            raise ValueError
        return word

    return Kind(f"one of {', '.join(words)}", "|".join(words), read)


def _read_switch(value: Any, folder: Path) -> bool:
    if isinstance(value, bool):
        return value
    word = _text(value).lower()
    if word not in SWITCHES:
        raise ValueError
    return SWITCHES[word]


def _write_switch(value: bool) -> str:
    return "true" if value else "false"


def _items(value: Any) -> list[str]:
    """A list of a file, or one written with commas."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        raise ValueError
    items = [str(part) if isinstance(part, IPv4Network | IPv6Network) else _text(part) for part in parts]
    return [] if items == [""] else items


def _write_items(values: Sequence[object]) -> str:
    return ",".join(str(value) for value in values)


def _read_host(value: Any, folder: Path) -> str:
    host = _text(value)
    if ":" in host:
        return str(ip_address(host))
    if HOST_NAME.fullmatch(host) is None:
        raise ValueError
    return host


def _path(value: Any, folder: Path) -> Path:
    text = str(value) if isinstance(value, Path) else _text(value)
    if not text or SCHEME.match(text):
        raise ValueError
    try:
        return folder / Path(text).expanduser()
    except RuntimeError:  # a home that cannot be found
        raise ValueError from None


def _read_folder(value: Any, folder: Path) -> Path:
    path = _path(value, folder)
    if os.path.exists(path) and not os.path.isdir(path):
        raise ValueError
    return path


def _read_database(value: Any, folder: Path) -> str:
    if isinstance(value, str) and (not value.strip() or value.strip().startswith("postgresql://")):
        return _text(value)
    return str(_path(value, folder))


def _read_origin(value: Any) -> str:
    """An origin as browsers send it: scheme, host, and a port where it is not the scheme's own."""
    parts = urlsplit(_text(value))
    host, port = parts.hostname or "", parts.port
    if parts.scheme not in ("http", "https") or "@" in parts.netloc or not host:
        raise ValueError
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError
    host = f"[{ip_address(host)}]" if ":" in host else _read_host(host, Path())
    own = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if port in (None, own) else f":{port}")


def _read_contact(value: Any) -> str:
    contact = _text(value)
    if contact and CONTACTS.fullmatch(contact) is None:
        raise ValueError
    return contact


TEXT = Kind("text in one line", "TEXT", lambda value, folder: _text(value))
SWITCH = Kind("true or false", "", _read_switch, _write_switch)
SPAN = Kind("a time from 1s to 3650d such as 90s, 2h or 30d", "TIME", _read_span, _write_span)
SPAN_OR_NEVER = Kind(f"{NEVER}, or {SPAN.wanted}", "TIME", _read_span_or_never, _write_span_or_never)
HOST = Kind("an address or a name such as 127.0.0.1, :: or localhost", "ADDRESS", _read_host)
FOLDER = Kind("the name of a folder", "FOLDER", _read_folder, usual="the user's data folder", secret=True)
DATABASE = Kind(
    "the name of an SQLite file or postgresql://USER@HOST/NAME", "DATABASE", _read_database, secret=True
)
PUBLIC_URL = Kind(
    "empty or an address without a path such as https://play.example.org",
    "URL",
    lambda value, folder: _read_origin(value) if value != "" else "",
)
CONTACT = Kind(
    "empty or an address such as mailto:me@example.org or https://play.example.org",
    "CONTACT",
    lambda value, folder: _read_contact(value),
)
NETWORKS = Kind(
    "networks with commas between them such as 127.0.0.1,10.0.0.0/8",
    "NETWORKS",
    lambda value, folder: tuple(ip_network(item) for item in _items(value)),
    _write_items,
)
ORIGINS = Kind(
    "addresses with commas between them such as https://play.example.org",
    "ORIGINS",
    lambda value, folder: tuple(_read_origin(item) for item in _items(value)),
    _write_items,
)
HOSTS = Kind(
    "names with commas between them such as play.example.org,kosmoport",
    "NAMES",
    lambda value, folder: tuple(_read_host(item, folder).lower() for item in _items(value)),
    _write_items,
)
