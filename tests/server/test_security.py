"""What outsiders can try: foreign tokens and ids, other sites, floods, and logs that must keep secrets."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from kosmoport.server.headers import CONTENT_SECURITY_POLICY
from kosmoport.server.logs import setup_logs
from kosmoport.server.openapi import DEVICE
from kosmoport.table.settings import NewTable
from tests.server.harness import COOKIE, NO_LIMITS, Reply, company, play, serving
from tests.server.store.places import every_table

UNKNOWN = "AbCdEfGhJkMnPqRsTuVw23"


def everything(reply: Reply) -> tuple[int, dict[str, str], bytes]:
    """All that a client can tell two answers apart by."""
    headers = {name: value for name, value in reply.headers.items() if name != "Date"}
    return reply.status, headers, reply.body


# ---------------------------------------------------------------- tokens and ids


def test_unknown_and_forbidden_answer_with_the_same_bytes(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            other = await server.make("piraci")
            elsewhere = await server.sit(other["table"], "Iga")
            removed = people.tokens[2]
            await people.clients[0].ask("remove", seat=2)
            forged = people.tokens[0][:-3] + ("aaa" if not people.tokens[0].endswith("aaa") else "bbb")
            requests: tuple[tuple[str, str, Any], ...] = (
                ("PUT", "seat", None),
                ("POST", "messages", {"type": "ready", "id": "a"}),
                ("PUT", "webhook", {"url": None}),
                ("PUT", "push", {"device": DEVICE}),
                ("DELETE", "name", None),
            )
            for method, path, body in requests:
                unknown = await server.ask(method, f"/api/tables/{UNKNOWN}/{path}", body, people.tokens[0])
                assert unknown.status == 404
                tokens = [None, "nonsense", forged, elsewhere["token"], other["token"]]
                tokens += [removed] if path != "name" else []  # they may still have their name erased
                for token in tokens:
                    forbidden = await server.ask(method, f"/api/tables/{people.table}/{path}", body, token)
                    assert everything(forbidden) == everything(unknown), (path, token)

    play(situation())


def test_ids_that_cannot_exist_answer_like_those_that_do_not(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            unknown = await server.ask("GET", f"/api/tables/{UNKNOWN}")
            assert unknown.status == 404
            strange = (
                "x",
                "x" * 65,
                "x" * 2000,
                "%00",
                "%F0%9F%98%80",
                "..%2f..%2fetc",
                "'%20OR%201=1",
                "-1",
            )
            for table in strange:
                for path in ("", "/record", "/frames", "/messages"):
                    reply = await server.ask("GET", f"/api/tables/{table}{path}")
                    assert everything(reply) == everything(unknown), (table, path)
            with pytest.raises(aiohttp.WSServerHandshakeError) as handshake:
                async with server.socket(f"/api/tables/{UNKNOWN}/socket"):
                    pass
            assert handshake.value.status == 404

    play(situation())


def test_a_token_of_another_table_only_watches_here(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            other = await server.make()
            foreign = await server.sit(other["table"], "Iga", other["token"])
            await people.begin()
            for token in (foreign["token"], other["token"], "x" * 300, "", people.tokens[0] + "x"):
                async with server.connect(people.table, token) as client:
                    assert (client.welcome["seat"], client.welcome["host"]) == (None, False)
                    snapshot = await client.next("snapshot")
                    assert snapshot["position"]["legal"] == []
                    assert (await client.ask("leave"))["problem"]["id"] == "not_seated"

    play(situation())


def test_the_link_of_a_table_gives_nobody_a_token(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, public=True) as people:
            await people.begin()
            secrets = [token.encode() for token in (*people.tokens, people.host)]
            nonces = [server.tables.tokens.read(token) for token in people.tokens]
            secrets += [nonce.nonce.encode() for nonce in nonces if nonce is not None]
            secrets.append(server.room(people.table).table.secret.hex().encode())
            table = f"/api/tables/{people.table}"
            for path in (f"/t/{people.table}", table, f"{table}/messages", f"{table}/frames", "/api/tables"):
                reply = await server.ask("GET", path)
                assert "Set-Cookie" not in reply.headers
                assert not any(secret in reply.body for secret in secrets), path
            async with server.connect(people.table, people.tokens[1]) as client:
                await client.next("snapshot")
                others = [secret.decode() for secret in secrets]
                assert not any(secret in text for text in client.raw for secret in others)

    play(situation())


def test_seat_numbers_that_do_not_exist_are_no_way_in(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make("kosmiczna_misja", players=2)
            nonce = server.tables.tokens.new_nonce()
            for sender in ("0", "1", "4", "host"):
                token = server.tables.tokens.issue(made["table"], sender, nonce)
                reply = await server.ask("PUT", f"/api/tables/{made['table']}/seat", token=token)
                assert reply.status == 404

    play(situation())


# ---------------------------------------------------------------- other sites


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", "file://"])
def test_pages_of_other_sites_cannot_act_or_listen(tmp_path: Path, origin: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala", players=3) as people:
            page = {"Origin": origin, "Cookie": f"{COOKIE}={people.tokens[0]}"}
            message = {"type": "ready", "id": "a"}
            table = f"/api/tables/{people.table}"
            before = (await server.look(people.table))["n"]
            unsafe: tuple[tuple[str, str, Any], ...] = (
                ("POST", "/api/tables", {"game": "piraci"}),
                ("POST", f"{table}/seats", {"name": "Eve"}),
                ("POST", f"{table}/messages", message),
                ("PUT", f"{table}/seat", None),
                ("PUT", f"{table}/webhook", {"url": None}),
                ("PUT", f"{table}/push", {"device": DEVICE}),
                ("DELETE", f"{table}/name", None),
            )
            for method, path, body in unsafe:
                assert (await server.ask(method, path, body, headers=page)).status == 404
            for path in (f"{table}/socket", "/api/lobby/socket"):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    async with server.socket(path, page):
                        pass
                assert refused.value.status == 404
            assert (await server.look(people.table))["n"] == before
            assert len(await every_table(server.store)) == 1

    play(situation())


def test_a_cookie_without_an_origin_is_not_enough(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala", players=3) as people:
            cookie = {"Cookie": f"{COOKIE}={people.tokens[0]}"}
            message = {"type": "ready", "id": "a"}
            path = f"/api/tables/{people.table}/messages"
            assert (await server.ask("POST", path, message, headers=cookie)).status == 404
            own = cookie | {"Origin": server.url}
            assert (await server.ask("POST", path, message, headers=own)).status == 200

    play(situation())


def test_sites_that_the_settings_name_may_use_the_server(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, allowed_origins=("https://friend.example",)) as server:
            friend = {"Origin": "https://friend.example"}
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"}, headers=friend)).status == 201
            async with server.socket("/api/lobby/socket", friend) as client:
                await client.send(type="hello", version=3)
                await client.next("lobby")

    play(situation())


def test_every_answer_carries_the_policy_that_lets_nothing_foreign_run(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            paths = ["/", f"/t/{made['table']}", f"/t/{UNKNOWN}", "/sw.js", "/assets/../app.py"]
            paths += ["/api/games", "/api/openapi.json", "/healthz", "/metrics", "/nothing", "/api/tables/x"]
            for path in paths:
                reply = await server.ask("GET", path)
                policy = reply.headers["Content-Security-Policy"]
                assert policy == CONTENT_SECURITY_POLICY
                assert "unsafe" not in policy
                assert reply.headers["X-Content-Type-Options"] == "nosniff"
                assert reply.headers["Referrer-Policy"] == "no-referrer"
                if path.startswith("/api"):
                    assert reply.headers["Cache-Control"] == "no-store"

    play(situation())


def test_the_page_has_no_inline_script_or_style(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            first, table = [await server.ask("GET", path) for path in ("/", f"/t/{made['table']}")]
            assert first.body == table.body  # one page for all; nothing of a table is written into it
            text = first.body.decode().lower()
            assert "<script>" not in text
            assert "<style" not in text
            assert " onclick=" not in text
            assert " style=" not in text

    play(situation())


# ---------------------------------------------------------------- floods


@pytest.mark.parametrize(
    "rule, method, path, body",
    [
        ("read", "GET", "/api/games", None),
        ("read", "GET", "/api/tables", None),
        ("read", "GET", "/healthz", None),
        ("read", "GET", "/api/openapi.json", None),
        ("create", "POST", "/api/tables", {"game": "piraci"}),
        ("sit", "POST", "/api/tables/{table}/seats", {"name": "Ala"}),
        ("sit", "PUT", "/api/tables/{table}/seat", None),
        ("message", "POST", "/api/tables/{table}/messages", {"type": "ready", "id": "a"}),
        ("webhook", "PUT", "/api/tables/{table}/webhook", {"url": None}),
        ("push", "PUT", "/api/tables/{table}/push", {"device": DEVICE}),
        ("erase", "DELETE", "/api/tables/{table}/name", None),
        ("record", "GET", "/api/tables/{table}/record", None),
        ("record", "GET", "/api/tables/{table}/frames", None),
        ("page", "GET", "/", None),
        ("page", "GET", "/t/{table}", None),
        ("open", "GET", "/api/lobby/socket", None),
        ("open", "GET", "/api/tables/{table}/socket", None),
    ],
)
def test_who_asks_too_often_is_told_when_to_come_back(
    tmp_path: Path, rule: str, method: str, path: str, body: Any
) -> None:
    async def situation() -> None:
        limits = ",".join(part for part in NO_LIMITS.split(",") if not part.startswith(f"{rule}="))
        async with serving(tmp_path, limits=f"{limits},{rule}=2/hour") as server:
            table = await server.tables.making.create(NewTable(game="piraci"), "somewhere")
            where = path.replace("{table}", table[0])
            replies = [await server.ask(method, where, body) for _ in range(3)]
            assert [reply.status == 429 for reply in replies] == [False, False, True]
            assert 0 < int(replies[2].headers["Retry-After"]) <= 3600
            assert replies[2].error == "too_many"

    play(situation())


def test_guessing_ids_and_tokens_is_slow(tmp_path: Path) -> None:
    async def situation() -> None:
        limits = NO_LIMITS.replace("wrong=off", "wrong=3/hour")
        async with serving(tmp_path, limits=limits) as server:
            made = await server.make()
            guesses = [
                await server.ask("GET", f"/api/tables/{UNKNOWN}"),
                await server.ask("PUT", f"/api/tables/{made['table']}/seat", token="wrong"),
                await server.ask("GET", f"/api/tables/{UNKNOWN}/record"),
                await server.ask("PUT", f"/api/tables/{made['table']}/seat", token="wrong"),
                await server.ask("GET", f"/api/tables/{UNKNOWN}"),
            ]
            assert [reply.status for reply in guesses] == [404, 404, 404, 429, 429]
            assert (await server.ask("GET", f"/api/tables/{made['table']}")).status == 200

    play(situation())


@pytest.mark.parametrize(
    "rule, message",
    [
        ("chat", {"type": "chat", "text": "hello"}),
        ("react", {"type": "react", "reaction": "wow"}),
        ("message", {"type": "ready"}),
        ("act", {"type": "act", "seen": 1, "do": "lay"}),
        ("socket", {"type": "ready"}),
    ],
)
def test_a_seat_that_talks_too_fast_is_answered_so_and_stays(
    tmp_path: Path, rule: str, message: dict[str, Any]
) -> None:
    async def situation() -> None:
        limits = NO_LIMITS.replace(f"{rule}=off", f"{rule}=2/hour")
        async with (
            serving(tmp_path, limits=limits) as server,
            company(server, "Ala Ola", players=3) as people,
        ):
            ala, ola = people.clients
            type, fields = message["type"], {k: v for k, v in message.items() if k != "type"}
            answers = [await ala.ask(type, **fields) for _ in range(3)]
            fast = [(ack["problem"] or {}).get("id") == "too_fast" for ack in answers]
            assert fast == [False, False, True]
            assert answers[2]["problem"]["args"]["wait"] > 0
            if rule != "socket":  # limits of a seat are nobody else's; those of an address are
                assert ((await ola.ask(type, **fields))["problem"] or {}).get("id") != "too_fast"

    play(situation())


def test_by_requests_a_seat_is_as_limited_as_by_its_socket(tmp_path: Path) -> None:
    async def situation() -> None:
        limits = NO_LIMITS.replace("chat=off", "chat=2/hour")
        async with serving(tmp_path, limits=limits) as server, company(server, "Ala", players=3) as people:
            await people.clients[0].ask("chat", text="one")
            await server.tell(people.table, people.tokens[0], type="chat", text="two")
            path = f"/api/tables/{people.table}/messages"
            third = await server.ask("POST", path, {"type": "chat", "id": "c", "text": "3"}, people.tokens[0])
            assert third.status == 429

    play(situation())


def test_limits_count_the_visitor_behind_a_trusted_proxy(tmp_path: Path) -> None:
    async def situation() -> None:
        limits = NO_LIMITS.replace("read=off", "read=1/hour")
        trusted = (ip_network("127.0.0.0/8"),)
        async with serving(tmp_path, limits=limits, trusted_proxies=trusted) as server:

            async def visit(address: str) -> int:
                headers = {"X-Forwarded-For": address}
                return (await server.ask("GET", "/api/games", headers=headers)).status

            visits = [await visit(address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")]
            assert visits == [200, 429, 200]
            # IPv6 counts by the network that one household has.
            assert [await visit(f"2001:db8:1:1::{n}") for n in (1, 2)] == [200, 429]

    play(situation())


def test_a_visitor_cannot_hide_behind_a_header(tmp_path: Path) -> None:
    async def situation() -> None:
        limits = NO_LIMITS.replace("read=off", "read=1/hour")
        async with serving(tmp_path, limits=limits) as server:
            statuses = [
                (await server.ask("GET", "/api/games", headers={"X-Forwarded-For": f"192.0.2.{n}"})).status
                for n in (1, 2)
            ]
            assert statuses == [200, 429]

    play(situation())


def test_one_address_has_only_so_many_open_tables(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables_per_address=2) as server:
            first = await server.make()
            await server.make()
            refused = await server.ask("POST", "/api/tables", {"game": "piraci"})
            assert (refused.status, refused.error) == (429, "too_many_tables")
            await server.tell(first["table"], first["token"], type="close")
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 201

    play(situation())


def test_the_server_has_only_so_many_open_tables_also_after_a_restart(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables=2) as server:
            first = await server.make()
            await server.make()
            for _ in range(2):
                refused = await server.ask("POST", "/api/tables", {"game": "piraci"})
                assert (refused.status, refused.error) == (503, "full")
                await server.restart()
            await server.tell(first["table"], first["token"], type="close")
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 201

    play(situation())


def test_many_tables_at_once_do_not_slip_past_the_bound(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables_per_address=3) as server:
            asked = [server.ask("POST", "/api/tables", {"game": "piraci"}) for _ in range(12)]
            statuses = [reply.status for reply in await asyncio.gather(*asked)]
            assert statuses.count(201) == 3
            assert statuses.count(429) == 9

    play(situation())


# ---------------------------------------------------------------- logs


def test_the_logs_of_a_whole_game_hold_no_token_name_chat_or_card(tmp_path: Path) -> None:
    stream = io.StringIO()
    handler = setup_logs("json", "debug")
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    secrets: list[str] = []

    async def situation() -> None:
        async with serving(tmp_path, log_level="debug") as server:
            async with company(server, "Hermenegilda Ola Ela", players=3, start=0) as people:
                await people.clients[0].ask("chat", text="supercalifragilistic")
                await people.begin()
                await people.clients[1].socket.send_str('{"type":"chat","id":"x","text":42,"y":"gibberish"}')
                await server.ask("GET", f"/api/tables/{people.table}?token={people.tokens[0]}")
                await server.ask("POST", "/api/tables", b'{"game": "quidditch"}')
                await people.finish()
                secrets.extend((*people.tokens, people.host, people.table))
                secrets.append(server.room(people.table).table.secret.hex())
            await server.ask("DELETE", f"/api/tables/{people.table}/name", token=people.tokens[0])

    try:
        play(situation())
    finally:
        logging.getLogger().removeHandler(handler)
        logging.getLogger().setLevel(logging.WARNING)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert {"/api/tables/{table}", "/api/tables/{table}/name"} <= {line.get("route") for line in lines}
    text = stream.getvalue()
    words = ("Hermenegilda", "supercalifragilistic", "gibberish", "quidditch", '"lay"', "planet", "card")
    for secret in (*secrets, *words):
        assert secret not in text, secret


def test_an_error_inside_tells_the_client_only_where_to_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()

            async def broken(*_: Any, **__: Any) -> None:
                raise RuntimeError("the ace of spades")

            monkeypatch.setattr(server.store, "tables", broken)
            reply = await server.ask("GET", "/api/tables")
            assert (reply.status, reply.error) == (500, "unexpected")
            assert "spades" not in reply.sentence
            assert (await server.look(made["table"]))["phase"] == "gathering"

    play(situation())
