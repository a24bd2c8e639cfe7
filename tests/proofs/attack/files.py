"""Files of strangers, and whatever else is parsed: small enough to be sent, made to cost much."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib

import msgspec

from kosmoport.games import GAMES, game_by_id
from kosmoport.learn.lesson import lesson_of
from tests.fuzz import bombs
from tests.fuzz.parsers import record_of, tables_of, way_through
from tests.proofs.attack.suite import Fire, Work, attack, must, refused, shown, status_of, told
from tests.server import fuzz_bytes as wire

PIRACI = game_by_id("piraci")
OF_STANDINGS = ("standings", "paths", "stars")


def new_table(text: str, game: str = "piraci") -> bytes:
    return json.dumps({"game": game, "components": text}).encode()


def component_files(*bodies: bytes) -> Work:
    """Most are refused; what is only large and in order may be played with."""

    async def work(fire: Fire) -> str:
        return refused(await fire.posts("/api/tables", bodies, workers=40), 201)

    return work


for name, text in bombs.any_toml():
    attack("C1", f"component file: {name}")(component_files(new_table(text)))
for name, text in bombs.of_the_game(PIRACI, tables_of(PIRACI)):
    if name in OF_STANDINGS:
        attack("H2", f"component file: {name}")(component_files(new_table(text)))
attack("C1", "component files: whatever grows out of the games' own tables")(
    component_files(
        *(
            new_table(text, game.id)
            for game in GAMES
            for name, text in bombs.of_the_game(game, tables_of(game))
            if name not in OF_STANDINGS
        )
    )
)


@attack("H2", "records: standings without end inside a record's components")
async def records_with_standings(fire: Fire) -> str:
    tables = tables_of(PIRACI)
    standing = {"paths": ["*", "ships.*"] * 50, "standing": "documented"}
    record = {**json.loads(record_of(PIRACI, True)), "components": {**tables, "standing": [standing] * 90}}
    return refused(await fire.posts("/api/replay", [json.dumps(record).encode()]), 200)


@attack("C1", "records: bombs of JSON and moves without end")
async def records(fire: Fire) -> str:
    return refused(await fire.posts("/api/replay", [body for _, body in bombs.bodies()], seconds=12.0), 200)


@attack("C1", "records: the longest that are still shown, by 40 addresses")
async def long_records(fire: Fire) -> str:
    bodies = [record_of(game, True).encode() for game in GAMES]

    async def shot(number: int) -> int:
        return status_of(await fire.ask("POST", "/api/replay", bodies[number % len(bodies)], number % 40))

    return refused(await fire.repeat(shot, workers=40), 200)


@attack("like C1", "JSON in every body: deep, long, torn, of the wrong kind")
async def bodies_of_json(fire: Fire) -> str:
    paths = ("/api/tables", "/api/replay", "/api/referee/kosmiczna_eskadra", "/api/games/piraci/lesson")
    torn = (b"[" * 16_000, b'{"a":' * 3000, b'{"a":"' + b"\\ud800" * 2000, b"1e" + b"9" * 9000, b"9" * 9000)
    odd = (
        b"\xff\xfe",
        b"null",
        b'""',
        b'{"game":"piraci","game":"piraci"}',
        b'{"chapter":"a","actions":[[]]}',
    )

    async def shot(number: int) -> int:
        body = (*torn, *odd)[number % (len(torn) + len(odd))]
        return status_of(await fire.ask("POST", paths[number % len(paths)], body, number))

    return refused(await fire.repeat(shot), 201, 404)


@attack("like C1", "packed bodies: 100 MB of zeros in 100 kB")
async def packed(fire: Fire) -> str:
    zeros = b"\0" * (100 << 20)
    bombs_of = {"gzip": gzip.compress(zeros), "deflate": zlib.compress(zeros)}

    async def shot(number: int) -> int:
        kind, body = list(bombs_of.items())[number % 2]
        headers = {"Content-Encoding": kind}
        return status_of(await fire.ask("POST", "/api/replay", body, number, headers=headers))

    return refused(await fire.repeat(shot), 415)


@attack("like C1", "heads: as long as they may be, and longer; cookies and parameters without end")
async def heads(fire: Fire) -> str:
    kinds = (
        {f"X-{i}": "y" * 200 for i in range(90)},
        {f"X-{i}": "" for i in range(400)},
        {"Cookie": "a=b; " * 4000},
        {"Accept-Language": ",".join(f"x{i};q=0.{i}" for i in range(1500))},
        {"Range": "bytes=" + ",".join(f"{i}-" for i in range(2000))},
        {"If-None-Match": ", ".join('"x"' for _ in range(2000))},
        {"X-Forwarded-For": ", ".join(f"10.0.0.{i % 250}" for i in range(1500))},
        {"Origin": "http://" + "a" * 9000},
        {"Authorization": "Bearer " + "." * 9000},
    )

    async def shot(number: int) -> int:
        path = ("/", "/api/tables", "/api/tables?" + "phase=over&" * 500)[number % 3]
        return status_of(await fire.ask("GET", path, None, number, headers=kinds[number % len(kinds)]))

    return refused(await fire.repeat(shot), 200, 206, 401, 414, 416, 431, 0)


@attack("like C1", "heads of bodies: a type with parameters, quotes and brackets without end")
async def types(fire: Fire) -> str:
    tails = (";" * 8000, ";a=1" * 2000, '";' * 4000, "".join(f";a*{i}=x" for i in range(700)), "(" * 8000)

    async def shot(number: int) -> int:
        headers = {"Content-Type": "application/json" + tails[number % len(tails)]}
        return status_of(await fire.ask("POST", "/api/games/piraci/lesson", b"{}", number, headers=headers))

    return refused(await fire.repeat(shot), 415)


@attack(
    "like C1",
    "the referee's table and lessons: as much as may be asked, by 20 addresses",
    "without rate limits",
)
async def lessons(fire: Fire) -> str:
    cards = [
        {"seat": i % 4, "ship": i % 12, "x": 300 * (i % 6), "y": 400 * (i // 6), "rot": 30} for i in range(48)
    ]
    referee = json.dumps({"cards": cards, "options": {"players": 4, "asteroids": "two"}}).encode()
    shots = [("/api/referee/kosmiczna_eskadra", referee)]
    for game in GAMES:
        for chapter in lesson_of(game).chapters:
            way = msgspec.to_builtins(way_through(game, chapter.id))
            shots.append(
                (f"/api/games/{game.id}/lesson", json.dumps({"chapter": chapter.id, "actions": way}).encode())
            )

    async def shot(number: int) -> int:
        path, body = shots[number % len(shots)]
        return status_of(await fire.ask("POST", path, body, number % 20))

    return refused(await fire.repeat(shot, workers=20), 200)


@attack("like C1", "names and chat: accents, ligatures, joiners, blanks without end")
async def names(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci", "players": 5})
    path = f"/api/tables/{made['table']}"
    seat = await fire.done("POST", f"{path}/seats", {"name": "Ala"}, token=made["token"])
    texts = [text for _, text in bombs.people()]

    async def chat(number: int) -> int:
        said = msgspec.json.encode({"type": "chat", "id": f"c{number}", "text": texts[number % len(texts)]})
        return status_of(await fire.ask("POST", f"{path}/messages", said, token=seat["token"]))

    names = texts + [text[:40] for text in texts]
    shots = [{"name": text} for text in names] + [{"name": "a", "ship": text} for text in names]
    sat = fire.posts(f"{path}/seats", [msgspec.json.encode(shot) for shot in shots])
    answered, said = await asyncio.gather(sat, fire.repeat(chat, workers=4))
    must(said[200] >= len(texts), f"not all was said: {told(said)}")
    return f"names {refused(answered, 201, 409)}; chat {refused(said, 200)}"


@attack("like C1", "messages: bombs on a socket, one after another")
async def messages(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci", "players": 3})
    texts = [text for _, text in bombs.messages()] + [bombs.deep(), "x" * 16_000]
    data = [text if isinstance(text, bytes) else json.dumps(text).encode() for text in texts]

    async def shot(number: int) -> int:
        hello = wire.frame(b'{"type":"hello","version":3}')
        async with wire.line(fire.target.port, fire.address(number)) as line:
            line.write(wire.opening(made["table"]) + hello + b"".join(map(wire.frame, data)) * 3)
            answer = await line.answer()
            must(answer.status in (101, 429), f"answered {shown(answer)}")
            await line.rest()
        return answer.status

    return refused(await fire.repeat(shot), 101)


@attack("like C1", "frames: a gigabyte announced, pieces without end, packed ones nobody agreed on")
async def frames(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci", "players": 3})
    piece = wire.frame(b"x" * 1000, final=False)
    endless = piece + wire.frame(b"x" * 1000, 0, final=False) * 500
    packed = zlib.compressobj(wbits=-15)
    bomb = packed.compress(b"0" * (10 << 20)) + packed.flush()
    kinds = (
        wire.frame(b"", declared=1 << 30),
        wire.frame(b"", declared=(1 << 63) - 1),
        endless,
        wire.frame(bomb[:16_000], reserved=4),
        wire.frame(b"x", wire.PING) * 2000,
    )

    async def shot(number: int) -> int:
        deflate = {"Sec-WebSocket-Extensions": "permessage-deflate; server_no_context_takeover"}
        async with wire.line(fire.target.port, fire.address(number)) as line:
            line.write(wire.opening(made["table"], deflate) + kinds[number % len(kinds)])
            answer = await line.answer()
            await line.rest()
        return answer.status

    return refused(await fire.repeat(shot), 101)
