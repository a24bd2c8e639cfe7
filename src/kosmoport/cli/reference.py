"""Commands about the rules: rules, cases, engine and freeze-game."""

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


def engine(
    on: Annotated[
        str | None, typer.Option(help="wasm, native or plain, instead of what runs them here")
    ] = None,
) -> None:
    """What runs each game here, where it comes from, and how fast it is."""
    from kosmoport.engine.modules import BACKENDS
    from kosmoport.games import all_games
    from kosmoport.lab.engines import engine_lines

    chosen = next((backend for backend in BACKENDS if backend == on), None)
    if on is not None and chosen is None:
        raise BadInput(f"--on must be one of {', '.join(BACKENDS)}, not {on}")
    for line in engine_lines(all_games(), chosen):
        say(line)


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
