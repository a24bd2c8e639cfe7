"""A database in order is told so."""

from __future__ import annotations

import asyncio

from kosmoport.bots.levels import LEVELS
from kosmoport.games import GAMES
from kosmoport.house.jobs import Asked
from kosmoport.house.rooms import Room
from kosmoport.house.seating import sit_at
from kosmoport.server.bots.host import BotHost
from kosmoport.server.doctor import examine
from kosmoport.server.keys import Keys
from kosmoport.server.metrics import Metrics
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.opening import open_store
from kosmoport.server.wiring import wired
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.settings import NewTable
from tests.server.doctor.examining import eventful, found
from tests.server.shelf import NAMES, Shelf, begun, gathered, played
from tests.table.stopping import act, stopped


def test_tables_of_every_game_and_phase_are_in_order(shelf: Shelf) -> None:
    desks = [played(game.id, f"{game.id}-is-played") for game in GAMES]
    closed = begun(table="closed-in-the-middle")
    closed.write([log.Closed("abandoned")])
    shelf.put(*desks, gathered(), begun("kosmodraci"), closed)
    said: list[str] = []
    assert examine(shelf.settings, said.append) == 0
    lines = sum(desk.table.n for desk in (*desks, gathered(), begun("kosmodraci"), closed))
    assert said == [f"{len(GAMES) + 3} tables, {lines} lines, 0 problems"]


def test_an_empty_database_is_in_order(shelf: Shelf) -> None:
    shelf.put()
    assert found(shelf) == []


def test_a_game_in_which_everything_happens_is_in_order(shelf: Shelf) -> None:
    desk = eventful()
    happened = {type(line.entry) for line in desk.lines}
    missing = {log.Rolled, log.Closed, log.Aided}  # none can be in a game of this kind that ended
    assert happened == set(log.AnyEntry.__args__) - missing
    shelf.put(desk)
    assert found(shelf) == []


def test_a_race_with_frozen_hands_credit_and_another_round_is_in_order(shelf: Shelf) -> None:
    desk = stopped()
    stop = desk.now
    desk.now += 50
    act(desk, 1, "release", at=stop, x=-1900, y=-900, rot=90)
    for seat in (0, 1):
        desk.send(seat, protocol.Ready(desk.new_id()))
    desk.settle()
    assert desk.table.race.go_at is not None
    shelf.put(desk)
    assert found(shelf) == []


def test_what_the_server_itself_writes_is_in_order(shelf: Shelf) -> None:
    asyncio.run(_serve_a_game(shelf))
    assert found(shelf) == []


async def _serve_a_game(shelf: Shelf) -> None:
    settings = ServerSettings(data=shelf.folder, database=shelf.where, take_back_grace=0, bot_pause=0)
    store = await open_store(shelf.where, backup=None)
    tables = wired(settings, store, BotHost(workers=1), Keys(bytes(32), bytes(32)), Metrics(LEVELS)).tables
    await tables.start()
    try:
        table, token = await tables.making.create(
            NewTable(game="kosmiczna_misja", players=2, public=True), "here"
        )
        room = await tables.room(table)
        assert room is not None
        for name in NAMES[:2]:
            await sit_at(tables, room, requests.SitDown(name=name), tables.tokens.read(token))
            token = ""
        await _play_out(room)
        await tables.turn_webhooks.give(table, 1, "https://example.org/turn")
        await room.forget(room.table.seats[0].key or "")
    finally:
        await tables.close()
        await store.close()


async def _play_out(room: Room) -> None:
    for person in "01":
        await room.ask(Asked(person, protocol.Ready("ready")))
    await room.ask(Asked("host", protocol.Begin("begin")))
    for k in range(2000):
        if room.table.over:
            break
        play = room.table.play
        for seat in room.table.to_act()[:1]:
            told = play.game.describe(play.view(seat), play.legal(seat)[k % len(play.legal(seat))])
            await room.ask(Asked(str(seat), protocol.Act(f"a{k}", room.table.n, told.id, told.args)))
        await asyncio.sleep(0)
    assert room.table.phase == "over"
    await room.ask(Asked("0", protocol.Rematch("again")))
