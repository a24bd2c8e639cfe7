"""Links for others: they begin where others can open them, and the page says where that is not so."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.words import pages

MISSION = "kosmiczna_misja"
HOME = "http://192.168.1.5:8400"


def test_where_only_this_computer_can_open_a_link_the_page_says_so(arrive: Arrive, house: House) -> None:
    table, _ = house.table(MISSION, ["Ada"], players=2)
    for language in ("en", "pl", "cs"):
        page = arrive(language=language).page
        page.goto(f"/t/{table}")
        expect(page.get_by_role("note").filter(has_text=pages(language)["gather.here_only"])).to_be_visible()
        expect(page.get_by_text(f"{house.address}/t/{table}", exact=True)).to_be_visible()


def test_a_link_begins_where_the_server_says_and_is_copied_without_a_clipboard(
    arrive: Arrive, house: House
) -> None:
    """Pages on plain http, as phones in the room have them, cannot use the clipboard's interface."""
    table, _ = house.table(MISSION, ["Ada"], players=2)
    ada = arrive(size="phone")
    ada.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    ada.page.route(
        "/api/invitation", lambda route: route.fulfill(json={"base": HOME, "reaches_others": True})
    )
    ada.go(f"/t/{table}")
    expect(ada.page.get_by_text(f"{HOME}/t/{table}", exact=True)).to_be_visible()
    expect(ada.page.get_by_text(pages("en")["gather.here_only"])).to_have_count(0)
    copied = "() => (window.copied = '', addEventListener('copy', () => (copied = getSelection() + '')))"
    ada.page.evaluate(copied)
    ada.page.get_by_role("button", name=pages("en")["gather.copy"]).click()
    expect(ada.page.get_by_role("button", name=pages("en")["gather.copied"])).to_be_visible()
    assert ada.page.evaluate("copied") == f"{HOME}/t/{table}"
