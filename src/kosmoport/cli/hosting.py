"""Commands around a server: serve, doctor, export, verify."""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from kosmoport.cli.asking import naming, read_kind, say
from kosmoport.server.settings import FILE_FLAG, SETTINGS, ServerSettings, Setting, read_settings

File = Annotated[Path | None, typer.Option(FILE_FLAG, help="a TOML file with settings", metavar="FILE")]


def with_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the flags of these settings, of all where none is named, and hand it what they make.

    The command takes the settings first; its own arguments come before the flags.
    """
    chosen = [setting for setting in SETTINGS if not names or setting.name in names]

    def dress(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(settings: Path | None, **given: Any) -> None:
            flags = {setting.name: given.pop(setting.name) for setting in chosen}
            command(read_settings(flags, os.environ, settings), **given)

        first, *own = inspect.signature(command, eval_str=True).parameters.values()
        file = first.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=File, default=None)
        parameters = [*own, file, *map(_parameter, chosen)]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return dress


def _parameter(setting: Setting) -> inspect.Parameter:
    """The flag of a setting: text for the settings to read, or a switch with its opposite."""
    switch = setting.kind.metavar == ""
    names = f"{setting.flag}/--no-{setting.flag.removeprefix('--')}" if switch else setting.flag
    default = f" [default: {setting.default}]" if setting.default else ""
    option = typer.Option(names, help=setting.help + default, metavar=setting.kind.metavar or None)
    annotation = Annotated[bool | None, option] if switch else Annotated[str | None, option]
    return inspect.Parameter(
        setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation
    )


@with_settings()
def serve(settings: ServerSettings) -> None:
    """Serve tables to browsers and programs until told to stop.

    Every setting can also stand in the environment (KOSMOPORT_BOT_PAUSE=2s for --bot-pause 2s) or in a TOML
    file (bot_pause = 2): a flag beats the environment, the environment the file. The file is settings.toml in
    the data folder unless --settings or KOSMOPORT_SETTINGS names another.
    """
    from kosmoport.server.serving import serve as run

    run(settings)


@with_settings("data", "database")
def doctor(
    settings: ServerSettings,
    save: Annotated[
        Path | None,
        typer.Option(help="a new database for the tables in which all is well", metavar="FILE.sqlite3"),
    ] = None,
) -> None:
    """Check a database: every log must replay to its stored result.

    No server may be using it, and nothing in it is changed. A line is printed for each problem, with the
    beginning of the table's id and the number of the line in its log, and at the end how much was examined.
    Ends with 0 if all is well, with 1 if there are problems, with 2 if the database cannot be examined.
    """
    from kosmoport.files import refuse_existing
    from kosmoport.server.doctor import examine

    if save is not None:
        refuse_existing(save)
    raise typer.Exit(examine(settings, say, save))


@with_settings("data", "database")
def export(
    settings: ServerSettings,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="the file; printed unless told", metavar="FILE.jsonl")
    ] = None,
) -> None:
    """Write the records of all finished games as JSON Lines.

    Sealed games stay sealed: they are left out and counted. A server may be using the database.
    """
    from kosmoport.files import refuse_existing
    from kosmoport.server.export import export as run

    if out is not None:
        refuse_existing(out)
    count = run(settings, out)
    print(f"{count} record{'' if count == 1 else 's'} written", file=sys.stderr)


def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="a record of a live table")],
    kept: Annotated[
        Path | None, typer.Option(metavar="FILE", help="what your browser kept of the deal")
    ] = None,
) -> None:
    """Check that promises, deal and every roll of a record are what the secrets in it give."""
    from kosmoport.files import read_json
    from kosmoport.table.verify import verify_record

    _, data = read_kind(file, "record")
    own = None if kept is None else read_json(kept)
    with naming(file):
        lines = verify_record(data, own)
    for line in lines:
        say(line)
