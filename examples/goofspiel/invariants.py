"""Goofspiel: what is true of every position, for tests and for positions read from files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from examples.goofspiel import rules
from kosmoport.core import record
from kosmoport.core.contract import OK


def problems(s: Any, c: Any) -> Iterator[str]:
    """What is wrong with this position; nothing if its bids, made again from its pile, lead to it."""
    if not 2 <= s.opt.players <= rules.MAX_PLAYERS or not 0 <= s.opt.points_order <= rules.ASCENDING:
        yield f"opt is {s.opt}, which no table has"
        return
    if wrong := next(deal_problems(s, c, s), None):
        yield wrong
        return
    again = record.plain(rules.STATE)
    again.opt = record.clone(s.opt)
    rules.setup(again, c, s)
    for p, place, bid in _bids(s, c):
        if rules.why_not(again, c, p, bid - 1) != OK:
            yield f"player[{p}].bid[{place}] is {bid}, which cannot be bid then"
            return
        rules.apply(again, c, p, bid - 1)
    for (path, found), (_, expected) in zip(record.leaves(s), record.leaves(again), strict=True):
        if found != expected:
            yield f"{path} is {found}, but the bids make it {expected}"


def _bids(s: Any, c: Any) -> Iterator[tuple[int, int, int]]:
    """Seat, place in the pile and value of every bid that was a decision (GS-6), in the order of rounds."""
    for place in reversed(range(1, c.cards)):
        for p in range(s.opt.players):
            if s.player[p].bid[place] != 0:
                yield p, place, s.player[p].bid[place]


def deal_problems(s: Any, c: Any, d: Any) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    pile = [rules.sorted_point(s, c, i) for i in range(rules.MAX_CARDS)]
    if s.opt.points_order != rules.RANDOM and d.points != pile:
        yield "points must be in the order of the option points_order"
    if sorted(d.points[: c.cards]) != sorted(pile[: c.cards]) or d.points[c.cards :] != pile[c.cards :]:
        yield f"points must have each value from 1 to {c.cards} once"
