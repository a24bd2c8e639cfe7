"""Tables that the fuzzer may not change: in every phase, with secrets that only the test knows."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kosmoport.house.tokens import Tokens
from kosmoport.remote.server import Server
from kosmoport.server.keys import load_key
from kosmoport.table import protocol
from kosmoport.table.fair import promise
from tests.server import fuzz_bytes as wire

SPECTATOR = None
HOST = "host"
Role = int | str | None  # a seat, the host, or a spectator
PATIENCE = 300.0  # seconds; nothing that is awaited takes so long unless it is broken
_AT = re.compile(rb'"at":\d+,"phase"')


def timeless(body: bytes) -> bytes:
    """A snapshot without the time at which it was taken."""
    return _AT.sub(b'"at":0,"phase"', body)


@dataclass
class Untouchable:
    """A table, who is there, and everything each of them may know of it."""

    kind: str
    id: str
    game: str
    players: int
    tokens: dict[Role, str]
    names: list[str]
    values: list[str]  # what the devices reveal
    dead: list[str]  # tokens of seats that were given up or taken away
    phase: str = ""
    n: int = 0
    done: list[tuple[Role, str, int]] = field(default_factory=list)  # who sent which message; its number
    due: tuple[int, ...] = ()
    seen: tuple[int | None, ...] = ()
    snapshots: dict[Role, bytes] = field(default_factory=dict)
    missed: dict[tuple[Role, int | None], bytes] = field(default_factory=dict)
    frames: dict[tuple[Role, int | None], tuple[int, bytes]] = field(default_factory=dict)
    lines: str = ""  # a digest of its log

    @property
    def roles(self) -> list[Role]:
        return [SPECTATOR, *self.tokens]

    def knows(self, role: Role) -> Role:
        """Whose knowledge this is: the host without a seat has a spectator's."""
        return role if isinstance(role, int) else SPECTATOR


@dataclass
class Canary:
    """A secret, and where it may be seen."""

    text: bytes
    what: str
    table: str
    public: bool  # to whoever has the table's id


