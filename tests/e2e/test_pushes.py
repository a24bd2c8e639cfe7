"""Being called with every page closed: offered, sent by the server, shown by the service worker, ended."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.e2e.house import House, serve
from tests.e2e.visitor import Language, Visitor
from tests.e2e.words import pages
from tests.server.push_service import Browser as Keys
from tests.server.push_service import claims_of

MISSION = "kosmiczna_misja"
# In place of the push service of a browser's maker, which is on the internet.
SUBSCRIBING = """(device) => {
    const one = { toJSON: () => ({ endpoint: device.endpoint, keys: device }),
        unsubscribe: async () => (localStorage.setItem("ended", "yes"), true) };
    PushManager.prototype.getSubscription = async () => one;
    PushManager.prototype.subscribe = async (options) =>
        (localStorage.setItem("key", options.applicationServerKey), one);
}"""


@contextmanager
def push_service() -> Iterator[tuple[str, queue.Queue[tuple[Any, bytes]]]]:
    """Its address, and what it was handed."""
    handed: queue.Queue[tuple[Any, bytes]] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # as its base calls it
            handed.put((self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(201)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", handed
        server.shutdown()


class Worker:
    """The service worker of a visitor, as DevTools reach it."""

    def __init__(self, visitor: Visitor, line: CDPSession) -> None:
        self._visitor, self._line = visitor, line
        self._registrations: list[str] = []
        line.on("ServiceWorker.workerRegistrationUpdated", self._noted)
        line.send("ServiceWorker.enable")

    def _noted(self, told: Any) -> None:
        self._registrations += [one["registrationId"] for one in told["registrations"]]

    def push(self, text: bytes) -> None:
        """What the browser does when the push service hands it a message."""
        self._line.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self._visitor.address,
                "registrationId": self._registrations[-1],
                "data": text.decode(),
            },
        )

    def ask(self, code: str) -> Any:
        return self._visitor.context.service_workers[-1].evaluate(code)

    def shown(self) -> Any:
        told = "(all) => all.map((one) => [one.title, one.body, one.tag])"
        return self.ask(f"() => registration.getNotifications().then({told})")


@pytest.fixture(scope="module")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that may call addresses of this machine."""
    with serve(tmp_path_factory.mktemp("caller"), webhook_private=True) as running:
        yield running


def play_on(house: House, table: str, token: str) -> None:
    """One action, whichever."""
    now = house.wait_for_turn(table, token)
    choice = now["position"]["legal"][0]
    house.send(table, token, type="act", seen=now["n"], do=choice["id"], args=choice["args"])


def test_a_closed_page_calls_whose_turn_it_is(browser: Browser, caller: House) -> None:
    words = pages("pl")
    with push_service() as (address, handed):
        keys = Keys(f"{address}/ada")
        table, tokens = caller.table("kosmiczni_piraci", ["Ada", "Bob", "Cyd"], players=3, start=1)
        caller.begin(table, tokens)
        ada = Visitor(browser, caller.address, language="pl", size="phone", workers="allow")
        ada.context.grant_permissions(["notifications"])
        ada.context.add_init_script(f"({SUBSCRIBING})({keys.device})")
        ada.go(f"/t/{table}#seat={tokens[0]}")
        ada.page.get_by_role("button", name=words["first.dismiss"]).click()  # one thing at a time
        offer = ada.page.get_by_role("note").filter(has_text=words["push.offer"])
        expect(offer).to_be_visible()
        assert ada.complaints() == []
        offer.get_by_role("button", name=words["push.yes"]).click()
        expect(offer).to_have_count(0)
        key = ada.page.evaluate("() => localStorage.getItem('key')")
        worker = Worker(ada, ada.context.new_cdp_session(ada.page))

        ada.page.goto("about:blank")  # no page of ours is open
        for token in tokens[1:]:
            play_on(caller, table, token)
        headers, body = handed.get(timeout=60)
        said = keys.open(body)
        assert said == {"event": "turn", "table": table}
        assert claims_of(headers["Authorization"], key)["aud"] == address
        worker.push(b'{"event": "turn", "table": "%s"}' % table.encode())
        shown = [["Kosmiczni Piraci", words["table.your_turn"], table]]
        for _ in range(200):
            if worker.shown() == shown:
                break
            ada.page.wait_for_timeout(50)
        assert worker.shown() == shown

        pressing = """async () => {
            let opened = null;
            self.clients.openWindow = async (url) => (opened = url);
            const [notification] = await registration.getNotifications();
            const event = new NotificationEvent("notificationclick", { notification });
            const waits = new Promise((done) => (event.waitUntil = done));
            dispatchEvent(event);
            await waits;
            return opened;
        }"""
        assert worker.ask(pressing) == f"/t/{table}"

        ada.go(f"/t/{table}")  # whoever looks is not called
        ada.page.wait_for_selector("main.board svg")
        ada.page.wait_for_function(
            "() => navigator.serviceWorker.ready.then((one) => one.getNotifications())"
            ".then((all) => all.length === 0)"
        )
        worker.push(b'{"event": "turn", "table": "%s"}' % table.encode())
        assert worker.shown() == []
        ada.page.get_by_role("button", name=words["menu.title"], exact=True).click()
        menu = ada.page.get_by_role("dialog")
        expect(menu).to_contain_text(words["push.called"])
        menu.get_by_role("button", name=words["push.stop"]).click()
        expect(menu.get_by_role("button", name=words["push.yes"])).to_be_visible()
        assert ada.page.evaluate("() => localStorage.getItem('ended')") == "yes"
        assert not ada.errors
        ada.close()


def test_where_a_browser_cannot_be_called_the_menu_says_why(browser: Browser, caller: House) -> None:
    table, tokens = caller.table(MISSION, ["Ada", "Bob"], players=2, start=1)
    caller.begin(table, tokens)
    iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"
    found: tuple[tuple[Language, str | None, str], ...] = (
        ("en", None, "push.why_browser"),
        ("cs", iphone, "push.why_install"),
    )
    for language, agent, why in found:
        words = pages(language)
        ada = Visitor(browser, caller.address, language=language)
        ada.context.add_init_script("delete window.PushManager")
        if agent:
            ada.context.add_init_script(
                f"Object.defineProperty(navigator, 'userAgent', {{ get: () => {agent!r} }})"
            )
        ada.go(f"/t/{table}#seat={tokens[0]}")
        ada.page.wait_for_selector("main.board svg")
        expect(ada.page.get_by_text(words["push.offer"])).to_have_count(0)
        ada.page.get_by_role("button", name=words["menu.title"], exact=True).click()
        expect(ada.page.get_by_role("dialog")).to_contain_text(words[why])
        assert not ada.errors
        ada.close()


def test_an_offer_that_was_refused_is_not_made_again(browser: Browser, caller: House) -> None:
    table, tokens = caller.table(MISSION, ["Ada", "Bob"], players=2, start=1)
    caller.begin(table, tokens)
    ada = Visitor(browser, caller.address)
    ada.context.grant_permissions(["notifications"])
    words = pages("en")
    ada.go(f"/t/{table}#seat={tokens[0]}")
    ada.page.get_by_role("button", name=words["first.dismiss"]).click()
    ada.page.get_by_role("button", name=words["push.no"]).click()
    expect(ada.page.get_by_text(words["push.offer"])).to_have_count(0)
    ada.page.reload()
    ada.page.wait_for_selector("main.board svg")
    expect(ada.page.get_by_text(words["push.offer"])).to_have_count(0)
    assert not ada.errors
    ada.close()
