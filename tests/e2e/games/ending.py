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
    """Every step is counted out, the steps add up to the totals, and whoever has won is named."""
    page.wait_for_selector(".ending tfoot tr:not(.coming)")
    shown, result = page.evaluate(COUNT), result_of(page)
    assert len(shown["steps"]) == len(result["count"]) > 0
    assert sorted(map(int, shown["totals"])) == sorted(result["scores"])
    for column, total in enumerate(shown["totals"], 1):
        points = [row[column] for row in shown["steps"]]
        assert sum(int(point) for point in points if point) == int(total), shown
    assert all(row[0] for row in shown["steps"])
    winners = sum(share > 0 for share in result["returns"])
    for name in shown["names"][:winners]:
        expect(page.locator(END)).to_contain_text(name)
    best = sorted(result["scores"], key=lambda score: -score)[:winners]
    assert sorted(map(int, shown["totals"][:winners])) == sorted(best)


def result_of(page: Page) -> Json:
    """The result as the server tells it to this seat."""
    table = page.url.rsplit("/", 1)[1]
    return page.context.request.get(f"/api/tables/{table}").json()["position"]["result"]
