"""What is purged, when, and what is never touched: chat, tables without a game, games that were left."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kosmoport.house import purging
from kosmoport.house.store import CannotSave, NotOwner
from kosmoport.server.doctor import examine
from kosmoport.table.entries import Chatted, decode_entry
from kosmoport.table.verify import verify_record
from tests.server.harness import Clock, Company, Server, company, play, serving
from tests.server.test_continuing import make
from tests.server.test_other_rules import new_rules
from tests.server.test_records_http import kept_anywhere

DAY = 86_400_000
MISJA: dict[str, Any] = {"game": "kosmiczna_misja", "bots": [None, "casual"], "take_back": False}
SAID = "kukułka w zegarze"


async def purge(server: Server) -> None:
    while await server.tables.purger.look():
        pass


async def pass_days(server: Server, clock: Clock, days: int) -> None:
    """So much time passes while nobody has a table open; then what is due is purged."""
    await server.stop()
    clock.now += days * DAY
    await server.start()
    await purge(server)


async def status(server: Server, table: str, path: str = "") -> int:
    return (await server.ask("GET", f"/api/tables/{table}{path}")).status


async def finished(server: Server, **asked: Any) -> Company:
    async with company(server, "Ala", **MISJA | asked) as people:
        await people.clients[0].ask("chat", text=SAID)
        await people.begin()
        await people.finish()
        return people


async def closed(server: Server, **asked: Any) -> str:
    """A table at which somebody sat and talked, and whose host closed it."""
    made = await server.make(**asked)
    seat = await server.sit(made["table"], "Zenobiusz", made["token"])
    await server.tell(made["table"], seat["token"], type="chat", text=SAID)
    assert (await server.tell(made["table"], made["token"], type="close"))["problem"] is None
    return str(made["table"])


async def left(server: Server, clock: Clock, **asked: Any) -> str:
    """A game that was begun and left; after a day it is closed."""
    async with company(server, "Ala Ola", players=2, **{"game": "kosmiczna_misja", **asked}) as people:
        await people.clients[0].ask("chat", text=SAID)
        await people.begin()
        await people.move()
    clock.now += 2 * DAY
    room = await server.tables.room(people.table)
    assert room is not None
    assert await room.look(lambda table: table.phase) in ("playing", "closed")
    server.pass_time(clock, 0)
    async with asyncio.timeout(60):
        while (await server.look(people.table))["phase"] != "closed":
            await asyncio.sleep(0.01)
    return people.table


async def sound(server: Server) -> bool:
    """Does doctor find the database of a server that was stopped in order?"""
    return await asyncio.to_thread(examine, server.settings, print) == 0


def test_chat_of_finished_tables_goes_and_their_records_stay(
    tmp_path: Path, clock: Clock, where: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            people = await finished(server)
            middle = await left(server, clock)
            before = await server.store.read(people.table)
            await pass_days(server, clock, 80)
            assert [said["text"] for said in (await server.look(people.table))["chat"]] == [SAID]
            await pass_days(server, clock, 11)
            for table in (people.table, middle):
                assert (await server.look(table))["chat"] == []
            after = await server.store.read(people.table)
            changed = [line for line, old in zip(after, before, strict=True) if line != old]
            assert [decode_entry(line.entry) for line in changed] == [Chatted(0, "")]
            told = (await server.ask("GET", f"/api/tables/{people.table}/record")).data()
            assert verify_record(told)
            assert told["table"]["names"][0] == "Ala"
            if not where:
                assert kept_anywhere(tmp_path, SAID) == []

    play(situation())


def test_a_table_without_a_game_is_deleted_a_week_after_its_end(
    tmp_path: Path, clock: Clock, where: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            table, stays = await closed(server), (await finished(server)).table
            middle = await left(server, clock)
            await server.store.set_webhook(table, 0, "https://example.org/secret")
            await pass_days(server, clock, 4)
            assert await status(server, table) == 200
            await pass_days(server, clock, 2)
            assert [await status(server, one) for one in (table, stays, middle)] == [404, 200, 200]
            unknown = await server.ask("GET", "/api/tables/no-such-table")
            assert (await server.ask("GET", f"/api/tables/{table}")).body == unknown.body
            assert await server.store.read(table) == []
            assert await server.store.webhook(table, 0) is None
            if not where:
                assert kept_anywhere(tmp_path, "Zenobiusz") == []
                assert kept_anywhere(tmp_path, "org/secret") == []
        assert await sound(server)

    play(situation())


def test_a_game_left_in_the_middle_is_deleted_after_a_year(tmp_path: Path, clock: Clock, where: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            middle, over = await left(server, clock), (await finished(server)).table
            await pass_days(server, clock, 360)
            assert [await status(server, table, "/record") for table in (middle, over)] == [200, 200]
            await pass_days(server, clock, 7)
            assert [await status(server, table, "/record") for table in (middle, over)] == [404, 200]
            await pass_days(server, clock, 3000)
            assert await status(server, over, "/record") == 200, "a finished game is kept for ever"
        assert await sound(server)

    play(situation())


def test_never_means_never(tmp_path: Path, clock: Clock) -> None:
    never = dict.fromkeys(("purge_chat", "purge_unplayed", "purge_abandoned", "purge_finished"))

    async def situation() -> None:
        async with serving(tmp_path, **never) as server:
            tables = [await closed(server), await left(server, clock), (await finished(server)).table]
            await pass_days(server, clock, 3000)
            for table in tables:
                assert [said["text"] for said in (await server.look(table))["chat"]] == [SAID]

    play(situation())


def test_each_kind_of_closed_table_goes_by_its_own_time(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, purge_unplayed=None, purge_abandoned=DAY) as server:
            unplayed, middle = await closed(server), await left(server, clock)
            await pass_days(server, clock, 3000)
            assert [await status(server, table) for table in (unplayed, middle)] == [200, 404]

    play(situation())


def test_what_came_of_a_purged_game_goes_on_without_it(tmp_path: Path, clock: Clock, where: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where, purge_finished=30 * DAY) as server:
            people = await finished(server)
            source, token = people.table, people.tokens[0]
            asked = {**MISJA, "continues": {"table": source, "move": 2}, "unhurried": True}
            continued = (await server.ask("POST", "/api/tables", asked)).data()
            assert (await server.tell(source, token, type="rematch"))["problem"] is None
            again = (await server.look(source))["rematch"]
            seats = [
                (again, await server.sit(again, None, before=token)),
                (continued["table"], await server.sit(continued["table"], "Ola", continued["token"])),
            ]
            for table, seat in seats:
                assert (await server.tell(table, seat["token"], type="begin"))["problem"] is None
                async with server.connect(table, seat["token"]) as client:
                    people = Company(server, table, "", (seat["token"],), (client,))
                    await client.next("snapshot")
                    await people.finish()
            await pass_days(server, clock, 20)
            for table, seat in seats:  # something happens there, so they are younger
                assert (await server.tell(table, seat["token"], type="chat", text="well played"))[
                    "problem"
                ] is None
            await pass_days(server, clock, 15)
            assert await status(server, source) == 404
            for table, seat in seats:
                told = (await server.ask("GET", f"/api/tables/{table}/record")).data()
                assert verify_record(told)
                erased = await server.ask("DELETE", f"/api/tables/{table}/name", token=seat["token"])
                assert erased.status == 200
            assert (await server.ask("POST", "/api/tables", asked)).status == 404
        assert await sound(server)

    play(situation())


def test_nothing_is_purged_that_somebody_has_open(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            table, other = await closed(server), await closed(server)
            async with server.connect(table) as watcher:
                await watcher.next("snapshot")
                clock.now += 8 * DAY
                await purge(server)
                assert [await status(server, one) for one in (table, other)] == [200, 404]
                await purge(server)
                assert (await server.look(table))["chat"] != []
            async with asyncio.timeout(60):
                while server.room(table).viewers:
                    await asyncio.sleep(0.01)

            async def full(*given: Any) -> None:
                raise CannotSave("there is no room left")

            with monkeypatch.context() as trouble:
                trouble.setattr(server.store, "delete", full)
                with pytest.raises(CannotSave):
                    await purge(server)
            await purge(server)
            assert await status(server, table) == 404

    play(situation())


def test_many_tables_are_purged_a_few_at_a_time(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purging, "AT_ONCE", 2)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            tables = [await closed(server) for _ in range(5)]
            clock.now += 8 * DAY
            left_over = []
            while await server.tables.purger.look():
                left_over.append(len(await server.store.tables(phases=("closed",))))
            assert left_over == [3, 1]
            assert [await status(server, table) for table in tables] == [404] * 5

    play(situation())


def test_who_asks_for_a_table_while_it_is_deleted_finds_none(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            table = await closed(server)
            clock.now += 8 * DAY
            delete, asking = server.store.delete, []

            async def slow(*given: Any) -> None:
                asking.append(asyncio.create_task(server.ask("GET", f"/api/tables/{table}")))
                while table not in server.tables._waking:
                    await asyncio.sleep(0.001)
                await delete(*given)

            monkeypatch.setattr(server.store, "delete", slow)
            await purge(server)
            assert (await asking[0]).status == 404

    play(situation())


@pytest.mark.parametrize("error", [NotOwner("t"), CannotSave("full")])
def test_what_cannot_be_purged_now_is_purged_later(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Another process took the table, or the disk is full: nothing is half deleted."""

    async def situation() -> None:
        async with serving(tmp_path) as server:
            table = await closed(server)
            clock.now += 8 * DAY

            async def fail(*given: Any) -> None:
                raise error

            with monkeypatch.context() as trouble:
                trouble.setattr(server.store, "delete", fail)
                try:
                    await server.tables.purger.look()
                except CannotSave:
                    assert isinstance(error, CannotSave)
            assert (await server.look(table))["chat"] != []
            await server.restart()
            await purge(server)
            assert await status(server, table) == 404

    play(situation())


