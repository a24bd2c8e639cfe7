"""Many tables of all games with people in a hurry at them, and what is counted while they play."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import msgspec

from kosmoport.bots import Chair
from kosmoport.bots.random import RandomBot
from kosmoport.bots.worlds import read_view
from kosmoport.core.words import Told
from kosmoport.games import game_by_id
from tests.proofs.chaos_journal import Journal, Known
from tests.proofs.chaos_player import AGAIN, Player
from tests.proofs.chaos_server import Failed, Process

ONE_ROUND = {"wins": 1}  # between rounds everybody would only wait
LIMITED = {"type": "move", "seconds": 600}  # nobody's time is up, but every restart gives time back

# What is asked for, and how many people sit there. One of each kind comes before a second one.
KINDS: tuple[tuple[dict[str, Any], int], ...] = (
    ({"game": "kosmiczni_piraci", "players": 4}, 4),
    ({"game": "piraci", "players": 3, "public": True}, 3),
    ({"game": "kosmiczna_misja", "players": 3, "clock": LIMITED}, 3),
    ({"game": "kosmodraci", "players": 4, "take_back": False}, 4),
    ({"game": "kosmiczna_eskadra", "players": 2, "options": ONE_ROUND, "unhurried": True}, 2),
    ({"game": "kosmiczna_eskadra", "players": 2, "options": ONE_ROUND}, 2),  # at once, against its clock
    ({"game": "kosmiczna_misja", "bots": [None, "beginner", None]}, 2),
)


@dataclass
class Fleet:
    """All players, their journals, and the figures."""

    server: Process
    luck: random.Random
    journals: list[Journal] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    acknowledged: Counter[str] = field(default_factory=Counter)  # by kind of message
    refusals: Counter[str] = field(default_factory=Counter)  # by reason
    problems: list[str] = field(default_factory=list)
    resent: int = 0
    answered_at: float = 0.0  # when something was acknowledged last
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def begin(self, tables: int, pace: float) -> None:
        """Make the tables, sit down, and play."""
        async with asyncio.TaskGroup() as opening:
            for number in range(tables):
                asked, people = KINDS[number % len(KINDS)]
                group = Group(self, asked)
                names = [f"{number}{'abcde'[k]}" for k in range(people)]
                group.players = [
                    Player(group, name, pace, random.Random(self.luck.random())) for name in names
                ]
                self.groups.append(group)
                opening.create_task(group.open())
        self._tasks = [asyncio.create_task(player.live()) for player in self.players()]

    async def end(self) -> None:
        """Everybody hangs up."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                self.problems.append(f"a player could not go on: {result!r}")

    def players(self) -> list[Player]:
        return [player for group in self.groups for player in group.players]

    def unanswered(self) -> int:
        """Messages that were sent and wait for an answer."""
        return sum(player.journal.unanswered() for player in self.players())

    def nobody_is_connected(self) -> bool:
        return all(player.wire is None for player in self.players())

    def forget_moves(self) -> None:
        for group in self.groups:
            group.moved = 0

    def all_moved(self) -> bool:
        """Has a move been made at every table since they were forgotten?"""
        return all(group.moved for group in self.groups)

    def contradicted(self) -> bool:
        """Has anybody noticed already that something is wrong?"""
        return bool(self.problems) or any(journal.problems for journal in self.journals)

    async def until(self, condition: Callable[[], bool], within: float) -> bool:
        """Wait for something to be so; whether it came to be."""
        deadline = asyncio.get_running_loop().time() + within
        while not condition():
            if asyncio.get_running_loop().time() > deadline or any(task.done() for task in self._tasks):
                return False
            await asyncio.sleep(0.01)
        return True


@dataclass
class Group:
    """People who play one game after another with each other."""

    fleet: Fleet
    asked: dict[str, Any]
    players: list[Player] = field(default_factory=list)
    moved: int = 0  # moves that were told to anybody here
    games: int = 1

    async def open(self) -> None:
        async with aiohttp.ClientSession() as http:
            made = await self._post(http, "/api/tables", self.asked)
            for number, player in enumerate(self.players):
                token = made["token"] if number == 0 else None
                seat = await self._post(
                    http, f"/api/tables/{made['table']}/seats", {"name": player.name}, token
                )
                player.sit(made["table"], seat["seat"], seat["token"])

    async def follow(self, player: Player) -> None:
        """To the table of the next game, where a seat is kept."""
        table = player.next_table
        assert table is not None
        async with aiohttp.ClientSession() as http:
            seat = await self._post(http, f"/api/tables/{table}/seats", {"token": player.token})
        player.sit(table, seat["seat"], seat["token"])
        self.games += player is self.players[0]

    async def _post(
        self, http: aiohttp.ClientSession, path: str, body: Any, token: str | None = None
    ) -> dict[str, Any]:
        """Asked until there is an answer: whoever asks does not know whether it was done before."""
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        while True:
            await self.fleet.server.up.wait()
            try:
                url = self.fleet.server.url + path
                async with http.post(url, data=msgspec.json.encode(body), headers=headers) as response:
                    status, text = response.status, await response.read()
            except (aiohttp.ClientError, OSError):
                await asyncio.sleep(AGAIN)
                continue
            answer: dict[str, Any] = msgspec.json.decode(text)
            if status < 300:
                return answer
            if status != 503:
                raise Failed(f"{path.rpartition('/')[2]} is answered with {status}: {answer}")
            self.fleet.refusals[answer["error"]["id"]] += 1
            await asyncio.sleep(AGAIN)

    def choose(self, known: Known, seat: int, luck: random.Random) -> Told:
        """Any legal action; where a card has to be laid somewhere, anywhere it may lie."""
        game = game_by_id(self.asked["game"])
        if game.poses is None:
            return luck.choice(known.legal)
        view = read_view(game, msgspec.json.decode(known.view))
        chair = Chair(game, view.options, game.standard_components, seat, luck.getrandbits(48))
        action = RandomBot(chair).choose(view, [game.encode(view, told) for told in known.legal])
        return game.describe(view, action)
