"""A log cannot tell what cannot happen at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kosmoport.house.store import Line
from kosmoport.server.doctor import Defect, problems_of
from kosmoport.table import entries as log
from kosmoport.table.entries import AnyEntry, encode_entry
from kosmoport.table.settings import NewTable
from tests.server.doctor.examining import changed, row_and_lines, with_entry
from tests.server.shelf import begun, gathered, played
from tests.table.desk import Desk


def _changed(*first: int | None, **settings: Any) -> log.Changed:
    """A change by the host where everybody is seated; `first` are seats that come in another order."""
    now = gathered().table.settings
    seats = (*first, *range(len(first), now.players))
    return log.Changed(msgspec.structs.replace(now, **settings), seats, "terms")


@pytest.mark.parametrize(
    "make, entry, what",
    [
        (gathered, log.Acted(0, 0, "person"), "acted cannot be while the table is gathering"),
        (gathered, log.Sat(0, "x", "y", "z"), "seat 0 is taken already"),
        (gathered, log.Readied(7, True), "there is no seat 7"),
        (gathered, log.Readied(-1, True), "there is no seat -1"),
        (begun, log.Sat(0, "x", "y", "z"), "seat 0 is taken already"),
        (begun, _changed(), "changed cannot be while the table is playing"),
        (gathered, _changed(0, 0), "it does not say who sits where"),
        (gathered, _changed(0, 7), "it does not say who sits where"),
        (gathered, _changed(None), "it takes the seat of a person away"),
        (gathered, _changed(bots=("casual",) * 5), "it gives the seat of a person to a bot"),
        (gathered, _changed(colours=("red",) * 5), "it does not give every seat a colour of its own"),
        (gathered, _changed(rules=77), "it changes the game that is played"),
        (begun, log.Readied(0, True), "nobody is asked whether they are ready"),
        (begun, log.Undone(0, 0, True), "there are not so many moves to take back"),
        (begun, log.Undone(0, -1, True), "there are not so many moves to take back"),
        (begun, log.Answered(0, 5, True), "it cannot be replayed (KeyError)"),
        (begun, log.Rematched("x"), "rematched cannot be while the table is playing"),
        (begun, log.Created(gathered().table.settings, "", ""), "created can only be the first line"),
        (played, log.Acted(0, 0, "person"), "acted cannot be while the table is over"),
        (played, log.Undone(0, 0, True), "undone cannot be while the table is over"),
    ],
)
def test_what_cannot_happen_at_this_moment(make: Callable[[], Desk], entry: AnyEntry, what: str) -> None:
    desk = make()
    assert with_entry(desk, entry) == [Defect(desk.table.n + 1, what)]


def test_a_game_cannot_begin_without_everybody() -> None:
    desk = Desk(NewTable(game="piraci", players=3))
    began = next(line.entry for line in begun("piraci").lines if isinstance(line.entry, log.Began))
    assert with_entry(desk, began) == [Defect(2, "not every seat is taken")]


def test_bots_do_not_talk() -> None:
    desk = begun("piraci", bots=[None, None, "casual"])
    assert with_entry(desk, log.Chatted(2, "hello")) == [Defect(desk.table.n + 1, "seat 2 is no person's")]


@pytest.mark.parametrize(
    "fields, what",
    [
        ({"secret": "77"}, "the secret has not 32 bytes"),
        ({"secret": "Quentin"}, "it cannot be replayed (ValueError)"),
        ({"game": "chess"}, "it cannot be replayed (OtherGame)"),
        ({"colours": ()}, "it cannot be replayed (ValueError)"),
    ],
)
def test_a_beginning_that_cannot_be(fields: dict[str, Any], what: str) -> None:
    row, lines = row_and_lines(begun())
    entry: Any = begun().lines[0].entry
    own = {name: value for name, value in fields.items() if name == "secret"}
    settings = {name: value for name, value in fields.items() if name != "secret"}
    spoilt = changed(entry, settings=msgspec.structs.replace(entry.settings, **settings), **own)
    first = Line(1, lines[0].at, encode_entry(spoilt))
    assert list(problems_of(row, [first, *lines[1:]])) == [Defect(1, what)]
    other = Line(1, lines[0].at, lines[1].entry)
    assert list(problems_of(row, [other, *lines[1:]])) == [Defect(1, "a log does not begin like this")]
