"""The installed app: manifest and icons, the page without a server, and how it calls whose turn it is."""

from __future__ import annotations

import io

from PIL import Image
from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.playing import act_by_list, wait_for_turn


def test_the_manifest_names_icons_that_exist_in_their_sizes(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/")
    address = visitor.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = visitor.context.request.get(str(address)).json()
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == "/"
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        answer = visitor.context.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            picture = Image.open(io.BytesIO(answer.body()))
            assert icon["sizes"] == f"{picture.width}x{picture.height}"


def test_without_a_server_the_app_says_so_and_comes_back(arrive: Arrive) -> None:
    visitor = arrive(workers="allow")
    visitor.go("/")
    visitor.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    visitor.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.page.locator("body")).to_contain_text("nothing is lost")
    expect(visitor.page.locator("body")).to_contain_text("nic nie przepadło")
    visitor.context.set_offline(False)
    visitor.page.get_by_role("link").click()
    expect(visitor.page.locator("ul.games > li").first).to_be_visible()
    visitor.errors[:] = [error for error in visitor.errors if "ERR_INTERNET_DISCONNECTED" not in error]


def test_title_and_icon_show_whose_turn_it_is(arrive: Arrive, house: House) -> None:
    ada = arrive()
    table, tokens = house.table("kosmiczni_piraci", ["Ada", "Bob", "Cyd"], players=3, start=0)
    house.begin(table, tokens)
    ada.go(f"/t/{table}#seat={tokens[0]}")
    wait_for_turn(ada.page)
    icon = ada.page.locator("link[rel=icon]")
    expect(ada.page).to_have_title("● It is your turn – Kosmoport")
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    act_by_list(ada.page)
    expect(ada.page).not_to_have_title("● It is your turn – Kosmoport")
    expect(icon).to_have_attribute("href", "/icon.svg")
    assert tokens[0] not in ada.page.url


def test_a_notification_comes_only_where_it_was_allowed(arrive: Arrive, house: House) -> None:
    ada = arrive(settings={"notify": True, "language": "en"})
    ada.context.grant_permissions(["notifications"])
    ada.context.add_init_script(
        "window.shown = [];"
        "window.Notification = class { constructor(title, more) { shown.push(more.body); }"
        " static permission = 'granted'; static requestPermission = async () => 'granted'; };"
        "Object.defineProperty(document, 'hidden', { get: () => true });"
    )
    table, tokens = house.table("kosmiczni_piraci", ["Ada", "Bob", "Cyd"], players=3, start=1)
    house.begin(table, tokens)
    ada.go(f"/t/{table}#seat={tokens[0]}")
    ada.page.wait_for_selector("main.board")
    assert ada.page.evaluate("shown") == []
    for token in tokens[1:]:
        now = house.wait_for_turn(table, token)
        choice = now["position"]["legal"][0]
        house.send(table, token, type="act", seen=now["n"], do=choice["id"], args=choice["args"])
    ada.page.wait_for_function("() => shown.length === 1")
    assert ada.page.evaluate("shown") == ["It is your turn"]
