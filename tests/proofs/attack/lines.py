"""Slow connections, and many: whoever takes their time takes nobody else's."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, suppress
from time import monotonic

from tests.proofs.attack.suite import Fire, attack, must, told
from tests.server import fuzz_bytes as wire

HALF_A_HEAD = b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_A_BODY = (
    b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100000\r\n\r\n{"
)
WHOLE = wire.request("GET", "/api/games")
LASTS = 7.0  # seconds; this server's patience is 2
FEW = 60  # lines that the server may have left: some that it turns away, and the visitor's


async def crowd(
    fire: Fire, many: int, addresses: int, first: bytes, then: bytes = b"", *, deaf: bool = False
) -> Counter[str]:
    """So many connections; something is said at first, and a little every now and then. What came of them."""
    came: Counter[str] = Counter()
    until = monotonic() + LASTS

    async def listen(line: wire.Line) -> None:
        with suppress(OSError, wire.Ended):
            while True:
                came[f"{(await line.answer()).status}"] += 1

    async def one(number: int) -> None:
        try:
            async with wire.line(fire.target.port, fire.address(number % addresses), deaf=deaf) as line:
                line.write(first)
                listening = asyncio.create_task(asyncio.sleep(LASTS) if deaf else listen(line))
                while monotonic() < until and not listening.done():
                    line.write(then)
                    await asyncio.sleep(0.5)
                came["ended" if listening.done() and not deaf else "open"] += 1
                listening.cancel()
        except OSError:
            came["refused"] += 1

    async with asyncio.TaskGroup() as group:
        for number in range(many):
            group.create_task(one(number))
            if number % 50 == 49:
                await asyncio.sleep(0.05)
    return came


async def siege(
    fire: Fire, many: int, addresses: int, first: bytes, then: bytes = b"", *, deaf: bool = False
) -> str:
    """A crowd of which the server has hardly a line left when its patience is over."""
    before = fire.target.open_files()
    crowded = asyncio.create_task(crowd(fire, many, addresses, first, then, deaf=deaf))
    await asyncio.sleep(LASTS - 0.5)
    held = max(0, fire.target.open_files() - before)
    came = ", ".join(f"{kind}: {number}" for kind, number in sorted((await crowded).items()))
    must(held <= FEW, f"the server still holds {held} lines ({came})")
    return f"{came}; the server holds {held}"


def slow(
    row: str, name: str, many: int, addresses: int, first: bytes, then: bytes = b"", *, deaf: bool = False
) -> None:
    """One more of the list."""

    async def work(fire: Fire) -> str:
        return await siege(fire, many, addresses, first, then, deaf=deaf)

    attack(row, name, "with little patience")(work)


slow("H3", "half heads, letter by letter: 1,100 lines of one address", 1100, 1, HALF_A_HEAD, b"x")
slow("H3", "half heads, letter by letter: 1,100 lines of 11 addresses", 1100, 11, HALF_A_HEAD, b"x")
slow("like H3", "half heads, letter by letter: 1,100 lines of 1,100 addresses", 1100, 1100, HALF_A_HEAD, b"x")
slow("H3", "silent lines: 1,100 of one address", 1100, 1, b"")
slow("like H3", "silent lines: 1,100 of 110 addresses", 1100, 110, b"")
slow("H3", "half bodies, letter by letter: 1,100 lines of 11 addresses", 1100, 11, HALF_A_BODY, b" ")
slow("H3", "answers that nobody reads: 100 on each of 200 lines", 200, 20, WHOLE * 100, deaf=True)
slow("like H3", "lines kept open after an answer: 1,100 of 110 addresses", 1100, 110, WHOLE)


@attack("like H3", "lines that come and go at once, 50 at a time")
async def come_and_go(fire: Fire) -> str:
    async def shot(number: int) -> int:
        with suppress(OSError):
            async with wire.line(fire.target.port, fire.address(number % 500)) as line:
                line.write(HALF_A_HEAD if number % 2 else b"")
        return 0

    return f"{(await fire.repeat(shot, workers=50)).total()} lines"


@attack("like H3", "sockets that never say hello: 600 of 60 addresses", "with little patience")
async def no_hello(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci"})
    return await siege(fire, 600, 60, wire.opening(made["table"]), deaf=True)


@attack("H3", "sockets that read nothing of a lively table: 120 of 12 addresses", "without rate limits")
async def deaf_spectators(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci", "players": 3})
    path = f"/api/tables/{made['table']}"
    seat = await fire.done("POST", f"{path}/seats", {"name": "Ala"}, token=made["token"])
    hello = wire.frame(b'{"type":"hello","version":3}')
    async with AsyncExitStack() as stack:
        for number in range(120):
            source = fire.address(1 + number % 12)
            line = await stack.enter_async_context(wire.line(fire.target.port, source, deaf=True))
            line.write(wire.opening(made["table"]) + hello)

        async def chat(number: int) -> int:
            said = {"type": "chat", "id": f"c{number}", "text": "x" * 300}
            answer = await fire.ask("POST", f"{path}/messages", said, token=seat["token"])
            return 0 if answer is None else answer.status

        said = await fire.repeat(chat, workers=4)
    must(said[200] > 0, "nobody could talk")
    return f"messages {told(said)}"
