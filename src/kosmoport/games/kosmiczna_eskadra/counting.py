"""Kosmiczna Eskadra: the end of a match counted: rounds won, and the formula of the last round (KE-25)."""

from __future__ import annotations

from collections.abc import Iterable

from kosmoport.core.words import Counted
from kosmoport.games.kosmiczna_eskadra.view import ShipView, View


def count(view: View) -> list[Counted]:
    """Rounds won make the score; the points of the last round only say who won it."""
    wins = [other.wins for other in view.everybody]
    if view.stage != "done" or view.winner is None:
        return [Counted("rounds", {}, tuple(wins))]
    wins[view.winner] -= 1
    last = tuple(int(seat == view.winner) for seat in range(view.players))
    formulas = [_formula(view, seat) for seat in range(view.players)]
    return [
        Counted("earlier", {}, tuple(wins)),
        *formulas,
        Counted("last", {"seat": view.winner, "round": view.round + 1}, last),
    ]


def _formula(view: View, seat: int) -> Counted:
    """KE-25: hull of trophies, plus ore on surviving ships, minus hull of own losses."""
    taken = _hull(view, (ship for ship in view.table if ship.fate == "trophy" and ship.taker == seat))
    lost = _hull(view, (ship for ship in view.table if ship.fate == "loss" and ship.owner == seat))
    ore = sum(ship.ore for ship in view.table if ship.fate == "afloat" and ship.owner == seat)
    args = {"seat": seat, "trophies": taken, "ore": ore, "losses": lost, "n": taken + ore - lost}
    return Counted("formula", args, (None,) * view.players)


def _hull(view: View, ships: Iterable[ShipView]) -> int:
    return sum(view.squadron[ship.card].hull for ship in ships)
