"""Golden games as pages of replays get them: every move as each seat was told of it, from a real house."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.game import Game
from kosmoport.core.records import dump_record
from kosmoport.games import GAMES
from tests.house.evening import data, new_house
from tests.playthroughs.golden import golden_games, moves_of


def write_moments(folder: Path) -> None:
    """A file for each game: its golden games through the eyes of everybody."""
    asyncio.run(_write(folder))


async def _write(folder: Path) -> None:
    house = new_house()
    await house.start()
    for game in GAMES:
        seen = [await _seen(house, record, seat) for record, seat in _records(game)]
        (folder / f"{game.id}.json").write_text(json.dumps(seen), encoding="utf-8")
    await house.close()


def _records(game: Game) -> Iterator[tuple[Any, int]]:
    """Each golden game as a record, with each who may look at it."""
    for path in golden_games(game):
        for play, move in moves_of(game, path):
            play.act(move.seat, move.action)
        record = json.loads(dump_record(play))
        yield from ((record, seat) for seat in range(SPECTATOR, play.options["players"]))


async def _seen(house: Any, record: Any, seat: int) -> Any:
    opened = await data(house, "POST", f"/api/replay?seat={seat}", record)
    return [{key: frame[key] for key in ("by", "told", "view")} for frame in opened["shown"]["frames"]]
