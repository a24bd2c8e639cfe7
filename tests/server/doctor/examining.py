"""Ways to ask the doctor, and logs to show it."""

from __future__ import annotations

from typing import Any

import msgspec

from kosmoport.house.store import Line, Row
from kosmoport.house.summaries import summary_of
from kosmoport.server.doctor import Defect, examine, problems_of
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.entries import AnyEntry, encode_entry
from tests.server.shelf import NAMES, Shelf, gathered, go_on, say_something
from tests.table.desk import Desk


def found(shelf: Shelf) -> list[str]:
    """The problems that doctor tells; the last line counts them, and must agree with its exit code."""
    said: list[str] = []
    code = examine(shelf.settings, said.append)
    *problems, summary = [line for line in said if not line.startswith("note: ")]
    assert summary.endswith(f"{len(problems)} problem{'' if len(problems) == 1 else 's'}")
    assert code == (1 if problems else 0)
    return problems


def changed(entry: AnyEntry, **fields: Any) -> AnyEntry:
    return msgspec.structs.replace(entry, **fields)


def eventful() -> Desk:
    """A game in which everything happens that can stand in a log."""
    bots = [None, None, "casual"]
    desk = gathered("piraci", "everything-happens", bots=bots, start="rulebook", unhurried=False)
    desk.send(1, protocol.Leave(desk.new_id()))
    desk.table.depart(1, desk.now)
    desk.sit(NAMES[1], age=9, colour=desk.table.seats[1].colour)
    say_something(desk)
    desk.send("host", protocol.SeatBot(desk.new_id(), 2, "strong"))
    desk.send("host", protocol.MoveSeat(desk.new_id(), 0, 1))
    desk.send("host", protocol.MoveSeat(desk.new_id(), 1, 0))
    for seat in (0, 1):
        desk.promise(seat, "after the change")
    desk.fail_a_round()
    desk.begin()
    desk.settle()
    go_on(desk, 3)
    desk.send(0, protocol.AskBack(desk.new_id(), 1))
    desk.send(1, protocol.Answer(desk.new_id(), desk.table.n, yes=True))
    go_on(desk, 2)
    desk.send(1, protocol.AskBack(desk.new_id(), 0))
    desk.send(0, protocol.Answer(desk.new_id(), desk.table.n, yes=False))
    desk.table.depart(1, desk.now)
    desk.now += 1
    desk.send(0, protocol.AskBot(desk.new_id(), 1))
    desk.settle()
    desk.send(1, protocol.ComeBack(desk.new_id()))
    desk.write([log.Resumed()])
    go_on(desk)
    desk.write([log.Erased(1)])
    desk.write([log.Rematched("another-table")])
    return desk


def row_and_lines(desk: Desk) -> tuple[Row, list[Line]]:
    lines = [Line(x.n, x.at, encode_entry(x.entry), x.sender, x.message) for x in desk.lines]
    return Row(desk.table.id, len(lines), 1, lines[0].at, lines[-1].at, summary_of(desk.table, "")), lines


def with_entry(desk: Desk, entry: AnyEntry) -> list[Defect]:
    """What is said of a line that is added to a log in order."""
    row, lines = row_and_lines(desk)
    return list(problems_of(row, [*lines, Line(desk.table.n + 1, desk.now, encode_entry(entry))]))
