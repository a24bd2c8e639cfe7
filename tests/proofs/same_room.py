"""A laptop hosts and a phone joins, each in a network namespace of its own: `make room`, as root.

The laptop has a home network without a way out, a bridge to containers and nothing else; the phone is on the
home network. The address in the terminal must open on the phone, and so must the link that the host's page
shows, although the host opened it at 127.0.0.1. The same is then tried over IPv6.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.e2e.house import SETTINGS
from tests.e2e.visitor import CHROMIUM, FLAGS

LAPTOP, PHONE = "kosmoport-laptop", "kosmoport-phone"
NETWORK = f"""
netns add {LAPTOP}
netns add {PHONE}
-n {LAPTOP} link add wlan0 type veth peer name wlan0 netns {PHONE}
-n {LAPTOP} link add docker0 type veth peer name inside
-n {LAPTOP} link set lo up
-n {LAPTOP} link set wlan0 up
-n {LAPTOP} link set docker0 up
-n {PHONE} link set lo up
-n {PHONE} link set wlan0 up
-n {LAPTOP} address add 172.17.0.1/16 dev docker0
-n {LAPTOP} address add 10.77.0.1/24 dev wlan0
-n {LAPTOP} address add fd77::1/64 dev wlan0 nodad
-n {PHONE} address add 10.77.0.2/24 dev wlan0
-n {PHONE} address add fd77::2/64 dev wlan0 nodad
"""


def ip(*words: str, check: bool = True) -> None:
    subprocess.run(["ip", *words], check=check, stderr=None if check else subprocess.DEVNULL)


@contextlib.contextmanager
def two_machines() -> Iterator[None]:
    """A laptop and a phone on one network."""
    try:
        for line in NETWORK.strip().splitlines():
            ip(*line.split())
        yield
    finally:
        for name in (LAPTOP, PHONE):
            ip("netns", "delete", name, check=False)


@contextlib.contextmanager
def hosting(folder: Path, host: str) -> Iterator[list[str]]:
    """`kosmoport serve` on the laptop, as `make host` starts it; the addresses that its terminal says."""
    file = folder / "settings.toml"
    wishes = SETTINGS | {"host": host}
    file.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in wishes.items()))
    program = [sys.executable, "-m", "kosmoport", "serve", "--settings", str(file), "--data", str(folder)]
    process = subprocess.Popen(
        ["ip", "netns", "exec", LAPTOP, *program],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = [process.stdout.readline().strip().rpartition(" ")[2].rstrip("/") for _ in range(2)]
        yield said
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def browser_on(machine: str, playwright: Playwright, folder: Path) -> Browser:
    """A browser on one of the two machines."""
    starter = folder / machine
    starter.write_text(f'#!/bin/sh\nexec ip netns exec {machine} {CHROMIUM} "$@"\n')
    starter.chmod(0o700)
    return playwright.chromium.launch(executable_path=str(starter), args=FLAGS)


def evening(playwright: Playwright, folder: Path, host: str, printed: str, here: str) -> None:
    """The host opens a table at the computer's own address, and the phone follows what is shown there."""
    with hosting(folder, host) as said:
        port = urllib.parse.urlsplit(said[0]).port
        assert said == [f"http://{printed}:{port}", f"http://{here}:{port}"], said
        laptop, phone = (browser_on(machine, playwright, folder) for machine in (LAPTOP, PHONE))
        host_page, guest_page = (
            one.new_context(locale="en-GB", service_workers="block").new_page() for one in (laptop, phone)
        )
        host_page.goto(said[1])
        making = """() => fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({game: "kosmiczna_misja", players: 2})}).then((answer) => answer.json())"""
        made = host_page.evaluate(making)
        host_page.goto(f"{said[1]}/t/{made['table']}")
        link = f"{said[0]}/t/{made['table']}"
        assert made["link"] == link, made["link"]
        expect(host_page.get_by_text(link)).to_be_visible()
        expect(host_page.get_by_text("Only this computer")).to_have_count(0)
        guest_page.goto(said[0])  # what the terminal says and its code holds
        expect(guest_page.locator("h1").first).to_be_visible()
        guest_page.goto(link)
        guest_page.get_by_label("Your name").fill("Ola")
        guest_page.get_by_role("button", name="Sit down").click()
        expect(host_page.get_by_text("Ola")).to_be_visible()
        print(f"{host}: the terminal said {said[0]}, the phone followed {link} and sat down")
        laptop.close()
        phone.close()


def main() -> None:
    """Say so where it cannot be tried."""
    if os.name != "posix" or os.geteuid() != 0:
        sys.exit("make room needs root, for network namespaces; nothing was tried")
    with tempfile.TemporaryDirectory() as name, two_machines(), sync_playwright() as playwright:
        evening(playwright, Path(name), "0.0.0.0", "10.77.0.1", "127.0.0.1")
        evening(playwright, Path(name), "::", "[fd77::1]", "[::1]")


if __name__ == "__main__":
    main()
