"""A game as a text that is both input and expected output: what was done, who was told what, in words.

Lines that begin with `> ` or `? ` are the input: `> Green: lay the 5 on planet 1`, `> chance: 3`, and
attempts that must be refused, by number, `? Green 17: this card is not in your hand`. Everything else is
written anew when the text is replayed, so a leak or a changed rule is legible in review.

`python -m kosmoport.lab.transcript GAME SEED [NAME=VALUE ...]` prints the transcript of a random game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from kosmoport.core import layout
from kosmoport.core.components import ComponentFile, from_tables
from kosmoport.core.contract import CHANCE, SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.layout import Event
from kosmoport.core.play import Move, Play, generator, new_play, start_play
from kosmoport.core.records import check_deal
from kosmoport.core.words import Told, Words
from kosmoport.engine.reference import playing
from kosmoport.games import game_by_id

LONG = 6  # legal actions are listed in full up to so many


def names_of(game: Game, words: Words, players: int) -> list[str]:
    return [words.term(colour).capitalize() for colour in game.colours[:players]]


class Attempt(NamedTuple):
    """An action that is refused."""

    seat: int
    action: int


Steps = list[Move | Attempt]


def write(play: Play, steps: Steps) -> str:
    """The transcript of these moves and attempts from the start of `play`."""
    return "\n".join(_lines(play, steps)) + "\n"


def _lines(play: Play, steps: Steps) -> Iterator[str]:
    words = play.game.words("en")
    names = names_of(play.game, words, play.options["players"])
    now = start_play(play.game, play.options, play.d, play.components)
    yield play.game.title
    yield f"options {json.dumps(play.options)}"
    yield f"components {json.dumps(changed_tables(play.components, play.game))}"
    yield f"deal {json.dumps(layout.to_data(play.d))}"
    yield ""
    yield from _accounts(now, words, names)
    for step in steps:
        if isinstance(step, Attempt):
            yield _refused(now, step, words, names)
            continue
        yield ""
        yield from _before(now, step, words, names)
        events = now.act(step.seat, step.action)
        yield from _told(now, events, words, names)
    yield ""
    yield from _accounts(now, words, names)
    yield from _result(now, names)


def _accounts(now: Play, words: Words, names: list[str]) -> Iterator[str]:
    """The table as a spectator sees it, and what each seat sees besides."""
    public = [words.say("account", line, names) for line in now.game.view.account(now.view(SPECTATOR))]
    yield from public
    for seat, name in enumerate(names):
        for line in now.game.view.account(now.view(seat)):
            if (text := words.say("account", line, names)) not in public:
                yield f"{name} sees: {text.strip()}"


def _before(now: Play, move: Move, words: Words, names: list[str]) -> Iterator[str]:
    if move.seat == CHANCE:
        yield f"> chance: {move.action}"
        return
    if len(asked := now.seats_to_act()) > 1:
        yield f"asked together: {', '.join(names[seat] for seat in asked)}"
    view = now.view(move.seat)
    legal = [words.say("action", now.game.describe(view, a), names) for a in now.legal(move.seat)]
    shown = legal if len(legal) <= LONG else [*legal[: LONG // 2], "...", *legal[-LONG // 2 :]]
    yield f"{names[move.seat]} may ({len(legal)}): {'; '.join(shown)}"
    yield f"> {names[move.seat]}: {words.say('action', now.game.describe(view, move.action), names)}"


def _refused(now: Play, attempt: Attempt, words: Words, names: list[str]) -> str:
    reason = now.game.reason(now.s, now.c, attempt.seat, attempt.action)
    others = {CHANCE: "chance", SPECTATOR: "spectator"}
    who = others[attempt.seat] if attempt.seat in others else names[attempt.seat]
    said = "ACCEPTED" if reason is None else words.say("reason", Told(reason), names)
    return f"? {who} {attempt.action}: {said}"


def _told(now: Play, events: list[Event], words: Words, names: list[str]) -> Iterator[str]:
    """Events in order: what everybody is told, and where a seat is told something else, what."""
    for event in events:
        public = _sentence(now, event, SPECTATOR, words, names)
        if public is not None:
            yield f"  {public}"
        for seat, name in enumerate(names):
            if (own := _sentence(now, event, seat, words, names)) != public:
                yield f"  {name} is told: {own}"


def _sentence(now: Play, event: Event, seat: int, words: Words, names: list[str]) -> str | None:
    told: Told | None = now.game.view.tell(now.s, now.c, event, seat)
    return None if told is None else words.say("event", told, names)


def _result(now: Play, names: list[str]) -> Iterator[str]:
    may_act = [names[seat] for seat in range(len(names)) if now.legal(seat)]
    asked = [names[seat] for seat in now.seats_to_act()]
    yield f"asked now: {', '.join(asked) or 'nobody'}; may act: {', '.join(may_act) or 'nobody'}"
    if now.over:
        shares = now.game.returns(now.s, now.c)
        for name, score, share in zip(names, now.game.scores(now.s, now.c), shares, strict=True):
            yield f"result {name}: {score} points, {share}/60 of the win"


def changed_tables(components: ComponentFile, game: Game) -> dict[str, Any]:
    """The tables of a component file that differ from the standard ones."""
    standard = game.standard_components.tables
    return {key: value for key, value in components.tables.items() if standard.get(key) != value}


def with_tables(game: Game, tables: dict[str, Any]) -> ComponentFile:
    """The standard components with some tables exchanged."""
    if not tables:
        return game.standard_components
    return from_tables({**game.standard_components.tables, **tables}, game.components.Data, "components")


def read(game: Game, text: str) -> tuple[Play, Steps]:
    """The play at its start and the steps that the input lines of a transcript say."""
    header = {line.split(" ", 1)[0]: json.loads(line.split(" ", 1)[1]) for line in text.splitlines()[1:4]}
    options = game.read_options(header["options"])
    components = with_tables(game, header["components"])
    d = layout.from_data(game.schema.Deal, header["deal"], "deal")
    check_deal(game, options, components, d)
    play, now = (start_play(game, options, d, components) for _ in range(2))
    steps: Steps = []
    for line in text.splitlines():
        if line.startswith("> "):
            move = _read_line(now, line[2:])
            now.act(move.seat, move.action)
            steps.append(move)
        elif line.startswith("? "):
            who, number = line[2:].partition(":")[0].split(" ")
            seats = {
                name: seat for seat, name in enumerate(names_of(game, game.words("en"), options["players"]))
            }
            seats |= {"chance": CHANCE, "spectator": SPECTATOR}
            steps.append(Attempt(seats[who], int(number)))
    return play, steps


def _read_line(now: Play, line: str) -> Move:
    words = now.game.words("en")
    names = names_of(now.game, words, now.options["players"])
    who, _, what = line.partition(": ")
    if who == "chance":
        return Move(CHANCE, int(what))
    if who not in names:
        raise BadInput(f"{who!r} is not a player of this transcript")
    seat = names.index(who)
    return Move(seat, now.game.encode(now.view(seat), words.read_action(what, names)))


def random_moves(play: Play, rng: Any) -> list[Move]:
    """A random game to its end."""
    functions = playing(play.game)
    while not play.over:
        if play.chance_due:
            play.roll(rng)
            continue
        seat = play.seats_to_act()[0]
        legal = play.legal(seat)
        action = legal[functions.below(rng, len(legal))]
        play.act(seat, functions.complete_action(play.s, play.c, seat, action, rng))
    return play.moves


def main(arguments: list[str]) -> None:
    """Print the transcript of a random game."""
    name, seed, *settings = arguments
    game = game_by_id(name)
    options = game.read_options(dict(setting.split("=", 1) for setting in settings))
    rng = generator(int(seed) << 32)
    play = new_play(game, options, rng)
    print(write(play, list(random_moves(play, rng))), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
