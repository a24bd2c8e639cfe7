"""Tricks with deals, seats and old games: nobody gains a card, a seat or a game that is not theirs."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from kosmoport.core.errors import BadInput
from kosmoport.remote.client import TableClient, TableRefused
from kosmoport.remote.server import Server, ServerRefused
from kosmoport.table import protocol
from kosmoport.table.fair import promise
from kosmoport.table.verify import verify_record
from tests.proofs.attack.people import From, company
from tests.proofs.attack.suite import Broken, Fire, attack, must, shown, status_of
from tests.proofs.attack.target import Target

FAILED_ROUNDS = 3
GUESSES = 200
WITHIN = 30.0  # seconds that anything may take here
THREE = {"game": "kosmiczni_piraci", "players": 3, "start": 0}


async def until(server: Server, table: str, holds: Callable[[protocol.Snapshot], bool]) -> protocol.Snapshot:
    async with asyncio.timeout(WITHIN):
        while not holds(shot := await server.look(table)):
            await asyncio.sleep(0.05)
    return shot


def written(target: Target, table: str) -> list[dict[str, Any]]:
    """A table's log as whoever has the database open can read it."""
    with closing(sqlite3.connect(f"file:{target.data}/kosmoport.sqlite3?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT entry FROM log WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    return [json.loads(entry) for (entry,) in rows]


async def _play_out(fire: Fire, index: int, **wanted: Any) -> str:
    """A finished game of two, and its table."""
    sources = [fire.address(index), fire.address(index + 1)]
    wanted = {"game": "kosmiczna_misja", "players": 2, "public": True} | wanted
    async with company(fire.target.url, sources, **wanted) as people:
        await people.begin()
        await people.move(1 << 20)
        return people.table


# ---------------------------------------------------------------- deals


@attack("H1", "a host with the database open reveals last, tries other values, and lets rounds fail")
async def grinding(fire: Fire) -> str:
    """The guest's program promises and reveals by itself; the host chooses what to reveal, and whether."""
    async with fire.own(reveal_live="1s") as own:
        await own.target.start()
        made = await own.done(
            "POST", "/api/tables", {"game": "kosmiczni_piraci", "bots": [None, None, "casual"]}
        )
        path, ids, tried = f"/api/tables/{made['table']}", itertools.count(), 0
        eve = await own.done("POST", f"{path}/seats", {"name": "Eve", "seat": 0}, token=made["token"])

        async def say(**message: Any) -> Any:
            body = {"id": f"e{next(ids)}", **message}
            return await own.done("POST", f"{path}/messages", body, token=eve["token"])

        async with From(own.target.url, fire.address(1)) as server:
            seat = await server.sit(made["table"], "Ala", seat=1)
            async with TableClient(server, made["table"], seat.token, listener=lambda message: None) as ala:
                for number in range(FAILED_ROUNDS + 1):
                    await until(server, made["table"], lambda shot: shot.seats[1].promise is not None)
                    value = f"{number:064x}"
                    await say(type="promise", round=number, promise=promise(made["table"], 0, number, value))
                    await ala.do(protocol.Ready)
                    await say(type="begin")
                    await until(server, made["table"], lambda shot: shot.seats[1].revealed)
                    theirs = [
                        line["value"]
                        for line in written(own.target, made["table"])
                        if line["type"] == "revealed"
                    ]
                    must(theirs, "the host cannot even read what the guest has revealed")
                    for guess in range(GUESSES):
                        said = await say(type="reveal", round=number, value=f"{guess + 100:064x}")
                        must(said["problem"], "another value than the promised one was taken")
                        tried += 1
                    if number < FAILED_ROUNDS:
                        await until(server, made["table"], lambda shot: shot.deal.round > number)  # noqa: B023
                await say(type="reveal", round=FAILED_ROUNDS, value=f"{FAILED_ROUNDS:064x}")
                shot = await until(server, made["table"], lambda shot: shot.phase == "playing")
    void = [(one.round, one.seats) for one in shot.deal.void]
    must(void == [(number, (0,)) for number in range(FAILED_ROUNDS)], f"the void rounds are told as {void}")
    return f"{tried} other values refused, {FAILED_ROUNDS} void rounds with the host's seat in them"


@attack("H1", "a record whose deal was chosen afterwards")
async def made_up(fire: Fire) -> str:
    async with fire.own() as own:
        await own.target.start()
        table = await _play_out(own, 1)
        async with From(own.target.url, fire.address(3)) as server:
            record = await server.record(table)
    must(verify_record(record), "the true record does not verify")
    caught = 0
    for key, value in record["fair"].items():
        if isinstance(value, str):
            other = json.loads(json.dumps(record))
            other["fair"][key] = ("0" if value[:1] != "0" else "1") + value[1:]
            try:
                verify_record(other)
            except BadInput:
                caught += 1
            else:
                raise Broken(f"nobody notices another {key}")
    must(caught >= 2, "there was nothing to change")
    return f"{caught} changes caught"


# ---------------------------------------------------------------- seats and games


@attack("M2", "two of three lose their line; the third votes bots in, and goes back alone")
async def back_alone(fire: Fire) -> str:
    async with fire.own(absence_grace="1s") as own:
        await own.target.start()
        sources = [fire.address(index) for index in (1, 2, 3)]
        async with company(own.target.url, sources, **THREE) as people:
            await people.begin()
            await people.move(6)
            alone = people.people[0]
            for person in people.people[1:]:
                await person.close()
            await asyncio.sleep(1.5)
            refusals = []
            for command, fields in (
                (protocol.AskBot, {"seat": 1}),
                (protocol.AskBot, {"seat": 2}),
                (protocol.AskBack, {"moves": 0}),
            ):
                try:
                    await alone.do(command, **fields)
                except TableRefused as error:
                    refusals.append(error.problem.id)
            await asyncio.sleep(1.0)
            shot = await alone.server.look(people.table)
            moves = shot.position.move if shot.position is not None else 0
    must(moves >= 6, f"the game went back to move {moves}")
    return f"refused: {', '.join(refusals)}; {moves} moves stand"


@attack("M3", "a stranger looks up, at the finished game, what is hidden where it is continued")
async def old_cards(fire: Fire) -> str:
    async with fire.own() as own:
        await own.target.start()
        source = await _play_out(own, 1)
        hidden = []
        wanted = {"game": "kosmiczna_misja", "continues": {"table": source, "move": 3}, "bots": [None, None]}
        async with company(own.target.url, [fire.address(3), fire.address(4)], **wanted) as people:
            await people.begin()
            for path in ("", "/record", "/frames", "/messages?after=0", "/account", "/verified"):
                answer = await own.ask("GET", f"/api/tables/{source}{path}", None, 9)
                must(
                    status_of(answer) in (403, 404, 409), f"{path or 'the table'} is answered {shown(answer)}"
                )
                hidden.append(status_of(answer))
            listed = await own.done("GET", "/api/tables?phase=over", None, 9)
            must(source not in [one["table"] for one in listed], "the lobby lists it")
            shot = await people.people[0].server.look(people.table)
            must(shot.settings.continues == 3, "the table does not say that its past is public")
    return f"{len(hidden)} ways in, all closed"


@attack("M4", "somebody's seat link, opened in a browser that has a seat there")
async def seat_link(fire: Fire) -> str:
    made = await fire.done("POST", "/api/tables", {"game": "piraci", "players": 3})
    path = f"/api/tables/{made['table']}"
    own = await fire.done("POST", f"{path}/seats", {"name": "Ala", "seat": 0}, token=made["token"])
    other = await fire.done("POST", f"{path}/seats", {"name": "Eve", "seat": 1})
    headers = {"Cookie": f"kosmoport_seat={own['token']}", "Origin": "http://127.0.0.1"}
    answer = await fire.ask("PUT", f"{path}/seat", token=other["token"], headers=headers)
    must(status_of(answer) == 409, f"it is answered {shown(answer)}")
    must(answer is None or answer.header("Set-Cookie") is None, "the own seat's cookie is replaced")
    agreed = await fire.ask("PUT", f"{path}/seat?replace=true", token=other["token"], headers=headers)
    must(status_of(agreed) == 200, f"who agrees is answered {shown(agreed)}")
    still = await fire.done("GET", f"{path}/seat", token=own["token"])
    must(still["seat"] == 0, "the old seat is lost")
    return "asked first, and the old seat stays"


@attack("M5", "new rules while a game of the old ones is being played")
async def new_rules(fire: Fire) -> str:
    async with fire.own() as own:
        await own.target.start()
        async with company(own.target.url, [fire.address(index) for index in (1, 2, 3)], **THREE) as people:
            await people.begin()
            await people.move(5)
            before = await people.people[0].server.look(people.table)
        await own.target.stop()
        await own.target.start("tests.proofs.attack.new_rules")
        answer = await own.ask("GET", f"/api/tables/{people.table}")
        asleep = answer is not None and answer.status == 409 and b"sleeps" in answer.body
        must(asleep, f"it is answered {shown(answer)}")
        await own.target.stop()
        await own.target.start()
        async with From(own.target.url, fire.address(1)) as server:
            after = await server.look(people.table)
    must(after.n == before.n and after.phase == "playing", "the game is not what it was")
    return "the game sleeps, and goes on under its own rules"


@attack("M7", "rematches in place of new tables")
async def rematches(fire: Fire) -> str:
    async with fire.own(max_tables_per_address="2") as own:
        await own.target.start()
        refusals = 0
        for number in range(3):
            # Both sit at one address, which has a table or two already.
            wanted = {"game": "kosmiczna_misja", "players": 2}
            try:
                async with company(own.target.url, [fire.address(1)] * 2, **wanted) as people:
                    await people.begin()
                    await people.move(1 << 20)
                    if number == 0:
                        await own.done("POST", "/api/tables", {"game": "piraci"}, 1)
                        await own.done("POST", "/api/tables", {"game": "piraci"}, 1)
                    await people.people[0].do(protocol.Rematch)
            except (TableRefused, ServerRefused):
                refusals += 1
        opened = await own.target.figure("kosmoport_tables")
    must(refusals == 3, f"only {refusals} of 3 were refused")
    return f"all refused, {opened:.0f} tables"
