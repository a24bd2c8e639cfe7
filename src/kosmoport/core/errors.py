"""Errors that reach a person: one sentence that says what is wrong and what would be right."""

from __future__ import annotations

import reprlib

LONGEST = 120  # characters of somebody's words that a sentence repeats

_values = reprlib.Repr()
_values.maxlevel, _values.maxstring, _values.maxother = 3, LONGEST, LONGEST
_values.maxlist = _values.maxtuple = _values.maxdict = 12


def short(words: str) -> str:
    """Somebody's words as far as a sentence can bear them: the beginning and the end."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 40]}...{words[-37:]}"


def shown(value: object) -> str:
    """Somebody's value in the same way, whatever it is and however much there is in it."""
    try:
        return _values.repr(value)
    except ValueError:  # more digits than Python is willing to write
        return "a number of thousands of digits"


class BadInput(Exception):
    """Something given from outside (a file, an option, a command line) cannot be used as it is."""


class NotHere(BadInput):
    """Something was made with a game or rules that are not here, and is never played on with others."""


class OtherGame(NotHere):
    """There is no such game."""


class OtherRules(NotHere):
    """The game has rules of another version now."""

    def __init__(self, what: str, theirs: object, ours: int) -> None:
        super().__init__(f"this {what} was made with rules {shown(theirs)}; these are rules {ours}")


class Refused(Exception):
    """An action was not accepted; `reason` is an id of the game's reasons and nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def missing(extra: str, error: ImportError) -> BadInput:
    """One sentence for a library that only some need: it names the extra to install."""
    library = (error.name or extra).partition(".")[0]
    return BadInput(f"this needs {library}, which is not installed: pip install 'kosmoport[{extra}]'")
