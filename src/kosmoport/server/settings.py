"""The settings of a server: each declared once, and read from flags, the environment or a TOML file."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from kosmoport.core.errors import BadInput
from kosmoport.files import read_text

PREFIX = "KOSMOPORT_"
FILE_FLAG, FILE_VARIABLE = "--settings", f"{PREFIX}SETTINGS"
# Variables with the prefix that are no settings of the server: the file, machine code, a remote bot's seat.
OTHER_VARIABLES = {FILE_VARIABLE, f"{PREFIX}CACHE", f"{PREFIX}TOKEN"}

Network = IPv4Network | IPv6Network

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000  # in milliseconds
UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND, "ms": 1}
WHOLE = re.compile(r"[0-9]{1,12}")
TIME = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?(ms|s|m|h|d)?")
HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # two letters or more: C:\ is a folder
SWITCHES = {"true": True, "yes": True, "on": True, "1": True}
SWITCHES |= {"false": False, "no": False, "off": False, "0": False}
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


def _read_warm_up(value: Any, folder: Path) -> str:
    from kosmoport.games import GAMES

    items = _items(value)
    if items in (["all"], ["none"]):
        return items[0]
    if not items or not set(items) <= {game.id for game in GAMES}:
        raise ValueError
    return ",".join(items)


TEXT = Kind("text in one line", "TEXT", lambda value, folder: _text(value))
SWITCH = Kind("true or false", "", _read_switch, _write_switch)
SPAN = Kind("a time from 1s to 3650d such as 90s, 2h or 30d", "TIME", _read_span, _write_span)
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
WARM_UP = Kind("all, none or ids of games with commas between them", "GAMES", _read_warm_up)


def user_data_folder() -> Path:
    """Where this person's programs keep their data."""
    import platformdirs

    return platformdirs.user_data_path("kosmoport", appauthor=False)


def _meant(kind: Kind, help: str) -> dict[str, Any]:
    return {"kind": kind, "help": help}


