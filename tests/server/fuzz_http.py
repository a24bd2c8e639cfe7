"""Requests of every kind against tables that must not change: tokens, bodies, queries, headers, bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from kosmoport.server.openapi import DEVICE
from kosmoport.table import protocol
from tests.server import fuzz_bytes as wire
from tests.server import fuzz_mutations as wrong
from tests.server import fuzz_people as people
from tests.server.fuzz_scene import HOST, SPECTATOR, Role, Scene, Untouchable, bearer, timeless

Json = Any
NOT_FOUND = b'{"error":{"id":"not_found","text":"There is nothing here, or it is not for you."}}'
METHODS = (
    "GET",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "HEAD",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "QUERY",
)
TAILS = (
    *(
        "",
        "/seats",
        "/seat",
        "/messages",
        "/webhook",
        "/push",
        "/name",
        "/record",
        "/frames",
        "/why",
        "/hint",
    ),
    *("/socket", "/x", "/"),
)
PLACES = (
    *("/", "/t/{table}", "/index.html", "/assets/..%2f..%2fapi.py", "/assets/%2e%2e/app.py", "/healthz"),
    *("/metrics", "/api/openapi.json", "/api/games", "/api/games/{game}/words/en", "/api/games/x/words/pl"),
    *("/api/games/{game}/rules/pl", "/api/games/{game}/components", "/api/games/{game}/lesson/words/cs"),
    *("/api/games/{game}/lesson", "/g/{game}/rules", "/t/{table}/replay"),
    *("/api/games/{game}/words/%00", "/api/games/{game}/words/..", "/api/tables", "/api/tables/", "/api"),
    *("/api/lobby/socket", "//api/tables", "/API/TABLES", "/api/tables/{table}/../{table}", "/.git/config"),
    *("/favicon.ico", "/api/tables/%7btable%7d", "*", "/%", "/%zz", "/?{table}", "/api/tables;x/{table}"),
)
NEW_TABLE: dict[str, Json] = {
    "game": "kosmiczni_piraci",
    "players": 3,
    "options": {"players": 3},
    "bots": [None, None, None],
    "colours": ["green", "yellow", "purple"],
    "start": "random",
    "public": False,
    "unhurried": True,
    "clock": {"type": "bank", "seconds": 600, "increment": 5},
    "timeout_level": "casual",
    "components": "a = 1",
    "sealed": False,
    "take_back": True,
}
SIT_DOWN: dict[str, Json] = {"name": "Ala", "seat": 1, "age": 20, "colour": "red", "token": "x"}


@dataclass
class Shot:
    """A request, and what its answer may be."""

    kind: str
    data: bytes
    method: str = "GET"
    about: str | None = None  # the table whose public matters may be in the answer
    allowed: tuple[str, ...] = ()  # secrets of that table that may be
    verify: Callable[[wire.Answer], None] = lambda answer: None
    loose: bool = False  # may be so wrong that it is no HTTP


class Requests:
    """Makes requests and judges answers."""

    def __init__(self, scene: Scene, made: list[tuple[str, str]]) -> None:
        self.scene = scene
        self.kinds: Sequence[Callable[[Requests, Random], Shot]] = KINDS
        self.made = made  # tables that came of it after all, with their hosts' tokens

    def shot(self, rng: Random) -> Shot:
        return rng.choice(self.kinds)(self, rng)

    # ------------------------------------------------------------ reading

    def read(self, rng: Random) -> Shot:
        """Somebody looks, as themselves or as nobody: exactly what they may know comes back."""
        table = rng.choice(self.scene.tables)
        role, token = people.somebody(rng, self.scene, table)
        path, status, body = self._expected(rng, table, role)

        def verify(answer: wire.Answer) -> None:
            assert (answer.status, timeless(answer.body)) == (status, body), f"{role} sees something else"

        headers = bearer(token)
        if token and rng.random() < 0.2:
            headers = {"Cookie": f"kosmoport_seat={token}"}
        data = wire.request("GET", f"/api/tables/{table.id}{path}", headers)
        kind = "reading as nobody" if role is SPECTATOR else "reading"
        return Shot(kind, data, about=table.id, verify=verify)

    def _expected(self, rng: Random, table: Untouchable, role: Role) -> tuple[str, int, bytes]:
        pick = rng.random()
        if pick < 0.45:
            return "", 200, table.snapshots[role]
        if pick < 0.8:
            seen = rng.choice(table.seen)
            return "/messages" + ("" if seen is None else f"?after={seen}"), 200, table.missed[role, seen]
        seat = rng.choice((None, -1, *range(table.players)))
        return "/frames" + ("" if seat is None else f"?seat={seat}"), *table.frames[role, seat]

    def record(self, rng: Random) -> Shot:
        """Only the finished game that is not sealed is open."""
        table = rng.choice(self.scene.tables)
        _, token = people.somebody(rng, self.scene, table)

        def verify(answer: wire.Answer) -> None:
            assert (answer.status == 200) == (table.kind == "over"), answer.status

        allowed = _IN_A_RECORD if table.kind == "over" else ()
        data = wire.request("GET", f"/api/tables/{table.id}/record", bearer(token))
        return Shot("records", data, about=table.id, allowed=allowed, verify=verify)

    # ------------------------------------------------------------ changing

    def unauthorised(self, rng: Random) -> Shot:
        """What only a seat or the host may do, with a token that is not theirs."""
        table = rng.choice(self.scene.tables)
        token = people.wrong_token(rng, self.scene, table)
        method, tail, body = rng.choice(_SEATS_ONLY)
        if tail == "/name" and token in table.dead:  # who was sent away may still have their name deleted
            token = ""
        message = people.refused(rng, table, rng.choice(list(table.tokens))) if body == "message" else body
        data = None if message is None else wrong.encoded(message)
        request = wire.request(method, f"/api/tables/{table.id}{tail}", bearer(token), data)
        return Shot("unauthorised", request, method, verify=_not_found)

    def message(self, rng: Random) -> Shot:
        """A message that is refused, of somebody who may speak."""
        table = rng.choice(self.scene.tables)
        role = rng.choice(list(table.tokens))
        again = people.replayed(rng, table, role) if rng.random() < 0.15 else None
        message, n = again if again is not None else (people.refused(rng, table, role), None)

        def verify(answer: wire.Answer) -> None:
            ack = msgspec.json.decode(answer.body, type=protocol.Ack)
            assert answer.status == 200
            assert ack.n == n, "done a second time, or for somebody else"
            assert (ack.problem is None) == (n is not None), f"{role} was allowed to {message}"

        request = wire.request(
            "POST",
            f"/api/tables/{table.id}/messages",
            bearer(table.tokens[role]),
            wrong.encoded(message),
        )
        kind = "messages refused" if n is None else "messages repeated"
        return Shot(kind, request, "POST", about=table.id, verify=verify)

    def malformed(self, rng: Random) -> Shot:
        table = rng.choice(self.scene.tables)
        role, token = people.somebody(rng, self.scene, table)
        headers: dict[str, str | bytes] = {**bearer(token)}
        if rng.random() < 0.2:
            headers["Content-Type"] = rng.choice(_CONTENT_TYPES)
        data = people.malformed(rng, table, role)
        request = wire.request("POST", f"/api/tables/{table.id}/messages", headers, data)

        def verify(answer: wire.Answer) -> None:
            if answer.status == 200:
                ack = msgspec.json.decode(answer.body, type=protocol.Ack)
                assert ack.problem is not None, f"{role} was allowed to {data!r}"

        return Shot("messages malformed", request, "POST", about=table.id, verify=verify)

    def seat(self, rng: Random) -> Shot:
        """There is no seat to be had at these tables; a host who sits already is told where."""
        table = rng.choice(self.scene.tables)
        role, token = people.somebody(rng, self.scene, table)
        asked = {**SIT_DOWN, "token": rng.choice((None, people.wrong_token(rng, self.scene, table)[:300]))}
        body = wrong.mutated(rng, asked) if rng.random() < 0.8 else wrong.encoded(asked)
        request = wire.request("POST", f"/api/tables/{table.id}/seats", bearer(token), body)

        def verify(answer: wire.Answer) -> None:
            assert role == HOST or answer.status >= 400, f"{role} was given a seat"
            assert answer.status >= 400 or json.loads(answer.body)["token"] == table.tokens[0]

        allowed = ("token",) if role == HOST else ()
        return Shot("seats", request, "POST", about=table.id, allowed=allowed, verify=verify)

    def claim(self, rng: Random) -> Shot:
        """A seat's holder gets the token they showed, and no other."""
        table = rng.choice(self.scene.tables)
        seat = rng.randrange(table.players)
        token = table.tokens[seat]

        def verify(answer: wire.Answer) -> None:
            assert answer.status == 200
            assert json.loads(answer.body)["token"] == token
            others = [text for role, text in table.tokens.items() if role != seat]
            assert not any(text.encode() in answer.head + answer.body for text in others)

        data = wire.request("PUT", f"/api/tables/{table.id}/seat", bearer(token))
        return Shot("own seat", data, "PUT", about=table.id, allowed=("token",), verify=verify)

    def webhook(self, rng: Random) -> Shot:
        """Addresses that must not be called, of somebody who may give one."""
        table = rng.choice(self.scene.tables)
        token = table.tokens[rng.randrange(table.players)]
        body = wrong.encoded({"url": rng.choice(_URLS)})
        request = wire.request("PUT", f"/api/tables/{table.id}/webhook", bearer(token), body)
        return Shot("webhooks", request, "PUT", about=table.id, verify=_no_success)

    def push(self, rng: Random) -> Shot:
        """Browsers that must not be called, or that are none."""
        table = rng.choice(self.scene.tables)
        token = table.tokens[rng.randrange(table.players)]
        device = (
            DEVICE | {rng.choice(("p256dh", "auth")): str(wrong.nasty(rng))} if rng.random() < 0.5 else DEVICE
        )
        body = wrong.encoded({"device": device | {"endpoint": rng.choice(_URLS)}})
        request = wire.request("PUT", f"/api/tables/{table.id}/push", bearer(token), body)
        return Shot("pushes", request, "PUT", about=table.id, verify=_no_success)

    def create(self, rng: Random) -> Shot:
        """Tables as nobody would ask for them; one that can be after all is closed again."""
        few = {name: value for name, value in NEW_TABLE.items() if name == "game" or rng.random() < 0.3}
        body = wrong.mutated(rng, few)
        headers: dict[str, str | bytes] = {}
        if rng.random() < 0.1:
            headers["Host"] = rng.choice(_HOSTS)
        if rng.random() < 0.05:
            headers["Content-Encoding"] = rng.choice(("gzip", "deflate", "identity", "x", "gzip, gzip"))

        def verify(answer: wire.Answer) -> None:
            if answer.status == 201:
                made = json.loads(answer.body)
                self.made.append((made["table"], made["token"]))

        request = wire.request("POST", "/api/tables", headers, body)
        return Shot("new tables", request, "POST", verify=verify, loose="Content-Encoding" in headers)

    def odd(self, rng: Random) -> Shot:
        """Any method on any address, with anything in the query and the headers."""
        table = rng.choice(self.scene.tables)
        method = rng.choice(METHODS)
        place = rng.choice(PLACES) if rng.random() < 0.5 else "/api/tables/{table}" + rng.choice(TAILS)
        shown = place.replace("{table}", _id(rng, table)).replace("{game}", table.game)
        headers = {name: rng.choice(values) for name, values in _HEADERS.items() if rng.random() < 0.2}
        body = wrong.mutated(rng, rng.choice((NEW_TABLE, SIT_DOWN))) if rng.random() < 0.3 else None
        if method == "POST" and body is not None and "/api/tables" in shown:
            method = "PATCH"  # those that would be understood have kinds of their own
        request = wire.request(method, shown + rng.choice(_QUERIES), headers, body)
        allowed = _IN_A_RECORD if table.kind == "over" and "/record" in shown else ()
        return Shot("odd requests", request, method, about=table.id, allowed=allowed, loose=True)


