"""Pushes: a browser is called when its seat's turn comes, sealed and signed, and only while it is wanted."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from kosmoport.core.errors import BadInput
from kosmoport.house.turn_pushes import MOST_DEVICES
from kosmoport.server.keys import PUSH_KEY_FILE
from kosmoport.server.push.pusher import Pusher
from kosmoport.server.push.sealing import CURVE, seal
from kosmoport.server.push.vapid import GOOD_FOR, MOST_REMEMBERED, ORDER, Vapid
from kosmoport.table.requests import PushDevice
from tests.server.harness import PATIENCE, Company, Server, company, play, serving
from tests.server.push_service import Browser, claims_of, decode, encode, push_service
from tests.server.test_webhook_turns import PRIVATE, WRONG, act_for

SETTINGS = {"webhook_private": True, "push_contact": "mailto:me@example.org"}
UNHURRIED: dict[str, Any] = {"players": 3, "start": 0, "unhurried": True}


async def want(server: Server, people: Company, seat: int, browser: Browser, wanted: bool = True) -> Any:
    path, body = f"/api/tables/{people.table}/push", {"device": browser.device, "wanted": wanted}
    return await server.ask("PUT", path, body, people.tokens[seat])


async def endpoints(server: Server, table: str, seat: int) -> list[str]:
    """Whom the store knows for a seat."""
    kept = await server.store.pushes(table, seat)
    return [] if kept is None else [device["endpoint"] for device in json.loads(kept)]


async def until_nobody(server: Server, table: str, seat: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await endpoints(server, table, seat):
            await asyncio.sleep(0.01)


# ---------------------------------------------------------------- sealed and signed


def test_a_message_is_sealed_as_in_the_example_of_rfc_8291() -> None:
    private = decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decode("BTBZMqHH6r4Tts7J_aSIgg"),
        decode("DGv6ra1nlYgDCS1FRnbzlw"),
        ec.derive_private_key(int.from_bytes(private, "big"), CURVE),
    )
    assert encode(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_server_signs_for_each_service_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    vapid = Vapid(bytes(range(32)), "mailto:me@example.org")
    first = vapid.authorization("https://push.example.org")
    assert claims_of(first, vapid.public) == {
        "aud": "https://push.example.org",
        "exp": now + GOOD_FOR,
        "sub": "mailto:me@example.org",
    }
    assert vapid.authorization("https://push.example.org") == first
    assert claims_of(vapid.authorization("https://b.example"), vapid.public)["aud"] == "https://b.example"
    for later in (GOOD_FOR, -5 * GOOD_FOR):  # the clock was set back
        now = 1_000_000.0 + later
        assert (
            claims_of(vapid.authorization("https://push.example.org"), vapid.public)["exp"] == now + GOOD_FOR
        )
    for k in range(3 * MOST_REMEMBERED):
        vapid.authorization(f"https://{k}.example")
    assert len(vapid._signed) <= MOST_REMEMBERED
    assert "sub" not in claims_of(
        Vapid(bytes(32)).authorization("https://a.example"), Vapid(bytes(32)).public
    )
    assert Vapid(b"\xff" * 32).public != Vapid((ORDER - 1).to_bytes(32, "big")).public


# ---------------------------------------------------------------- at a table


def test_a_closed_browser_is_called_when_the_turn_comes(tmp_path: Path, where: str) -> None:
    async def situation() -> None:
        async with push_service() as service, serving(tmp_path, where=where, **SETTINGS) as server:
            async with company(server, **UNHURRIED) as people:
                phone, laptop = service.browser("phone"), service.browser("laptop")
                assert (await want(server, people, 1, phone)).json == {"called": True}
                assert (await want(server, people, 1, laptop)).json == {"called": True}
                await people.begin()
                await people.move()
                messages = {message.path: message for message in (await service.next(), await service.next())}
                key = (await server.ask("GET", "/api/push")).data()["key"]
                for name, browser, other in (("/phone", phone, laptop), ("/laptop", laptop, phone)):
                    message = messages[name]
                    assert browser.open(message.body) == {"event": "turn", "table": people.table}
                    with pytest.raises(InvalidTag):
                        other.open(message.body)
                    said = claims_of(message.headers["Authorization"], key)
                    assert (said["aud"], said["sub"]) == (service.url, "mailto:me@example.org")
                    assert 0 < said["exp"] - time.time() <= 24 * 3600
                    assert message.headers["Content-Encoding"] == "aes128gcm"
                    assert int(message.headers["TTL"]) > 0
                    assert len(message.headers["Topic"]) == 32
                    assert people.table not in str(message.headers)
                assert messages["/phone"].body != messages["/laptop"].body
            key_before = (tmp_path / PUSH_KEY_FILE).read_bytes()
            await server.restart()
            assert (tmp_path / PUSH_KEY_FILE).read_bytes() == key_before
            assert (await server.ask("GET", "/api/push")).data()["key"] == key
            assert (await want(server, people, 1, laptop, wanted=False)).json == {"called": False}
            for seat in (1, 2, 0):
                await act_for(server, people, seat)
            assert phone.open((await service.next()).body)["table"] == people.table
            assert service.messages.empty()

    play(situation())


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, status: int, where: str) -> None:
    async def situation() -> None:
        async with (
            push_service() as service,
            serving(tmp_path, where=where, **SETTINGS) as server,
            company(server, **UNHURRIED) as people,
        ):
            for name in ("old", "new"):
                await want(server, people, 1, service.browser(name))
            service.gone["/old"] = status
            await people.begin()
            await people.move()
            async with asyncio.timeout(PATIENCE):
                while await endpoints(server, people.table, 1) != [f"{service.url}/new"]:
                    await asyncio.sleep(0.01)

    play(situation())


def test_a_seat_has_few_browsers_and_each_of_them_once(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, **SETTINGS) as server, company(server, **UNHURRIED) as people:
            browsers = [Browser(f"https://push.example.org/{k}") for k in range(MOST_DEVICES + 2)]
            await asyncio.gather(*(want(server, people, 1, one) for one in browsers for _ in range(2)))
            assert await endpoints(server, people.table, 1) == [
                one.endpoint for one in browsers[-MOST_DEVICES:]
            ]
            for one in browsers:
                await want(server, people, 1, one, wanted=False)
            assert await server.store.pushes(people.table, 1) is None

    play(situation())


@pytest.mark.parametrize("ends", ["by itself", "by its host", "erased", "stood up"])
def test_nobody_is_called_where_nobody_s_turn_comes_any_more(tmp_path: Path, ends: str, where: str) -> None:
    """Nothing of it is kept: an endpoint is somebody's device."""

    async def situation() -> None:
        asked: dict[str, Any] = {"game": "kosmodraci", "players": 3, "unhurried": True}
        async with (
            serving(tmp_path, where=where, **SETTINGS) as server,
            company(server, **asked) as people,
        ):
            browser = Browser("https://push.example.org/x")
            assert (await want(server, people, 1, browser)).json == {"called": True}
            if ends == "by itself":
                await people.begin()
                await people.finish()
            elif ends == "by its host":
                await people.clients[0].ask("close")
            elif ends == "erased":
                path = f"/api/tables/{people.table}/name"
                assert (await server.ask("DELETE", path, token=people.tokens[1])).status == 200
            else:
                await people.clients[1].ask("leave")
            await until_nobody(server, people.table, 1)
            if ends in ("by itself", "by its host"):
                assert (await want(server, people, 1, browser)).json == {"called": False}
                assert await endpoints(server, people.table, 1) == []

    play(situation())


