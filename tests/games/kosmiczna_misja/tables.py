"""Tables of Kosmiczna Misja for the tests of this folder: few tiles, given rolls, events in words."""

from __future__ import annotations

from typing import Any

from kosmoport.core.components import from_tables
from kosmoport.core.contract import CHANCE
from kosmoport.core.play import start_play
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_misja import GAME, schema
from kosmoport.games.kosmiczna_misja.cases import Play

WORDS = GAME.words("en")


def table(tiles: list[dict[str, int]], players: int = 2, **options: Any) -> Play:
    """A new game with these tiles, the first on top of the stack; seat 0 begins."""
    tables = {"die": [1, 2, 3, 4, 5, 6], "tiles": [{"id": f"t{i}", **tile} for i, tile in enumerate(tiles)]}
    components = from_tables(tables, GAME.components.Data, "the test")
    d = schema.Deal()
    d.stack = [i if i < len(tiles) else -1 for i in range(len(d.stack))]
    return start_play(
        GAME, GAME.read_options({"players": players, "start_seat": 0, **options}), d, components
    )


def turn(play: Play, roll: int | None, action: str, **args: Any) -> list[str]:
    """The seat whose turn it is rolls and acts; what a spectator is told, in English."""
    events = []
    if roll is not None:
        events += play.act(CHANCE, list(play.c.die).index(roll))
    seat = play.s.turn
    events += play.act(seat, GAME.encode(play.view(seat), Told(action, args)))
    return [WORDS.say("event", told) for told in play.told(events, -1)]
