"""Decisions to ask for, in the middle of games of every kind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import uvloop

from kosmoport.conformance.tables import random_move
from kosmoport.core.play import Play, generator, new_play
from kosmoport.engine.batch import game_number
from kosmoport.games import game_by_id
from kosmoport.house.bots import Ask
from kosmoport.server.bots.host import BotHost

PATIENCE = 600.0  # seconds after which a test that waits has failed


@cache
def middle(game_id: str, steps: int = 14) -> Play:
    """A game some steps after its start, with somebody to decide."""
    game = game_by_id(game_id)
    rng = generator(game_number(3))
    play = new_play(game, game.read_options({**game.calm, "players": game.players[1]}), rng)
    while steps > 0 or play.chance_due:
        random_move(play, rng)
        steps -= 1
    assert not play.over
    return play


def pids_of(host: BotHost) -> list[int]:
    """The processes that decide or advise."""
    return [hand.pid for hand in (*host._processes, *host._advisers) if hand.pid is not None]


def an_ask(
    level: str = "casual",
    game: str = "kosmiczni_piraci",
    table: str = "a",
    seed: int = 7,
    components: dict[str, Any] | None = None,
    steps: int = 14,
) -> Ask:
    play = middle(game, steps)
    seat = play.seats_to_act()[0]
    legal = tuple(play.legal(seat))
    rules = play.game.version
    return Ask(table, game, rules, play.options, components, seat, seed, level, play.view(seat), legal)


async def until(ready: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.005)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    uvloop.run(bounded())  # the server's own loop, which tells of ended processes in its own way
