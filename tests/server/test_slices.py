"""Long work in slices: everybody else's work goes on in between, and nobody sees half of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.confusables import stands_for
from kosmoport.core.play import Play, PlayOf
from kosmoport.games import game_by_id
from kosmoport.house import rooms, slices, takeback_check
from kosmoport.house.slices import Slices, Steps
from kosmoport.house.store import CannotSave
from kosmoport.table import takeback
from kosmoport.table.table import Table
from tests.server.harness import Clock, Server, company, connected, play, serving
from tests.server.test_continuing import finished, make

ALONE: dict[str, Any] = {"bots": [None, "casual", "casual"], "start": 0}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice is a step."""
    monkeypatch.setattr(slices, "SLICE", 0.0)


def steps(name: str, count: int, done: list[str]) -> Steps[str]:
    for number in range(count):
        done.append(f"{name}{number}")
        yield
    return name


# ---------------------------------------------------------------- slices alone


def test_a_slice_ends_when_its_time_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    spent, done, looked = 0.0, list[str](), list[int]()
    monkeypatch.setattr(slices, "thread_time", lambda: spent)

    def working() -> Steps[str]:
        nonlocal spent
        for number in range(9):
            spent += slices.SLICE / 3
            done.append(str(number))
            yield
        return "ready"

    async def looking() -> None:
        while len(done) < 9:
            looked.append(len(done))
            await asyncio.sleep(0)

    async def test() -> None:
        work = asyncio.create_task(Slices().through(working()))
        await asyncio.gather(work, looking())
        assert work.result() == "ready"

    asyncio.run(test())
    assert sorted(set(looked)) == [3, 6]


def test_long_works_take_turns_and_a_short_one_waits_for_none(small: None) -> None:
    async def test() -> None:
        both, done = Slices(), list[str]()
        a, b = (asyncio.create_task(both.through(steps(name, 4, done))) for name in "ab")
        while len(done) < 4:
            await asyncio.sleep(0)
        assert await both.through(steps("c", 0, done)) == "c"
        assert not a.done()
        assert [await a, await b] == ["a", "b"]
        assert done == ["a0", "a1", "b0", "a2", "b1", "a3", "b2", "b3"]

    asyncio.run(test())


def test_whoever_has_one_long_work_does_not_wait_for_all_of_somebody_elses(small: None) -> None:
    async def test() -> None:
        shared, done = Slices(), list[str]()
        many = [asyncio.create_task(shared.through(steps("a", 9, done), "a")) for _ in range(20)]
        await asyncio.sleep(0)
        assert await shared.through(steps("b", 9, done), "b") == "b"
        assert len(done) < 3 * 9
        await asyncio.gather(*many)

    asyncio.run(test())


def test_what_begins_in_one_round_of_the_loop_has_one_slice_for_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent, done, looked = 0.0, list[int](), list[int]()
    monkeypatch.setattr(slices, "thread_time", lambda: spent)

    def working() -> Steps[None]:
        nonlocal spent
        for number in range(3):
            spent += slices.SLICE / 3
            done.append(number)
            yield

    async def looking() -> None:
        while len(done) < 60:
            looked.append(len(done))
            await asyncio.sleep(0)
        looked.append(len(done))

    async def test() -> None:
        shared = Slices()
        await asyncio.gather(looking(), *(shared.through(working()) for _ in range(20)))

    asyncio.run(test())
    assert max(later - earlier for earlier, later in pairwise(looked)) <= 6


def test_what_goes_wrong_in_a_step_goes_to_whoever_waits_and_holds_nobody_up(small: None) -> None:
    def breaking() -> Steps[None]:
        yield
        yield
        raise KeyError("broken")

    async def test() -> None:
        both = Slices()
        with pytest.raises(KeyError, match="broken"):
            await both.through(breaking())
        assert await both.through(steps("a", 3, [])) == "a"

    asyncio.run(test())


