"""Goofspiel: what a seat may know, built field by field from nothing (GS-8)."""

from __future__ import annotations

import msgspec

from examples.goofspiel import rules
from examples.goofspiel.hidden import has_bid
from examples.goofspiel.options import OPTIONS
from examples.goofspiel.rules import Components, State
from kosmoport.core.options import fetch_options
from kosmoport.core.views import BySeat, Card, Cards, Hand, Pile, Score, SeatView, Unshown
from kosmoport.core.words import Told


class PlayerView(msgspec.Struct, frozen=True):
    """What is known of a player."""

    score: Score
    hand: Hand[int]  # the values not shown yet; a card that lies face down is one of them
    bids: Cards[int]  # shown, in order


class View(SeatView, frozen=True):
    """The table as one seat knows it."""

    to_act: tuple[int, ...]
    cards: Unshown[int]  # in a full hand
    points: Pile[int]  # turned up so far, in order
    bid: Card[int | None]  # the seat's own card that lies face down
    everybody: BySeat[PlayerView]  # every player, by seat


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return View(
        seat=seat,
        players=s.opt.players,
        options=fetch_options(OPTIONS, s.opt),
        to_act=tuple(p for p in range(s.opt.players) if rules.is_to_act(s, p)),
        cards=c.cards,
        points=tuple(reversed(s.points[max(s.left - 1, 0) : c.cards])),
        bid=s.player[seat].bid[s.left - 1] if seat >= 0 and has_bid(s, seat) else None,
        everybody=tuple(_player(s, c, p) for p in range(s.opt.players)),
    )


def _player(s: State, c: Components, p: int) -> PlayerView:
    player = s.player[p]
    return PlayerView(
        score=player.score,
        hand=tuple(card + 1 for card in range(c.cards) if (player.hand >> card) & 1),
        bids=tuple(reversed(player.bid[s.left : c.cards])),
    )


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; what is unknown is anything it may be (options are already in `s.opt`)."""
    s.waiting = sum(1 << p for p in known.to_act)
    s.left = known.cards - len(known.everybody[0].bids)
    pile = [rules.sorted_point(s, c, i) for i in range(c.cards)]
    hidden = [value for value in pile if value not in known.points]
    s.points[: c.cards] = [*hidden, *reversed(known.points)]
    for p, other in enumerate(known.everybody):
        player = s.player[p]
        player.score = other.score
        player.hand = sum(1 << (card - 1) for card in other.hand)
        player.bid[s.left : c.cards] = reversed(other.bids)
        if has_bid(s, p):
            own = known.bid if p == known.seat else None
            player.bid[s.left - 1] = own or other.hand[0]


def tell(s: State, c: Components, event: tuple[int, int, int, int, int], seat: int) -> Told | None:
    """One event as this seat learns it."""
    code, a, b, _, _ = event
    if code == rules.BID:
        return Told("bid_own", {"seat": a, "card": b}) if a == seat else Told("bid", {"seat": a})
    if code == rules.SHOWN:
        return Told("shown", {"seat": a, "card": b})
    if code == rules.WON:
        return Told("won", {"seat": a, "points": b})
    return Told("discarded" if code == rules.DISCARDED else "turned", {"points": a})


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    lines = [Told("points", {"points": known.points})]
    for p, other in enumerate(known.everybody):
        lines.append(Told("player", {"seat": p, "n": other.score, "bids": other.bids, "hand": other.hand}))
    if known.bid is not None:
        lines.append(Told("bid", {"card": known.bid}))
    if known.to_act:
        lines.append(Told("to_act", {"points": known.points[-1], "seats": known.to_act}))
    return lines