def test_a_damaged_log_is_left_for_doctor(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, purge_chat=DAY) as server:
            table = await closed(server)
            epoch = server.room(table).log.epoch
            await server.tables.put_to_sleep(table)
            await server.store.rewrite(table, epoch, {2: b'{"type":'})
            clock.now += 8 * DAY
            await purge(server)
            assert len(await server.store.read(table)) == 4
            assert await status(server, table) == 500

    play(situation())


def test_after_the_clock_was_set_nothing_is_purged(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            table = await closed(server)
            clock.now += 8 * DAY
            with monkeypatch.context() as years:
                before = purging._clock()
                years.setattr(purging, "_clock", lambda: before + 3e8)
                for _ in range(3):
                    await purge(server)
            assert await status(server, table) == 200
            said = [record for record in caplog.records if "the clock was set" in record.getMessage()]
            assert len(said) == 1
            await purge(server)
            assert await status(server, table) == 404

    play(situation())


def test_the_server_looks_by_itself(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging, "FIRST_LOOK", 0.0)
    monkeypatch.setattr(purging, "LOOK_EVERY", 0.01)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            table = await closed(server)
            clock.now += 8 * DAY
            async with asyncio.timeout(60):
                while await server.store.find(table) is not None:
                    await asyncio.sleep(0.01)

    play(situation())


# ---------------------------------------------------------------- tables whose rules are not here


async def wake_due(server: Server) -> None:
    await server.tables._wake_what_is_due()
    await purge(server)


def test_tables_with_other_rules_are_abandoned_after_the_same_times(
    tmp_path: Path, clock: Clock, where: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where, max_tables=4) as server:
            gathering = (await server.make("piraci"))["table"]
            async with company(server, game="piraci", players=3) as live:
                await live.begin()
            async with company(server, game="piraci", players=3, unhurried=True) as slow:
                await slow.begin()
            tables = (gathering, live.table, slow.table)
            await server.stop()
            clock.now += 3 * DAY  # an outage is nobody's fault
            with new_rules():
                await server.start()

                async def phases() -> list[str]:
                    await wake_due(server)
                    found = [await server.store.find(table) for table in tables]
                    return [row.summary.phase for row in found if row is not None]

                assert await phases() == ["gathering", "playing", "playing"]
                clock.now += 3 * 3_600_000
                assert await phases() == ["closed", "playing", "playing"]
                clock.now += DAY
                assert await phases() == ["closed", "closed", "playing"]
                assert len(server.tables.open_tables) == 1
                for _ in range(3):  # there is room again
                    await server.make()
                assert (await server.ask("POST", "/api/tables", {"game": "kosmodraci"})).error == "full"
                clock.now += 61 * DAY
                assert await phases() == ["closed", "closed"], "the first was deleted: it had no game"
                await server.stop()
            assert await sound(server)
            await server.start()
            told = (await server.ask("GET", f"/api/tables/{live.table}")).data()
            assert (told["phase"], await status(server, gathering)) == ("closed", 404)

    play(situation())


def test_a_table_that_is_closed_so_hides_its_source_no_longer(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            piraci: dict[str, Any] = {"game": "piraci", "bots": [None, "casual", "casual"]}
            source = (await finished(server, **piraci)).table
            made = await make(server, source, 3, game="piraci", bots=[None, None, "casual"])
            assert made.status == 201
            with new_rules():
                await server.restart()
                row = await server.store.find(source)
                assert row is not None
                assert not server.tables.continued.may_list(row)
                clock.now += DAY
                await wake_due(server)
                assert server.tables.continued.may_list(row)

    play(situation())


def test_restarts_do_not_keep_a_table_with_other_rules_for_ever(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            table = (await server.make("piraci"))["table"]
            await server.stop()
            with new_rules():
                for _ in range(3):
                    await server.start()
                    clock.now += 3_600_000
                    await wake_due(server)
                    row = await server.store.find(table)
                    await server.stop()
                    clock.now += DAY
                assert row is not None
                assert row.summary.phase == "closed"
            await server.start()

    play(situation())
