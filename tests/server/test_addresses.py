"""Only trusted proxies are believed about who is behind them, and only own pages may act."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from kosmoport.core.errors import BadInput
from kosmoport.server.addresses import (
    client_networks,
    is_public,
    read_networks,
    same_origin,
    scheme_of,
)

PROXIES = read_networks(["10.0.0.0/8", "::1", "127.0.0.1"])


def asked(peer: str | None, *headers: tuple[str, str], method: str = "POST") -> web.Request:
    """A request that came over a connection from `peer`."""
    transport = Mock()
    facts = {"peername": (peer, 4711) if peer else None, "sslcontext": None}
    transport.get_extra_info = lambda name, default=None: facts.get(name, default)
    return make_mocked_request(method, "/", CIMultiDict(headers), transport=transport)


def forwarded(peer: str, *texts: str) -> str:
    return client_networks(asked(peer, *(("X-Forwarded-For", text) for text in texts)), PROXIES)[0]


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        (None, "unknown"),
    ],
)
def test_without_a_proxy_the_peer_is_the_client(peer: str | None, address: str) -> None:
    assert client_networks(asked(peer, ("X-Forwarded-For", "198.51.100.1")), ())[0] == address
    assert client_networks(asked(peer), PROXIES)[0] == address


def test_a_stranger_cannot_choose_an_address() -> None:
    assert forwarded("192.0.2.7", "198.51.100.1") == "192.0.2.7"


@pytest.mark.parametrize(
    ("texts", "address"),
    [
        (["198.51.100.1"], "198.51.100.1"),
        (["1.1.1.1, 198.51.100.1"], "198.51.100.1"),  # the left one is the client's invention
        (["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
        (["1.1.1.1, 198.51.100.1, 10.2.3.4,10.9.9.9"], "198.51.100.1"),
        (["198.51.100.1:5000"], "198.51.100.1"),
        (["[2001:db8::1]:5000"], "2001:db8::/64"),
        (["::ffff:198.51.100.1"], "198.51.100.1"),
        (["10.1.1.1, 10.2.2.2"], "10.1.1.1"),  # a client inside the trusted network
        (["198.51.100.1, nonsense"], "10.0.0.1"),
        (["198.51.100.1, nonsense, 10.2.3.4"], "10.2.3.4"),
        ([""], "10.0.0.1"),
        ([], "10.0.0.1"),
        (["198.51.100.1" + ", 10.0.0.2" * 16], "10.0.0.2"),
    ],
)
def test_behind_trusted_proxies_the_rightmost_stranger_is_the_client(texts: list[str], address: str) -> None:
    assert forwarded("10.0.0.1", *texts) == address


def test_around_an_address_of_ipv6_there_are_networks_that_one_client_may_have() -> None:
    around = client_networks(asked("2001:db8:1:abcd:3:4:5:6"), PROXIES)
    assert around == ("2001:db8:1:abcd::/64", "2001:db8:1:ab00::/56", "2001:db8:1::/48")
    assert client_networks(asked("::ffff:192.0.2.7"), PROXIES) == ("192.0.2.7",)
    behind = asked("10.0.0.1", ("X-Forwarded-For", "2001:db8:2::1"))
    assert client_networks(behind, PROXIES)[-1] == "2001:db8:2::/48"
    assert client_networks(asked(None), PROXIES) == ("unknown",)


def test_networks_are_read_or_refused() -> None:
    assert [str(network) for network in PROXIES] == ["10.0.0.0/8", "::1/128", "127.0.0.1/32"]
    with pytest.raises(BadInput, match=r"must be an address or a network"):
        read_networks(["10.0.0.0/99"])


@pytest.mark.parametrize(
    ("origin", "host", "fits"),
    [
        ("http://play.example:8000", "play.example:8000", True),
        ("http://PLAY.example:8000", "play.example:8000", True),
        ("http://play.example", "play.example:80", True),
        ("https://friend.example", "play.example", True),
        ("https://friend.example:443", "play.example", True),
        ("http://friend.example", "play.example", False),
        ("https://play.example", "play.example", False),
        ("http://play.example:8001", "play.example:8000", False),
        ("http://evil.example", "play.example", False),
        ("http://play.example.evil.example", "play.example", False),
        ("http://play.example@evil.example", "play.example", False),
        ("http://user@play.example", "play.example", False),
        ("http://play.example/page", "play.example", False),
        ("null", "play.example", False),
        ("null", "", False),
        ("", "", False),
        ("http://", "", False),
        ("http://[::1", "[::1", False),
        ("http://play.example:x", "play.example:x", False),
        ("file://", "play.example", False),
    ],
)
def test_the_page_must_be_ours_or_listed(origin: str, host: str, fits: bool) -> None:
    request = asked("192.0.2.7", ("Origin", origin), ("Host", host), ("Cookie", "seat=x"))
    assert same_origin(request, ["https://friend.example"]) is fits


def test_two_origins_are_none() -> None:
    own = ("Origin", "http://play.example")
    assert not same_origin(asked("192.0.2.7", own, own, ("Host", "play.example")), ())


def test_a_program_without_a_cookie_needs_no_origin() -> None:
    assert same_origin(asked("192.0.2.7", ("Host", "play.example")), ())
    assert not same_origin(asked("192.0.2.7", ("Host", "play.example"), ("Cookie", "seat=x")), ())


def test_behind_a_proxy_that_ends_tls_the_page_is_https() -> None:
    headers = [("Origin", "https://play.example"), ("Host", "play.example"), ("X-Forwarded-Proto", "https")]
    assert same_origin(asked("10.0.0.1", *headers), (), PROXIES)
    assert not same_origin(asked("192.0.2.7", *headers), (), PROXIES)
    assert scheme_of(asked("10.0.0.1", ("X-Forwarded-Proto", "http, https")), PROXIES) == "https"
    assert scheme_of(asked("10.0.0.1", ("X-Forwarded-Proto", "gopher")), PROXIES) == "http"


@pytest.mark.parametrize("address", ["8.8.8.8", "192.0.1.1", "2606:4700::1111", "2a00:1450::1"])
def test_hosts_on_the_internet_are_public(address: str) -> None:
    assert is_public(address)


PRIVATE = (
    "0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 "
    "192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.1.1.1 "
    "240.0.0.1 255.255.255.255 168.63.129.16 :: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 ::127.0.0.1 "
    "64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 fc00::1 "
    "fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2606:4700::1%eth0"
)


@pytest.mark.parametrize("address", PRIVATE.split())
def test_other_addresses_are_not(address: str) -> None:
    assert not is_public(address)
