"""A page of the protocol for each game: docs/protocol/<game>.md, from what the game declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from kosmoport.core.game import Game
from kosmoport.core.messages import Action, Audience, Event, Kinds, Message
from kosmoport.core.options import Option
from kosmoport.core.words import PARAMETER, Words
from kosmoport.reference.fields import about, structs_in

Table = Callable[[type], str]  # the fields of a type, each in a row

OPENING = """# The protocol of {title}

What a client says and is told at a table of {title}; [the protocol](../protocol.md) has everything else.
Its id is `{id}`, it is for {low} to {high} players. An action, an event or an outcome is an object of two
fields: `id` is one of those below, `args` an object with exactly the fields listed there. In messages about
an action its `id` is called `do`, as `id` is the message's own. Everything that is numbered is counted
from 0, unless it says otherwise.
"""
OPTIONS = """What may stand in the `options` of a new table; what is left out has its default.
"""
ACTIONS = """What `legal` of a position offers and `act` does. To do one, send its `id` as `do` and its `args`
as they were offered. The sentences are in English, with fields in braces.
"""
STANDING = """What "stands for" another action is offered once for all places where that could be done, which
are too many. It is never sent itself: send an action of the id that it stands for, with fields of your
choice, and the answer tells whether they will do.
"""
EVENTS = """What `told` of a move has, in the order in which it happened. "Told to" says who gets it:
`everybody`, spectators included; `its seat`, only the player in the seat `seat`; `the others`, everybody but
that seat, spectators included; `one player`, whom alone it is about.
"""
OUTCOMES = """What chance brought, or the clock. Nobody chooses it and no message has it; records do.
"""
REASONS = """The `id` of a problem whose `rules` is `{id}`.
"""
VIEW = """The `view` of a position, as the seat knows it; `View` is the whole of it.
"""
AUDIENCES: dict[Audience, str] = {
    "everybody": "everybody",
    "its_seat": "its seat",
    "others": "the others",
    "one": "one player",
}


def game_page(game: Game, header: str, table: Table) -> str:
    """The whole page."""
    assert game.messages is not None, f"{game.id} declares no actions and events"
    words, messages = game.words("en"), game.messages
    low, high = game.players
    return "\n".join(
        [
            header,
            "",
            OPENING.format(title=game.title, id=game.id, low=low, high=high),
            _options(game, words),
            _kinds("Actions", _about_actions(messages.ACTIONS), messages.ACTIONS, words, table),
            _kinds("Events", EVENTS, messages.EVENTS, words, table),
            *(
                [_kinds("Chance", OUTCOMES, messages.OUTCOMES, words, table)]
                if messages.OUTCOMES.by_id
                else []
            ),
            _reasons(game, words),
            "## The view\n",
            VIEW,
            *(_part(cls, table) for cls in structs_in(game.view.View)),
        ]
    )


def _options(game: Game, words: Words) -> str:
    rows = [_option(option, words.messages["option"][option.name]) for option in game.options]
    if game.calm:
        calm = msgspec.json.encode(dict(game.calm)).decode()
        rows += ["", f"Where nobody has to hurry (`unhurried`), the options are `{calm}`."]
    head = ["| option | what it may be | default | meaning |", "|---|---|---|---|"]
    return "\n".join(["## Options\n", OPTIONS, *head, *rows, ""])


def _option(option: Option, meaning: str) -> str:
    default = msgspec.json.encode(option.default).decode()
    return f"| `{option.name}` | {option.wanted} | `{default}` | {meaning} |"


def _about_actions(actions: Kinds[Any]) -> str:
    stands = any(kind.stands_for is not None for kind in actions.by_id.values())
    return f"{ACTIONS}\n{STANDING}" if stands else ACTIONS


def _kinds(title: str, text: str, kinds: Kinds[Any], words: Words, table: Table) -> str:
    sections = [_kind(id, kind, words, table) for id, kind in kinds.by_id.items()]
    return "\n".join([f"## {title}\n", text, *sections])


def _kind(id: str, kind: type[Message], words: Words, table: Table) -> str:
    """An action, event or outcome: what it says, who is told, and its fields."""
    said = [_sentence(words, id, kind), *_facts(kind)]
    if own := kind.__dict__.get("__doc__"):
        said.append(own)
    return "\n".join([f"### {id}", "", "  \n".join(filter(None, said)), "", table(kind)])


def _facts(kind: type[Message]) -> Iterable[str]:
    if issubclass(kind, Event):
        yield f"Told to: {AUDIENCES[kind.audience]}."
    if issubclass(kind, Action) and kind.stands_for is not None:
        yield f"Stands for: `{kind.stands_for}`."


def _sentence(words: Words, id: str, kind: type[Message]) -> str:
    """What the words say, with fields in braces."""
    if not issubclass(kind, Action | Event):
        return ""
    section = "action" if issubclass(kind, Action) else "event"
    text = words.messages[section][id]
    while isinstance(text, dict):  # by a number: as it is said of many
        text = text["other"]
    return f"*{PARAMETER.sub(lambda match: f'{{{match[1]}}}', text)}*"


def _reasons(game: Game, words: Words) -> str:
    rows = [f"| `{id}` | {text} |" for id, text in words.messages["reason"].items()]
    return "\n".join(
        ["## Refusals\n", REASONS.format(id=game.id), "| id | in English |", "|---|---|", *rows, ""]
    )


def _part(cls: type, table: Table) -> str:
    """A part of the view."""
    return "\n".join([f"### {cls.__name__}", "", about(cls).text, "", table(cls)])
