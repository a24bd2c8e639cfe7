"""Plays at a real server and keeps what it leaves behind: `python -m tests.kept.leave_behind FOLDER`.

Run it once, with the version whose traces are to be kept, and never again for that version. It knows only
what programs of strangers know: HTTP and JSON. FOLDER then has the packed database, the key (which was made
for this), the records of the finished games, and `places.json`: every table, and what a person there holds.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

GAMES = ("kosmiczna_eskadra", "kosmiczna_misja", "kosmiczni_piraci", "kosmodraci", "piraci")
NO_LIMITS = ",".join(f"{rule}=off" for rule in ("create", "sit", "read", "act", "message", "chat", "record"))
SERVE = {
    "port": "0",
    "log-level": "error",
    "bot-pause": "0",
    "take-back-grace": "0",
    "limits": NO_LIMITS,
}
MOVES = 6  # of the person, in a game that is left in the middle
PATIENCE = 0.05  # seconds between two looks at a table where bots are thinking

Json = Any


class Person:
    """Somebody at one table: plays what stands first among what may be done."""

    def __init__(self, http: aiohttp.ClientSession) -> None:
        self.http, self.table, self.seat, self.token, self.place = http, "", 0, "", dict[str, Json]()

    async def ask(self, method: str, path: str, body: Json = None) -> Json:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        async with self.http.request(method, path, json=body, headers=headers) as answer:
            assert answer.status < 300, (path, body, await answer.text())
            return await answer.json()

    async def make(self, game: str, name: str = "Ala", **asked: Json) -> Person:
        """A table, and a seat at it."""
        made = await self.ask("POST", "/api/tables", {"game": game, "players": 3, **asked})
        self.table, self.token = made["table"], made["token"]
        seated = await self.ask("POST", f"/api/tables/{self.table}/seats", {"name": name, "age": 30})
        self.seat, self.token = seated["seat"], seated["token"]
        self.place = {"table": self.table, "game": game, "host": made, "seated": seated}
        return self

    async def tell(self, type: str, **fields: Json) -> Json:
        message = {"type": type, "id": secrets.token_hex(6), **fields}
        return await self.ask("POST", f"/api/tables/{self.table}/messages", message)

    async def look(self) -> Json:
        return await self.ask("GET", f"/api/tables/{self.table}")

    async def begin(self) -> None:
        for type in ("ready", "begin"):
            told = await self.tell(type)
            assert told["problem"] is None, told

    async def play(self, most: int = 10_000) -> Json:
        """So many moves, whatever the others do meanwhile, or to the end."""
        moves = refused = 0
        while True:
            seen = await self.look()
            if seen["phase"] == "over" or moves >= most:
                return seen
            legal = seen["position"]["legal"] if seen["position"] else []
            if not legal:
                await self.tell("ready")  # which is refused unless the game waits for everybody
                await asyncio.sleep(PATIENCE)
                continue
            action = legal[(moves + refused) % len(legal)]
            if action["id"] == "release_somewhere":
                action = {"id": "release", "args": somewhere(moves + refused)}
            told = await self.tell("act", seen=seen["n"], do=action["id"], args=action["args"])
            done = told["problem"] is None
            moves, refused = moves + done, 0 if done else refused + 1
            assert refused < 200, told
            await asyncio.sleep(0 if done else PATIENCE)

    async def promise(self) -> None:
        """The device will take part in the deal; what it has to reveal is kept with the place."""
        value, round = secrets.token_hex(32), (await self.look())["deal"]["round"]
        parts = ["kosmoport fair deal 2: promise", self.table, self.seat, round, value]
        text = json.dumps(parts, separators=(",", ":"))
        await self.tell("promise", round=round, promise=hashlib.sha256(text.encode()).hexdigest())
        self.place |= {"round": round, "value": value}


def somewhere(number: int) -> dict[str, int]:
    """A place for a ship, in tenths of a millimetre: other places for other numbers."""
    return {"x": 900 * (number % 7 - 3), "y": 900 * (number // 7 % 7 - 3), "rot": 15 * (number % 24)}


async def leave_behind(http: aiohttp.ClientSession, folder: Path) -> dict[str, list[Json]]:
    """Every table, by what it is in the middle of."""
    places: dict[str, list[Json]] = {}

    def keep(what: str, person: Person) -> None:
        places.setdefault(what, []).append(person.place)

    for game in GAMES:
        bots = [None, "beginner", "beginner"]
        keep("gathering", await gather(Person(http), game))
        keep("playing", await start(Person(http), game, MOVES, bots=bots, unhurried=True, public=True))
        over = await start(
            Person(http), game, bots=bots, unhurried=True, clock={"type": "move", "seconds": 86400}
        )
        keep("over", over)
        record = await over.ask("GET", f"/api/tables/{over.table}/record")
        (folder / "records" / f"{game}.json").write_text(
            json.dumps(record, ensure_ascii=False), encoding="utf-8"
        )
    keep("over", await start(Person(http), "kosmiczna_misja", bots=bots, sealed=True))
    keep("playing", await start(Person(http), "kosmiczna_eskadra", 3, bots=bots))  # a race
    keep("went_on", await start(Person(http), "kosmodraci", bots=bots))
    keep("continued", await go_on(Person(http), places["went_on"][0]))
    waiting = await Person(http).make("kosmodraci", bots=bots, unhurried=True)
    await waiting.promise()
    await waiting.begin()
    keep("waiting", waiting)
    closed = await Person(http).make("piraci")
    await closed.tell("close")
    keep("closed", closed)
    return places


async def gather(person: Person, game: str) -> Person:
    await person.make(game, public=True)
    await person.tell("chat", text="Kto jeszcze?")
    return person


async def start(person: Person, game: str, most: int = 10_000, **asked: Json) -> Person:
    await person.make(game, **asked)
    await person.begin()
    person.place["n"] = (await person.play(most))["n"]
    return person


async def go_on(person: Person, before: dict[str, Json]) -> Person:
    """A game that begins in the middle of one that is over."""
    asked = {"game": before["game"], "continues": {"table": before["table"], "move": 5}}
    made = await person.ask("POST", "/api/tables", asked)
    person.place = {"table": made["table"], "game": before["game"], "host": made}
    return person


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[str]:
    """A server of this version as anybody would start it; its address."""
    flags = [word for name, value in (SERVE | {"data": str(folder)}).items() for word in (f"--{name}", value)]
    words = [sys.executable, "-m", "kosmoport", "serve", "--no-browser", *flags]
    server = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    try:
        assert server.stdout is not None
        yield (await server.stdout.readline()).decode().split()[-1]
    finally:
        server.terminate()
        await server.wait()


async def main(folder: Path) -> None:
    (folder / "records").mkdir(parents=True)
    os.umask(0o077)
    with tempfile.TemporaryDirectory() as data:
        async with serving(Path(data)) as url, aiohttp.ClientSession(url) as http:
            places = await leave_behind(http, folder)
        with (
            (Path(data) / "kosmoport.sqlite3").open("rb") as database,
            gzip.open(folder / "kosmoport.sqlite3.gz", "wb") as packed,
        ):
            shutil.copyfileobj(database, packed)
        for name in ("secret.key", "uptime.json"):
            shutil.copy(Path(data) / name, folder)
    (folder / "places.json").write_text(
        json.dumps(places, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
