"""Sockets at a table: hello, what was missed, what each one sees, chat, and connections that fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kosmoport.house import rooms, talking
from kosmoport.table import protocol
from kosmoport.table.protocol import REACTIONS
from tests.server.harness import company, connected, play, serving


def test_hello_is_answered_with_who_one_is_and_all_there_is(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            guest = await server.sit(made["table"], "Ala")
            expected: dict[str | None, dict[str, Any]] = {
                made["token"]: {"seat": None, "host": True},
                guest["token"]: {"seat": 0, "host": False},
                None: {"seat": None, "host": False},
            }
            for token, who in expected.items():
                async with server.connect(made["table"], token) as client:
                    assert {name: client.welcome[name] for name in who} == who
                    assert client.welcome["table"] == made["table"]
                    snapshot = await client.next("snapshot")
                    assert snapshot["n"] == client.welcome["n"] == 2
                    assert snapshot["phase"] == "gathering"

    play(situation())


def test_an_old_client_is_told_to_reload(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            for path in (f"/api/tables/{made['table']}/socket", "/api/lobby/socket"):
                for version in (1, protocol.VERSION + 1):
                    async with server.socket(path) as client:
                        await client.send(type="hello", version=version)
                        assert (await client.next("reload"))["version"] == protocol.VERSION
                        await client.ended()
                        assert client.types() == ["reload"]

    play(situation())


@pytest.mark.parametrize("first", ['{"type":"ready","id":"a"}', "nonsense", '{"type":"hello"}', "[]"])
def test_who_does_not_say_hello_first_is_sent_away(tmp_path: Path, first: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            async with server.socket(f"/api/tables/{made['table']}/socket") as client:
                await client.socket.send_str(first)
                goodbye = await client.next("goodbye")
                assert (goodbye["cause"], goodbye["again"]) == ("rules", None)
                await client.ended()

    play(situation())


def test_who_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, hello_timeout=0.05) as server:
            made = await server.make()
            async with server.socket(f"/api/tables/{made['table']}/socket") as client:
                await client.ended()
                assert client.got == []

    play(situation())


def test_messages_that_cannot_be_read_are_answered_and_many_end_the_connection(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            seat = await server.sit(made["table"], "Ala")
            async with server.connect(made["table"], seat["token"]) as client:
                for text in ("nonsense", '{"type":"act"}', '{"type":"no_such"}', "[" * 5000):
                    await client.socket.send_str(text)
                    assert (await client.next("ack"))["problem"]["id"] == "malformed"
                await client.socket.send_bytes(b"\x00\xff")
                assert (await client.next("ack"))["problem"]["id"] == "malformed"
                assert (await client.ask("ready"))["problem"] is None
                for _ in range(talking.MOST_MISTAKES - 5):
                    await client.socket.send_str("{}")
                assert (await client.next("goodbye"))["cause"] == "rules"
                await client.ended()

    play(situation())


def test_an_oversized_message_ends_the_connection_and_nobody_elses(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_message=4096) as server, company(server, players=3) as people:
            await people.clients[0].socket.send_str("x" * 5000)
            await people.clients[0].ended()
            ack = await people.clients[1].ask("chat", text="still here")
            assert ack["problem"] is None
            await people.clients[2].reach(ack["n"])

    play(situation())


def test_ping_is_answered_with_the_servers_time(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            async with server.connect(made["table"]) as client:
                await client.send(type="ping", at=5)
                pong = await client.next("pong")
                assert pong["at"] == 5
                assert pong["server"] > 1_600_000_000_000

    play(situation())


# ---------------------------------------------------------------- coming back


def test_who_comes_back_gets_exactly_what_was_missed(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            table, token = people.table, people.tokens[2]
            await people.begin()
            stayed, left = people.clients[1], people.clients[2]
            seen = left.n
            await left.socket.close()
            for client in people.clients[:2]:
                for word in ("one", "two"):
                    await client.ask("chat", text=word)
            async with server.connect(table, token, seen=seen) as back:
                await back.reach(seen + 4)
                assert back.numbers == list(range(seen + 1, seen + 5))
                assert "snapshot" not in back.types()
                told = [text for text in back.raw if '"type":"chat"' in text]
                await stayed.reach(seen + 4)
                assert told == [text for text in stayed.raw if '"type":"chat"' in text]
            async with server.connect(table, token, seen=seen + 4) as back:
                await back.send(type="ping", at=1)
                await back.next("pong")
                assert back.numbers == []

    play(situation())


def test_missed_moves_are_told_again_as_they_were_told(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            seen = people.clients[0].n
            for number in range(6):
                await people.move(number)
            for seat, client in enumerate(people.clients):
                moves = [text for text in client.raw if '"type":"moved"' in text]
                async with server.connect(people.table, people.tokens[seat], seen=seen) as back:
                    await back.reach(seen + 6)
                    assert [text for text in back.raw if '"type":"moved"' in text] == moves

    play(situation())


def test_who_is_far_behind_or_ahead_gets_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "FEW_LINES", 3)

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            for word in "abcd":
                await people.clients[0].ask("chat", text=word)
            n = people.clients[0].n
            for seen, kinds in ((n - 3, ["chat"] * 3), (n - 4, ["snapshot"]), (n + 1, ["snapshot"])):
                async with server.connect(people.table, people.tokens[1], seen=seen) as back:
                    await back.send(type="ping", at=1)
                    await back.next("pong")
                    numbered = [kind for kind in back.types() if kind in ("chat", "snapshot")]
                    assert numbered == kinds

    play(situation())


def test_numbers_have_no_gaps_across_reconnects_and_restarts(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3) as people:
                await people.begin()
                await people.move()
                tokens, table = people.tokens, people.table
                numbers = [list(client.numbers) for client in people.clients]
            for _ in range(3):
                seen = numbers[0][-1]
                await server.restart()
                async with connected(server, table, tokens, seen=seen) as people:
                    for client, token in zip(people.clients, tokens, strict=True):
                        client.position = (await server.look(table, token))["position"]
                        client.n = seen
                    await people.move()
                    await people.clients[1].ask("chat", text="hello again")
                    await people.all_reach(people.clients[1].n)
                    for seat, client in enumerate(people.clients):
                        numbers[seat] += client.numbers
            for seen_by_one in numbers:
                from_snapshot = seen_by_one[0]
                assert seen_by_one == list(range(from_snapshot, from_snapshot + len(seen_by_one)))

    play(situation())


def test_an_unacknowledged_message_resent_after_a_restart_is_done_once(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3) as people:
                await people.begin()
                actor = next(client for client in people.clients if client.position["legal"])
                seat = people.clients.index(actor)
                legal = actor.position["legal"][0]
                act = {"id": "once", "seen": actor.n, "do": legal["id"], "args": legal["args"]}
                first = await actor.ask("act", **act)
            await server.restart()
            async with server.connect(people.table, people.tokens[seat], seen=first["n"]) as back:
                assert await back.ask("act", **act) == first
            assert (await server.look(people.table))["n"] == first["n"]

    play(situation())


def test_the_same_seat_on_two_devices_sees_the_same(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(server, players=3) as people,
            server.connect(people.table, people.tokens[0]) as phone,
        ):
            await phone.next("snapshot")
            await people.begin()
            await people.move()
            await phone.reach(people.clients[0].n)
            assert phone.position == people.clients[0].position

    play(situation())


# ---------------------------------------------------------------- what each one sees


def test_spectators_see_what_is_public_and_nothing_else(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(server, players=3) as people,
            server.connect(people.table) as watcher,
        ):
            await people.begin()
            for number in range(4):
                await people.move(number)
            await watcher.reach(people.clients[0].n)
            room = server.room(people.table)
            assert room.table.begun
            public = room.table.play.view(-1)
            assert watcher.position["legal"] == []
            assert watcher.position["view"] == _as_json(public)
            for message in ("ready", "take_back", "leave", "rematch"):
                assert (await watcher.ask(message))["problem"]["id"] == "not_seated"
            assert (await watcher.ask("chat", text="let me in"))["problem"]["id"] == "not_seated"
            assert (await watcher.ask("react", reaction="wow"))["problem"]["id"] == "not_seated"
            act = people.clients[0].position["to_act"]
            legal = people.clients[act[0]].position["legal"][0]
            ack = await watcher.ask("act", seen=watcher.n, do=legal["id"], args=legal["args"])
            assert ack["problem"]["id"] == "not_seated"

    play(situation())


def _as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_an_action_of_somebody_else_is_not_yours_to_do(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            actor = next(client for client in people.clients if client.position["legal"])
            other = next(client for client in people.clients if client is not actor)
            legal = actor.position["legal"][0]
            ack = await other.ask("act", seen=other.n, do=legal["id"], args=legal["args"])
            assert (ack["problem"]["id"], ack["problem"]["rules"]) == ("turn", "kosmiczni_piraci")
            nothing = await actor.ask("act", seen=actor.n, do="fly_to_the_moon")
            assert nothing["problem"]["rules"] == "kosmiczni_piraci"

    play(situation())


def test_clients_keep_nothing_of_each_others_messages(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            ack = await people.clients[0].ask("ready", id="private-id-of-ala")
            await people.all_reach(ack["n"])
            for client in people.clients[1:]:
                assert not any("private-id-of-ala" in text for text in client.raw)

    play(situation())


# ---------------------------------------------------------------- company


def test_chat_reaches_everybody_as_it_was_typed(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_chat=40) as server, company(server, players=3) as people:
            text = "<script>alert('x')</script> ☄ żółw"
            ack = await people.clients[1].ask("chat", text=f"  {text}\n")
            async with server.connect(people.table) as watcher:
                assert (await watcher.next("snapshot"))["chat"][0]["text"] == text
            for client in people.clients:
                said = await client.next("chat")
                assert (said["n"], said["seat"], said["text"]) == (ack["n"], 1, text)
            for wrong in (" \n ", "x" * 41):
                refused = await people.clients[1].ask("chat", text=wrong)
                assert refused["problem"]["id"] == "chat_too_long"

    play(situation())


def test_who_mutes_somebody_hears_them_no_more_but_misses_no_number(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            quiet, loud, other = people.clients
            assert (await quiet.ask("mute", seats=[1]))["problem"] is None
            ack = await loud.ask("chat", text="listen to me")
            await loud.ask("react", reaction="wow")
            await other.ask("chat", text="hello")
            await quiet.reach(ack["n"] + 1)
            assert [(m["n"], m["text"]) for m in quiet.got if m["type"] == "chat"] == [
                (ack["n"], None),
                (ack["n"] + 1, "hello"),
            ]
            assert (await other.next("chat"))["text"] == "listen to me"
            # Also in what is told again, and in a snapshot; and until it is taken back.
            token = people.tokens[0]
            async with server.connect(people.table, token, seen=ack["n"] - 1, muted=[1]) as back:
                assert (await back.next("chat"))["text"] is None
            async with server.connect(people.table, token, muted=[1]) as back:
                assert [said["text"] for said in (await back.next("snapshot"))["chat"]] == ["hello"]
            await quiet.ask("mute", seats=[])
            await loud.ask("chat", text="again")
            await quiet.first(lambda message: message.get("text") == "again")
            assert "reaction" not in quiet.types()

    play(situation())


def test_quick_reactions_reach_everybody_and_are_not_kept(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            before = (await server.look(people.table))["n"]
            for reaction in REACTIONS:
                assert (await people.clients[0].ask("react", reaction=reaction))["problem"] is None
                for client in people.clients:
                    told = await client.next("reaction")
                    assert (told["seat"], told["reaction"]) == (0, reaction)
            await people.clients[0].send(type="react", id="x", reaction="rude")
            refused = await people.clients[0].first(lambda message: message.get("id") == "")
            assert refused["problem"]["id"] == "malformed"
            assert (await server.look(people.table))["n"] == before

    play(situation())
