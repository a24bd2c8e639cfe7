"""Bots of somebody's own at tables of the real server, against bots of the house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.words import Told
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmiczna_eskadra import timing
from kosmoport.remote import bot as remote_bot
from kosmoport.remote.bot import play
from kosmoport.remote.client import Server, ServerRefused, TableClient, TableRefused
from kosmoport.table import protocol
from kosmoport.table.requests import TableMade
from tests.remote import bots
from tests.server.harness import Server as House
from tests.server.harness import serving

HASTY = "tests.remote.bots:Hasty"


@asynccontextmanager
async def table(folder: Path, game: Game, **asked: Any) -> AsyncIterator[tuple[House, Server, TableMade]]:
    """A table of bots of the house with one free seat, if nothing else is asked for."""
    free: dict[str, Any] = {"bots": [None] + ["beginner"] * (game.players[0] - 1), "take_back": False}
    async with asyncio.timeout(300), serving(folder) as house, Server(house.url) as server:
        yield house, server, await server.create(game=game.id, **(free | asked))


PIRATES = game_by_id("kosmiczni_piraci")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_bot_plays_to_the_end(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "BETWEEN_ROUNDS", 1)
    said: list[str] = []
    faults: list[str] = []

    async def scene() -> list[protocol.Result]:
        async with table(tmp_path, game, unhurried=True) as (_, server, made):
            return await play(
                server,
                made.table,
                "random",
                token=made.token,
                games=1,
                say=said.append,
                complain=faults.append,
            )

    (result,) = asyncio.run(scene())
    assert sum(result.returns) == WHOLE_WIN
    assert faults == []
    (line,) = said
    assert line.startswith(f"{game.title} at ")
    assert f"with {result.scores[0]} points" in line


def test_a_bot_plays_where_everybody_plays_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "BETWEEN_ROUNDS", 1)
    monkeypatch.setattr(timing, "DROP_OR_KEEP", 50)
    eskadra = game_by_id("kosmiczna_eskadra")
    options = {"mode": "lightning", "wins": 1, "round_limit_s": 5}

    async def scene() -> list[protocol.Result]:
        async with table(tmp_path, eskadra, options=options) as (_, server, made):
            assert (await server.look(made.table)).lightning
            return await play(server, made.table, HASTY, token=made.token, games=1)

    (result,) = asyncio.run(scene())
    assert len(result.scores) == 2


def test_the_bot_sees_and_hears_what_its_seat_may_know(tmp_path: Path) -> None:
    bots.SEEN.clear()
    bots.HEARD.clear()

    async def scene() -> dict[str, Any]:
        async with table(tmp_path, PIRATES) as (_, server, made):
            await play(server, made.table, "tests.remote.bots:Watchful", token=made.token, games=1)
            return await server.record(made.table)

    record = asyncio.run(scene())
    own = [move for move in record["moves"] if move["seat"] == 0]
    assert len(bots.SEEN) == len(own)
    assert all(type(view) is PIRATES.view.View and view.seat == 0 and legal for view, legal in bots.SEEN)
    assert {told.args["seat"] for told in bots.HEARD if "seat" in told.args} == {0, 1, 2}


@pytest.mark.parametrize(
    ("bot", "fault"),
    [("Raising", "raised, ValueError when it decided: no idea"), ("Wrong", "illegal, answered '-1'")],
)
def test_a_bot_that_errs_plays_at_random(bot: str, fault: str, tmp_path: Path) -> None:
    faults: list[str] = []

    async def scene() -> list[protocol.Result]:
        async with table(tmp_path, PIRATES) as (_, server, made):
            name = f"tests.remote.bots:{bot}"
            return await play(server, made.table, name, token=made.token, games=1, complain=faults.append)

    assert len(asyncio.run(scene())) == 1
    (line,) = faults
    assert line.endswith(fault)


async def hang_up(client: TableClient) -> None:
    """The line breaks."""
    if client._socket is not None:
        await client._socket.close()


class Shaky(TableClient):
    """A client whose line breaks whenever it acts."""

    async def act(self, told: Told, seen: int | None = None) -> int | None:
        CONNECTIONS.append(self.connections)
        return (await asyncio.gather(super().act(told, seen), hang_up(self)))[0]


CONNECTIONS: list[int] = []


def test_lines_that_break_cost_the_bot_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_bot, "TableClient", Shaky)
    CONNECTIONS.clear()

    async def scene() -> dict[str, Any]:
        async with table(tmp_path, game_by_id("piraci")) as (_, server, made):
            await play(server, made.table, "random", token=made.token, games=1)
            return await server.record(made.table)

    record = asyncio.run(scene())
    assert len([move for move in record["moves"] if move["seat"] == 0]) == len(CONNECTIONS)
    assert max(CONNECTIONS) > len(CONNECTIONS) / 2 > 5


def test_a_table_that_refuses_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(client: TableClient, told: Told, seen: int | None = None) -> int | None:
        raise TableRefused(protocol.Problem("turn", rules="kosmiczni_piraci"))

    monkeypatch.setattr(TableClient, "act", refuse)

    async def scene() -> None:
        async with table(tmp_path, PIRATES) as (_, server, made):
            with pytest.raises(BadInput, match="refuses whatever the bot does: "):
                await play(server, made.table, "random", token=made.token)

    asyncio.run(scene())


# ---------------------------------------------------------------- company


def test_two_programs_at_one_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with table(tmp_path, PIRATES, bots=[None, None, "beginner"]) as (_, server, made):
            host = play(server, made.table, "random", token=made.token, games=1)
            first, second = await asyncio.gather(host, play(server, made.table, "random", games=1))
            assert first == second
            assert {seat.name for seat in (await server.look(made.table)).seats} == {
                "random",
                "random 2",
                None,
            }

    asyncio.run(scene())


def test_a_bot_follows_a_rematch_to_its_next_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with table(tmp_path, PIRATES, bots=[None, None, "beginner"]) as (_, server, made):
            token = (await server.sit(made.table, "Ola", host=made.token)).token
            guest = asyncio.create_task(play(server, made.table, "random", name="Robot", games=2))
            async with TableClient(server, made.table, token) as client:
                await play_as_a_person(client)
                await client.do(protocol.Rematch)
                assert client.rematch is not None
            again = await server.sit(client.rematch, before=token)
            async with TableClient(server, client.rematch, again.token) as client:
                await play_as_a_person(client)
                assert [seat.name for seat in client.seats] == [None, "Ola", "Robot"]
            assert len(await guest) == 2

    asyncio.run(scene())


async def play_as_a_person(client: TableClient) -> None:
    """The host: begins when the others are ready, and does whatever comes first."""
    await client.do(protocol.Ready)
    await begin(client)
    while client.phase != "over":
        if client.position is not None and client.position.legal:
            await client.act(client.position.legal[0])
        else:
            await anext(client)


def test_nobody_wants_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_bot, "REMATCH_WITHIN", 0.05)

    async def scene() -> list[protocol.Result]:
        async with table(tmp_path, PIRATES) as (_, server, made):
            return await play(server, made.table, "random", token=made.token)

    assert len(asyncio.run(scene())) == 1


def test_an_interrupted_bot_leaves_and_comes_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with table(tmp_path, PIRATES) as (house, server, made):
            token = (await server.sit(made.table, "Ola", host=made.token)).token
            first = asyncio.create_task(play(server, made.table, "tests.remote.bots:Endless", token=token))
            await until(
                server, made.table, lambda seen: seen.position is not None and seen.position.to_act == (0,)
            )
            house.quick_bots.gate.clear()
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            assert (await server.look(made.table)).seats[0].bot == "casual"
            again = asyncio.create_task(play(server, made.table, "random", token=token, games=1))
            await until(server, made.table, lambda seen: seen.seats[0].bot is None)
            house.quick_bots.gate.set()
            assert len(await again) == 1

    asyncio.run(scene())


async def until(server: Server, table: str, wanted: Any) -> None:
    while not wanted(await server.look(table)):
        await asyncio.sleep(0.01)


def test_a_bot_agrees_to_what_others_ask_for(tmp_path: Path) -> None:
    async def scene() -> None:
        async with table(tmp_path, PIRATES, bots=[None, None, "beginner"]) as (_, server, made):
            token = (await server.sit(made.table, "Ola", host=made.token)).token
            guest = asyncio.create_task(play(server, made.table, "random", games=1))
            async with TableClient(server, made.table, token) as client:
                await client.do(protocol.Ready)
                await begin(client)
                asked = False
                async for message in client:
                    if isinstance(message, protocol.TookBack) and message.agreed:
                        break
                    if client.waiting or client.position is None or not client.position.legal or asked:
                        continue
                    if client.position.move > 1:
                        asked = True
                        await client.do(protocol.AskBack, moves=client.position.move - 1)
                    else:
                        await client.act(client.position.legal[0])
                assert asked
            guest.cancel()
            await asyncio.gather(guest, return_exceptions=True)

    asyncio.run(scene())


async def begin(client: TableClient) -> None:
    while not (client.seats and all(seat.ready for seat in client.seats)):
        await anext(client)
    await client.do(protocol.Begin)


# ---------------------------------------------------------------- refusals


def test_a_bot_that_is_removed_or_whose_table_is_closed(tmp_path: Path) -> None:
    async def scene(command: type[protocol.Command], sentence: str, **fields: Any) -> None:
        async with table(tmp_path, PIRATES, bots=[None, None, "beginner"]) as (_, server, made):
            guest = asyncio.create_task(play(server, made.table, "random"))
            await until(server, made.table, lambda seen: seen.seats[0].ready)
            async with TableClient(server, made.table, made.token) as client:
                await client.do(command, **fields)
            with pytest.raises(BadInput, match=sentence):
                await guest

    asyncio.run(scene(protocol.Remove, "the host removed it", seat=0))
    asyncio.run(scene(protocol.Close, "closed before the game was over"))


def test_who_cannot_sit_down(tmp_path: Path) -> None:
    async def scene() -> None:
        async with table(tmp_path, PIRATES) as (_, server, made):
            with pytest.raises(BadInput, match="there is no bot 'nobody'"):
                await play(server, made.table, "nobody")
            with pytest.raises(BadInput, match="cannot be loaded"):
                await play(server, made.table, "tests.remote.bots:Nobody")
            assert (await server.look(made.table)).seats[0].person is False
            with pytest.raises(ServerRefused, match="There is nothing here"):
                await play(server, "nowhere", "random")
            with pytest.raises(BadInput, match="not for a seat"):
                await play(server, made.table, "random", token="wrong")
            await server.sit(made.table, "Ola")
            with pytest.raises(ServerRefused, match="every seat is taken"):
                await play(server, made.table, "random")

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("bot", "name"), [("casual", "casual"), ("my.module:MyBot", "MyBot"), ("search:500,200ms", "search")]
)
def test_the_name_of_a_bot_without_a_name(bot: str, name: str) -> None:
    assert remote_bot._name_of(bot) == name
