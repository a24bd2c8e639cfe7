"""A table at somebody's server in twenty lines: two bots of yours against one of the house."""

import asyncio
import sys

from kosmoport.remote.bot import play
from kosmoport.remote.client import Server


async def main(url: str) -> None:
    """Make a table, sit down as its host and as a guest, and play one game; results are printed."""
    async with Server(url) as server:
        made = await server.create(game="kosmiczni_piraci", bots=[None, None, "beginner"], take_back=False)
        print(f"watch it at {made.link}")
        host = play(server, made.table, "examples.magpie:Magpie", token=made.token, games=1)
        guest = play(server, made.table, "greedy", games=1)
        await asyncio.gather(host, guest)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8400"))
