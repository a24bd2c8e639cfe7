"""Records over HTTP: closed while a game is on, open after it unless sealed, and names that are erased."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.records import load_record
from kosmoport.games import game_by_id
from kosmoport.house import rooms
from kosmoport.table.verify import verify_record
from tests.command_line import Run
from tests.server.harness import Company, Json, Server, company, play, serving

MISJA: dict[str, Any] = {"game": "kosmiczna_misja", "players": 2, "take_back": False}
SECRET_NAME, SECRET_WORDS = "Żanetta-Xymena", "my cat is called Mruczysława"


async def record(server: Server, table: str) -> Any:
    return await server.ask("GET", f"/api/tables/{table}/record")


async def frames(server: Server, people: Company, query: str = "", token: str | None = None) -> Any:
    return await server.ask("GET", f"/api/tables/{people.table}/frames{query}", token=token)


def test_no_record_before_the_end(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            for begun in (False, True):
                if begun:
                    await people.begin()
                    await people.move()
                for token in (None, people.host, *people.tokens):
                    path = f"/api/tables/{people.table}/record"
                    reply = await server.ask("GET", path, token=token)
                    assert (reply.status, reply.error) == (409, "not_open")

    play(situation())


@pytest.mark.parametrize("asked", [{"players": 3}, MISJA])
def test_the_record_of_a_finished_game_is_whole_and_verifies(tmp_path: Path, asked: dict[str, Any]) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            names = "Ala Ola Ela" if asked["players"] == 3 else "Ala Ola"
            async with company(server, names, **asked) as people:
                await people.begin()
                before = (await server.look(people.table))["deal"]["commitment"]
                last = await people.finish()
            reply = await record(server, people.table)
            told = reply.data()
            assert reply.headers["Content-Disposition"].startswith("attachment")
            assert told["result"] == {key: last["result"][key] for key in ("scores", "returns")}
            assert told["table"]["names"] == names.split()
            assert told["fair"]["commitment"] == before
            assert verify_record(told)
            assert load_record(game_by_id(told["game"]), told).over

    play(situation())


def test_replay_and_verify_read_the_download(tmp_path: Path, run: Run) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **MISJA) as people:
            await people.begin()
            await people.finish()
            (tmp_path / "game.json").write_bytes((await record(server, people.table)).body)

    play(situation())
    for command, expected in (("verify", "commitment"), ("replay", "Kosmiczna Misja")):
        done = run(command, str(tmp_path / "game.json"))
        assert done.code == 0, done.err
        assert expected in done.out


def test_moves_taken_back_are_not_in_the_record(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path, take_back_grace=10.0) as server,
            company(server, players=3, start=0) as people,
        ):
            await people.begin()
            await people.move()
            await people.clients[0].ask("take_back")
            await people.all_reach(people.clients[0].n)
            await people.finish()
            told = (await record(server, people.table)).data()
            assert told["table"]["undone"] == 1
            assert verify_record(told)
            shown = (await frames(server, people)).data()["frames"]
            assert [frame["move"] for frame in shown] == list(range(len(told["moves"]) + 1))

    play(situation())


def test_sealed_records_stay_closed_and_seats_keep_their_own(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, sealed=True) as people:
            await people.begin()
            await people.finish()
            reply = await record(server, people.table)
            assert (reply.status, reply.error) == (409, "not_open")
            assert (await frames(server, people, "?seat=1", people.tokens[0])).status == 409
            assert (await frames(server, people, "", people.tokens[0])).data()["seat"] == 0
            assert (await frames(server, people)).data()["seat"] is None

    play(situation())


def test_a_seat_looks_through_its_own_game_while_it_is_on_and_no_others(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            await people.begin()
            views = [[client.position["view"]] for client in people.clients]
            for number in range(5):
                await people.move(number)
                for seat, client in enumerate(people.clients):
                    views[seat].append(client.position["view"])
            for seat, token in enumerate(people.tokens):
                own = (await frames(server, people, "", token)).data()
                assert own["seat"] == seat
                assert [frame["view"] for frame in own["frames"]] == views[seat]
                assert [frame["cause"] for frame in own["frames"]] == ["begun"] + ["person"] * 5
                other = await frames(server, people, f"?seat={(seat + 1) % 3}", token)
                assert (other.status, other.error) == (409, "not_open")
            for query in ("?seat=0", "?seat=3", "?seat=9"):
                assert (await frames(server, people, query)).status == 409
            assert (await frames(server, people, "?seat=x")).status == 400
            watched = (await frames(server, people)).data()
            assert watched["seat"] is None
            assert (await frames(server, people, "?seat=-1", people.tokens[0])).data() == watched

    play(situation())


def test_after_the_end_every_seat_can_be_looked_through(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            await people.finish()
            for seat, client in enumerate(people.clients):
                shown = (await frames(server, people, f"?seat={seat}")).data()
                assert shown["frames"][-1]["view"] == client.position["view"]

    play(situation())


def test_records_are_the_same_after_a_restart(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, "Ala Ola", **MISJA) as people:
                await people.begin()
                await people.finish()
            before = (await record(server, people.table)).body
            await server.restart()
            assert (await record(server, people.table)).body == before

    play(situation())


# ---------------------------------------------------------------- names that are erased


def kept_anywhere(folder: Path, text: str) -> list[str]:
    """The files of the server that hold a text, however it is written in JSON."""
    spellings = {text.encode(), text.encode("unicode_escape")}
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.suffix == ".sqlite3" for path in files)
    return [path.name for path in files if any(spelling in path.read_bytes() for spelling in spellings)]


async def finished_game_with_talk(server: Server) -> tuple[str, tuple[str, ...], Json]:
    async with company(server, f"Ala {SECRET_NAME}", public=True, **MISJA) as people:
        await people.clients[1].ask("chat", text=SECRET_WORDS)
        await people.clients[0].ask("chat", text="nice to meet you")
        await people.begin()
        await people.finish()
        return people.table, people.tokens, people.clients[0].n


def test_an_erased_name_is_gone_from_the_table_its_record_and_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "FEW_LINES", 1000)  # all is told again, line by line

    async def situation() -> None:
        async with serving(tmp_path) as server:
            table, tokens, n = await finished_game_with_talk(server)
            assert kept_anywhere(tmp_path, SECRET_NAME)
            reply = await server.ask("DELETE", f"/api/tables/{table}/name", token=tokens[1])
            assert reply.data()["n"] == n + 1
            assert kept_anywhere(tmp_path, SECRET_NAME) == []
            assert kept_anywhere(tmp_path, "Mruczysława") == []
            seen = await server.ask("GET", f"/api/tables/{table}")
            assert [seat["name"] for seat in seen.json["seats"]] == ["Ala", ""]
            assert [said["text"] for said in seen.json["chat"]] == ["nice to meet you"]
            told = (await record(server, table)).data()
            assert told["table"]["names"] == ["Ala", None]
            assert verify_record(told)
            lobby = (await server.ask("GET", "/api/tables?phase=over")).body.decode()
            assert SECRET_NAME not in lobby
            async with server.connect(table, tokens[0], seen=0) as back:
                await back.reach(n + 1)
                assert not any(SECRET_NAME in text or "Mruczy" in text for text in back.raw)
                assert [m["text"] for m in back.got if m["type"] == "chat"] == [None, "nice to meet you"]

    play(situation())
    assert kept_anywhere(tmp_path, SECRET_NAME) == []


def test_an_erased_name_stays_erased_after_a_restart(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            table, tokens, _ = await finished_game_with_talk(server)
            await server.ask("DELETE", f"/api/tables/{table}/name", token=tokens[1])
            before = await server.look(table)
            await server.restart()
            after = await server.look(table)
            assert after["seats"] == before["seats"]
            assert kept_anywhere(tmp_path, SECRET_NAME) == []

    play(situation())


def test_an_erased_name_is_not_kept_by_a_rematch_either(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            table, tokens, _ = await finished_game_with_talk(server)
            await server.tell(table, tokens[0], type="rematch")
            again = (await server.look(table))["rematch"]
            assert (await server.look(again))["seats"][0]["reserved"] == SECRET_NAME
            await server.ask("DELETE", f"/api/tables/{table}/name", token=tokens[1])
            assert kept_anywhere(tmp_path, SECRET_NAME) == []
            assert (await server.look(again))["seats"][0]["reserved"] == ""
            await server.restart()
            assert (await server.look(again))["seats"][0]["reserved"] == ""
            # The seat is kept all the same, and claimed under a name.
            seat = await server.sit(again, "Somebody", before=tokens[1])
            assert seat["seat"] == 0

    play(situation())


def test_a_name_erased_at_the_rematch_is_gone_from_its_reservation_too(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            table, tokens, _ = await finished_game_with_talk(server)
            await server.tell(table, tokens[0], type="rematch")
            again = (await server.look(table))["rematch"]
            seat = await server.sit(again, None, before=tokens[1])
            for at, token in ((again, seat["token"]), (table, tokens[1])):
                assert (await server.ask("DELETE", f"/api/tables/{at}/name", token=token)).status == 200
            assert kept_anywhere(tmp_path, SECRET_NAME) == []

    play(situation())


def test_a_guest_who_left_before_the_start_can_still_erase_their_name(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            path = f"/api/tables/{people.table}/name"
            await people.clients[2].ask("chat", text=SECRET_WORDS)
            await people.clients[2].ask("leave")
            taken = await server.sit(people.table, "Ewa", seat=2)
            assert kept_anywhere(tmp_path, "Mruczysława")
            assert (await server.ask("DELETE", path, token=people.tokens[2])).status == 200
            assert kept_anywhere(tmp_path, "Mruczysława") == []
            now = await server.look(people.table)
            assert now["seats"][2]["name"] == "Ewa"
            assert [said["text"] for said in now["chat"]] == []
            assert (await server.ask("DELETE", path, token=taken["token"])).status == 200

    play(situation())


def test_others_cannot_erase_a_name(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            path = f"/api/tables/{people.table}/name"
            unknown = await server.ask("DELETE", "/api/tables/no-such-table/name", token=people.tokens[0])
            for token in (None, people.host, "nonsense"):
                refused = await server.ask("DELETE", path, token=token)
                assert (refused.status, refused.body) == (404, unknown.body)
            told = (await server.ask("DELETE", path, token=people.tokens[2])).data()
            await people.all_reach(told["n"])
            erased = await people.clients[0].first(lambda m: m.get("cause") == "erased")
            assert [seat["name"] for seat in erased["seats"]] == ["Ala", "Ola", ""]

    play(situation())
