"""Watched games for the tests of balance studies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from kosmoport.bots.random import RandomBot
from kosmoport.core.components import ComponentFile, from_tables
from kosmoport.core.layout import Event
from kosmoport.core.play import generator, new_play
from kosmoport.core.watch import Log
from kosmoport.games import game_by_id
from kosmoport.lab.arena import Terms, deal_out, play_to_the_end, sit_down
from kosmoport.lab.balance.study import study_of
from kosmoport.lab.balance.watched import WatchedPlay

# Tables at which nearly everything happens, with how many random games it takes.
TABLES: dict[str, list[tuple[dict[str, Any], int]]] = {
    "kosmiczni_piraci": [({}, 25), ({"players": 3}, 25)],
    "piraci": [({"players": 3}, 40), ({"players": 3, "deadlock": "end"}, 40)],
    "kosmiczna_misja": [({}, 20), ({"discard_from_complete": True}, 20)],
    "kosmodraci": [({}, 25), ({"family_variant": True}, 15)],
    "kosmiczna_eskadra": [
        ({"players": 2, "table": [300, 300]}, 6),
        ({"mode": "lightning", "corsairs": True, "asteroids": "two", "ore_split": [1, 11]}, 12),
        ({"players": 2, "mode": "turns", "placement_check": "reject", "table": [300, 300]}, 3),
    ],
}


@cache
def random_games(game_id: str) -> tuple[Log, ...]:
    """Finished random games at the tables of this game."""
    return tuple(log for options, count in TABLES[game_id] for log in _games(game_id, options, count))


def _games(game_id: str, options: dict[str, Any], count: int) -> Iterator[Log]:
    terms = study_of(game_by_id(game_id), "random", count, options=options, seconds=None).contest.terms
    return (random_game(terms, deal) for deal in range(count))


def random_game(terms: Terms, deal: int) -> Log:
    dealt, chance = deal_out(terms, deal)
    play = WatchedPlay(dealt, terms.game.watch.lookout)
    seats = [sit_down(terms, play, deal, 0, seat, RandomBot) for seat in range(terms.options["players"])]
    play_to_the_end(play, chance, seats)
    assert play.over
    return Log(play, play.events)


def counts(log: Log) -> dict[str, int]:
    """Everything that is counted in this game."""
    watch = log.play.game.watch
    return {count.id: count.of(log) for count in (*watch.lengths, *watch.counts)}


def told(game_id: str, *events: tuple[int, ...]) -> Log:
    """A table before the first move, at which these things are said to have happened."""
    game = game_by_id(game_id)
    play = new_play(game, game.read_options({}), generator(1))
    return Log(play, [_padded(*event) for event in events])


def _padded(code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> Event:
    return code, a, b, c, d


def changed(game_id: str, name: str = "changed.toml", **values: Any) -> ComponentFile:
    """The standard components with other values."""
    game = game_by_id(game_id)
    return from_tables({**game.standard_components.tables, **values}, game.components.Data, name)
