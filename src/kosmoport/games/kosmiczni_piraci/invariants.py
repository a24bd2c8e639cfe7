"""Kosmiczni Piraci: what is true of every position, for tests and for positions read from files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczni_piraci.rules import DONE, HAND, LAYING, LOST, PLANETS, SPENT, TAKING, TRADE_SHIP


def problems(s: Any, c: Any) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    if not 3 <= s.opt.players <= 5:
        yield f"opt.players is {s.opt.players}, not 3 to 5"
        return
    if s.stage not in (LAYING, TAKING, DONE):
        yield f"stage is {s.stage}, not 0, 1 or 2"
        return
    if not (s.stage == DONE and s.turn == NOBODY) and not 0 <= s.turn < s.opt.players:
        yield f"turn is {s.turn}, which is not a seat"
    if not 0 <= s.start < s.opt.players:
        yield f"start is {s.start}, which is not a seat"
    for name in ("trade", "pirate", "trade_home", "pirate_home"):
        if not 0 <= getattr(s, name) < PLANETS:
            yield f"{name} is {getattr(s, name)}, which is not a planet"
            return
    if not 0 <= s.settled <= PLANETS or not 0 <= s.picked <= s.ranked <= s.opt.players:
        yield "settled, ranked and picked do not fit together"
        return
    yield from _taking(s)
    yield from _cards(s, c)
    yield from _piles(s, c)
    yield from _treasures(s, c)


def _taking(s: Any) -> Iterator[str]:
    """KP-31: in stage 2 somebody has a choice at the planet being settled."""
    if s.stage != TAKING:
        return
    rank = s.rank[: s.ranked]
    if not all(0 <= p < s.opt.players for p in rank) or len(set(rank)) != len(rank):
        yield "rank must name different seats"
    elif s.settled == PLANETS or s.picked == s.ranked or s.turn != rank[s.picked]:
        yield f"turn is {s.turn}, who has nothing to take at the planet being settled"
    elif sum(s.planet[(s.trade_home + s.settled) % PLANETS].treasure) == 0:
        yield "the planet being settled has no treasure left"


def _cards(s: Any, c: Any) -> Iterator[str]:
    total = 0
    for p in range(s.opt.players):
        laid = 0
        for card in range(c.cards):
            place = s.player[p].place[card]
            if place not in (HAND, LOST, SPENT) and not 0 <= place < PLANETS:
                yield f"player[{p}].place[{card}] is {place}, which is no place"
                return
            laid += place != HAND
            if place == SPENT and not c.teleport[card]:
                yield f"player[{p}].place[{card}] says spent, but the card is no teleport"
            if s.player[p].seen[card] and place in (HAND, LOST):
                yield f"player[{p}].seen[{card}] is set for a card nobody can have seen"
        after_start = (p + s.opt.players - s.start) % s.opt.players
        if laid != (s.laid + s.opt.players - 1 - after_start) // s.opt.players:
            yield f"player[{p}] has laid {laid} cards, which is not what {s.laid} turns give"
        total += laid
    if s.stage == LAYING and (total == c.cards * s.opt.players or s.turn != (s.start + total) % s.opt.players):
        yield f"turn is {s.turn}, but {total} cards have been laid"


def _piles(s: Any, c: Any) -> Iterator[str]:
    """KP-13: at most one card per planet is face down, the last one."""
    for q in range(PLANETS):
        hidden = [
            (p, card)
            for p in range(s.opt.players)
            for card in range(c.cards)
            if s.player[p].place[card] == q and not s.player[p].seen[card]
        ]
        top = (s.planet[q].top_owner, s.planet[q].top_card)
        if hidden != ([] if top[0] == NOBODY else [top]):
            yield f"planet[{q}] must have its last card face down and no other"


def _treasures(s: Any, c: Any) -> Iterator[str]:
    for kind in range(c.kinds):
        lying = sum(s.planet[q].treasure[kind] + s.planet[q].boxed[kind] for q in range(PLANETS))
        won = sum(s.player[p].won[: s.player[p].wins].count(kind) for p in range(s.opt.players))
        if min(s.planet[q].treasure[kind] for q in range(PLANETS)) < 0 or lying + won > c.pieces[kind]:
            yield f"there are {lying + won} treasures worth {c.worth[kind]}, the box has {c.pieces[kind]}"
    for p in range(s.opt.players):
        worth = sum(c.worth[kind] for kind in s.player[p].won[: s.player[p].wins])
        if worth != s.player[p].score:
            yield f"player[{p}].score is {s.player[p].score}, but the treasures are worth {worth}"
    if s.stage == DONE:
        ships = sum(s.planet[q].boxed[TRADE_SHIP] for q in range(PLANETS))
        ships += sum(s.player[p].won[: s.player[p].wins].count(TRADE_SHIP) for p in range(s.opt.players))
        if ships != 1:
            yield f"the trade ship ended in {ships} places"


def deal_problems(s: Any, c: Any, d: Any) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    if not 0 <= d.start < s.opt.players:
        yield f"start is {d.start}, which is not a seat"
    if sorted(d.order) != list(range(PLANETS)):
        yield "order must have each planet once"
    if sorted(d.lot) != list(range(len(d.lot))):
        yield "lot must have each seat once"
    for q, row in enumerate(d.treasure):
        if not all(kind == NOBODY or 0 <= kind < c.kinds for kind in row):
            yield f"treasure[{q}] names a kind of treasure that does not exist"
    for kind in range(c.kinds):
        dealt = sum(row.count(kind) for row in d.treasure)
        if d.box[kind] < 0 or dealt + d.box[kind] != c.pieces[kind]:
            yield f"there are {dealt + d.box[kind]} treasures worth {c.worth[kind]}, not {c.pieces[kind]}"
