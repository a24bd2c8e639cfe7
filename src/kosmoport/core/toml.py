"""TOML from anybody: bounded before it is parsed, because the parser's costs grow faster than the text."""

from __future__ import annotations

import tomllib
from typing import Any

from kosmoport.core.errors import BadInput, short

MOST_CHARACTERS = 1_000_000
MOST_DOTS = 20  # in a line: so deep can tables be in one another; a line of the box files has 7


def read_toml(text: str, name: str) -> dict[str, Any]:
    """The tables of a file; BadInput if it is no TOML, too long or too deep."""
    if len(text) > MOST_CHARACTERS:
        raise BadInput(f"{name} has more than {MOST_CHARACTERS} characters")
    for number, line in enumerate(text.split("\n"), start=1):  # nothing else ends a line of TOML
        if line.count(".") > MOST_DOTS:
            raise BadInput(f"line {number} of {name} has more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # it may repeat a key, however long that is
        raise BadInput(f"{name} is not TOML: {short(str(error))}") from None
    except RecursionError:
        raise BadInput(f"{name} has lists or tables too deep in each other") from None
    except ValueError:  # the only one there is besides: Python reads no decimal number of thousands of digits
        raise BadInput(f"{name} has a number with too many digits") from None
