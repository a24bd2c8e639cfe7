"""Four players of a lightning round under load, whose hands never rest; and the same without a game."""

from __future__ import annotations

import asyncio
import random
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from time import perf_counter, time
from typing import Any

import aiohttp
import msgspec

from tests.proofs.load_wire import Wire, connect

SEATS = 4
CARDS = 10
HOVER_EVERY = 0.05  # seconds: twenty a second
STEP_EVERY = 2.0  # seconds for which a card is held; the next one is drawn at once
OPTIONS = {"wins": 99, "round_limit_s": 3600}
OVERTAKEN = ("stopped", "turn", "late", "not_yet", "not_allowed", "nothing_held")  # by Stop, fairly

RELEASED = re.compile(rb'"id":"(?:released|dropped)","args":\{"seat":(\d)')
NUMBER = re.compile(rb'^\{"type":"\w+","n":(\d+)')
GO_AT = re.compile(rb'"go_at":(\d+)')
REASON = re.compile(rb'"problem":\{"id":"(\w+)"')


@dataclass
class Races:
    """What is counted in one stretch, or in several together."""

    hovers: int = 0
    releases: int = 0  # sent
    done: int = 0  # and acknowledged
    overtaken: int = 0  # actions that came after Stop
    refused: list[str] = field(default_factory=list)
    cut: int = 0  # connections that ended without our doing
    rounds: int = 0
    deliveries: int = 0
    received: int = 0  # bytes of text in them
    broadcasts: int = 0  # deliveries that all of a table get
    broadcast_bytes: int = 0
    seconds: list[float] = field(default_factory=list)  # from letting go until another player has it

    def __add__(self, other: Races) -> Races:
        return Races(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def percentiles(self, *shares: float) -> list[float]:
        """Times in milliseconds that this share of all did not exceed."""
        ordered = sorted(self.seconds) or [0.0]
        return [1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in shares]

    @property
    def flawless(self) -> bool:
        """Everything that was done reached the three others."""
        reached = len(self.seconds) == (SEATS - 1) * self.done
        return self.done > 0 and reached and not (self.refused or self.cut)


class Counting:
    """The tally that is counted into now."""

    def __init__(self) -> None:
        self.now = Races()

    def take(self) -> Races:
        taken, self.now = self.now, Races()
        return taken


class Racer(ABC):
    """One seat: a socket, a hand that moves, and a step from time to time."""

    def __init__(self, table: RaceTable, seat: int) -> None:
        self.table, self.seat = table, seat
        self.wire: Wire | None = None
        self.waiting = self.playing = False  # for an answer; at all
        self._timers: list[asyncio.TimerHandle] = []
        self._poses = 0

    def play(self) -> None:
        loop = asyncio.get_running_loop()
        self.playing = True
        self._hover_at = loop.time() + random.random() * HOVER_EVERY
        self._timers = [
            loop.call_at(self._hover_at, self._hover),
            loop.call_later(random.random() * STEP_EVERY, self._step),
        ]

    def rest(self) -> None:
        self.playing = False
        for timer in self._timers:
            timer.cancel()

    def _hover(self) -> None:
        """Evenly, and at once where it is late; also between two cards, when the server has to find out."""
        self._hover_at += HOVER_EVERY
        self._timers[0] = asyncio.get_running_loop().call_at(self._hover_at, self._hover)
        assert self.wire is not None
        self.table.counting.now.hovers += 1
        self._poses += 1
        self.wire.send(self.hover(self._poses))

    def _step(self) -> None:
        self._timers[1] = asyncio.get_running_loop().call_later(STEP_EVERY, self._step)
        if not self.waiting:
            self.step()

    def answered(self, laid: bool) -> None:
        """Where a card was laid the next one is drawn at once."""
        self.waiting = False
        if laid and self.playing:
            self.step()

    def let_go(self, text: bytes) -> None:
        assert self.wire is not None
        self.table.counting.now.releases += 1
        self.waiting = True
        self.table.let_go_at[self.seat] = perf_counter()
        self.wire.send(text)

    def saw(self, seat: int) -> None:
        """A card of this seat has come; of another player's it is how long that took."""
        if seat != self.seat:
            self.table.counting.now.seconds.append(perf_counter() - self.table.let_go_at[seat])

    def heard(self, text: bytes) -> None:
        tally = self.table.counting.now
        tally.deliveries += 1
        tally.received += len(text)

    def was_cut(self) -> None:
        self.table.counting.now.cut += 1

    holds = False

    @abstractmethod
    def hover(self, number: int) -> bytes:
        """Where the hand is now."""

    @abstractmethod
    def step(self) -> None:
        """The next thing this player does."""


class RaceTable:
    """Four racers."""

    def __init__(self, counting: Counting) -> None:
        self.counting = counting
        self.racers: list[Any] = []
        self.let_go_at = [0.0] * SEATS

    def play(self) -> None:
        for racer in self.racers:
            racer.play()

    def rest(self) -> None:
        for racer in self.racers:
            racer.rest()

    @property
    def at_rest(self) -> bool:
        return not any(racer.waiting for racer in self.racers)

    def close(self) -> None:
        self.rest()
        for racer in self.racers:
            if racer.wire is not None:
                racer.wire.close()


# ---------------------------------------------------------------- with the game


class Player(Racer):
    """Draws, holds, lets go, keeps what Stop caught, is ready for the next round."""

    def __init__(self, table: RaceTable, seat: int, token: str) -> None:
        super().__init__(table, seat)
        self.token = token
        self.n = 0
        self.ids = 0
        self.stage = b""
        self.go_at = 0
        self.sent = b""  # what was done last and is not answered

    async def join(self, port: int, table: str) -> None:
        self.wire = await connect(port, f"/api/tables/{table}/socket", self.heard, self.was_cut)
        self.say({"type": "hello", "version": 3, "token": self.token})

    def say(self, message: dict[str, Any]) -> None:
        assert self.wire is not None
        self.wire.send(msgspec.json.encode(message))

    def hover(self, number: int) -> bytes:
        pose = b'{"type":"hover","do":"hold","args":{"x":%d,"y":%d,"rot":%d},"at":%d}'
        return pose % (number % 1500, number % 900, number % 360, time() * 1000)

    def act(self, do: bytes, args: bytes = b"{}") -> bytes:
        self.ids += 1
        self.sent = do
        text = b'{"type":"act","id":"%d","seen":%d,"do":"%b","args":%b,"at":%d}'
        return text % (self.ids, self.n, do, args, time() * 1000)

    def step(self) -> None:
        assert self.wire is not None
        if self.stage == b"placing" and time() * 1000 >= self.go_at:
            if self.holds:
                where = (random.randrange(-2400, 2400), random.randrange(-1400, 1400), random.randrange(360))
                self.let_go(self.act(b"release", b'{"x":%d,"y":%d,"rot":%d}' % where))
            else:
                self._do(b"draw")
        elif self.stage == b"stopping" and self.holds:
            self._do(b"keep")
        elif self.stage == b"between":
            self.waiting, self.sent = True, b"ready"
            self.ids += 1
            self.say({"type": "ready", "id": str(self.ids)})

    def _do(self, what: bytes) -> None:
        assert self.wire is not None
        self.waiting = True
        self.wire.send(self.act(what))

    def heard(self, text: bytes) -> None:
        super().heard(text)
        if text.startswith(b'{"type":"ack"'):
            self._answered(text)
        elif (number := NUMBER.match(text)) is not None:
            self.n = int(number[1])
            self.table.counting.now.broadcasts += 1
            self.table.counting.now.broadcast_bytes += len(text)
            self._happened(text)

    def _answered(self, text: bytes) -> None:
        tally, problem = self.table.counting.now, REASON.search(text)
        laid = problem is None and self.sent == b"release"
        tally.done += laid
        self.holds = self.holds and not laid
        if problem is not None and (problem[1].decode() in OVERTAKEN or self.sent == b"ready"):
            tally.overtaken += 1
        elif problem is not None:
            tally.refused.append(text.decode())
        self.answered(laid)

    def _happened(self, text: bytes) -> None:
        for seat in RELEASED.findall(text):
            self.saw(int(seat))
        if b'"view":{' in text:
            begin = text.index(b'"stage":"') + 9
            self.stage = text[begin : text.index(b'"', begin)]
            self.holds = b'"held":null' not in text
        if (go_at := GO_AT.search(text)) is not None:
            self.go_at = int(go_at[1])
        if self.seat == 0 and b'"id":"round_begun"' in text:
            self.table.counting.now.rounds += 1


class LiveRace(RaceTable):
    """A table of the real server."""

    async def open(self, http: aiohttp.ClientSession, port: int) -> None:
        asked = {"game": "kosmiczna_eskadra", "players": SEATS, "options": OPTIONS}
        made = await _post(http, port, "/api/tables", asked)
        seats = f"/api/tables/{made['table']}/seats"
        for seat in range(SEATS):
            token = made["token"] if seat == 0 else None
            sat = await _post(http, port, seats, {"name": f"Bot {seat}"}, token)
            self.racers.append(Player(self, seat, sat["token"]))
        await asyncio.gather(*(racer.join(port, made["table"]) for racer in self.racers))
        for racer in self.racers:
            racer.say({"type": "ready", "id": "ready"})
        while self.racers[0].n < 1 + 2 * SEATS:  # created, four seats, four times ready
            await asyncio.sleep(0.005)
        self.racers[0].say({"type": "begin", "id": "begin"})


async def _post(
    http: aiohttp.ClientSession, port: int, path: str, body: dict[str, Any], token: str | None = None
) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with http.post(f"http://127.0.0.1:{port}{path}", json=body, headers=headers) as answer:
        if answer.status != 201:
            raise RuntimeError(f"{path}: {answer.status} {await answer.text()}")
        return await answer.json()


# ---------------------------------------------------------------- without it


class Echoed(Racer):
    """The same messages at the same times: two to all when a card is drawn, one when it is let go."""

    def hover(self, number: int) -> bytes:
        return b"h" * 80

    def step(self) -> None:
        assert self.wire is not None
        if self.holds:
            self.let_go(b"o%d" % self.seat + b" " * 80)
        else:
            self.waiting = True
            self.wire.send(b"t%d" % self.seat + b" " * 50)
        self.holds = not self.holds

    def heard(self, text: bytes) -> None:
        super().heard(text)
        if text.startswith(b"a"):
            self.table.counting.now.done += not self.holds
            self.answered(laid=not self.holds)
        elif text.startswith(b"o"):
            self.saw(int(text[1:2]))


class BareRace(RaceTable):
    """A room of the bare server."""

    async def open(self, port: int, number: int) -> None:
        for seat in range(SEATS):
            racer = Echoed(self, seat)
            racer.wire = await connect(port, f"/rooms/{number}", racer.heard, racer.was_cut)
            self.racers.append(racer)