def test_where_people_hurry_nobody_is_called(tmp_path: Path) -> None:
    async def situation() -> None:
        async with push_service() as service, serving(tmp_path, **SETTINGS) as server:
            async with company(server, players=3, start=0) as people:
                assert (await want(server, people, 1, service.browser("x"))).json == {"called": False}
                await people.begin()
                await people.move()
                assert await server.store.pushes(people.table, 1) is None
            assert service.messages.empty()

    play(situation())


# ---------------------------------------------------------------- what strangers may ask for


def device(**changed: str) -> PushDevice:
    return PushDevice(**Browser("https://push.example.org/x").device | changed)


@pytest.mark.parametrize("url", [*PRIVATE, *WRONG, "http://push.example.org/x"])
def test_only_https_on_the_internet_is_called(url: str) -> None:
    with pytest.raises(BadInput, match=r"push service|IPv4"):
        Pusher(bytes(32)).check(device(endpoint=url))
    assert Pusher(bytes(32)).check(device()).endpoint == "https://push.example.org/x"


@pytest.mark.parametrize(
    "changed",
    [
        {"p256dh": encode(b"\x04" + bytes(64))},  # no point of the curve
        {"p256dh": encode(b"\x02" + bytes(64))},
        {"p256dh": encode(bytes(65))},
        {"p256dh": encode(bytes(64)) + "!"},
        {"auth": encode(bytes(17))},
        {"auth": "ü" * 22},
        {"auth": "A" * 21 + "B"},
    ],
)
def test_keys_that_no_browser_made_are_refused(changed: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="keys"):
        Pusher(bytes(32)).check(device(**changed))


@pytest.mark.parametrize(
    "changed",
    [{"endpoint": "https://a.example/" + "x" * 1000}, {"p256dh": "A" * 89}, {"auth": "A" * 25}, {"auth": ""}],
)
def test_what_is_too_long_is_refused_before_anything_is_understood(
    tmp_path: Path, changed: dict[str, str]
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, **UNHURRIED) as people:
            body = {"device": Browser("https://push.example.org/x").device | changed}
            path = f"/api/tables/{people.table}/push"
            reply = await server.ask("PUT", path, body, people.tokens[0])
            assert (reply.status, reply.error) == (400, "bad_body")
            for token in (None, people.host, "x"):
                right = {"device": Browser("https://push.example.org/x").device}
                assert (await server.ask("PUT", path, right, token)).status == 404

    play(situation())
