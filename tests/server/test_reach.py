"""Where others find the server: its addresses on the network, the links it gives, what the terminal says."""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path

import ifaddr
import pytest
import segno
from rich.console import Console

from kosmoport.house.inviting import only_here
from kosmoport.server import greeting, reach
from kosmoport.server.addresses import Address
from kosmoport.server.reach import Reach, own_addresses
from tests.server.harness import play, serving

HOME, WIRED, VPN, DOCKER = "192.168.1.5", "10.0.0.7", "10.8.0.2", "172.17.0.1"
Network = Callable[..., None]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """A machine with these interfaces, which goes out by these of its addresses."""

    def be(*interfaces: tuple[str, str], out: Sequence[str] = ()) -> None:
        def adapters() -> list[ifaddr.Adapter]:
            return [
                ifaddr.Adapter(
                    name, name, [ifaddr.IP((address, 0, 0) if ":" in address else address, 24, name)]
                )
                for name, address in interfaces
            ]

        def routed(family: int) -> Address | None:
            of_family = (ip_address(one) for one in out if ("." in one) == (family == socket.AF_INET))
            return next(of_family, None)

        monkeypatch.setattr(ifaddr, "get_adapters", adapters)
        monkeypatch.setattr(reach, "_routed", routed)

    be()
    return be


def found() -> list[str]:
    return list(map(str, own_addresses()))


def listening(*names: tuple[str, int]) -> Reach:
    made = Reach()
    made.listens(names)
    return made


def test_the_address_of_the_home_network_comes_first(network: Network) -> None:
    network(
        *(("lo", "127.0.0.1"), ("docker0", DOCKER), ("br-0123456789ab", "172.18.0.1"), ("eth0", WIRED)),
        *(("wlan0", HOME), ("tun0", VPN), ("wlan0", "fd00::5"), ("wlan0", "fe80::5"), ("lo", "::1")),
        out=[HOME, "fd00::5"],
    )
    assert found() == [HOME, WIRED, VPN, "fd00::5"]


def test_a_way_out_through_a_tunnel_does_not_beat_the_room(network: Network) -> None:
    network(("tun0", VPN), ("wlan0", HOME), out=[VPN])
    assert found() == [HOME, VPN]


def test_a_network_without_a_way_out_is_one_too(network: Network) -> None:
    network(("lo", "127.0.0.1"), ("br-lan", HOME))
    assert found() == [HOME]


def test_where_the_system_does_not_list_its_interfaces_the_way_out_counts(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    network(out=[HOME])

    def fails() -> None:
        raise OSError("no such call")

    monkeypatch.setattr(ifaddr, "get_adapters", fails)
    assert found() == [HOME]
    network()
    assert found() == []


def test_this_machine_is_asked_without_a_fault() -> None:
    assert not any(address.is_loopback or address.is_link_local for address in own_addresses())


def test_links_lead_to_the_machine_where_it_listens_to_others(network: Network) -> None:
    network(("wlan0", HOME), ("wlan0", "fd00::5"))
    house, here, both = listening(("0.0.0.0", 8400)), listening(("127.0.0.1", 8400)), listening(("::", 80))
    for asked in (
        "http://127.0.0.1:8400",
        "http://localhost:8400",
        "http://[::1]:8400",
        "http://0.0.0.0:8400",
    ):
        assert house.invite(asked) == f"http://{HOME}:8400"
        assert here.invite(asked) == asked
        assert both.invite(asked) == "http://[fd00::5]:80"
    for asked in ("http://attic.local:8400", "https://play.example.org", f"http://{WIRED}:8400"):
        assert house.invite(asked) == asked
    assert listening((WIRED, 80)).invite("http://localhost:80") == f"http://{WIRED}:80"
    assert Reach().invite("http://localhost") == "http://localhost"


@pytest.mark.parametrize(
    "base, here",
    [
        *(
            (f"http://{name}:8400", True)
            for name in ("127.1.2.3", "localhost.", "a.localhost", "[::1]", "0.0.0.0")
        ),
        *((f"http://{name}:8400", False) for name in (HOME, "attic", "localhost.example", "[fd00::5]")),
        ("", True),
    ],
)
def test_some_addresses_lead_every_computer_to_itself(base: str, here: bool) -> None:
    assert only_here(base) is here


def test_the_server_says_where_links_begin(tmp_path: Path, network: Network) -> None:
    async def situation() -> None:
        network(("wlan0", HOME))
        async with serving(tmp_path) as server:

            async def said(**headers: str) -> tuple[str, bool]:
                told = (await server.ask("GET", "/api/invitation", headers=headers)).data()
                made = (await server.ask("POST", "/api/tables", {"game": "piraci"}, headers=headers)).data()
                assert made["link"] == f"{told['base']}/t/{made['table']}"
                return told["base"], told["reaches_others"]

            assert await said() == (server.url, False)
            assert await said(Host=f"{HOME}:8400") == (f"http://{HOME}:8400", True)
            server.parts.reach.listens([("0.0.0.0", 8400)])
            assert await said() == (f"http://{HOME}:8400", True)
            made = await server.make()
            seat = await server.sit(made["table"], "Ada", made["token"])
            assert seat["link"].startswith(f"http://{HOME}:8400/t/")
        async with serving(tmp_path, public_url="https://play.example.org") as server:
            told = (await server.ask("GET", "/api/invitation")).data()
            assert told == {"base": "https://play.example.org", "reaches_others": True}

    play(situation())


# ---------------------------------------------------------------- the terminal


def greeted(capsys: pytest.CaptureFixture[str], to: Reach, public_url: str = "") -> list[str]:
    greeting.greet(to, public_url)
    return capsys.readouterr().out.splitlines()


def test_the_terminal_says_every_way_to_the_server(
    capsys: pytest.CaptureFixture[str], network: Network
) -> None:
    network(("eth0", WIRED), ("wlan0", HOME), out=[HOME])
    assert greeted(capsys, listening(("127.0.0.1", 8400))) == ["Kosmoport is at http://127.0.0.1:8400/"]
    assert greeted(capsys, listening(("0.0.0.0", 8400))) == [
        f"Kosmoport is at http://{HOME}:8400/",
        f"also at http://{WIRED}:8400/",
        "on this computer at http://127.0.0.1:8400/",
    ]
    assert greeted(capsys, listening((HOME, 80))) == [f"Kosmoport is at http://{HOME}:80/"]
    public = greeted(capsys, listening(("127.0.0.1", 8400)), "https://play.example.org")
    assert public == ["Kosmoport is at https://play.example.org/"]
    network()
    assert greeted(capsys, listening(("0.0.0.0", 8400))) == [
        "Kosmoport is at http://127.0.0.1:8400/",
        greeting.NO_NETWORK,
    ]


def shown(width: int = 80, encoding: str = "utf-8", terminal: bool = True) -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    console = Console(file=out, width=width, force_terminal=terminal, color_system=None)
    greeting.show_code(console, f"http://{HOME}:8400/")
    out.seek(0)
    return out.read()


def test_a_terminal_shows_the_address_as_a_code() -> None:
    rows = shown().splitlines()
    light = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    code = segno.make(f"http://{HOME}:8400/", error="m", micro=False)
    matrix = [[bool(dark) for dark in row] for row in code.matrix_iter(border=4)]
    for y, row in enumerate(matrix):
        assert [not light[one][y % 2] for one in rows[y // 2]] == row
    assert len(rows) == (len(matrix) + 1) // 2


def test_no_code_where_nobody_could_read_it() -> None:
    assert shown(width=30) == ""
    assert shown(encoding="ascii") == ""
    assert shown(terminal=False) == ""
