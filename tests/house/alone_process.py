"""A process without server, database, arrays or threads of ours: a game of each title, told as JSON."""

from __future__ import annotations

import asyncio
import importlib
import json
from typing import Any

from tests.house.blocked import NOT_BY_US, NOWHERE, block, here

block()

from kosmoport.games import GAMES  # noqa: E402  nothing of ours may come before the block
from tests.house.evening import data, new_house, play  # noqa: E402


async def games() -> list[dict[str, Any]]:
    house = new_house()
    await house.start()
    told = []
    for game in GAMES:
        person = await play(house, game)
        table = f"/api/tables/{person.table}"
        frames = await data(house, "GET", f"{table}/frames", token=person.token)
        causes = {frame["cause"] for frame in frames["frames"]}
        checked = await data(house, "GET", f"{table}/verified")
        record = await data(house, "GET", f"{table}/record")
        told.append(
            {
                "game": game.id,
                "causes": sorted(causes),
                "moves": len(record["moves"]),
                "verified": checked["problem"],
            }
        )
    await house.close()
    return told


def refused(module: str) -> bool:
    """Can this not be imported here?"""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError:
        return True
    return False


def main() -> None:
    told: dict[str, Any] = {"games": asyncio.run(games()), "here": here()}
    told["refused"] = [
        name for name in ("kosmoport.server.app", "kosmoport.server.store.sqlite", *NOWHERE) if refused(name)
    ]
    told["by_us"] = [name for name in NOT_BY_US if refused_to_us(name)]
    print(json.dumps(told))


def refused_to_us(module: str) -> bool:
    """The same for a module of ours that would import it."""
    try:
        exec(f"import {module}", {"__name__": "kosmoport.somewhere"})
    except ModuleNotFoundError:
        return True
    return False


if __name__ == "__main__":
    main()
