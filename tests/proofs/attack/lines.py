"""Slow connections, and many: whoever takes their time takes nobody else's."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, suppress
from time import monotonic

from tests.proofs.attack.suite import SECONDS, Fire, attack, must, told
from tests.server import fuzz_bytes as wire

HALF_A_HEAD = b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_A_BODY = (
    b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100000\r\n\r\n{"
)
WHOLE = wire.request("GET", "/api/games")


async def crowd(
    fire: Fire,
    many: int,
    addresses: int,
    first: bytes,
    then: bytes = b"",
    *,
    seconds: float = SECONDS,
    reading: bool = True,
) -> str:
    """So many connections; something is said at first, and a little every now and then."""
    ends: Counter[str] = Counter()

    async def one(number: int) -> None:
        until = monotonic() + seconds
        try:
            async with wire.line(fire.target.port, fire.address(number % addresses)) as line:
                line.write(first)
                answer = asyncio.create_task(line.answer()) if reading else None
                while monotonic() < until and (answer is None or not answer.done()):
                    line.write(then)
                    await asyncio.sleep(0.5)
                if answer is not None and not answer.done():
                    answer.cancel()
                    ends["still waiting"] += 1
                elif answer is not None:
                    ends[f"{answer.result().status}"] += 1
        except (OSError, wire.Ended):
            ends["ended"] += 1

    async with asyncio.TaskGroup() as group:
        for number in range(many):
            group.create_task(one(number))
            if number % 50 == 49:
                await asyncio.sleep(0.05)
    return ", ".join(f"{kind}: {number}" for kind, number in sorted(ends.items()))


def slow(
    row: str, name: str, many: int, addresses: int, first: bytes, then: bytes = b"", **more: bool | float
) -> None:
    async def work(fire: Fire) -> str:
        return await crowd(fire, many, addresses, first, then, **more)  # type: ignore[arg-type]

    attack(row, name)(work)


slow("H3", "half heads, letter by letter: 1,100 lines of one address", 1100, 1, HALF_A_HEAD, b"x")
slow("H3", "half heads, letter by letter: 1,100 lines of 11 addresses", 1100, 11, HALF_A_HEAD, b"x")
slow("like H3", "half heads, letter by letter: 1,100 lines of 1,100 addresses", 1100, 1100, HALF_A_HEAD, b"x")
slow("H3", "silent lines: 1,100 of one address", 1100, 1, b"")
slow("like H3", "silent lines: 1,100 of 110 addresses", 1100, 110, b"")
slow("H3", "half bodies, letter by letter: 1,100 lines of 11 addresses", 1100, 11, HALF_A_BODY, b" ")
slow(
    "H3", "answers that nobody reads: 100 asked for on each of 200 lines", 200, 20, WHOLE * 100, reading=False
)
slow("like H3", "a line kept open after its answer: 1,100 of 110 addresses", 1100, 110, WHOLE)


@attack("like H3", "lines that come and go at once, 50 at a time")
async def come_and_go(fire: Fire) -> str:
    async def shot(number: int) -> int:
        with suppress(OSError):
            async with wire.line(fire.target.port, fire.address(number % 500)) as line:
                line.write(HALF_A_HEAD if number % 2 else b"")
        return 0

    return f"{(await fire.repeat(shot, workers=50)).total()} lines"


@attack("like H3", "sockets that never say hello: 600 of 60 addresses")
async def no_hello(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci"})
    return await crowd(fire, 600, 60, wire.opening(made["table"]), reading=False)


@attack("H3", "sockets that read nothing of a lively table: 120 of 12 addresses", "without rate limits")
async def deaf_spectators(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci", "players": 3})
    path = f"/api/tables/{made['table']}"
    seat = await fire.done("POST", f"{path}/seats", {"name": "Ala"}, token=made["token"])
    hello = wire.frame(b'{"type":"hello","version":2}')
    said: Counter[int] = Counter()
    async with AsyncExitStack() as stack:
        for number in range(120):
            source = fire.address(1 + number % 12)
            line = await stack.enter_async_context(wire.line(fire.target.port, source))
            line.write(wire.opening(made["table"]) + hello)

        async def chat(number: int) -> int:
            said = {"type": "chat", "id": f"c{number}", "text": "x" * 300}
            answer = await fire.ask("POST", f"{path}/messages", said, token=seat["token"])
            return 0 if answer is None else answer.status

        said = await fire.repeat(chat, workers=4)
    must(said[200] > 0, "nobody could talk")
    return f"messages {told(said)}"
