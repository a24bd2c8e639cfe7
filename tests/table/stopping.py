"""A lightning round at a desk: actions with a time, hands over the table, and the moment of Stop."""

from __future__ import annotations

from kosmoport.core.words import Told
from kosmoport.table.protocol import Act
from kosmoport.table.racing import hovering
from tests.table.desk import Desk, playing

ESKADRA = "kosmiczna_eskadra"
FAR = {"x": 2000, "y": 2000, "rot": 0}


def act(desk: Desk, seat: int, what: str, at: int | None = None, **args: int) -> None:
    desk.send(seat, Act(desk.new_id(), desk.table.n, what, dict(args), at))
    desk.settle()


def hover(desk: Desk, seat: int, at: int | None = None, **pose: int) -> None:
    """A hand moves; what follows is written, as a room would."""
    entries = hovering(desk.table, seat, Told("hold", pose), at, desk.now)
    if entries:
        desk.write(entries)


def lay_all_but_one(desk: Desk, seat: int) -> None:
    """Nine cards in a row along the edge, and the tenth in hand."""
    for i in range(9):
        act(desk, seat, "draw")
        act(desk, seat, "release", x=650 * (i % 5 - 2), y=2500 - 950 * (i // 5), rot=0)
    act(desk, seat, "draw")


def stopped(delay: int = 100) -> Desk:
    """Seat 1 holds a card over the table and seat 0 has called Stop in this moment."""
    desk = playing(ESKADRA, 2)
    desk.table.delays[1] = delay
    lay_all_but_one(desk, 0)
    act(desk, 1, "draw")
    hover(desk, 1, x=10, y=20, rot=30)
    act(desk, 0, "release", x=0, y=-2500, rot=0)
    assert desk.play.view(1).stage == "stopping"
    return desk
