"""Databases to be examined and exported: tables played without a server, put into either kind, and spoilt."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kosmoport.core.play import generator
from kosmoport.games import game_by_id
from kosmoport.house.game_records import record_text
from kosmoport.house.store import Line
from kosmoport.house.summaries import summary_of
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.opening import is_postgres, open_store
from kosmoport.table import protocol
from kosmoport.table.entries import AnyEntry, encode_entry
from kosmoport.table.policy import Policy
from kosmoport.table.settings import NewTable
from tests.table.desk import Desk

NAMES = ("Zdzisława", "Quentin", "Xavière", "Wolfgang", "Yolanda")


@dataclass(frozen=True)
class Shelf:
    """A place for a database, and the tables in it."""

    where: str
    folder: Path

    @property
    def settings(self) -> ServerSettings:
        return ServerSettings(data=self.folder, database=self.where)

    def put(self, *desks: Desk) -> None:
        """Tables with their whole logs, as a server would have left them."""
        asyncio.run(self._put(desks))

    async def _put(self, desks: tuple[Desk, ...]) -> None:
        store = await open_store(self.where, backup=None)
        for desk in desks:
            made = [Line(x.n, x.at, encode_entry(x.entry), x.sender, x.message) for x in desk.lines]
            await store.create(desk.table.id, made, summary_of(desk.table, "somewhere"))
        await store.close()

    def change(self, statement: str, *values: Any) -> None:
        """Spoil the database behind everybody's back; `?` stands for a value."""
        if is_postgres(self.where):
            asyncio.run(self._change_postgres(statement, values))
            return
        with closing(sqlite3.connect(self.where, isolation_level=None)) as connection:
            connection.execute(statement, values)

    async def _change_postgres(self, statement: str, values: tuple[Any, ...]) -> None:
        import asyncpg

        for k in range(len(values)):
            statement = statement.replace("?", f"${k + 1}", 1)
        connection = await asyncpg.connect(self.where)
        try:
            await connection.execute(statement, *values)
        finally:
            await connection.close()

    def change_entry(self, desk: Desk, n: int, entry: AnyEntry | str) -> None:
        """Put something else where line `n` was."""
        text = entry if isinstance(entry, str) else encode_entry(entry).decode()
        self.change("UPDATE log SET entry = ? WHERE table_id = ? AND n = ?", text, desk.table.id, n)


def gathered(game: str = "kosmiczni_piraci", table: str = "GatherGather22", **asked: Any) -> Desk:
    """A table at which everybody sits; bots have the seats that are asked for."""
    policy = Policy(take_back_grace=0, absence_grace=0)
    desk = Desk(NewTable(game=game, **{"unhurried": True} | asked), table=table, policy=policy)
    for p, seat in enumerate(desk.table.seats):
        if not seat.taken:
            desk.sit(NAMES[p], age=20 + p)
    return desk


def begun(game: str = "kosmiczni_piraci", table: str = "BegunBegunBegun", **asked: Any) -> Desk:
    desk = gathered(game, table, **asked)
    desk.begin()
    desk.settle()
    return desk


def played(game: str = "kosmiczni_piraci", table: str = "PlayedPlayed2222", **asked: Any) -> Desk:
    """A table whose game was played to the end."""
    desk = begun(game, table, **asked)
    go_on(desk)
    return desk


def go_on(desk: Desk, moves: int = 3000) -> None:
    """Play at random until the end, or for so many moves of people."""
    rng = generator(3)
    for _ in range(moves):
        if desk.table.over:
            return
        if seats := desk.table.to_act():
            action = desk.random_action(seats[0], rng)
            desk.act_as(
                seats[0], game_by_id(desk.table.settings.game).describe(desk.play.view(seats[0]), action)
            )
        desk.now += 100
        step = desk.settle()
        if not desk.table.to_act() and step.look_again is not None:
            desk.now = step.look_again  # the game's own clock runs


def finished(desk: Desk) -> dict[str, Any]:
    """The record of the game, played to its end."""
    go_on(desk)
    data: dict[str, Any] = json.loads(record_text(desk.table))
    return data


def line_of_kind(desk: Desk, kind: type, k: int = 0) -> int:
    """The number of the k-th line of a kind."""
    return [line.n for line in desk.lines if isinstance(line.entry, kind)][k]


def say_something(desk: Desk, seat: int = 0) -> None:
    desk.send(seat, protocol.Chat(desk.new_id(), "my hand is full of teleports"))
