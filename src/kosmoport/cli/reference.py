"""Commands about the rules: rules, cases and freeze-game."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from kosmoport.cli.asking import Components, GameName, read_components, say
from kosmoport.core.errors import BadInput


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


def freeze_game(name: GameName) -> None:
    """Before the rules of a game change: keep them for what was begun with them, and raise their version."""
    from kosmoport.games import game_by_id
    from kosmoport.games.freezing import freeze
    from kosmoport.games.rules_text import page_text
    from kosmoport.learn.rulebook import LANGUAGES

    game = game_by_id(name)
    pages = {}
    for language in LANGUAGES:
        with suppress(BadInput):  # a game from outside may have no page
            pages[language] = page_text(game, language)
    say(f"rules {game.version} of {game.title} are frozen in {freeze(game, pages)}")
    say(f"what you change from now on is rules {game.version + 1}; docs/adding-a-game.md has the next steps")
