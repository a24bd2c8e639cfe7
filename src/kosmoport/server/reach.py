"""Where others on the network find this server; nothing is sent to find it out."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr

from kosmoport.house.inviting import only_here
from kosmoport.server.addresses import Address

# Bridges between this machine and what runs inside of it, by their usual names: no phone is there.
INSIDE = re.compile(r"(docker|podman|veth|virbr|vmnet|vboxnet|lxc|lxdbr|cni|br-[0-9a-f]{12}$|vEthernet)")
# Lines to another network: its people reach the machine there, those in the same room may not.
TUNNEL = re.compile(r"(tun|tap|wg|ppp|utun|tailscale|zt)")
# Somewhere outside, for documentation only: the system says by which of its addresses it would go there.
SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


class Reach:
    """What the server listens on, and which addresses lead there from elsewhere."""

    def __init__(self) -> None:
        self._listening: list[tuple[Address, int]] = []

    def listens(self, names: Iterable[tuple[str, int]]) -> None:
        """The server listens on these addresses and ports, the first of them first."""
        self._listening = [(ip_address(host.partition("%")[0]), port) for host, port in names]

    @property
    def for_others(self) -> bool:
        """Does it listen to more than this computer?"""
        return any(not address.is_loopback for address, _ in self._listening)

    def here(self) -> str:
        """Where this computer finds it."""
        address, port = self._listening[0]
        loopback = {4: "127.0.0.1", 6: "::1"}[address.version] if address.is_unspecified else str(address)
        return _base(ip_address(loopback), port)

    def elsewhere(self) -> list[str]:
        """Where others find it, the most likely first; looked up anew, since a laptop changes networks."""
        found: dict[str, None] = {}
        for address, port in self._listening:
            if address.is_unspecified:
                own = (one for one in own_addresses() if one.version == address.version)
                found |= dict.fromkeys(_base(one, port) for one in own)
            elif not address.is_loopback:
                found[_base(address, port)] = None
        return list(found)

    def invite(self, asked: str) -> str:
        """Where links begin in the answer to somebody who asked at this address."""
        if not only_here(asked):
            return asked
        return next(iter(self.elsewhere()), asked)


def _base(address: Address, port: int) -> str:
    return f"http://{f'[{address}]' if address.version == 6 else address}:{port}"


def own_addresses() -> list[Address]:
    """Addresses of this machine that others on its networks can call, the most likely first."""
    routed = {address for family in SOMEWHERE if (address := _routed(family)) is not None}
    found = {address: name for name, address in _interfaces() if INSIDE.match(name) is None}
    for address in routed - {address for _, address in _interfaces()}:  # the system does not list them
        found[address] = ""
    usable = [one for one in found if not (one.is_loopback or one.is_link_local or one.is_unspecified)]

    def rank(address: Address) -> tuple[bool, bool, bool, bool]:
        tunnel = TUNNEL.match(found[address]) is not None
        return address.version == 6, tunnel, address not in routed, not address.is_private

    return sorted(usable, key=rank)


def _interfaces() -> list[tuple[str, Address]]:
    """Name and address of every interface, as far as the system tells."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    return [(adapter.nice_name, _plain(ip.ip)) for adapter in adapters for ip in adapter.ips]


def _plain(address: str | tuple[str, int, int]) -> Address:
    return IPv4Address(address) if isinstance(address, str) else IPv6Address(address[0])


def _routed(family: socket.AddressFamily) -> Address | None:
    """The address by which this machine goes to the rest of the world; asking the system sends no packet."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((SOMEWHERE[family], 9))
            return ip_address(asking.getsockname()[0].partition("%")[0])
    except OSError:
        return None
