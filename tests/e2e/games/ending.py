"""The end of a game as the page shows it: points that add up, and the winner by name."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.playing import END

Json = Any
COUNT = """() => {
  const texts = (found) => [...found].map((one) => one.textContent.trim());
  const table = document.querySelector(".ending table");
  return {
    names: texts(table.querySelectorAll("thead th")).slice(1),
    steps: [...table.tBodies[0].rows].map((row) => texts(row.cells)),
    totals: texts(table.tFoot.rows[0].cells).slice(1),
  };
}"""


def check_the_end(page: Page) -> None:
    """Every step is counted out, the steps add up to the totals, and the winner is named, or is "you"."""
    page.wait_for_selector(".ending tfoot tr", state="attached")
    shown, position = page.evaluate(COUNT), position_of(page)
    result = position["result"]
    assert len(shown["steps"]) == len(result["count"]) > 0
    assert sorted(map(int, shown["totals"])) == sorted(result["scores"])
    for column, total in enumerate(shown["totals"], 1):
        points = [row[column] for row in shown["steps"]]
        assert sum(int(point) for point in points if point) == int(total), shown
    assert all(row[0] for row in shown["steps"])
    winners = sum(share > 0 for share in result["returns"])
    seat = position["view"]["seat"]
    if seat >= 0 and result["returns"][seat] > 0:
        expect(page.locator(END)).to_have_text("You win!" if winners == 1 else "You share the win")
    else:
        for name in shown["names"][:winners]:
            expect(page.locator(END)).to_contain_text(name)
    best = sorted(result["scores"], key=lambda score: -score)[:winners]
    assert sorted(map(int, shown["totals"][:winners])) == sorted(best)


def position_of(page: Page) -> Json:
    """The table's last position as the server tells it to this seat."""
    table = page.url.split("/t/")[1].split("/")[0]
    return page.context.request.get(f"/api/tables/{table}").json()["position"]
