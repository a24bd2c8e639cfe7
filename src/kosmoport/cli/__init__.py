"""The command line: every command is named here, its body is in the file of its kind."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kosmoport import __version__
from kosmoport.cli import bench, hosting, lab, making, playing, reference, remote
from kosmoport.core.errors import BadInput
from kosmoport.core.texts import printable

COMMANDS = (
    playing.play,
    playing.replay,
    hosting.serve,
    remote.bot,
    hosting.doctor,
    hosting.export,
    hosting.verify,
    lab.simulate,
    lab.match,
    lab.ladder,
    lab.balance,
    making.new_game,
    making.check_game,
    reference.rules,
    reference.cases,
    reference.engine,
    reference.freeze_game,
)

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(bench.app, name="bench")


def main() -> None:
    """Run the command line; bad input ends with one sentence and exit code 2."""
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except BadInput as error:
        print(printable(str(error)), file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):  # the second where a question was asked
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except Exception as error:
        # What typer has to say about the command line itself; its classes are private, their method is not.
        if not hasattr(error, "format_message"):
            raise
        print(printable(error.format_message()), file=sys.stderr)
        sys.exit(2)


@app.callback(invoke_without_command=True)
def about(version: Annotated[bool, typer.Option("--version", help="print the version")] = False) -> None:
    """Kosmoport: five tabletop games of space and pirates."""
    if version:
        print(f"kosmoport {__version__}")
        raise typer.Exit
