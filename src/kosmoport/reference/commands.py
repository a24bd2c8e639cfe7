"""Reference pages of the command line, the server's settings and the subset, made from what the program says.

`python -m kosmoport.reference.commands` writes the generated blocks; a test fails when they are stale.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from kosmoport.cli import app
from kosmoport.engine.subset import described
from kosmoport.files import REPOSITORY
from kosmoport.lab.pages import BLOCK
from kosmoport.server.settings import SETTINGS

PAGES = ("cli.md", "engine.md", "hosting.md")


def all_commands() -> Iterator[tuple[str, Any]]:
    """Every command with its full name; those of a group follow the group."""
    yield from _below("kosmoport", get_command(app))


def _below(name: str, group: Any) -> Iterator[tuple[str, Any]]:
    for word, command in group.commands.items():
        yield f"{name} {word}", command
        if hasattr(command, "commands"):
            yield from _below(f"{name} {word}", command)


def commands_block() -> str:
    """A section for each command: what it does, and a table of its arguments and options."""
    return "\n".join(_section(name, command) for name, command in all_commands())


def _section(name: str, command: Any) -> str:
    said = "\n\n".join(" ".join(part.split()) for part in command.help.split("\n\n"))
    rows = [_row(parameter) for parameter in command.params if parameter.name != "help"]
    table = ["", "| argument | meaning |", "|---|---|", *rows] if rows else []
    return "\n".join([f"## {name}", "", said, *table, ""])


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        names = [parameter.metavar]
    else:
        metavar = f" {parameter.metavar}" if parameter.metavar else ""
        names = [name + metavar for name in (*parameter.opts, *parameter.secondary_opts)]
    shown = ", ".join(f"`{name}`" for name in names).replace("|", "\\|")
    return f"| {shown} | {_meaning(parameter)} |"


def _meaning(parameter: Any) -> str:
    """The help of a parameter with its default, where that says something."""
    notes = ["required"] if parameter.required else []
    if not parameter.required and parameter.default is not None and parameter.default is not False:
        notes.append(f"default: {parameter.default}")
    if parameter.envvar:
        notes.append(f"or in the environment: {parameter.envvar}")
    return " ".join(filter(None, [parameter.help, f"[{', '.join(notes)}]" if notes else ""]))


def settings_block() -> str:
    """The table of the server's settings."""
    rows = [
        f"| `{setting.name}` | {_default(setting.default, setting.kind.usual)} "
        f"| {setting.kind.wanted} | {setting.help} |"
        for setting in SETTINGS
    ]
    return "\n".join(["| setting | default | may be | meaning |", "|---|---|---|---|", *rows]) + "\n"


def subset_block() -> str:
    """What rules may be written with, as the checker has it."""
    rows = [f"| {what} | {', '.join(f'`{name}`' for name in names)} |" for what, names in described()]
    return "\n".join(["| | |", "|---|---|", *rows]) + "\n"


def _default(value: str, words: str) -> str:
    return words or (f"`{value}`" if value else "empty")


def refreshed(text: str) -> str:
    """A page with its generated blocks made anew."""
    blocks = {"commands": commands_block, "settings": settings_block, "subset": subset_block}
    return BLOCK.sub(lambda m: f"{m[1]}{blocks[m[2]]()}{m[3]}", text)


def main() -> None:
    """Write the generated blocks into the pages of the repository."""
    for name in PAGES:
        page = REPOSITORY / "docs" / name
        page.write_text(refreshed(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