def _no_success(answer: wire.Answer) -> None:
    assert 400 <= answer.status < 500, answer.status


def _not_found(answer: wire.Answer) -> None:
    assert (answer.status, answer.body) == (404, NOT_FOUND), answer


def _id(rng: Random, table: Untouchable) -> str:
    place = rng.randrange(len(table.id))
    return rng.choice(
        (
            table.id,
            table.id,
            table.id[:place],
            table.id[:place] + "x" + table.id[place + 1 :],
            table.id.lower(),
            table.id + "%00",
            table.id + "%20",
            "%" + table.id,
            f"%{ord(table.id[0]):02x}" + table.id[1:],
            "a" * rng.choice((1, 64, 65, 3000)),
            "%ff%fe",
            "%ed%a0%80",
            "..",
            "0",
            "-1",
            "null",
        )
    )


_IN_A_RECORD = ("value", "secret")
_SEATS_ONLY: tuple[tuple[str, str, Json], ...] = (
    ("POST", "/messages", "message"),
    ("POST", "/messages", "message"),
    ("PUT", "/seat", None),
    ("PUT", "/webhook", {"url": None}),
    ("PUT", "/webhook", {"url": "https://example.org/x"}),
    ("PUT", "/push", {"device": DEVICE}),
    ("DELETE", "/name", None),
)
_CONTENT_TYPES = (
    *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "/", "json"),
    *(
        "application/json; charset=utf-16",
        "application/json;;;",
        "APPLICATION/JSON",
        "application/json, text/x",
    ),
)
_HOSTS = ("", "a b", "[::1", "a:99999999", "a:b", b"\xff\xfe", "a/b", "@@", "x" * 300, "127.0.0.1:0", "ż.pl")
_URLS: tuple[Json, ...] = (
    *(
        "http://127.0.0.1/",
        "http://localhost:1/",
        "http://[::1]/",
        "http://10.0.0.1/",
        "http://169.254.169.254/",
    ),
    *(
        "file:///etc/passwd",
        "gopher://x/",
        "http://a@b/",
        "http://0x7f000001/",
        "http://2130706433/",
        "",
        "x",
    ),
    *(
        "http://[::ffff:127.0.0.1]/",
        "https://" + "a" * 2001,
        "http://\u0000/",
        "http://a b/",
        "//x",
        1,
        [],
        {},
    ),
)
_QUERIES = (
    *(
        "",
        "",
        "",
        "?",
        "?after=-1",
        "?after=1e9",
        "?after=",
        "?after=%00",
        "?after=9999999999999999999",
        "?after=1&after=2",
    ),
    *(
        "?seat=5",
        "?seat=-2",
        "?seat=x",
        "?seat=0",
        "?seat=٣",
        "?phase=over",
        "?phase=x",
        "?phase=%ff",
        "?&&&==;",
    ),
    *("?" + "a=b&" * 500, "?token=x", "?[]", "?seat=+1", "?seat=1_0", "?after=0x10", "?phase[]=over"),
)
_HEADERS: dict[str, tuple[str | bytes, ...]] = {
    "Authorization": (
        "Bearer",
        "Bearer ",
        "bearer x",
        "Basic eDp4",
        b"Bearer \xff\xfe",
        "Bearer " + "a" * 5000,
        "x",
    ),
    "Cookie": (
        "kosmoport_seat=x",
        "kosmoport_seat",
        ";;;=",
        'kosmoport_seat="\\400',
        b"\xff=\xfe",
        "a=b; " * 300,
    ),
    "Origin": ("null", "http://evil.example", "http://127.0.0.1", "http://[", "x", "", b"\xff"),
    "Host": _HOSTS,
    "Expect": ("100-continue", "x"),
    "Accept": ("text/html", "*/*;q=x", b"\xff"),
    "Range": ("bytes=0-1", "bytes=-", "x"),
    "If-None-Match": ("*", '"x"'),
    "If-Modified-Since": ("x", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "X-Forwarded-For": ("1.2.3.4", "x, y, z", "," * 99),
    "X-Forwarded-Proto": ("https", "x"),
    "Content-Encoding": ("gzip", "deflate", "br", "zstd", "x"),
    "Upgrade": ("websocket", "h2c", "x"),
    "Connection": ("Upgrade", "keep-alive, Upgrade", "x"),
    "Sec-WebSocket-Version": ("13", "8", "x"),
    "Sec-WebSocket-Key": ("a29zbW9wb3J0LWZ1enotMQ==", "x", ""),
    "X-HTTP-Method-Override": ("DELETE",),
    "X" * 200: ("x" * 4000,),
}
KINDS = (
    *(Requests.read,) * 3,
    *(Requests.unauthorised,) * 4,
    *(Requests.message,) * 3,
    *(Requests.malformed,) * 4,
    *(Requests.seat,) * 2,
    *(Requests.odd,) * 4,
    Requests.create,
    Requests.claim,
    Requests.webhook,
    Requests.push,
    Requests.record,
)
