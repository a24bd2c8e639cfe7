"""Much of everything, from one address and from many: what one may have is bounded, and others come first."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack, suppress
from time import monotonic

from kosmoport.server.limits import DEFAULTS
from kosmoport.table import protocol
from tests.proofs.attack.people import From, company
from tests.proofs.attack.suite import PREPARED, PROXY, SECONDS, Fire, attack, must, refused, status_of, told
from tests.proofs.attack.target import Target
from tests.server import fuzz_bytes as wire

PATHS = ("/", "/api/tables", "/api/games", "/api/games/piraci/rules/pl", "/healthz", "/api/tables/none")
UNDOS = 300
HELLO = wire.frame(b'{"type":"hello","version":3}')


async def flood(fire: Fire, addresses: int, workers: int) -> Counter[int]:
    async def shot(number: int) -> int:
        return status_of(await fire.ask("GET", PATHS[number % len(PATHS)], None, number % addresses))

    return await fire.repeat(shot, workers=workers)


@attack("flood", "requests: 50 at a time from one address")
async def one_address(fire: Fire) -> str:
    statuses = await flood(fire, 1, 50)
    must(statuses[429] > 0, "nothing was refused")
    return refused(statuses, 200, 404)


@attack("flood", "requests: 50 at a time from 500 addresses")
async def many_addresses(fire: Fire) -> str:
    return refused(await flood(fire, 500, 50), 200, 404)


@attack("flood", "requests on lines that stay open: 40 of 40 addresses", "without rate limits")
async def pipelined(fire: Fire) -> str:
    """Many requests at once on each line, as fast as they are answered."""
    until, answers = monotonic() + SECONDS, 0

    async def one(number: int) -> None:
        nonlocal answers
        with suppress(OSError, wire.Ended):
            async with wire.line(fire.target.port, fire.address(number)) as line:
                while monotonic() < until:
                    line.write(wire.request("GET", "/api/games") * 20)
                    for _ in range(20):
                        await line.answer()
                        answers += 1

    async with asyncio.TaskGroup() as group:
        for number in range(40):
            group.create_task(one(number))
    return f"{answers} answers"


@attack("flood", "wrong tokens and ids, guessed by one address and by 100")
async def guessing(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci"}, 300)

    async def shot(number: int) -> int:
        path = (f"/api/tables/{made['table']}/seat", f"/api/tables/{number:022}")[number % 2]
        index = 0 if number % 2 else number % 100
        return status_of(await fire.ask("GET", path, None, index, token=f"guess.{number}"))

    statuses = await fire.repeat(shot, workers=20)
    must(statuses[429] > 0, "guessing is not slowed down")
    return refused(statuses, 401, 403, 404)


@attack("flood", "sockets: opened and left by 100 addresses, 40 at a time")
async def sockets(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci"}, 300)

    async def shot(number: int) -> int:
        answer = await fire.send(wire.opening(made["table"]) + HELLO, number % 100)
        return status_of(answer)

    return refused(await fire.repeat(shot, workers=40), 101)


async def talkers(fire: Fire, path: str, words: bytes, many: int) -> str:
    """Sockets that say the same again and again, as fast as it is taken from them."""
    ended = 0
    until = monotonic() + SECONDS

    async def one(number: int) -> None:
        nonlocal ended
        try:
            async with wire.line(fire.target.port, fire.address(number // 10)) as line:
                line.write(wire.request("GET", path, wire.UPGRADE) + HELLO)
                reading = asyncio.create_task(line.rest())
                while monotonic() < until and not reading.done():
                    line.write(words * 50)
                    await asyncio.sleep(0.02)
                ended += reading.done()
                reading.cancel()
        except (OSError, wire.Ended):
            ended += 1

    async with asyncio.TaskGroup() as group:
        for number in range(many):
            group.create_task(one(number))
    must(ended == many, f"only {ended} of {many} were ended")
    return f"all {many} were ended"


@attack("flood", "messages: 60 sockets of one address, each as often as its frames are taken")
async def messages(fire: Fire) -> str:
    """Nearly all come too often, and each of these is answered, too."""
    made = await fire.done("POST", "/api/tables", {"game": "piraci"}, 300)
    words, refusals = wire.frame(b'{"type":"mute","id":"m","seats":[]}'), 0
    until = monotonic() + SECONDS

    async def one() -> None:
        nonlocal refusals
        async with wire.line(fire.target.port, fire.address()) as line:
            line.write(wire.opening(made["table"]) + HELLO)
            await line.answer()
            reading = asyncio.create_task(line.rest())
            while monotonic() < until:
                line.write(words * 10)
                await asyncio.sleep(0.1)
            line.write(wire.frame(b"", wire.CLOSE))
            said = await reading
            refusals += said.count(b"too_fast")

    async with asyncio.TaskGroup() as group:
        for _ in range(60):
            group.create_task(one())
    must(refusals > 0, "nothing was refused")
    return f"{refusals} refused"


@attack("small", "pings: 40 sockets as fast as they can")
async def pings(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci"}, 300)
    return await talkers(fire, f"/api/tables/{made['table']}/socket", wire.frame(b"", wire.PING), 40)


@attack("small", "texts in the lobby, which listens to none: 40 sockets")
async def lobby(fire: Fire) -> str:
    return await talkers(fire, "/api/lobby/socket", wire.frame(b'{"type":"ping","at":1}'), 40)


@attack("small", "frames without a mask: 40 sockets")
async def unmasked(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci"}, 300)
    words = wire.frame(b'{"type":"ping","at":1}', mask=None)
    return await talkers(fire, f"/api/tables/{made['table']}/socket", words, 40)


@attack("small", "`ready` again and again while 400 watch the lobby", "without rate limits")
async def watched_lobby(fire: Fire) -> str:
    async with AsyncExitStack() as stack:
        reading = []
        for number in range(400):
            line = await stack.enter_async_context(
                wire.line(fire.target.port, fire.address(1 + number // 20))
            )
            line.write(wire.request("GET", "/api/lobby/socket", wire.UPGRADE) + HELLO)
            reading.append(asyncio.create_task(line.rest()))
        sources = [fire.address(100), fire.address(101)]
        async with company(
            fire.target.url, sources, game="piraci", bots=[None, None, "casual"], public=True
        ) as people:

            async def shot(number: int) -> int:
                body = {"type": "ready", "id": f"r{number}", "ready": number % 2 == 0}
                path = f"/api/tables/{people.table}/messages"
                return status_of(await fire.ask("POST", path, body, 100, token=people.tokens[0]))

            statuses = await fire.repeat(shot, workers=4)
        for task in reading:
            task.cancel()
    return refused(statuses, 200)


@attack("M7", "tables: as many as one address can make, 30 at a time")
async def tables(fire: Fire) -> str:
    async def shot(number: int) -> int:
        return status_of(await fire.ask("POST", "/api/tables", {"game": "piraci"}))

    statuses = await fire.repeat(shot, workers=30)
    must(statuses[201] <= 100, f"{statuses[201]} tables for one address")
    return refused(statuses, 201)


@attack("M6", "tables: by one IPv6 /48, through a proxy, from 65,536 networks of it", "behind a proxy")
async def one_network(fire: Fire) -> str:
    async def shot(number: int) -> int:
        headers = {"X-Forwarded-For": f"2001:db8:7:{number % 65536:x}::{number % 9:x}"}
        return status_of(
            await fire.ask("POST", "/api/tables", {"game": "piraci"}, source=PROXY, headers=headers)
        )

    statuses = await fire.repeat(shot, workers=30, seconds=10.0)
    must(statuses[201] <= 600, f"{statuses[201]} tables for one network")
    must(statuses[429] > 0, "nothing was refused")
    return refused(statuses, 201)


@attack("flood", "requests through a proxy, each in another's name", "behind a proxy")
async def through_a_proxy(fire: Fire) -> str:
    async def shot(number: int) -> int:
        headers = {"X-Forwarded-For": f"203.0.{number // 200 % 250}.{number % 200}"}
        path = PATHS[number % len(PATHS)]
        return status_of(await fire.ask("GET", path, source=PROXY, headers=headers))

    return refused(await fire.repeat(shot, workers=50), 200, 404)


@attack("flood", "one visitor of a proxy, while others come through it too", "behind a proxy")
async def one_of_a_proxy(fire: Fire) -> str:
    others: Counter[int] = Counter()

    async def shot(number: int) -> int:
        mine = number % 10 == 0
        address = f"198.51.100.{number // 10 % 200}" if mine else "203.0.113.1"
        answer = await fire.ask("GET", "/api/tables", source=PROXY, headers={"X-Forwarded-For": address})
        if mine:
            others[status_of(answer)] += 1
        return status_of(answer)

    statuses = await fire.repeat(shot, workers=30)
    must(statuses[429] > 0, "nothing was refused")
    must(set(others) == {200}, f"others were answered {told(others)}")
    return refused(statuses, 200)


@attack("like M6", "names of others by somebody who is no trusted proxy", "behind a proxy")
async def no_proxy(fire: Fire) -> str:
    async def shot(number: int) -> int:
        headers = {"X-Forwarded-For": f"203.0.113.{number % 250}", "Forwarded": f"for=192.0.2.{number % 250}"}
        return status_of(await fire.ask("GET", "/api/tables", headers=headers))

    statuses = await fire.repeat(shot, workers=30)
    most = int(DEFAULTS["read"].partition("/")[0]) * 2
    must(statuses[200] <= most, f"{statuses[200]} answers to one address")
    return refused(statuses, 200)


@attack("M8", "hints: 12 tables of one address ask for one after another", "without rate limits")
async def hints(fire: Fire) -> str:
    async with From(fire.target.url, fire.address()) as server:
        seats = []
        for _ in range(12):
            bots = [None, "casual", "casual"]
            made = await server.create(game="piraci", bots=bots, start=0, hints=True)
            seat = await server.sit(made.table, "Eve", host=made.token)
            for kind in ("ready", "begin"):
                body = {"type": kind, "id": kind}
                await fire.done("POST", f"/api/tables/{made.table}/messages", body, token=seat.token)
            seats.append((made.table, seat.token))

        async def shot(number: int) -> int:
            table, token = seats[number % len(seats)]
            return status_of(await fire.ask("POST", f"/api/tables/{table}/hint", {}, token=token))

        statuses = await fire.repeat(shot, workers=24, seconds=8.0)
    must(statuses[200] > 0, "there was no hint at all")
    return refused(statuses, 200, 409)


async def make_long_logs(target: Target) -> None:
    """Tables at which people have gone back again and again."""
    await target.start()
    tables = []
    for number in range(5):
        sources = [f"127.250.{number}.{seat + 1}" for seat in range(2)]
        wanted = {"game": "kosmiczna_eskadra", "players": 2, "unhurried": True, "public": True}
        async with company(target.url, sources, **wanted) as people:
            await people.begin()
            for _ in range(UNDOS):
                await people.move()
                await people.agree(0, protocol.AskBack, moves=0)
            tables.append(people.table)
    (target.folder / "long.json").write_text(json.dumps(tables))
    await target.stop()


PREPARED["with long logs"] = make_long_logs


@attack("H4", "long logs: 5 tables after 300 agreed undos each wake at once, and are read", "with long logs")
async def long_logs(fire: Fire) -> str:
    tables = json.loads((fire.target.folder / "long.json").read_text())

    async def shot(number: int) -> int:
        path = (
            f"/api/tables/{tables[number % len(tables)]}" + ("", "/frames", "/messages?after=0")[number % 3]
        )
        return status_of(await fire.ask("GET", path, None, number % 50))

    statuses = await fire.repeat(shot, workers=20)
    must(statuses[200] > 0, f"nothing could be read: {told(statuses)}")
    return refused(statuses, 200, 403, 404, 409)
