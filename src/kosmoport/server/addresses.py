"""Who is at the other end: the client behind a proxy, the page it came from, and which hosts are public."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import urlsplit

from aiohttp import web

from kosmoport.core.errors import BadInput

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Networks = tuple[str, ...]
"""A client as it is counted: its address, and the networks around it that one client may own."""

UNKNOWN = "unknown"  # a peer without an address: a Unix socket, a connection that is gone
MOST_HOPS = 16
COUNTED_BITS = (64, 56, 48)  # of IPv6: what one machine has, what a household gets, what anybody may rent
DEFAULT_PORTS = {"http": 80, "https": 443}

# What `ipaddress` calls global and is not somebody's host on the internet; 168.63.129.16 is a cloud's own.
NOT_PUBLIC_4 = tuple(map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32")))
# Of IPv6 only global unicast, less tunnels to IPv4 (Teredo and kin, 6to4) and documentation. Mapped,
# translated (NAT64), local, link-local and multicast addresses lie outside of it.
PUBLIC_6 = IPv6Network("2000::/3")
NOT_PUBLIC_6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))


def read_networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """Networks of trusted proxies as a person writes them: `10.0.0.0/8`, `::1`."""
    try:
        return tuple(ip_network(text.strip()) for text in texts)
    except ValueError as error:
        raise BadInput(
            f"a trusted proxy must be an address or a network such as 10.0.0.0/8: {error}"
        ) from None


def client_networks(request: web.BaseRequest, trusted: Sequence[Network]) -> Networks:
    """The client's address for limits and counts, and the networks around it that are counted too.

    Of IPv6 the address is its /64, since one client owns all of that.
    """
    address = plain_address(request.remote or "")
    if address is None:
        return (UNKNOWN,)
    if is_in(address, trusted):
        address = _forwarded(request, trusted, address)
    return networks_of(address)


@lru_cache(maxsize=4096)
def networks_of(address: Address) -> Networks:
    """An IPv4 address alone; of IPv6 the /64, /56 and /48, as whoever has many of the one has the next."""
    if isinstance(address, IPv4Address):
        return (str(address),)
    return tuple(str(IPv6Network((address, bits), strict=False)) for bits in COUNTED_BITS)


def _forwarded(request: web.BaseRequest, trusted: Sequence[Network], peer: Address) -> Address:
    """Each proxy writes its peer at the right end; what stands left of an untrusted one is hearsay."""
    hops = ",".join(request.headers.getall("X-Forwarded-For", [])).split(",")
    address = peer
    for text in hops[: -MOST_HOPS - 1 : -1]:
        hop = plain_address(text)
        if hop is None:
            return address
        address = hop
        if not is_in(address, trusted):
            return address
    return address


@lru_cache(maxsize=4096)
def plain_address(text: str) -> Address | None:
    """The address in `1.2.3.4`, `1.2.3.4:80`, `[::1]:80` or `fe80::1%eth0`; IPv4 inside IPv6 as IPv4."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def is_in(address: Address, networks: Sequence[Network]) -> bool:
    """Whether one of the networks holds the address."""
    return any(address in network for network in networks)


def scheme_of(request: web.BaseRequest, trusted: Sequence[Network] = ()) -> str:
    """`http` or `https` as the browser sees it; a trusted proxy that ends TLS says so in a header."""
    peer = plain_address(request.remote or "")
    if peer is not None and is_in(peer, trusted):
        said = request.headers.get("X-Forwarded-Proto", "").rpartition(",")[2].strip().lower()
        if said in DEFAULT_PORTS:
            return said
    return request.scheme


def same_origin(request: web.BaseRequest, allowed: Sequence[str], trusted: Sequence[Network] = ()) -> bool:
    """Whether a page of this server, a listed one, or a program without cookies sends the request."""
    origins = request.headers.getall("Origin", [])
    if not origins:
        return "Cookie" not in request.headers
    if len(origins) > 1:
        return False
    origin = _site(origins[0])
    own = _site(f"{scheme_of(request, trusted)}://{request.headers.get('Host', '')}")
    return origin is not None and origin in {own, *map(_site, allowed)}


def _site(text: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an origin, the default port filled in; None for `null` and nonsense."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    extras = parts.path.rstrip("/") or parts.query or parts.fragment or parts.username is not None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or extras:
        return None
    return parts.scheme, parts.hostname, DEFAULT_PORTS[parts.scheme] if port is None else port


def is_public(address: str) -> bool:
    """Whether an address belongs to a host on the internet."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        return ip.scope_id is None and ip in PUBLIC_6 and not any(ip in network for network in NOT_PUBLIC_6)
    special = ip.is_multicast or ip.is_reserved or ip.is_loopback or ip.is_link_local or ip.is_unspecified
    return ip.is_global and not special and not any(ip in network for network in NOT_PUBLIC_4)
