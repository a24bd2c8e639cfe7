"""The peer of `make load`: rooms on bare aiohttp that send each message to every member, and nothing else."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import defaultdict

import uvloop
from aiohttp import web


def make_app(broadcast: str, answer: str) -> web.Application:
    """Whatever a member says, everybody gets `broadcast` and the member `answer`."""
    rooms: defaultdict[str, list[web.WebSocketResponse]] = defaultdict(list)

    async def join(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        members = rooms[request.match_info["room"]]
        members.append(socket)
        async for _ in socket:
            for member in members:
                await member.send_str(broadcast)
            await socket.send_str(answer)
        members.remove(socket)
        return socket

    app = web.Application()
    app.router.add_get("/rooms/{room}", join)
    return app


async def serve(app: web.Application) -> None:
    """Until SIGTERM; the port is printed."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    runner = web.AppRunner(app, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
    print(f"The bare rooms are at http://127.0.0.1:{runner.addresses[0][1]}/", flush=True)
    await stop.wait()
    await runner.cleanup()


if __name__ == "__main__":
    uvloop.run(serve(make_app("b" * int(sys.argv[1]), "a" * int(sys.argv[2]))))
