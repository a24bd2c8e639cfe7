"""The settings of a server: each declared once, and read from flags, the environment or a TOML file."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from kosmoport.core.errors import BadInput
from kosmoport.core.toml import read_toml
from kosmoport.files import read_text
from kosmoport.server.kinds import (
    CONTACT,
    DATABASE,
    DAY,
    FOLDER,
    HOST,
    HOSTS,
    HOUR,
    MINUTE,
    NETWORKS,
    ORIGINS,
    PUBLIC_URL,
    SHOWN,
    SPAN,
    SPAN_OR_NEVER,
    SWITCH,
    TEXT,
    Kind,
    Network,
    choice,
    milliseconds,
    seconds,
    shown,
    whole,
)

PREFIX = "KOSMOPORT_"
FILE_FLAG, FILE_VARIABLE = "--settings", f"{PREFIX}SETTINGS"
# Variables with the prefix that are no settings of the server: the file, machine code, a remote bot's seat.
OTHER_VARIABLES = {FILE_VARIABLE, f"{PREFIX}CACHE", f"{PREFIX}TOKEN"}


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
    clerks: int = _setting(
        2, whole(1, 64), "processes that read visitors' files and replay games, while there are some to read"
    )
    bot_pause: float = _setting(0.8, seconds(0, 60), "the shortest time before a bot's move is shown")
    bot_patience: float = _setting(
        3.0,
        seconds(0.1, 600),
        "how long a bot's move may wait for a free process before its level is lowered",
    )
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
    reveal_live: float = _setting(
        30.0, seconds(1, 3600), "how long devices may take to reveal what they promised for a deal"
    )
    reveal_unhurried: int = _setting(  # milliseconds
        3 * DAY, SPAN, "the same at an unhurried table"
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
    purge_chat: int | None = _setting(  # milliseconds, as the next three
        90 * DAY, SPAN_OR_NEVER, "how long after the last change of a finished table its chat is deleted"
    )
    purge_unplayed: int | None = _setting(
        7 * DAY, SPAN_OR_NEVER, "how long after it was closed a table without a game is deleted"
    )
    purge_abandoned: int | None = _setting(
        365 * DAY, SPAN_OR_NEVER, "the same for a game that was left in the middle"
    )
    purge_finished: int | None = _setting(
        None, SPAN_OR_NEVER, "how long after its last change a finished game is deleted with its record"
    )
    webhook_private: bool = _setting(False, SWITCH, "allow webhooks into private networks")
    push_contact: str = _setting(
        "", CONTACT, "where push services can reach whoever runs the server; some send nothing without it"
    )
    log_format: str = _setting("auto", choice("auto", "text", "json"), "how the log is written")
    log_level: str = _setting("info", choice("debug", "info", "warning", "error"), "how much is logged")
    metrics: bool = _setting(True, SWITCH, "serve figures for Prometheus at /metrics")

    @property
    def where(self) -> str:
        """The database: its address, or the name of its file."""
        return self.database or str(self.data / "kosmoport.sqlite3")

    @property
    def database_file(self) -> Path | None:
        """The file of the database, whatever links lead to it; None where it is one of PostgreSQL's."""
        return None if self.where.startswith("postgresql://") else Path(os.path.realpath(self.where))

    @property
    def backups(self) -> Path:
        """Where copies of the database go before an upgrade."""
        return self.data / "backups"

    @property
    def origins(self) -> tuple[str, ...]:
        """Every origin whose pages may use the server, besides the one a request came to."""
        return (self.public_url, *self.allowed_origins) if self.public_url else self.allowed_origins

    @property
    def shares(self) -> tuple[int, ...]:
        """How many addresses' worth a client's address has, and the networks around it."""
        return 1, self.shares_per_56, self.shares_per_48


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
        given = read_toml(read_text(path), str(path))
    except BadInput as error:
        raise BadInput(f"{said_by}{error}") from None
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
