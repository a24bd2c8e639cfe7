"""What each version of the rules does, pinned; `python -m tests.kept.pinned GAME` pins a new one.

It is pinned by whole games: the golden ones, which walk over every line of the rules, and a random one for
each number of players. Their moves are kept as numbers, and of all that they lead to a digest for each
aspect, so that a refactoring passes and a change of play does not.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from kosmoport.conformance.tables import random_move
from kosmoport.core import layout
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from kosmoport.core.layout import Event
from kosmoport.core.play import Move, Play, generator, new_play, start_play, story
from kosmoport.games import game_by_id
from kosmoport.lab.transcript import changed_tables, read, with_tables
from tests.playthroughs.test_playthroughs import TEXTS

FOLDER = Path(__file__).parent / "rules"
STRICT = ("box", "deals", "dice", "decisions", "results")  # another version, whatever else is said about it
SHOWN = ("views", "events", "positions")  # may be told more fully without another end of any record
MANY = 100_000  # seeds of random games

Json = Any
Digests = dict[str, str]


class Pinned(NamedTuple):
    """A whole game: what it was played with, its moves, and a digest of each aspect of it."""

    options: Json
    tables: Json  # component tables that differ from those of the box
    deal: Json
    moves: list[list[int]]
    does: Digests


def file_of(game: Game) -> Path:
    return FOLDER / f"{game.id}-{game.version}.json"


def load(game: Game) -> tuple[Digests, list[Pinned]]:
    """What is pinned of a version: of its box, and of each game."""
    data = json.loads(file_of(game).read_text(encoding="utf-8"))
    return data["does"], [Pinned(**one) for one in data["games"]]


# ---------------------------------------------------------------- what a game does


def of_the_box(game: Game) -> Digests:
    return {"box": _digest(game.standard_components.tables)}


def replayed(game: Game, pinned: Pinned) -> Digests:
    """The same game, played again by its numbers; a move that is refused is what happens then."""
    components = with_tables(game, pinned.tables)
    options = game.read_options(pinned.options)
    deal = layout.from_data(game.schema.Deal, pinned.deal)
    return does(start_play(game, options, deal, components), pinned.moves)


def does(play: Play, moves: list[list[int]]) -> Digests:
    """A digest for each aspect of the game that these moves lead to."""
    aspects: dict[str, list[str]] = {name: [] for name in (*STRICT[1:], *SHOWN)}
    dealt = new_play(play.game, play.options, generator(MANY), play.components).d
    aspects["deals"].append(_digest(layout.to_data(dealt)))
    _look(play, aspects)
    for seat, action in moves:
        try:
            events = play.act(seat, action)
        except Refused as refused:
            aspects["decisions"].append(f"refused: {refused.reason}")
            break
        _listen(play, events, aspects)
        _look(play, aspects)
    aspects["results"].append(_digest(_result(play)))
    return {name: _digest(found) for name, found in aspects.items()}


def _look(play: Play, aspects: dict[str, list[str]]) -> None:
    """Who may do what now, and what everybody sees."""
    game, s, c = play.game, play.s, play.c
    if play.chance_due:
        aspects["dice"].append(str(game.roll(s, c, generator(MANY + len(play.moves)))))
    for seat in play.seats_to_act():
        view = play.view(seat)
        may = {action: game.describe(view, action) for action in play.legal(seat)}
        aspects["decisions"].append(_digest([seat, {n: [told.id, told.args] for n, told in may.items()}]))
    views = [msgspec.to_builtins(play.view(seat)) for seat in _eyes(play)]
    aspects["views"].append(_digest([_without(view, "options") for view in views]))
    aspects["positions"].append(_digest(_without(layout.to_data(s), "opt")))


def _listen(play: Play, events: list[Event], aspects: dict[str, list[str]]) -> None:
    told = [[msgspec.to_builtins(one) for one in play.told(events, seat)] for seat in _eyes(play)]
    aspects["events"].append(_digest(told))


def _result(play: Play) -> Json:
    """Points, shares of the win, and how they come about."""
    if not play.over:
        return None
    count = play.game.count(play.view(SPECTATOR), lambda: story(play))
    scores, returns = play.game.scores(play.s, play.c), play.game.returns(play.s, play.c)
    return [scores, returns, msgspec.to_builtins(count)]


def _eyes(play: Play) -> range:
    return range(SPECTATOR, play.options["players"])


def _without(data: dict[str, Any], name: str) -> dict[str, Any]:
    """An option that changes nothing by itself may be added: what was played with is pinned by itself."""
    return {key: value for key, value in data.items() if key != name}


def _digest(data: Json) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ---------------------------------------------------------------- pinning


def games_to_pin(game: Game) -> Iterator[tuple[Play, list[list[int]]]]:
    """The golden games, and a random one of every size; each as it begins, with its moves."""
    for path in TEXTS:
        if path.parent.name == game.id:
            play, steps = read(game, path.read_text(encoding="utf-8"))
            yield play, [[step.seat, step.action] for step in steps if isinstance(step, Move)]
    for players in range(game.players[0], game.players[1] + 1):
        yield _random(game, players)


def _random(game: Game, players: int) -> tuple[Play, list[list[int]]]:
    rng = generator(MANY + players)
    play = new_play(game, game.read_options({"players": players}), rng)
    begun = start_play(game, play.options, play.d, play.components)
    while not play.over:
        random_move(play, rng)
    return begun, [[move.seat, move.action] for move in play.moves]


def measured(game: Game) -> tuple[Digests, list[Pinned]]:
    games = []
    for play, moves in games_to_pin(game):
        tables = changed_tables(play.components, game)
        what = (play.options, tables, layout.to_data(play.d), moves)
        games.append(Pinned(*what, does(play, moves)))
    return of_the_box(game), games


def differing(game: Game) -> list[str]:
    """Aspects in which a version does something else than is pinned."""
    box, games = load(game)
    found = {name for name, digest in of_the_box(game).items() if box[name] != digest}
    for pinned in games:
        found |= {name for name, digest in replayed(game, pinned).items() if pinned.does[name] != digest}
    return [name for name in (*STRICT, *SHOWN) if name in found]


def pin(game: Game) -> None:
    """Write the file of a version; nothing that decides a game is ever pinned anew."""
    changed = set(differing(game)) & set(STRICT) if file_of(game).exists() else set()
    if changed:
        sys.exit(f"{game.title}, rules {game.version}: other {', '.join(sorted(changed))}; freeze them first")
    box, games = measured(game)
    head = json.dumps({"game": game.id, "rules": game.version, "does": box})[:-1]
    lines = ",\n".join(json.dumps(one._asdict(), separators=(",", ":")) for one in games)
    FOLDER.mkdir(exist_ok=True)
    file_of(game).write_text(f'{head}, "games": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        pin(game_by_id(name))