# ---------------------------------------------------------------- tables


class Rounds:
    """In which round of the loop something was called; several calls in one round are one slice."""

    def __init__(self, patch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self.of: list[int] = []
        self.now = 0
        call = getattr(owner, name)

        def noted(*about: Any, **more: Any) -> Any:
            self.of.append(self.now)
            return call(*about, **more)

        patch.setattr(owner, name, noted)

    @contextmanager
    def counted(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        self.of.clear()

        handle: asyncio.Handle

        def again() -> None:
            nonlocal handle
            self.now += 1
            handle = loop.call_soon(again)

        handle = loop.call_soon(again)
        try:
            yield
        finally:
            handle.cancel()

    @property
    def slices(self) -> int:
        return len(set(self.of))


async def with_moves(server: Server, people: Any, moves: int = 12) -> int:
    await people.begin()
    for number in range(moves):
        await people.move(number)
    return int(server.room(people.table).table.n)


def test_a_table_wakes_line_by_line_while_others_go_on(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied = Rounds(monkeypatch, Table, "apply")

    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3) as people:
                lines = await with_moves(server, people)
                before = await server.look(people.table, people.tokens[0])
            await server.restart()
            with applied.counted():
                room = await server.tables.room(people.table)
            assert room is not None
            assert room.table.n == lines == applied.slices
            after = await server.look(people.table, people.tokens[0])
            assert after["position"]["view"] == before["position"]["view"]

    play(situation())


def test_a_save_that_fails_is_undone_in_slices_before_anybody_looks(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied = Rounds(monkeypatch, Table, "apply")

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            lines = await with_moves(server, people, 3)
            room, actor = server.room(people.table), next(c for c in people.clients if c.position["legal"])
            append = server.store.append

            async def failing(*about: Any) -> None:
                monkeypatch.setattr(server.store, "append", append)
                looking.append(asyncio.create_task(server.look(people.table)))
                while room.jobs.empty():  # until somebody waits to look
                    await asyncio.sleep(0)
                raise CannotSave("the disk is full")

            monkeypatch.setattr(server.store, "append", failing)
            looking: list[asyncio.Task[Any]] = []
            with applied.counted():
                ack = await actor.act()
            assert ack["problem"]["id"] == "cannot_save"
            assert applied.slices == 1 + lines  # the line that could not be saved, and all that were
            assert (await looking[0])["n"] == lines == room.table.n
            assert (await actor.act())["n"] == lines + 1

    play(situation())


def test_lines_are_told_again_in_slices_or_as_a_snapshot_where_the_log_takes_long(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied = Rounds(monkeypatch, Table, "apply")

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            lines = await with_moves(server, people)
            path = f"/api/tables/{people.table}/messages?after={lines - 5}"
            with applied.counted():
                told = (await server.ask("GET", path)).data()
            assert [message["n"] for message in told] == list(range(lines - 4, lines + 1))
            assert applied.slices == lines
            monkeypatch.setattr(rooms, "QUICK_LOG", 0.0)
            with applied.counted():
                (snapshot,) = (await server.ask("GET", path)).data()
            assert (snapshot["type"], snapshot["n"]) == ("snapshot", lines)
            assert applied.slices == 0
            async with connected(server, people.table, people.tokens[:1], seen=lines - 5) as back:
                await back.clients[0].next("snapshot")

    play(situation())


def test_how_long_a_log_takes_is_known_also_after_waking(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3) as people:
                await with_moves(server, people)
                assert server.room(people.table).log.spent > 0
            await server.restart()
            room = await server.tables.room(people.table)
            assert room is not None
            assert room.log.spent > 0

    play(situation())


def test_a_long_past_is_played_in_slices_when_a_table_begins_and_when_it_wakes(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    acted = Rounds(monkeypatch, PlayOf, "act")

    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server)
            past = server.room(source).table.play
            assert past is not None
            moves = len(past.moves)
            bots = ["casual"] * len(server.room(source).table.seats)
            made = (await make(server, source, moves - 1, bots=bots)).data()
            with acted.counted():
                ack = await server.tell(made["table"], made["token"], type="begin")
                assert (await server.look(made["table"]))["phase"] == "playing"
            assert ack["problem"] is None
            assert acted.slices >= moves - 1
            await server.restart()
            with acted.counted():
                room = await server.tables.room(made["table"])
            assert room is not None
            assert room.table.first_move == moves - 1
            assert acted.slices >= moves - 1

    play(situation())


def test_many_moves_are_gone_back_in_slices_when_all_agree_and_when_the_table_wakes(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    acted = Rounds(monkeypatch, PlayOf, "act")

    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3) as people:
                await with_moves(server, people, 6)  # after which no game is over
                table = server.room(people.table).table
                moves = len(table.play.moves)
                asked = await people.clients[0].ask("ask_back", moves=moves - 1)
                assert asked["problem"] is None
                with acted.counted():
                    for client in people.clients[1:]:
                        await client.ask("answer", proposal=asked["n"], yes=True)
                assert len(table.play.moves) == moves - 1 == acted.slices
            await server.restart()
            with acted.counted():
                room = await server.tables.room(people.table)
            assert room is not None
            assert len(room.table.play.moves) == moves - 1
            assert acted.slices == moves + moves - 1

    play(situation())


# ---------------------------------------------------------------- taking back


def test_whether_an_action_may_be_taken_back_is_found_out_in_slices(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots wait for it, and the table itself never has to find it out at once."""
    monkeypatch.setattr(takeback_check, "MANY_MOVES", 0)
    monkeypatch.setattr("kosmoport.table.automatic.may_take_back", at_once)
    monkeypatch.setattr("kosmoport.table.acting.may_take_back", at_once)
    monkeypatch.setattr(takeback, "_replaying", replayed)
    worlds = Rounds(monkeypatch, game_by_id("kosmiczni_piraci").hidden, "redeal_unseen")
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with (
            serving(tmp_path, take_back_grace=30.0) as server,
            company(server, "Ala", **ALONE) as people,
        ):
            await people.begin()
            room = server.room(people.table)
            with worlds.counted():
                await people.move()
                await room.look(lambda table: None)
            assert room.table.settled == (1, None)
            assert worlds.slices == len(worlds.of) > takeback.PUBLIC_WORLDS
            ack = await people.clients[0].ask("take_back")
            assert (ack["problem"], len(moves_of(room.table))) == (None, 0)
            await people.clients[0].reach(ack["n"])
            await people.move()
            server.pass_time(clock, 31)
            await people.clients[0].first(lambda got: got.get("by") == 1)

    play(situation())


def test_people_among_themselves_have_it_found_out_when_somebody_asks(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kosmoport.table.acting.may_take_back", at_once)

    async def situation() -> None:
        async with (
            serving(tmp_path, take_back_grace=30.0) as server,
            company(server, players=3, start=0) as people,
        ):
            await people.begin()
            room = server.room(people.table)
            await people.move()
            assert room.table.settled is None
            ack = await people.clients[0].ask("take_back")
            assert (ack["problem"], len(moves_of(room.table))) == (None, 0)

    play(situation())


def at_once(*about: Any) -> None:
    raise AssertionError("the loop would be held")


def replayed(play: Play) -> None:
    raise AssertionError("the game would be replayed")


def moves_of(table: Table) -> list[Any]:
    assert table.begun
    return table.play.moves


# ---------------------------------------------------------------- what is read once


def test_what_looks_alike_is_read_before_anybody_sits_down(tmp_path: Path) -> None:
    """The table takes 20 ms to read, for which the first one who sat down held everybody up."""
    stands_for.cache_clear()

    async def scene() -> None:
        async with serving(tmp_path):
            assert stands_for.cache_info().currsize == 1

    play(scene())
