"""Pages about the games: credits, options and component data with the standing of every value.

`python -m kosmoport.lab.pages` writes the generated blocks of docs/rules/; a test fails when they are stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kosmoport.core.components import ComponentFile, flatten, show
from kosmoport.core.game import Game
from kosmoport.core.options import Option
from kosmoport.files import REPOSITORY
from kosmoport.games import GAMES

BLOCK = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end generated -->)", re.DOTALL)
MARKS = {"documented": "documented", "reconstructed": "reconstructed", "custom": "given by this file"}


def describe_game(game: Game, file: ComponentFile) -> Iterator[str]:
    """A game for the terminal: credits, options, components."""
    low, high = game.players
    yield f"{game.title} by {', '.join(game.authors)} ({game.publisher}), {low} to {high} players"
    yield "The game belongs to its authors and publishers."
    if game.options:
        yield ""
        yield "Options (name = default):"
    meanings = game.words("en").messages.get("option", {})
    for spec in game.options:
        meaning = meanings.get(spec.name, "no words yet")
        yield f"  {spec.name} = {show(spec.default)}: {meaning} ({spec.wanted})"
    if file.tables:
        yield ""
        yield f"Components ({file.name}):"
    for label, value, standing in component_rows(file):
        yield f"  {label} = {value} [{standing}]"
    if file.standings:
        yield ""
    for entry in file.standings:
        yield f"{entry.standing}: {', '.join(entry.paths)}. {entry.source}"


def component_rows(file: ComponentFile) -> Iterator[tuple[str, str, str]]:
    """Entries of a file with their standing: an entry whose values differ in standing lists them apart."""
    for key, value in file.tables.items():
        yield from _rows(file, str(key), value)


def _rows(file: ComponentFile, path: str, value: Any) -> Iterator[tuple[str, str, str]]:
    standings = {file.standing_of(inner) for inner, _ in flatten(value, path)}
    small = not isinstance(value, dict | list) or all(not isinstance(v, dict | list) for v in _inner(value))
    if len(standings) <= 1 and (small or "[" in path):
        yield path, show(value), MARKS[(standings or {file.standing_of(path)}).pop()]
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _rows(file, f"{path}.{key}", inner)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _rows(file, f"{path}[{i}]", inner)


def _inner(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else list(value)


def options_block(game: Game) -> str:
    """The table of options of a rules page."""
    words = game.words("en").messages["option"]
    low, high = game.players
    rows = [f"| `players` | `{high}` | a whole number from {low} to {high} | how many play |"]
    rows += [_option_row(spec, words[spec.name]) for spec in game.options]
    return "\n".join(["| option | default | may be | meaning |", "|---|---|---|---|", *rows]) + "\n"


def _option_row(spec: Option, meaning: str) -> str:
    return f"| `{spec.name}` | `{show(spec.default)}` | {spec.wanted} | {meaning} |"


def components_block(game: Game) -> str:
    """The table of component values of a rules page, and where they come from."""
    file = game.standard_components
    rows = [f"| `{label}` | {value} | {standing} |" for label, value, standing in component_rows(file)]
    sources = [
        f"- {entry.standing}: {', '.join(f'`{p}`' for p in entry.paths)} — {entry.source}"
        for entry in file.standings
    ]
    return "\n".join(["| value | printed | standing |", "|---|---|---|", *rows, "", *sources]) + "\n"


def refreshed(game: Game, text: str) -> str:
    """A rules page with its generated blocks made anew."""
    blocks = {"options": options_block, "components": components_block}
    return BLOCK.sub(lambda m: f"{m[1]}{blocks[m[2]](game)}{m[3]}", text)


def main() -> None:
    """Write the generated blocks into the pages of the repository."""
    for game in GAMES:
        page = REPOSITORY / "docs" / "rules" / f"{game.id}.md"
        page.write_text(refreshed(game, page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
