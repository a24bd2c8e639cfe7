"""Any bot at a table of a server: it sits down, plays, follows rematches, and says how each game ended."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress

from kosmoport.bots.guard import Fault
from kosmoport.bots.registry import bot_maker
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.errors import BadInput
from kosmoport.core.texts import MAX_NAME, printable
from kosmoport.games import find_game
from kosmoport.remote.client import Server, ServerRefused, TableClient
from kosmoport.remote.player import Player
from kosmoport.table import protocol

REMATCH_WITHIN = 120.0  # seconds that a bot stays for another game
MOST_NAMES = 9  # MyBot, MyBot 2 ... at one table

Say = Callable[[str], None]


def play_at(
    url: str,
    table: str,
    bot: str,
    *,
    name: str | None = None,
    token: str | None = None,
    games: int | None = None,
) -> None:
    """Seat the bot at the table and let it play; results go to stdout, faults of the bot to stderr.

    `bot` is a name of kosmoport.bots.registry. `token` is one of a seat that is taken already, or the host's.
    With `games` the bot leaves after so many. An interrupted bot leaves; a bot of the house plays on.
    """
    server = Server(url)
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_play_until_stopped(server, table, bot, name, token, games))


async def _play_until_stopped(
    server: Server, table: str, bot: str, name: str | None, token: str | None, games: int | None
) -> None:
    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError, RuntimeError, ValueError):  # not everywhere, and in main threads only
        for number in (signal.SIGINT, signal.SIGTERM):  # SIGINT too: a shell's background jobs ignore it
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    async with server:
        await play(server, table, bot, name=name, token=token, games=games)


async def play(
    server: Server,
    table: str,
    bot: str,
    *,
    name: str | None = None,
    token: str | None = None,
    games: int | None = None,
    say: Say = lambda line: print(printable(line), flush=True),
    complain: Say = lambda line: print(printable(line), file=sys.stderr, flush=True),
) -> list[protocol.Result]:
    """The same as a coroutine, for programs that seat several bots: the result of each game."""
    results: list[protocol.Result] = []
    before: str | None = None
    while True:
        settings = (await server.look(table)).settings
        make = bot_maker(bot, find_game(settings.game, settings.rules))
        token = await _seat(server, table, name, bot, token, before)
        async with TableClient(server, table, token) as client:
            player = Player(client, make, settings)
            try:
                results.append(await player.play())
            finally:
                _report(player.guarded.faults if player.guarded is not None else (), complain)
            say(result_line(player, results[-1]))
            following = None if len(results) == games else await _rematch(client)
        if following is None:
            return results
        table, before, token = following, token, None


async def _seat(
    server: Server, table: str, name: str | None, bot: str, token: str | None, before: str | None
) -> str:
    """The token of a seat: the given one, or that of a seat that is taken now."""
    if token is not None:
        async with TableClient(server, table, token) as client:
            if client.seat is not None:
                return token
    if before is not None:
        return (await server.sit(table, before=before)).token
    if name is not None:
        return (await server.sit(table, name, host=token)).token
    return await _sit_by_any_name(server, table, _name_of(bot), token)


def _name_of(bot: str) -> str:
    """MyBot of my_module:MyBot, search of search:500."""
    kind, _, rest = bot.partition(":")
    return rest if rest.isidentifier() else kind


async def _sit_by_any_name(server: Server, table: str, name: str, host: str | None) -> str:
    """By the bot's own name, or that name with a number where others have it."""
    for number in range(1, MOST_NAMES + 1):
        ending = f" {number}" if number > 1 else ""
        try:
            return (await server.sit(table, name[: MAX_NAME - len(ending)] + ending, host=host)).token
        except ServerRefused as refused:
            if refused.id != "name_taken":
                raise
    raise BadInput(f"others at the table have the name {name}: give the bot another with --name")


async def _rematch(client: TableClient) -> str | None:
    """The table of the next game, if somebody asks for one in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(REMATCH_WITHIN):
            while client.rematch is None:
                await anext(client)
    return client.rematch


def result_line(player: Player, result: protocol.Result) -> str:
    """`The Game at 3fGh...: MyBot wins with 31 points (20, 31, 18)`."""
    share, points = result.returns[player.seat], result.scores[player.seat]
    how = "wins" if share == WHOLE_WIN else "shares the win" if share else "does not win"
    name = player.client.seats[player.seat].name or "the bot"
    everybody = ", ".join(map(str, result.scores))
    return f"{player.game.title} at {player.client.table}: {name} {how} with {points} points ({everybody})"


def _report(faults: Iterable[Fault], complain: Say) -> None:
    for (kind, what), times in Counter((fault.kind, fault.what) for fault in faults).items():
        complain(f"decided at random {times} times: {kind}, {what}")