class Scene:
    """A server with such tables, and the means to see whether any of them has changed."""

    def __init__(self, url: str, data: Path) -> None:
        self.data = data
        self.move(url)
        self.tables: list[Untouchable] = []
        self.canaries: list[Canary] = []
        self.reader = Tokens(load_key(data))

    def move(self, url: str) -> None:
        """The server is somewhere else now."""
        self.url, self.port = url, int(url.rstrip("/").rpartition(":")[2])

    # ------------------------------------------------------------ making the tables

    async def prepare(self, few: bool = False) -> None:
        """Tables of every game and in every phase, or few of them."""
        async with Server(self.url) as server:
            self.tables = [
                await self._gathering(server),
                await self._playing(server, "kosmiczni_piraci", 3, 5),
                await self._over(server, sealed=True),
            ]
            if not few:
                self.tables += await self._others(server)
            for table in self.tables:
                await self._learn(server, table)
        self.canaries = [canary for table in self.tables for canary in self._canaries(table)]

    async def _others(self, server: Server) -> list[Untouchable]:
        return [
            await self._playing(server, "kosmodraci", 3, 4),
            await self._playing(server, "kosmiczna_eskadra", 2, 0),
            await self._playing(server, "piraci", 3, 3),
            await self._playing(server, "kosmiczna_misja", 2, 4),
            await self._over(server, sealed=False),
            await self._closed(server),
        ]

    async def _seated(self, server: Server, kind: str, game: str, players: int, **asked: Any) -> Untouchable:
        made = await server.create(game=game, players=players, unhurried=True, **asked)
        table = Untouchable(kind, made.table, game, players, {HOST: made.token}, [], [], [])
        for seat in range(players):
            await self._sit(server, table, seat)
        return table

    async def _sit(self, server: Server, table: Untouchable, seat: int) -> None:
        name, value = f"Qz{secrets.token_hex(6)}", secrets.token_hex(32)
        host = table.tokens[HOST] if seat == 0 else None
        seated = await server.sit(table.id, name, host=host, seat=seat)
        table.names.append(name)
        table.tokens[seat] = seated.token
        promised = promise(table.id, seat, 0, value)
        await self._do(server, table, seat, protocol.Promise(f"p{len(table.values)}", 0, promised))
        table.values.append(value)

    async def _do(
        self, server: Server, table: Untouchable, role: Role, command: protocol.AnyCommand
    ) -> int | None:
        ack = await server.command(table.id, table.tokens[role], command)
        assert ack.problem is None, (command, ack)
        if ack.n is not None:
            table.done.append((role, command.id, ack.n))
        return ack.n

    async def _gathering(self, server: Server) -> Untouchable:
        """Everybody sits, one guest was sent away before, and not all are ready."""
        table = await self._seated(server, "gathering", "kosmiczni_piraci", 3)
        table.dead.append(table.tokens[1])
        await self._do(server, table, HOST, protocol.Remove("out", 1))
        await self._sit(server, table, 1)
        await self._do(server, table, 1, protocol.Ready("ready"))
        await self._do(server, table, 2, protocol.Chat("hi", f"chat {secrets.token_hex(8)}"))
        return table

    async def _playing(self, server: Server, game: str, players: int, moves: int) -> Untouchable:
        table = await self._seated(server, "playing", game, players)
        await self._begin(server, table)
        await self._moves(server, table, moves)
        return table

    async def _begin(self, server: Server, table: Untouchable) -> None:
        for seat in range(table.players):
            await self._do(server, table, seat, protocol.Ready(f"r{seat}"))
        await self._do(server, table, HOST, protocol.Begin("begin"))
        for seat, value in enumerate(table.values):
            await self._do(server, table, seat, protocol.Reveal(f"v{seat}", 0, value))

    async def _moves(self, server: Server, table: Untouchable, most: int) -> None:
        """Whoever may act does the first thing they may, so many times or until the end."""
        for number in range(most):
            found = await self._to_act(server, table)
            if found is None:
                return
            seat, shot = found
            legal = shot.position.legal if shot.position is not None else ()
            told = legal[number % len(legal)]
            await self._do(server, table, seat, protocol.Act(f"a{number}", shot.n, told.id, told.args))

    async def _to_act(self, server: Server, table: Untouchable) -> tuple[int, protocol.Snapshot] | None:
        """The next seat, with what it sees; None when the game is over. Dice fall by themselves."""
        async with asyncio.timeout(PATIENCE):
            while True:
                shot = await server.look(table.id)
                if shot.phase == "over":
                    return None
                for seat in shot.position.to_act if shot.position is not None else ():
                    own = await server.look(table.id, table.tokens[seat])
                    if own.position is not None and own.position.legal:
                        return seat, own
                await asyncio.sleep(0.02)

    async def _over(self, server: Server, sealed: bool) -> Untouchable:
        table = await self._seated(
            server, "sealed" if sealed else "over", "kosmiczni_piraci", 3, sealed=sealed
        )
        await self._begin(server, table)
        await self._moves(server, table, 1000)
        return table

    async def _closed(self, server: Server) -> Untouchable:
        table = await self._seated(server, "closed", "piraci", 3)
        await self._do(server, table, HOST, protocol.Close("close"))
        return table

    # ------------------------------------------------------------ what everybody may know

    async def _learn(self, server: Server, table: Untouchable) -> None:
        if table.kind == "playing":
            await self._to_act(server, table)
        shot = await server.look(table.id)
        table.n, table.phase = shot.n, shot.phase
        table.due = shot.position.to_act if shot.position is not None else ()
        table.seen = (None, 0, 1, table.n // 2, table.n - 1, table.n, table.n + 7, 10**12)
        async with wire.line(self.port) as line:
            for role in table.roles:
                table.snapshots[role] = await self._snapshot(line, table, role)
                for seen in table.seen:
                    query = "" if seen is None else f"?after={seen}"
                    table.missed[role, seen] = (await self._get(line, table, role, f"/messages{query}"))[1]
                for seat in (None, -1, *range(table.players)):
                    query = "" if seat is None else f"?seat={seat}"
                    table.frames[role, seat] = await self._get(line, table, role, f"/frames{query}")
        table.lines = self.digest(table.id)

    async def _get(self, line: wire.Line, table: Untouchable, role: Role, path: str) -> tuple[int, bytes]:
        line.write(wire.request("GET", f"/api/tables/{table.id}{path}", bearer(table.tokens.get(role))))
        answer = await line.answer()
        return answer.status, timeless(answer.body)

    async def _snapshot(self, line: wire.Line, table: Untouchable, role: Role) -> bytes:
        status, body = await self._get(line, table, role, "")
        assert status == 200, (status, body)
        return body

    async def check(self) -> None:
        """Nothing has changed: neither what anybody sees, nor what is kept."""
        async with wire.line(self.port) as line:
            for table in self.tables:
                for role in table.roles:
                    assert await self._snapshot(line, table, role) == table.snapshots[role], table.kind
                assert self.digest(table.id) == table.lines, f"the log of the {table.kind} table has changed"

    def digest(self, table: str) -> str:
        """Every line of a table's log, as the database has it."""
        with closing(sqlite3.connect(f"file:{self.data}/kosmoport.sqlite3?mode=ro", uri=True)) as database:
            rows = database.execute(
                "SELECT n, at, entry, sender, message FROM log WHERE table_id = ? ORDER BY n", (table,)
            ).fetchall()
            hooks = database.execute("SELECT seat, url FROM webhooks WHERE table_id = ?", (table,)).fetchall()
            pushes = database.execute("SELECT * FROM pushes WHERE table_id = ?", (table,)).fetchall()
        return json.dumps([rows, hooks, pushes])

    # ------------------------------------------------------------ secrets

    def _canaries(self, table: Untouchable) -> Iterator[Canary]:
        def secret(text: str, what: str, public: bool = False) -> Canary:
            return Canary(text.encode(), what, table.id, public)

        for token in (*table.tokens.values(), *table.dead):
            body, _, signature = token.rpartition(".")
            yield secret(body, "token")
            yield secret(signature, "token")
            read = self.reader.read(token)
            assert read is not None
            yield secret(read.nonce, "nonce")
            yield secret(Tokens.nonce_hash(read.nonce), "key")
        for value in table.values:
            yield secret(value, "value")
        for name in table.names:
            yield secret(name, "name", public=True)
        yield secret(json.loads(json.loads(table.lines)[0][0][2])["secret"], "secret")
        for said in re.findall(r"chat [0-9a-f]{16}", table.lines):
            yield secret(said, "chat", public=True)

    def seen_in(
        self, data: bytes, about: str | None = None, allowed: tuple[str, ...] = (), sent: bytes = b""
    ) -> list[str]:
        """Which secrets are in what was received, besides what is public at the table it was about."""
        return [
            f"{canary.what} of {canary.table}"
            for canary in self.canaries
            if canary.text in data
            and not (canary.table == about and (canary.public or canary.what in allowed))
            and canary.text not in sent
        ]


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}
