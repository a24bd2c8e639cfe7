"""Open tables are counted by address and network, rematches too; those of one person alone make way."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from kosmoport.house.tokens import origin_of
from kosmoport.server.kinds import MINUTE
from tests.server.harness import NO_LIMITS, Clock, Json, Reply, Server, company, play, serving
from tests.server.store.places import every_table

TRUSTED = {"trusted_proxies": (ip_network("127.0.0.1"),)}
STILL = 15 * 60  # seconds after which a table may have to make way
DAY = 24 * 3600


async def make_from(server: Server, visitor: str, **asked: Any) -> Reply:
    """A table of a visitor behind the proxy."""
    body = {"game": "kosmiczni_piraci", **asked}
    return await server.ask("POST", "/api/tables", body, headers={"X-Forwarded-For": visitor})


async def made_from(server: Server, visitor: str, **asked: Any) -> Json:
    return (await make_from(server, visitor, **asked)).data()


async def phase(server: Server, made: Json) -> str:
    return str((await server.look(made["table"]))["phase"])


# ---------------------------------------------------------------- how many


def test_networks_of_ipv6_have_only_so_many_tables_also_after_a_restart(tmp_path: Path, where: str) -> None:
    async def situation() -> None:
        bounds = {"max_tables_per_address": 2, "shares_per_56": 2, "shares_per_48": 3}
        async with serving(tmp_path, where=where, **TRUSTED, **bounds) as server:
            places = ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:2::1", "2001:db8:0:2::2"]
            tables = [await made_from(server, visitor) for visitor in places]
            tables += [await made_from(server, "2001:db8:0:100::1") for _ in range(2)]
            for _ in range(2):
                for visitor in ("2001:db8:0:1::3", "2001:db8:0:3::1", "2001:db8:0:200::1"):
                    refused = await make_from(server, visitor)
                    assert (refused.status, refused.error) == (429, "too_many_tables"), visitor
                await server.restart()
            await made_from(server, "2001:db8:1::1")
            assert (await server.tell(tables[4]["table"], tables[4]["token"], type="close"))[
                "problem"
            ] is None
            await made_from(server, "2001:db8:0:200::1")
            assert (await make_from(server, "2001:db8:0:300::1")).status == 429

    play(situation())


def test_what_is_kept_of_an_address_are_keyed_hashes(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, **TRUSTED) as server:
            six = await made_from(server, "2001:db8:0:1::1")
            four = await made_from(server, "192.0.2.1")
            rows = {row.table: row.summary.origin for row in await every_table(server.store)}
            networks = ("2001:db8:0:1::/64", "2001:db8::/56", "2001:db8::/48")
            assert rows[six["table"]].split() == [origin_of(server.tables.key, one) for one in networks]
            assert rows[four["table"]] == origin_of(server.tables.key, "192.0.2.1")

    play(situation())


def test_tables_from_before_networks_were_counted_count_for_their_address(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables_per_address=1, **TRUSTED) as server:
            address = origin_of(server.tables.key, "2001:db8:0:1::/64")
            made = await made_from(server, "2001:db8:0:1::1")
            server.room(made["table"]).log.origin = address
            await server.sit(made["table"], "Ala", made["token"])  # it is written beside the log
            await server.restart()
            rows = await every_table(server.store)
            assert [row.summary.origin for row in rows] == [address]
            assert (await make_from(server, "2001:db8:0:1::2")).status == 429
            assert (await make_from(server, "2001:db8:0:2::1")).status == 201

    play(situation())


def test_all_tables_of_before_are_counted_where_the_bound_was_lowered(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            tables = [await server.make() for _ in range(5)]
        async with serving(tmp_path, max_tables=2) as server:
            for made in tables[:4]:
                assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 503
                await server.tell(made["table"], made["token"], type="close")
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 201

    play(situation())


# ---------------------------------------------------------------- making way


def test_the_oldest_table_that_nobody_joined_makes_way(tmp_path: Path, clock: Clock, where: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where, max_tables_per_address=3, **TRUSTED) as server:
            tables = []
            for unhurried in (True, False, True):
                tables.append(await made_from(server, "192.0.2.1", unhurried=unhurried))
                clock.now += MINUTE
            await server.sit(tables[0]["table"], "Ala", tables[0]["token"])  # now it is the youngest
            other = await made_from(server, "192.0.2.2")
            assert (await make_from(server, "192.0.2.1")).status == 429
            clock.now += STILL * 1000
            await server.restart()
            for closed in (tables[1], tables[2], tables[0]):
                assert await phase(server, closed) == "gathering"
                await made_from(server, "192.0.2.1")
                told = (await server.ask("GET", f"/api/tables/{closed['table']}/messages?after=1")).data()
                assert (told[-1]["type"], told[-1]["cause"]) == ("closed", "abandoned")
            assert (await make_from(server, "192.0.2.1")).status == 429  # those are new
            assert await phase(server, other) == "gathering"

    play(situation())


def test_when_the_server_is_full_a_table_of_anybody_makes_way(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables=2, **TRUSTED) as server:
            first = await made_from(server, "192.0.2.1")
            clock.now += 1000
            await made_from(server, "192.0.2.2")
            assert (await make_from(server, "192.0.2.3")).status == 503
            clock.now += STILL * 1000
            await made_from(server, "192.0.2.3")
            assert await phase(server, first) == "closed"

    play(situation())


def test_within_a_network_at_its_bound_its_own_tables_make_way_and_no_others(
    tmp_path: Path, clock: Clock
) -> None:
    async def situation() -> None:
        bounds = {"max_tables_per_address": 2, "shares_per_56": 1, "shares_per_48": 1}
        async with serving(tmp_path, **TRUSTED, **bounds) as server:
            foreign = await made_from(server, "2001:db8:1::1")
            clock.now += 1000
            own = [await made_from(server, f"2001:db8:0:{n}00::1") for n in (1, 2)]
            clock.now += STILL * 1000
            await made_from(server, "2001:db8:0:300::1")
            phases = [await phase(server, made) for made in (foreign, *own)]
            assert sorted(phases[1:]) == ["closed", "gathering"]
            assert phases[0] == "gathering"

    play(situation())


def test_a_table_with_somebody_at_it_keeps_its_place(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables_per_address=4) as server:
            joined, left, guests, watched = [await server.make(players=3) for _ in range(4)]
            for name, token in (("Ala", joined["token"]), ("Ola", None)):
                await server.sit(joined["table"], name, token)
            guest = await server.sit(left["table"], "Ola")  # who goes again, and may come back
            await server.tell(left["table"], guest["token"], type="leave")
            await server.sit(guests["table"], "Ola")
            async with server.connect(watched["table"]):
                clock.now += STILL * 1000
                for _ in range(3):
                    refused = await server.ask("POST", "/api/tables", {"game": "piraci"})
                    assert (refused.status, refused.error) == (429, "too_many_tables")
                for made in (joined, left, guests, watched):
                    assert await phase(server, made) == "gathering"

    play(situation())


def test_whoever_was_there_a_moment_ago_may_come_back(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables_per_address=1) as server:
            made = await server.make()
            seat = await server.sit(made["table"], "Ala", made["token"])
            async with server.connect(made["table"], seat["token"]):
                clock.now += STILL * 1000
            async with asyncio.timeout(60):
                while server.room(made["table"]).viewers:
                    await asyncio.sleep(0.01)
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 429
            clock.now += STILL * 1000
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 201

    play(situation())


def test_an_unhurried_game_with_bots_alone_makes_way_after_a_day(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables=2) as server:
            asked: dict[str, Any] = {"bots": [None, "casual", "casual"], "start": 0}
            kinds = [await server.make(unhurried=unhurried, **asked) for unhurried in (True, False)]
            for made in kinds:
                seat = await server.sit(made["table"], "Ala", made["token"])
                await server.tell(made["table"], seat["token"], type="ready")
                assert (await server.tell(made["table"], seat["token"], type="begin"))["problem"] is None
            clock.now += DAY * 1000 - 1000
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 503
            clock.now += 2000
            await server.make()
            assert await phase(server, kinds[0]) == "closed"

    play(situation())


def test_a_table_that_cannot_be_read_makes_no_way_and_no_trouble(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables=2) as server:
            broken, sound = await server.make(), await server.make()
            clock.now += STILL * 1000
            await server.stop()
            file = str(tmp_path / "kosmoport.sqlite3")
            with closing(sqlite3.connect(file, isolation_level=None)) as database:
                database.execute("UPDATE log SET entry = '{}' WHERE table_id = ?", (broken["table"],))
            await server.start()
            await server.make()
            assert await phase(server, sound) == "closed"
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 503

    play(situation())


# ---------------------------------------------------------------- rematches


@pytest.mark.parametrize(
    "settings, refusal",
    [
        ({"max_tables": 2}, "full"),
        ({"max_tables_per_address": 2}, "too_many_tables"),
        ({"limits": NO_LIMITS.replace("create=off", "create=3/hour")}, "too_fast"),
    ],
)
@pytest.mark.parametrize("by", ["socket", "request"])
def test_a_rematch_is_bounded_like_a_new_table(
    tmp_path: Path, clock: Clock, settings: dict[str, Any], refusal: str, by: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, **settings) as server, company(server, players=3) as people:
            await people.begin()
            await people.finish()
            others = [await server.make() for _ in range(2)]
            tables = len(await every_table(server.store))

            async def ask() -> Json:
                if by == "socket":
                    return await people.clients[1].ask("rematch")
                return await server.tell(people.table, people.tokens[1], type="rematch")

            for _ in range(2):
                assert (await ask())["problem"]["id"] == refusal
            assert len(await every_table(server.store)) == tables
            assert (await server.look(people.table))["rematch"] is None
            if refusal != "too_fast":
                await server.tell(others[0]["table"], others[0]["token"], type="close")
                assert (await ask())["problem"] is None
                assert (await server.look(people.table))["rematch"] is not None

    play(situation())


def test_a_rematch_counts_for_whoever_asks_and_not_for_who_made_the_table(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables_per_address=1, **TRUSTED) as server:
            made = await made_from(server, "192.0.2.1", bots=["casual", "casual", None])
            seat = await server.sit(made["table"], "Ala")
            await server.tell(made["table"], seat["token"], type="ready")
            await server.tell(made["table"], made["token"], type="begin")
            await server.tell(made["table"], seat["token"], type="leave")
            async with server.connect(made["table"]) as watcher:
                await watcher.first(lambda m: (m.get("position") or {}).get("result") is not None)
            message = {"type": "rematch", "id": "again"}
            where, asker = f"/api/tables/{made['table']}/messages", {"X-Forwarded-For": "192.0.2.2"}
            reply = await server.ask("POST", where, message, seat["token"], asker)
            assert reply.data()["problem"] is None
            assert (await make_from(server, "192.0.2.2")).status == 429
            assert (await make_from(server, "192.0.2.1")).status == 201

    play(situation())


def test_a_refused_rematch_does_not_stop_the_room(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables=1) as server, company(server, players=3) as people:
            await people.begin()
            await people.finish()
            await server.make()
            acks = await asyncio.gather(
                *(client.ask("rematch") for client in people.clients),
                *(server.ask("POST", "/api/tables", {"game": "piraci"}) for _ in range(3)),
            )
            assert {ack["problem"]["id"] for ack in acks[:3]} == {"full"}
            assert (await people.clients[0].ask("chat", text="a pity"))["problem"] is None

    play(situation())
