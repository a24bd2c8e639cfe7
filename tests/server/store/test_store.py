"""What every store promises: nothing doubled, nothing out of order, nobody writes for another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from kosmoport.house.store import CannotSave, Duplicate, Line, NotOwner, Row, Store
from kosmoport.server import reading
from tests.server.store.places import SUMMARY, Place, every_table, lines, summary

Scene = Callable[[Store], Awaitable[None]]


def play(place: Place, scene: Scene) -> None:
    async def run() -> None:
        async with place.store() as store:
            await scene(store)

    asyncio.run(run())


def test_what_was_written_is_read_back_to_the_byte(place: Place) -> None:
    async def scene(store: Store) -> None:
        first = Line(1, 7, '{"name": "Łódź \\u0000 🚀"}'.encode(), None, None)
        assert await store.create("t", [first], SUMMARY) == 1
        second = Line(2, 8, b'{ "spaces" :  1 }', "host", "m1")
        third = Line(3, 9, b"[]", "host", None)
        over = summary(phase="over", result=b'{"places": [1, 2]}', wake_at=2**53, public=False, sealed=True)
        await store.append("t", 1, 1, [second, third], over)
        assert await store.read("t") == [first, second, third]
        assert await store.read("t", 2) == [third]
        assert await store.read("t", limit=2) == [first, second]
        assert await store.read("t", 1, limit=1) == [second]
        assert await store.find("t") == Row("t", 3, 1, 7, 9, over)

    play(place, scene)


def test_a_store_opened_again_has_everything(place: Place) -> None:
    async def scene() -> None:
        async with place.store() as store:
            await store.create("t", lines(1, 3), SUMMARY)
            before = await store.find("t")
        async with place.store() as store:
            assert await store.find("t") == before
            assert await store.read("t") == lines(1, 3)

    asyncio.run(scene())


def test_a_table_nobody_made(place: Place) -> None:
    async def scene(store: Store) -> None:
        for table in ("none", "", "\0", "\ud800", "x" * 5000):
            assert await store.find(table) is None
            assert await store.claim(table) is None
        assert await store.read("none") == []
        with pytest.raises(NotOwner):
            await store.append("none", 1, 0, lines(1))
        assert await store.find("none") is None

    play(place, scene)


def test_a_table_is_made_once(place: Place) -> None:
    async def scene(store: Store) -> None:
        await store.create("t", lines(1), SUMMARY)
        with pytest.raises(NotOwner):
            await store.create("t", lines(1, 5), summary(game="other"))
        row = await store.find("t")
        assert row is not None
        assert (row.n, row.summary) == (1, SUMMARY)

    play(place, scene)


def test_lines_follow_without_a_gap(place: Place) -> None:
    async def scene(store: Store) -> None:
        await store.create("t", lines(1), SUMMARY)
        with pytest.raises(ValueError, match="line 2 is to be written, not line 3"):
            await store.append("t", 1, 1, lines(3))
        for after in (0, 2, 5):
            with pytest.raises(NotOwner):
                await store.append("t", 1, after, lines(after + 1), summary(phase="over"))
        assert await store.read("t") == lines(1)
        row = await store.find("t")
        assert row is not None
        assert row.summary == SUMMARY

    play(place, scene)


def test_who_claims_a_table_shuts_out_its_owner(place: Place) -> None:
    async def scene() -> None:
        async with place.store() as old, place.store("other") as new:
            await old.create("t", lines(1), SUMMARY)
            with pytest.raises(NotOwner):
                await new.append("t", 1, 1, lines(2))
            claimed = await new.claim("t")
            assert claimed == Row("t", 1, 2, 1001, 1001, SUMMARY)
            for epoch in (1, 2):  # a guessed epoch does not help
                with pytest.raises(NotOwner):
                    await old.append("t", epoch, 1, lines(2))
                with pytest.raises(NotOwner):
                    await old.rewrite("t", epoch, {1: b"{}"})
            await new.append("t", 2, 1, lines(2))
            again = await old.claim("t")
            assert again is not None
            assert again.epoch == 3
            await old.append("t", 3, 2, lines(3))
            assert await new.read("t") == lines(1, 3)

    asyncio.run(scene())


def test_of_two_owners_who_write_at_once_one_is_refused(place: Place) -> None:
    async def scene() -> None:
        async with place.store() as old, place.store("other") as new:
            tables = [f"t{k}" for k in range(20)]
            for table in tables:
                await old.create(table, lines(1), SUMMARY)
            writing = [old.append(table, 1, 1, lines(2, 2)) for table in tables]
            outcomes = await asyncio.gather(
                *writing, *(new.claim(table) for table in tables), return_exceptions=True
            )
            for k, table in enumerate(tables):
                claimed, written = outcomes[k + len(tables)], outcomes[k] is None
                assert isinstance(claimed, Row)
                assert claimed.n == (3 if written else 1)
                assert len(await new.read(table)) == claimed.n
                assert written or isinstance(outcomes[k], NotOwner)

    asyncio.run(scene())


def test_a_summary_alone_can_be_replaced(place: Place) -> None:
    async def scene(store: Store) -> None:
        await store.create("t", lines(1, 2), summary(wake_at=5, result=b"1"))
        await store.append("t", 1, 2, [], summary(phase="closed"))
        assert await store.find("t") == Row("t", 2, 1, 1001, 1002, summary(phase="closed"))
        with pytest.raises(NotOwner):
            await store.append("t", 1, 1, [], SUMMARY)
        await store.append("t", 1, 2, lines(3))
        assert await store.find("t") == Row("t", 3, 1, 1001, 1003, summary(phase="closed"))

    play(place, scene)


def test_a_message_is_written_once_for_each_sender(place: Place) -> None:
    async def scene(store: Store) -> None:
        await store.create("t", lines(1), SUMMARY)
        await store.create("u", lines(1), SUMMARY)
        await store.append("t", 1, 1, lines(2, 3, message="m"))
        with pytest.raises(Duplicate):
            await store.append("t", 1, 4, lines(5, 2, message="m"), summary(phase="over"))
        row = await store.find("t")
        assert row is not None
        assert (row.n, row.summary) == (4, SUMMARY)
        await store.append("t", 1, 4, lines(5, message="m", sender="1"))
        await store.append("u", 1, 1, lines(2, message="m"))
        twice = [*lines(6, message="n"), *lines(7, message="n")]
        with pytest.raises(Duplicate):
            await store.append("t", 1, 5, twice)
        assert [line.n for line in await store.read("t")] == [1, 2, 3, 4, 5]

    play(place, scene)


def test_in_a_group_each_append_fails_or_succeeds_by_itself(place: Place) -> None:
    async def scene(store: Store) -> None:
        groups: list[int] = []
        tables = [f"t{k}" for k in range(40)]
        for table in tables:
            await store.create(table, lines(1, message="m"), SUMMARY)
        store.on_commit = lambda count, seconds: groups.append(count)
        kinds = {0: (1, "new"), 1: (9, "new"), 2: (1, "m"), 3: (1, "new")}  # good, fenced, repeated, good
        writing = []
        for k, table in enumerate(tables):
            epoch, message = kinds[k % 4]
            writing.append(store.append(table, epoch, 1, lines(2, 2, message=message)))
        outcomes = await asyncio.gather(*writing, return_exceptions=True)
        for k, table in enumerate(tables):
            expected: type | None = {0: None, 1: NotOwner, 2: Duplicate, 3: None}[k % 4]
            assert outcomes[k] is None if expected is None else isinstance(outcomes[k], expected)
            assert await store.read(table) == lines(1, message="m") + (
                lines(2, 2, message="new") if expected is None else []
            )
        assert max(groups) > 1

    play(place, scene)


def test_more_appends_at_once_than_fit_into_one_statement(place: Place) -> None:
    async def scene(store: Store) -> None:
        tables = [f"t{k}" for k in range(1200)]
        await asyncio.gather(*(store.create(table, lines(1), SUMMARY) for table in tables))
        writing: list[Awaitable[object]] = []
        for k, table in enumerate(tables):
            new = summary(game=f"game {k}") if k % 3 == 0 else None
            writing.append(store.append(table, 1, 1, lines(2, 1 + k % 5), new))
            if k % 100 == 0:  # other work between them
                writing.append(store.set_webhook(table, 0, "https://example.org/"))
        await asyncio.gather(*writing)
        for k in (0, 1, 499, 500, 501, 999, 1100, 1199):
            assert await store.read(tables[k]) == lines(1, 2 + k % 5)
            row = await store.find(tables[k])
            assert row is not None
            assert (row.n, row.summary.game) == (2 + k % 5, f"game {k}" if k % 3 == 0 else SUMMARY.game)
        assert await store.webhook("t1100", 0) == "https://example.org/"

    play(place, scene)


def test_appends_to_one_table_keep_their_order(place: Place) -> None:
    async def scene(store: Store) -> None:
        await store.create("t", lines(1), SUMMARY)
        await asyncio.gather(*(store.append("t", 1, n, lines(n + 1)) for n in range(1, 50)))
        assert await store.read("t") == lines(1, 50)
        outcomes = await asyncio.gather(
            store.append("t", 1, 50, lines(51)),
            store.append("t", 2, 51, lines(52)),
            store.append("t", 1, 52, lines(53)),  # follows one that was refused
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), NotOwner, NotOwner]

    play(place, scene)


def test_what_cannot_be_kept_is_refused_alone(place: Place) -> None:
    async def scene(store: Store) -> None:
        bad = [
            Line(1, 1, b"\xff", None, None),
            Line(1, 1, b"\0", None, None),
            Line(1, 2**64, b"{}", None, None),
            Line(1, 1, b"{}", "0", "\0"),
            Line(1, 1, b"{}", "0", "\ud800"),
            Line(1, 1, b"{}", None, "message of nobody"),
        ]
        writing = [store.create(f"bad{k}", [line], SUMMARY) for k, line in enumerate(bad)]
        outcomes = await asyncio.gather(
            *writing, store.create("good", lines(1), SUMMARY), return_exceptions=True
        )
        assert all(isinstance(outcome, ValueError) for outcome in outcomes[:-1])
        assert outcomes[-1] == 1
        with pytest.raises(ValueError, match="not a phase"):
            await store.append("good", 1, 1, [], summary(phase="asleep"))
        assert [row.table for row in await every_table(store)] == ["good"]

    play(place, scene)


def test_a_caller_that_gives_up_harms_nobody(place: Place) -> None:
    async def scene(store: Store) -> None:
        for table in ("t", "u"):
            await store.create(table, lines(1), SUMMARY)
        impatient = asyncio.create_task(store.append("t", 1, 1, lines(2)))
        patient = asyncio.create_task(store.append("u", 1, 1, lines(2)))
        await asyncio.sleep(0)
        impatient.cancel()
        await patient
        assert await store.read("u") == lines(1, 2)
        row = await store.claim("t")
        assert row is not None
        assert row.n == len(await store.read("t"))

    play(place, scene)


def test_tables_are_listed_by_their_last_change(place: Place) -> None:
    async def scene(store: Store) -> None:
        phases = ("gathering", "playing", "over", "closed")
        for k in range(12):
            first = Line(1, 100 - k, b"{}")
            await store.create(f"t{k}", [first], summary(phase=phases[k % 4], public=k % 3 == 0))

        async def listed(**asked: Any) -> list[str]:
            return [row.table for row in await store.tables(**asked)]

        assert await listed(phases=("gathering", "playing")) == ["t0", "t1", "t4", "t5", "t8", "t9"]
        assert await listed(phases=("gathering", "playing"), limit=2) == ["t0", "t1"]
        assert await listed(phases=("gathering", "playing"), limit=2, before=99) == ["t4", "t5"]
        assert await listed(phases=phases, public=True) == ["t0", "t3", "t6", "t9"]
        assert await listed(phases=("over",), public=False) == ["t2", "t10"]
        assert await listed(phases=()) == []
        await store.append("t9", 1, 1, [Line(2, 500, b"{}")])
        assert await listed(phases=("playing", "playing")) == ["t9", "t1", "t5"]

    play(place, scene)


def test_tables_that_wait_to_be_woken(place: Place) -> None:
    async def scene(store: Store) -> None:
        await store.create("late", lines(1), summary(wake_at=50))
        await store.create("never", lines(1), SUMMARY)
        await store.create("early", lines(1), summary(wake_at=20, phase="over"))
        await store.create("shut", lines(1), summary(wake_at=10, phase="closed"))
        assert await store.due(19) == []
        assert await store.due(20) == ["early"]
        assert await store.due(50) == ["early", "late"]
        assert await store.due(50, limit=1) == ["early"]

    play(place, scene)


def test_a_name_is_erased_from_old_lines(place: Place) -> None:
    async def scene(store: Store) -> None:
        await store.create("t", lines(1, 3, message="m"), SUMMARY)
        await store.rewrite("t", 1, {1: b'{"name":""}', 3: b"{}"})
        await store.rewrite("t", 1, {})
        entries = [line.entry for line in await store.read("t")]
        assert entries == [b'{"name":""}', b'{"n":2}', b"{}"]
        with pytest.raises(ValueError, match="not all of the lines"):
            await store.rewrite("t", 1, {2: b"{}", 4: b"{}"})
        assert [line.entry for line in await store.read("t")] == entries
        with pytest.raises(NotOwner):
            await store.rewrite("t", 2, {1: b"{}"})

    play(place, scene)


def test_a_table_is_deleted_whole_by_its_owner_alone(place: Place) -> None:
    async def scene(store: Store) -> None:
        for table in ("t", "u"):
            await store.create(table, lines(1, 3, message="m"), SUMMARY)
            await store.set_webhook(table, 0, "https://example.org/a")
            await store.set_pushes(table, 0, "[]")
        with pytest.raises(NotOwner):
            await store.delete("t", 2)
        assert await store.read("t") == lines(1, 3, message="m")
        await store.delete("t", 1)
        assert (await store.find("t"), await store.claim("t")) == (None, None)
        assert (await store.read("t"), await store.webhook("t", 0)) == ([], None)
        assert [await store.pushes(table, 0) for table in ("t", "u")] == [None, "[]"]
        assert await store.read("u") == lines(1, 3, message="m")
        assert await store.webhook("u", 0) == "https://example.org/a"
        for refused in (store.delete("t", 1), store.append("t", 1, 3, lines(4)), store.rewrite("t", 1, {})):
            with pytest.raises(NotOwner):
                await refused
        assert await store.create("t", lines(1), SUMMARY) == 1

    play(place, scene)


def test_tables_that_have_not_changed_for_long(place: Place) -> None:
    async def scene(store: Store) -> None:
        phases = ("gathering", "playing", "over", "closed")
        for k in range(16):
            made = [Line(1, 100 + k // 3, b"{}")]  # several changed at the same time
            await store.create(f"t{k:02}", made, summary(phase=phases[k % 4], public=k % 3 == 0))
        everywhere = (-(2**63), "")

        async def listed(phases: Sequence[str], after: tuple[int, str], before: int, limit: int) -> list[str]:
            return [row.table for row in await store.unchanged(phases, after, before, limit)]

        assert await listed(("over", "closed"), everywhere, 104, 100) == [
            "t02",
            "t03",
            "t06",
            "t07",
            "t10",
            "t11",
        ]
        assert await listed(("over", "closed"), everywhere, 104, 2) == ["t02", "t03"]
        assert await listed(("over", "closed"), (101, "t03"), 104, 2) == ["t06", "t07"]
        assert await listed(("closed",), (102, "t07"), 10**15, 9) == ["t11", "t15"]
        assert await listed((), everywhere, 10**15, 9) == []

    play(place, scene)


def test_webhooks_of_seats(place: Place) -> None:
    async def scene(store: Store) -> None:
        await store.set_webhook("t", 0, "https://example.org/a")
        await store.set_webhook("t", 1, "https://example.org/b")
        await store.set_webhook("t", 0, "https://example.org/c")
        await store.set_webhook("t", 1, None)
        assert await store.webhook("t", 0) == "https://example.org/c"
        assert await store.webhook("t", 1) is None
        assert await store.webhook("u", 0) is None

    play(place, scene)


def test_pushes_of_seats(place: Place) -> None:
    async def scene(store: Store) -> None:
        for seat, devices in ((0, "[1]"), (1, "[2]"), (0, "[3]"), (1, None)):
            await store.set_pushes("t", seat, devices)
        found = [await store.pushes(table, seat) for table, seat in (("t", 0), ("t", 1), ("u", 0))]
        assert found == ["[3]", None, None]
        assert await store.webhook("t", 0) is None

    play(place, scene)


def test_what_export_and_doctor_read_comes_in_the_order_of_creation(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = reading.NEXT_PAGE.replace(f"LIMIT {reading.PAGE}", "LIMIT 7")
    monkeypatch.setattr(reading, "NEXT_PAGE", few)
    made = [(1000 - k // 3, f"t{k:03}") for k in range(30)]  # several pages, with equal times

    async def scene(store: Store) -> None:
        await asyncio.gather(*(store.create(table, [Line(1, at, b"{}")], SUMMARY) for at, table in made))

    async def read() -> None:
        async with reading.reading(place.where, alone=True) as found:
            assert [(values[3], values[0]) async for values in found.rows()] == sorted(made)

    play(place, scene)
    asyncio.run(read())


def test_a_store_that_is_closed_finishes_what_it_accepted(place: Place) -> None:
    async def scene() -> None:
        async with place.store() as store:
            tables = [f"t{k}" for k in range(30)]
            await store.check()
            writing = [asyncio.create_task(store.create(table, lines(1), SUMMARY)) for table in tables]
            await asyncio.sleep(0)
            await store.close()
            assert await asyncio.gather(*writing) == [1] * 30
            with pytest.raises(CannotSave):
                await store.append("t0", 1, 1, lines(2))
            with pytest.raises(CannotSave):
                await store.check()
        async with place.store() as store:
            assert len(await every_table(store)) == 30

    asyncio.run(scene())


def test_a_hook_that_fails_holds_up_nobody(place: Place) -> None:
    async def scene() -> None:
        complaints: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
        async with place.store() as store:
            await use_with_failing_hook(store)
        assert complaints

    asyncio.run(scene())


async def use_with_failing_hook(store: Store) -> None:
    def hook(count: int, seconds: float) -> None:
        raise RuntimeError("a mistake in the metrics")

    store.on_commit = hook
    await store.create("t", lines(1), SUMMARY)
    await store.append("t", 1, 1, lines(2))
    assert await store.read("t") == lines(1, 2)
