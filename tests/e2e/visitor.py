"""A visitor: a browser profile with one page, its wishes (size, language, motion), and the errors it met."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Response, WebSocket, expect

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",  # the checks may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {
    "phone": (390, 844),
    "sideways": (844, 390),  # a phone on its side
    "small": (667, 375),  # and a smaller one
    "tablet": (768, 1024),
    "desktop": (1440, 900),
}
LOCALES = {"en": "en-GB", "pl": "pl-PL", "cs": "cs-CZ"}
BLOCKED = "Service Worker registration blocked by Playwright"  # as these visitors wish
PATIENCE = 60_000  # ms; nothing that is awaited takes so long unless it is broken

expect.set_options(timeout=PATIENCE)

Size = Literal["phone", "sideways", "small", "tablet", "desktop"]
Language = Literal["en", "pl", "cs"]


class Visitor:
    """A person at a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: Size = "desktop",
        language: Language = "en",
        motion: bool = False,
        dark: bool = False,
        settings: dict[str, Any] | None = None,
        workers: Literal["allow", "block"] = "block",
    ) -> None:
        width, height = SIZES[size]
        self.address = address
        self.errors: list[str] = []
        self.frames: list[str] = []  # everything that came over sockets
        self.bodies: list[Response] = []
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            locale=LOCALES[language],
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme="dark" if dark else "light",
            has_touch=size != "desktop",
            service_workers=workers,
        )
        if settings:
            stored = json.dumps(json.dumps(settings))
            self.context.add_init_script(
                f"const key = 'kosmoport.settings';"
                f"if (localStorage.getItem(key) === null) localStorage.setItem(key, {stored});"
            )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self._watch(self.page)

    def close(self) -> None:
        self.context.close()

    def go(self, path: str) -> None:
        self.page.goto(path)

    def start(
        self, game: str, players: int | None = None, name: str = "Ada", level: str = "beginner"
    ) -> None:
        """From the game's page into a game with bots."""
        self.go(f"/g/{game}")
        self.page.click("[data-preset=bots]")
        self.page.fill("#name", name)
        if players is not None:
            self.page.check(f"input[name=players][value='{players}']")
        self.page.check(f"input[name=level][value='{level}']")
        self.page.click("form button.main")
        self.page.wait_for_url("**/t/*")
        self.page.wait_for_selector("main.board svg, main.board button")

    def complaints(self) -> list[str]:
        """What axe-core finds wrong with the page as it is."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run().then((all) => all.violations)")
        return [
            f"{one['id']}: {one['help']} ({len(one['nodes'])}, first {one['nodes'][0]['html'][:200]})"
            for one in found
        ]

    def scrolls(self) -> bool:
        """Whether anything of the page lies outside the window."""
        too_large = "() => root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1"
        return bool(self.page.evaluate(too_large.replace("root", "document.documentElement")))

    def _watch(self, page: Page) -> None:
        def said(message: ConsoleMessage) -> None:
            blocked = message.text.startswith(BLOCKED)
            if message.type in ("error", "warning") and not blocked:
                self.errors.append(f"{message.type}: {message.text} ({page.url})")

        def failed(error: Error) -> None:
            self.errors.append(f"error: {error.message}")

        def opened(socket: WebSocket) -> None:
            socket.on("framereceived", lambda data: self.frames.append(str(data)))

        page.on("console", said)
        page.on("pageerror", failed)
        page.on("websocket", opened)
        page.on("response", lambda response: self.bodies.append(response))
