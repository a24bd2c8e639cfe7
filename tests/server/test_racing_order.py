"""A lightning round where much happens at once: what waits counts by when it came, hands stay in order."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any, cast

import pytest

from kosmoport.bots.levels import PACE
from kosmoport.core.contract import SPECTATOR
from kosmoport.games.kosmiczna_eskadra import rules
from kosmoport.games.kosmiczna_eskadra.schema import RELEASE
from kosmoport.house import bot_seats
from kosmoport.house.bots import Answer, Ask
from kosmoport.house.sockets import Socket
from kosmoport.house.store import CannotSave
from kosmoport.house.viewers import Viewer
from tests.server.harness import Client, Company, QuickBots, Server
from tests.server.racing import (
    CARDS,
    Race,
    act,
    came_through,
    draw,
    hover,
    laid,
    lay,
    let_go,
    pose,
    releasing,
    view,
)


class Slow:
    """A store that saves one thing for each permit."""

    def __init__(self, server: Server) -> None:
        self.permits = asyncio.Semaphore(0)
        self.waiting = 0
        self._append = server.store.append
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(server.store, "append", self._wait)

    async def _wait(self, *args: Any) -> None:
        self.waiting += 1
        await self.permits.acquire()
        self.waiting -= 1
        await self._append(*args)

    async def holds_something(self) -> None:
        while not self.waiting:
            await asyncio.sleep(0.01)

    def goes_on(self) -> None:
        self._patch.undo()
        self.permits.release()


async def hears(people: Company, client: Client, **message: Any) -> None:
    """The server has it, though it is not answered yet."""
    jobs = people.server.room(people.table).jobs
    before = jobs.qsize()
    await client.send(**message)
    while jobs.qsize() == before:
        await asyncio.sleep(0.01)


# ---------------------------------------------------------------- by when it came


def test_a_card_that_came_before_stop_was_saved_lies(race: Race) -> None:
    """Both let go in the same moment; the second waits until the first is saved, and has no credit at all."""

    async def situation(people: Company) -> None:
        (ala, ola), server = people.clients, people.server
        await lay(ala, range(CARDS - 1))
        await draw(ala)
        await draw(ola)
        slow = Slow(server)
        stop = asyncio.create_task(let_go(ala, 9))
        await slow.holds_something()
        await hears(people, ola, type="act", id="r", at=None, **releasing(ola, 3))
        race.clock.now += 900  # nobody can help it that saving takes so long
        slow.goes_on()
        await stop
        ack = await ola.first(lambda got: got["type"] == "ack" and got["id"] == "r")
        assert ack["problem"] is None
        await ola.reach(server.room(people.table).table.n)
        assert laid(ola) == [10, 1]

    race.play(situation)


def test_the_clock_does_not_strike_before_what_came_earlier(race: Race) -> None:
    async def situation(people: Company) -> None:
        (ala, ola), server = people.clients, people.server
        await draw(ola)
        slow = Slow(server)
        chat = asyncio.create_task(ala.ask("chat", text="hi"))
        await slow.holds_something()
        await hears(people, ola, type="act", id="r", at=None, **releasing(ola, 3))
        race.clock.now += 600_000  # the end of the round
        slow.goes_on()
        await chat
        await ola.reach(server.room(people.table).table.n)
        assert laid(ola) == [0, 1]

    race.play(situation)


def test_the_next_card_is_drawn_before_the_last_is_answered(race: Race) -> None:
    """As on a slow line: everything is sent with what was seen in the beginning."""

    async def situation(people: Company) -> None:
        (ala, _), server = people.clients, people.server
        seen = ala.n
        for card in range(3):
            await act(ala, "draw", seen=seen)
            await act(ala, "release", seen=seen, args=pose(card, 0))
        await ala.reach(server.room(people.table).table.n)
        assert laid(ala) == [3, 0]

    race.play(situation)


# ---------------------------------------------------------------- hands


def place_of(people: Company, seat: int) -> tuple[int, int, int]:
    hand = people.server.room(people.table).table.race.hovers[seat]
    found: tuple[int, int, int] = rules.pose_of(hand.action)
    return found


def test_an_older_place_never_replaces_a_newer_one(race: Race) -> None:
    """One comes while a card is drawn, and waits; the other when the card is known, but not yet saved."""

    async def situation(people: Company) -> None:
        (ala, ola), server = people.clients, people.server
        await draw(ola)
        slow = Slow(server)
        drawing = asyncio.create_task(draw(ala))
        await slow.holds_something()
        await hears(people, ola, type="hover", do="hold", args={"x": 11, "y": 0, "rot": 0}, at=None)
        slow.permits.release()
        while server.room(people.table).table.race.is_drawing:
            await asyncio.sleep(0.01)
        await hears(people, ola, type="hover", do="hold", args={"x": 22, "y": 0, "rot": 0}, at=None)
        slow.goes_on()
        await drawing
        await server.room(people.table).jobs.join()
        assert place_of(people, 1) == (22, 0, 0)

    race.play(situation)


def test_a_save_that_fails_loses_no_hand(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    async def situation(people: Company) -> None:
        (ala, ola), server = people.clients, people.server
        await lay(ala, range(CARDS - 1))
        await draw(ala)
        await draw(ola)
        await hover(ola, x=11, y=22, rot=33)
        await came_through(ola)

        async def fails(*args: Any) -> None:
            raise CannotSave("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(server.store, "append", fails)
            ack = await ala.ask("act", seen=ala.n, do="release", args=pose(9, 0))
            assert ack["problem"]["id"] == "cannot_save"
        stop = await let_go(ala, 9)
        await people.all_reach(stop["n"] + 1)
        assert view(ola)["held_at"] == {"x": 11, "y": 22, "rot": 33}

    race.play(situation)


class Pointing(QuickBots):
    """Wants to lay its card at a place that is known."""

    async def decide(self, ask: Ask) -> Answer:
        self.asks.append(ask)
        await self.gate.wait()
        return Answer(rules.posed_action(RELEASE, 700, 800, 9), ask.level)


def test_a_bot_that_still_thinks_does_not_move_the_hand_of_who_came_back(
    race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_seats, "PACE", dict.fromkeys(PACE, 0.02))

    bots = Pointing()

    async def situation(people: Company) -> None:
        (_, ola), server = people.clients, people.server
        await draw(ola)
        bots.gate.clear()
        await ola.ask("leave")
        while not bots.asks:
            await asyncio.sleep(0.01)
        ack = await ola.ask("come_back")
        await ola.reach(ack["n"])
        await hover(ola, x=11, y=22, rot=33)
        await came_through(ola)
        bots.gate.set()
        while server.room(people.table).bot_seats.tasks():
            await asyncio.sleep(0.01)
        assert place_of(people, 1) == (11, 22, 33)
        assert view(ola)["held"] is not None

    race.play(situation, bots=bots, bot_pause=1.0)


def test_hands_leave_the_messages_of_their_address_alone(race: Race) -> None:
    async def situation(people: Company) -> None:
        ala, _ = people.clients
        await draw(ala)
        for x in range(40):
            await hover(ala, x=x, y=0, rot=0)
        await let_go(ala, 0)

    race.play(situation, limits="socket=20/hour")


# ---------------------------------------------------------------- lines


class Line:
    """Stands in for a socket: keeps the marks of its pings."""

    def __init__(self) -> None:
        self.marks: list[bytes] = []

    def ping(self, mark: bytes) -> bool:
        self.marks.append(mark)
        return True


def test_only_the_first_answer_to_a_ping_measures_a_line() -> None:
    line = Line()
    viewer = Viewer(cast(Socket, line))
    viewer.ponged(b"")
    viewer.ping(perf_counter() - 0.1, 60)
    viewer.ponged(b"")
    viewer.ponged(b"\0\0\0\0")
    assert viewer.delay is None
    mark = line.marks[-1]
    viewer.ponged(mark)
    assert viewer.delay is not None
    assert viewer.delay >= 100
    viewer.delay = 7
    viewer.ponged(mark)  # once more, later
    assert viewer.delay == 7
    viewer.ping(perf_counter(), 60)
    assert line.marks[-1] != mark


def test_everybody_is_shown_the_delay_that_counts(race: Race) -> None:
    async def situation(people: Company) -> None:
        (ala, ola), server = people.clients, people.server
        room = server.room(people.table)
        next(viewer for viewer in room.viewers if viewer.viewer == 1).delay = 123
        await came_through(ola)
        await ala.first(lambda got: got["type"] == "presence" and got["delays"][1] == 123)
        assert room.table.delays[1] == 123
        assert SPECTATOR not in room.table.delays

    race.play(situation)
