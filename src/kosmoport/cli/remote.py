"""The command that seats a bot at a table of a server somewhere else."""

from __future__ import annotations

from typing import Annotated

import typer


def bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="a level, a bot, or MODULE:CLASS")],
    url: Annotated[str, typer.Option(help="the address of the server", metavar="URL")],
    table: Annotated[str, typer.Option(help="the table to sit down at", metavar="ID")],
    token: Annotated[
        str | None,
        typer.Option(
            help="the token of a seat that is taken already", metavar="TOKEN", envvar="KOSMOPORT_TOKEN"
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(help="the name to sit down with", metavar="NAME")] = None,
    games: Annotated[int | None, typer.Option(help="leave after so many games", min=1)] = None,
) -> None:
    """Seat a bot at a table of a server and let it play there."""
    from kosmoport.remote.bot import play_at

    play_at(url, table, bot, name=name, token=token, games=games)
