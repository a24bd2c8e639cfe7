"""Commands about the rules: rules and cases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kosmoport.cli.asking import Components, GameName, read_components, say


def rules(
    name: GameName,
    components: Components = None,
    text: Annotated[bool, typer.Option("--text", help="print the rules page as well")] = False,
) -> None:
    """Show a game: credits, options, and its component data with the standing of every value."""
    from kosmoport.games import game_by_id
    from kosmoport.games.rules_text import own_text, page_text
    from kosmoport.lab.pages import describe_game

    game = game_by_id(name)
    for line in describe_game(game, read_components(game, components)):
        say(line)
    if text:
        print(own_text(game) or page_text(game))


def cases(files: Annotated[list[Path], typer.Argument(metavar="FILE.yaml")]) -> None:
    """Run rule cases on the engine (the same as python -m kosmoport.cases)."""
    from kosmoport.cases import main as run

    raise typer.Exit(run([str(file) for file in files]))