def _setting(default: Any, kind: Kind, help: str) -> Any:
    """A field of the settings."""
    return field(default=default, metadata=_meant(kind, help), repr=not kind.secret)


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """Everything that can be set about a server; times in seconds unless said otherwise."""

    host: str = _setting("127.0.0.1", HOST, "the address to listen on")
    port: int = _setting(8400, whole(0, 65535), "the port to listen on; 0 takes a free one")
    data: Path = field(
        default_factory=user_data_folder,
        metadata=_meant(FOLDER, "the folder of the database, its backups and the key"),
    )
    database: str = _setting("", DATABASE, "where tables are kept; empty for a file in the data folder")
    pages: str = _setting("", TEXT, "a folder of built pages to serve; empty for the package's own")
    browser: bool = _setting(True, SWITCH, "open the browser when the server is ready")
    public_url: str = _setting("", PUBLIC_URL, "the address people use, for links; needed behind a proxy")
    trusted_proxies: tuple[Network, ...] = _setting(
        (), NETWORKS, "networks of proxies whose word on a visitor's address is taken"
    )
    allowed_hosts: tuple[str, ...] = _setting(
        (), HOSTS, "names of the server besides the machine's own and that of public_url"
    )
    allowed_origins: tuple[str, ...] = _setting(
        (), ORIGINS, "sites other than this one whose pages may use the server"
    )
    bot_workers: int = _setting(0, whole(0, 256), "processes in which bots think; 0 for all cores but one")
    bot_pause: float = _setting(0.8, seconds(0, 60), "the shortest time before a bot's move is shown")
    bot_patience: float = _setting(
        3.0,
        seconds(0.1, 600),
        "how long a bot's move may wait for a free process before its level is lowered",
    )
    warm_up: str = _setting("all", WARM_UP, "games to compile for bots in the background at the start")
    take_back_grace: float = _setting(
        2.5, seconds(0, 60), "how long bots wait so that a move can be taken back"
    )
    absence_grace: float = _setting(
        60.0, seconds(1, 86_400), "how long a person may be away before others may vote for a bot"
    )
    absence_unhurried: int = _setting(  # milliseconds
        3 * DAY, SPAN, "how long an unhurried game may wait for an absent person before others may vote"
    )
    stop_credit: int = _setting(  # milliseconds
        300, milliseconds(0, 1000), "how late what was done before Stop may come in a race"
    )
    lag_credit: int = _setting(  # milliseconds
        1000, milliseconds(0, 10_000), "the most that a move's clock is credited for a slow line"
    )
    max_tables: int = _setting(5000, whole(1, 1_000_000), "tables open at once")
    max_tables_per_address: int = _setting(100, whole(1, 1_000_000), "tables open at once from one address")
    max_sockets_per_address: int = _setting(60, whole(1, 1_000_000), "sockets at once from one address")
    max_connections: int = _setting(
        0, whole(0, 1_000_000), "connections at once; 0 for what the open files allow, at most 10000"
    )
    max_connections_per_address: int = _setting(
        200, whole(1, 1_000_000), "connections at once from one address, sockets included"
    )
    shares_per_56: int = _setting(
        3, whole(1, 256), "of all that one address may have, how many times as much a /56 of IPv6 may"
    )
    shares_per_48: int = _setting(6, whole(1, 65_536), "the same for a /48 of IPv6")
    head_timeout: float = _setting(
        10.0, seconds(0.1, 3600), "how long a request may take until its headers are whole"
    )
    body_timeout: float = _setting(60.0, seconds(0.1, 3600), "how long its whole body may take after that")
    idle_timeout: float = _setting(
        120.0, seconds(0.1, 86_400), "how long a connection may wait for its next request"
    )
    unread_timeout: float = _setting(
        30.0, seconds(0.1, 3600), "how long what is sent may wait for somebody who reads nothing of it"
    )
    hello_timeout: float = _setting(10.0, seconds(0.01, 3600), "how long a socket may take to say hello")
    max_message: int = _setting(16_384, whole(4096, 1_048_576), "bytes in a message of a client")
    max_outbox: int = _setting(
        1024, whole(64, 65_536), "kilobytes waiting for a client that does not read before it is dropped"
    )
    max_chat: int = _setting(300, whole(1, 1000), "characters in a line of chat")
    max_log: int = _setting(
        10_000,
        whole(100, 1_000_000),
        "lines of a table's log besides its moves; at half of them going back ends",
    )
    max_components: int = _setting(200_000, whole(0, 4_000_000), "bytes in a table's own component file")
    limits: str = _setting("", TEXT, "changes of rate limits, such as create=20/hour,chat=30/minute")
    give_way_after: int = _setting(  # milliseconds, as the next three
        15 * MINUTE, SPAN, "how long a table that nobody else joined may lie still while there is no room"
    )
    abandon_gathering: int = _setting(
        2 * HOUR, SPAN, "how long a table without a game may lie still before it is closed"
    )
    abandon_live: int = _setting(24 * HOUR, SPAN, "the same for a live game")
    abandon_unhurried: int = _setting(60 * DAY, SPAN, "the same for an unhurried game")
    webhook_private: bool = _setting(False, SWITCH, "allow webhooks into private networks")
    log_format: str = _setting("auto", choice("auto", "text", "json"), "how the log is written")
    log_level: str = _setting("info", choice("debug", "info", "warning", "error"), "how much is logged")
    metrics: bool = _setting(True, SWITCH, "serve figures for Prometheus at /metrics")

    @property
    def where(self) -> str:
        """The database: its address, or the name of its file."""
        return self.database or str(self.data / "kosmoport.sqlite3")

    @property
    def origins(self) -> tuple[str, ...]:
        """Every origin whose pages may use the server, besides the one a request came to."""
        return (self.public_url, *self.allowed_origins) if self.public_url else self.allowed_origins

    @property
    def shares(self) -> tuple[int, ...]:
        """How many addresses' worth a client's address has, and the networks around it."""
        return 1, self.shares_per_56, self.shares_per_48

    @property
    def games_to_warm_up(self) -> tuple[str, ...]:
        """The ids of the games to compile at the start."""
        from kosmoport.games import GAMES

        if self.warm_up == "all":
            return tuple(game.id for game in GAMES)
        return () if self.warm_up == "none" else tuple(self.warm_up.split(","))


