"""Single words that strangers send: names, hosts, numbers, tokens, addresses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from ipaddress import ip_network
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
from multidict import CIMultiDict, MultiDict

from kosmoport.core.confusables import look_alike, skeleton
from kosmoport.core.errors import BadInput
from kosmoport.core.texts import MAX_NAME, clean, printable, shown_name
from kosmoport.games import GAMES, game_by_id
from kosmoport.house.http import Request
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.requests import (
    COOKIE,
    all_tokens_in,
    game_in,
    new_table_of,
    switch,
    token_in,
    whole_number,
)
from kosmoport.house.routes import SMALL_BODY, language_in
from kosmoport.house.tokens import Tokens
from kosmoport.server.addresses import client_networks, same_origin, scheme_of
from kosmoport.server.frames import WRONG, ClientFrames
from kosmoport.server.hosts import MOST_REMEMBERED, Hosts
from kosmoport.server.openapi import DEVICE
from kosmoport.server.push.pusher import Pusher
from kosmoport.server.push.sealing import seal
from kosmoport.server.push.vapid import from_unpadded
from kosmoport.server.settings import ServerSettings
from kosmoport.server.webhooks import check_url
from kosmoport.table import requests
from kosmoport.table.names import read_name
from tests.fuzz.feeding import asked as as_request
from tests.fuzz.feeding import body, done, parser, sent
from tests.server.fuzz_bytes import KeepingReader, frame
from tests.server.fuzz_mutations import broken, encoded, tampered

WORDS = (
    *("", " ", "0", "-1", "+1", "1_0", "٣", "1e3", "9" * 16, "9" * 5000, "null", "\x00", "\u202e", "é" * 200),
    *("1.2.3.4", "1.2.3.4:80", "1.2.3.4.5", "127.1", "0x7f.1", "::", ":" * 500, "[", "]", "[]", "[::1]:80"),
    *("::ffff:1.2.3.4", "fe80::1%eth0", "fe80::1%" + "x" * 5000, "https:", "//x", "https://x", "https://x/y"),
    *("http://x:99999", "https://x:", "https://x@y", "https://[::1", "https://[v1.x]", "https://1.2.3"),
    *("https://xn--" + "a" * 70, "https://ⓔxample.org", "https://exámple.org", "https://exa mple.org"),
    *("https://127.0.0.1", "https://0x7f000001", "https://2130706433", "https://[::ffff:127.0.0.1]"),
    *("https://%zz", "https://a..b", "https://-a", "https://example.org", "https://example.org:0"),
    *("https://example.org#x", "https://example.org?%zz", "https://example.org\\@x", "ftp://example.org"),
    *("https://a_b.example.org", "https://a~b.org", f"https://{'a' * 64}.org", "https://[::g]"),
    *("https://example.org:8443/x?y", "https://example.org/" + "a" * 2000, "http", "https"),
)


PUSHER = Pusher(bytes(32))
ADDRESSES = [text for text in WORDS if text.startswith("http")]


def word(rng: Random) -> str:
    text = rng.choice(WORDS)
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(text) + 1)
        piece = rng.choice((rng.choice(WORDS), chr(rng.randrange(0x250)), rng.choice(":/.@%[]#?,;= ")))
        text = text[:place] + piece + text[place + rng.randrange(3) :]
    return text


LETTERS = (
    *("a", "Ż", "ř", "ß", "\u0430", "l", "I", "1", " ", "\u2800", "\u3164", "\u00ad", "\u200b", "\u200c"),
    *("\u200d", "\u202e", "\u2066", "\ufeff", "\x00", "\x1b", "\n", "\u2028", "\ud800", "\ue000", "\u0378"),
    *("\u0600", "\u0301", "\u20dd", "\u0903", "\u094d", "\u0915", "\u0627", "\u05d0", "\ufe0f", "\u180b"),
    *("\U000e0100", "\U0001f468", "\U0001f3f4", "\U000e0067", "\ufdfa", "\u1e9b\u0323", "\U0001fbff"),
    *("\u01c4", "\u0915\u200d\u094d\U000e0067\u093c"),  # what has to be looked at twice
    "a" + "\u1b44\U0001d165\u200d" * 9 + "\u093c",  # or too often
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)


@parser
def lines_of_text(rng: Random) -> None:
    """Names, ships, chat: cleaned once, for good, and shown in a terminal."""
    text = "".join(rng.choice(LETTERS) for _ in range(rng.choice((1, 3, 8, 30, 120))))
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert printable(text).isprintable() or not text.isprintable()
    assert len(shown_name(text)) <= MAX_NAME
    assert skeleton(skeleton(text)) == skeleton(text)
    look_alike(text, cleaned)
    read_name(text)


HOSTS = Hosts(ServerSettings(public_url="https://play.example.org", allowed_hosts=("attic",)))
FULL_HOSTS = Hosts(ServerSettings(public_url="https://play.example.org"))
FULL_HOSTS._welcome = set(map(str, range(MOST_REMEMBERED)))


@parser
def hosts(rng: Random) -> None:
    ours = ("localhost", "a.localhost:80", "attic.", "PLAY.example.org:443", "[::1]:8400", "10.0.0.7")
    named = (*ours, "evil.example", "attic:99999", "[1::2::3]", word(rng))
    given = [rng.choice(named) for _ in range(rng.choice((0, 1, 1, 1, 1, 2)))]
    headers = CIMultiDict[str]([("Host", name) for name in given])
    request: Any = SimpleNamespace(headers=headers, host=rng.choice((*given, *named)))
    rng.choice((HOSTS, FULL_HOSTS)).check(request)


@parser
def query_switches(rng: Random) -> None:
    query = MultiDict([("replace", rng.choice(("true", "false", "yes", word(rng))))] * rng.randrange(2))
    request: Any = SimpleNamespace(query=query)
    switch(request, "replace")


@parser
def new_tables_as_bodies(rng: Random) -> None:
    """What may be large is the component file alone."""
    asked: dict[str, Any] = {"game": "piraci", "components": rng.choice((None, "x" * rng.choice((5, 300))))}
    more: tuple[dict[str, Any], ...] = ({}, {"options": {"x" * SMALL_BODY: 1}}, {"more": 1})
    asked |= rng.choice(more)
    data = sent(rng, asked)

    async def chunks() -> AsyncIterator[bytes]:
        yield data[: len(data) // 2]
        yield data[len(data) // 2 :]

    length = rng.choice((None, len(data), 10**9))
    content_type = rng.choice(("application/json",) * 7 + ("Application/JSON ; x", "text/plain"))
    request = as_request(chunks, length, content_type, rng.choice(("identity",) * 8 + ("gzip",)))
    done(new_table_of(request, 200))
    done(new_table_of(request, 200))  # as when a handler is called again


@parser
def tokens(rng: Random) -> None:
    house = Tokens(b"k" * 32)
    token = house.issue("table", rng.choice(("1", "host", "9")), "nonce")
    if rng.random() < 0.1:  # signed by us, long ago
        said = rng.choice((["table"], "table", ["table", 1, "nonce"], None))
        token = house._signed(msgspec.json.encode(said))
    text = rng.choice((tampered(rng, token), tampered(rng, token), word(rng), token, token + word(rng)))
    if house.read(text) is None:
        raise BadInput("no token")


@parser
def credentials(rng: Random) -> None:
    """Whose token a request brings: a program's in a header, a browser's in a cookie, or both."""
    house = Tokens(b"k" * 32)
    tables: Any = SimpleNamespace(tokens=house)
    ours = house.issue("table", rng.choice(("1", "host")), "nonce")
    texts = (ours, ours, tampered(rng, ours), word(rng), "")
    scheme = rng.choice(("Bearer ", "bearer ", "Bearer", "Basic ", "Bearer  ", word(rng)))
    request = Request("GET", "/")
    if rng.random() < 0.5:
        request.headers = {"Authorization": scheme + rng.choice(texts)}
    if rng.random() < 0.5:
        request.cookies = {COOKIE: rng.choice(texts)}
    said = all_tokens_in(tables, request)
    assert (one := token_in(tables, request)) is None or one in said
    if not said:
        raise BadInput("no token")


@parser
def addresses_of_games(rng: Random) -> None:
    """Which game, by which rules, in which language, as an address names them."""
    game = rng.choice(GAMES)
    names = (*[game.id] * 5, word(rng))
    query = rng.choice(({}, {"rules": str(game.version)}, {"rules": rng.choice(("0", "1", "99", word(rng)))}))
    params = {"game": rng.choice(names), "language": rng.choice(("en", "pl", "cs", "tlh", "x", word(rng)))}
    request = Request("GET", "/", params, query)
    game_in(request).words(language_in(request))


@parser
def frames(rng: Random) -> None:
    """Frames of a socket, cut anywhere: masked ones pass as they are, after another nothing does."""
    sizes = (0, 1, 125, 126, 127, 65_535, 65_536)
    sent = b"".join(
        frame(
            b"x" * rng.choice(sizes),
            rng.randrange(16),
            mask=rng.choice((*[b"abcd"] * 12, None)),
            declared=rng.choice((*[None] * 12, 0, 126, 2**16, 2**63)),
        )
        for _ in range(rng.randrange(1, 5))
    )
    if rng.random() < 0.2:
        sent = broken(rng, sent)
    reader, left = KeepingReader(), rng.choice((1, 3, 9))

    def wait() -> float:
        nonlocal left
        left -= 1
        return 0.0 if left >= 0 else 1.0

    lines = ClientFrames(reader, wait, lambda: None)
    cuts = sorted(rng.randrange(len(sent) + 1) for _ in range(rng.randrange(6)))
    for low, high in pairwise((0, *cuts, len(sent))):
        if lines.feed_data(sent[low:high])[0]:
            assert reader.got.endswith(WRONG)
            assert sent.startswith(reader.got.removesuffix(WRONG))
            raise BadInput("a frame that may not be")
    lines.feed_eof()
    assert sent.startswith(reader.got)
    assert len(sent) - len(reader.got) <= 9  # a head whose rest has not come


@parser
def query_numbers(rng: Random) -> None:
    request: Any = SimpleNamespace(query=MultiDict([("seat", word(rng))] if rng.random() < 0.9 else []))
    number = whole_number(request, "seat", low=rng.choice((-1, 0)))
    assert number is None or -1 <= number < 10**15


NETWORKS = tuple(map(ip_network, ("10.0.0.0/8", "::1", "1.2.3.0/24")))


@parser
def origins(rng: Random) -> None:
    """Who sends a request, by what its headers say."""
    headers = CIMultiDict[str]()
    for name in ("X-Forwarded-For", "X-Forwarded-Proto", "Origin", "Host", "Cookie"):
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            headers.add(name, ",".join(word(rng) for _ in range(rng.choice((1, 1, 3, 40)))))
    if rng.random() < 0.3:
        hops = ("10.9.9.9", "10.9.9.9", "[::1]:80", "::ffff:1.2.3.4", "203.0.113.5:1234")
        headers["X-Forwarded-For"] = ", ".join(rng.choice(hops) for _ in range(3))
    remote = rng.choice(("10.1.2.3", "::1", "8.8.8.8", "", None, "1.2.3.4"))
    request: Any = SimpleNamespace(remote=remote, headers=headers, scheme="http")
    assert client_networks(request, NETWORKS)
    assert scheme_of(request, NETWORKS) in ("http", "https")
    if not same_origin(request, ("https://play.example.org",), NETWORKS):
        raise HTTPError(404)


@parser
def webhooks(rng: Random) -> None:
    asked = {"url": rng.choice((word(rng), rng.choice(ADDRESSES)))}
    data = encoded(asked) if rng.random() < 0.5 else sent(rng, asked)
    text = body(data, requests.WebhookAt, SMALL_BODY).url
    assert text is None or check_url(text, allow_private=rng.random() < 0.5).isascii()


@parser
def pushes(rng: Random) -> None:
    """Keys that are nearly right, or nothing of the kind."""
    asked: dict[str, Any] = {"endpoint": rng.choice((word(rng), rng.choice(ADDRESSES)))}
    for name, right in (("p256dh", DEVICE["p256dh"]), ("auth", DEVICE["auth"])):
        k = rng.randrange(len(right))
        near = right[:k] + rng.choice("AZaz09-_=+/ü") + right[k + rng.randrange(2) :]
        asked[name] = rng.choice((right, near, word(rng)))
    wish = {"device": asked, "wanted": rng.random() < 0.5}
    data = encoded(wish) if rng.random() < 0.7 else sent(rng, wish)
    device = PUSHER.check(body(data, requests.PushTo, SMALL_BODY).device)
    assert seal(b"", from_unpadded(device.p256dh), from_unpadded(device.auth))


@parser
def game_names(rng: Random) -> None:
    game_by_id(rng.choice((word(rng), rng.choice(GAMES).id)))
