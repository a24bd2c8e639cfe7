"""The peer of the lightning load: rooms on bare aiohttp that echo what is let go, padded, to every member.

What begins with h is a hand that moves: read, and nothing comes of it. Anything else is echoed to everybody
in the room as long as a message of ours would be, once or, if it begins with t, twice; then it is answered.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import uvloop
from aiohttp import web

from tests.proofs.load_peer import serve


def make_app(echo: int, answer: int) -> web.Application:
    rooms: defaultdict[str, list[web.WebSocketResponse]] = defaultdict(list)
    answered = "a" * answer

    async def join(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        members = rooms[request.match_info["room"]]
        members.append(socket)
        async for message in socket:
            said: str = message.data
            if said.startswith("h"):
                continue
            for _ in range(2 if said.startswith("t") else 1):
                for member in members:
                    await member.send_str(said.ljust(echo))
            await socket.send_str(answered)
        members.remove(socket)
        return socket

    app = web.Application()
    app.router.add_get("/rooms/{room}", join)
    return app


if __name__ == "__main__":
    uvloop.run(serve(make_app(int(sys.argv[1]), int(sys.argv[2]))))