@dataclass(frozen=True)
class Setting:
    """One field of the settings as people meet it."""

    name: str
    kind: Kind
    help: str
    default: str  # as it could be given

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @staticmethod
    def of(declared: Field[Any]) -> Setting:
        kind: Kind = declared.metadata["kind"]
        default = kind.usual if declared.default is MISSING else kind.write(declared.default)
        return Setting(declared.name, kind, declared.metadata["help"], default)


SETTINGS = tuple(Setting.of(declared) for declared in fields(ServerSettings))


class _Source(NamedTuple):
    """Values given in one place, by the spelling of that place."""

    given: Mapping[str, Any]
    spelling: Callable[[Setting], str]
    place: str = ""  # said behind the name
    folder: Path = Path()  # what relative paths are relative to


def read_settings(
    flags: Mapping[str, Any], environ: Mapping[str, str], file: Path | None = None
) -> ServerSettings:
    """The settings: a flag (None: not given) beats the environment, that a file, that the default.

    The file is the given one, else that of KOSMOPORT_SETTINGS, else settings.toml in the data folder, if any.
    """
    given = _values(_from_environment(environ)) | _values(_from_flags(flags))
    usual = {"data": user_data_folder()}
    path, said_by = _file(file, environ, (usual | given)["data"])
    from_file = {} if path is None else _values(_from_file(path, said_by))
    return ServerSettings(**(usual | from_file | given))


def _from_flags(flags: Mapping[str, Any]) -> _Source:
    given = {"--" + name.replace("_", "-"): value for name, value in flags.items() if value is not None}
    return _Source(given, lambda setting: setting.flag)


def _from_environment(environ: Mapping[str, str]) -> _Source:
    given = {
        name: value
        for name, value in environ.items()
        if name.startswith(PREFIX) and name not in OTHER_VARIABLES
    }
    return _Source(given, lambda setting: setting.variable)


def _file(file: Path | None, environ: Mapping[str, str], data: Path) -> tuple[Path | None, str]:
    """The file to read, if any, and who said so."""
    if file is not None:
        return file, f"{FILE_FLAG}: "
    if FILE_VARIABLE in environ:
        return Path(environ[FILE_VARIABLE]).expanduser(), f"{FILE_VARIABLE}: "
    usual = data / "settings.toml"
    return (usual if os.path.exists(usual) else None), ""


def _from_file(path: Path, said_by: str) -> _Source:
    try:
        given = tomllib.loads(read_text(path))
    except BadInput as error:
        raise BadInput(f"{said_by}{error}") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"{said_by}{path} is not TOML: {error}") from None
    return _Source(given, lambda setting: setting.name, f" in {path}", path.parent)


def _values(source: _Source) -> dict[str, Any]:
    """What a source gives, checked, by the names of the settings."""
    known = {source.spelling(setting): setting for setting in SETTINGS}
    values = {}
    for name, value in source.given.items():
        if name not in known:
            said = name if name.isprintable() and len(name) <= SHOWN else repr(name[:SHOWN])
            raise BadInput(f"there is no setting {said}{source.place}; {_instead(name, known)}")
        kind = known[name].kind
        try:
            values[known[name].name] = kind.read(value, source.folder)
        except ValueError:
            sentence = f"{name}{source.place} must be {kind.wanted}, not {shown(value, kind)}"
            raise BadInput(sentence) from None
    return values


def _instead(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else "`kosmoport serve --help` lists all there are"
