"""Talking to a person: names of seats, sentences from the catalogue, questions with kind answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kosmoport.core.game import Game
from kosmoport.core.words import Told, Words

Say = Callable[[str], None]
Ask = Callable[[str], str]


class Goodbye(Exception):
    """The person wants to stop."""


@dataclass
class Talk:
    """One person at a terminal."""

    game: Game
    words: Words
    names: list[str]
    say: Say
    ask: Ask
    you: int | None = None  # the person's own seat

    def tell(self, line: str, /, **args: Any) -> None:
        """A sentence of the terminal itself."""
        self.say(self.words.say("terminal", Told(line, args), self.names))

    def events(self, told: list[Told]) -> None:
        for line in told:
            self.say(self.words.say("event", line, self.names, self.you))

    def account(self, view: Any) -> None:
        for line in self.game.view.account(view):
            self.say(self.words.say("account", line, self.names))

    def action(self, view: Any, action: int) -> str:
        return self.words.say("action", self.game.describe(view, action), self.names)

    def command(self, line: str) -> str | None:
        """The id of a command in the person's language, such as `quit`."""
        for name, forms in self.words.messages["command"].items():
            if line.lower() in forms.split("|"):
                return str(name)
        return None

    def question(self, line: str, /, **args: Any) -> str:
        """Ask for a line; the end of input is a goodbye."""
        try:
            return self.ask(self.words.say("terminal", Told(line, args), self.names)).strip()
        except EOFError:
            raise Goodbye from None


def seat_names(game: Game, words: Words, players: int, own: int | None) -> list[str]:
    """Seats are called by their colours; the person's own says so."""
    names = [words.term(colour).capitalize() for colour in game.colours[:players]]
    if own is not None and own >= 0:
        names[own] = words.say("terminal", Told("your_name", {"name": names[own]}))
    return names
