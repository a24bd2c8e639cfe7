"""Goofspiel: what is true of every position, for tests and for positions read from files."""

from __future__ import annotations

from collections.abc import Iterator

from examples.goofspiel import rules
from examples.goofspiel.rules import Components, Deal, State
from kosmoport.core import layout
from kosmoport.core.contract import OK


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if its bids, made again from its pile, lead to it."""
    if not 2 <= s.opt.players <= rules.MAX_PLAYERS or not 0 <= s.opt.points_order <= rules.ASCENDING:
        yield f"opt is {s.opt}, which no table has"
        return
    d = Deal()
    d.points[:] = s.points
    if wrong := next(deal_problems(s, c, d), None):
        yield wrong
        return
    again = State()
    again.opt = layout.clone(s.opt)
    rules.setup(again, c, d)
    for p, place, bid in _bids(s, c):
        if rules.why_not(again, c, p, bid - 1) != OK:
            yield f"player[{p}].bid[{place}] is {bid}, which cannot be bid then"
            return
        rules.apply(again, c, p, bid - 1)
    for (path, found), (_, expected) in zip(layout.leaves(s), layout.leaves(again), strict=True):
        if found != expected:
            yield f"{path} is {found}, but the bids make it {expected}"


def _bids(s: State, c: Components) -> Iterator[tuple[int, int, int]]:
    """Seat, place in the pile and value of every bid that was a decision (GS-6), in the order of rounds."""
    for place in reversed(range(1, c.cards)):
        for p in range(s.opt.players):
            if s.player[p].bid[place] != 0:
                yield p, place, s.player[p].bid[place]


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    pile = [rules.sorted_point(s, c, i) for i in range(rules.MAX_CARDS)]
    if s.opt.points_order != rules.RANDOM and d.points != pile:
        yield "points must be in the order of the option points_order"
    if sorted(d.points[: c.cards]) != sorted(pile[: c.cards]) or d.points[c.cards :] != pile[c.cards :]:
        yield f"points must have each value from 1 to {c.cards} once"
