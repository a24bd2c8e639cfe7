"""Kosmiczni Piraci: what is true of every position, for tests and for positions read from files."""

from __future__ import annotations

from collections.abc import Iterator

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczni_piraci import rules, schema
from kosmoport.games.kosmiczni_piraci.schema import (
    DONE,
    HAND,
    LAYING,
    LOST,
    PLANETS,
    SPENT,
    TAKING,
    TRADE_SHIP,
    Components,
    Deal,
    State,
)

SWITCHES = ("pirate_takes_trade_ship", "teleport_counts_as_presence", "tiebreak", "auto_pick")


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    ranges = list(_ranges(s, c))
    yield from ranges
    if ranges:  # the other checks rely on them
        return
    yield from _ring(s)
    yield from _cards(s, c)
    yield from _piles(s, c)
    yield from _strengths(s, c)
    yield from _treasures(s, c)
    yield from _taking(s)


def _ranges(s: State, c: Components) -> Iterator[str]:
    """Numbers that are no seat, no planet, no place: nothing may be indexed with them."""
    if not 3 <= s.opt.players <= 5:
        yield f"opt.players is {s.opt.players}, not 3 to 5"
        return
    for name, most in (*((name, 1) for name in SWITCHES), ("full_tie", 2)):
        if not 0 <= getattr(s.opt, name) <= most:
            yield f"opt.{name} is {getattr(s.opt, name)}, not 0 to {most}"
    for name, most in (("stage", DONE), ("ended", schema.ALL_CARDS), ("waiting", (1 << s.opt.players) - 1)):
        if not 0 <= getattr(s, name) <= most:
            yield f"{name} is {getattr(s, name)}, not 0 to {most}"
    for name in ("turn", "start", "strongest"):
        nobody = name == "turn" and s.stage == DONE
        if not (s.turn == NOBODY if nobody else 0 <= getattr(s, name) < s.opt.players):
            yield f"{name} is {getattr(s, name)}, which is not {'nobody' if nobody else 'a seat'}"
    for name in ("trade", "pirate", "trade_home", "pirate_home", "at"):
        if not 0 <= getattr(s, name) < PLANETS:
            yield f"{name} is {getattr(s, name)}, which is not a planet"
    for p in range(s.opt.players):
        for card in range(c.cards):
            if not SPENT <= s.player[p].place[card] < PLANETS:
                yield f"player[{p}].place[{card}] is {s.player[p].place[card]}, which is no place"
            if s.player[p].seen[card] not in (0, 1):
                yield f"player[{p}].seen[{card}] is {s.player[p].seen[card]}, not 0 or 1"


def _ring(s: State) -> Iterator[str]:
    """KP-5, KP-35: the planets, where the ships set out, and the order in complete ties."""
    if sorted(s.order) != list(range(PLANETS)):
        yield "order must have each planet once"
    elif (s.trade_home, s.pirate_home) != (s.order.index(0), s.order.index(1)):
        yield "trade_home and pirate_home must be the planets 0 and 1 of the order"
    if sorted(s.player[p].tie for p in range(s.opt.players)) != list(range(s.opt.players)):
        yield "player.tie must have each place once"
    if (s.stage == LAYING) != (s.ended == schema.STILL_ON):
        yield f"ended is {s.ended} in stage {s.stage}"


def _cards(s: State, c: Components) -> Iterator[str]:
    """KP-10: everybody lays one card a turn; KP-18: what is lost or in hand has been seen by nobody."""
    moments = []
    for p in range(s.opt.players):
        player, laid = s.player[p], 0
        for card in range(c.cards):
            if player.place[card] == HAND:
                continue
            laid += 1
            moments.append(player.moment[card])
            if player.place[card] == SPENT and not c.teleport[card]:
                yield f"player[{p}].place[{card}] says spent, but the card is no teleport"
        for card in range(c.cards):
            if (player.place[card] in (HAND, LOST) and player.seen[card]) or (
                player.place[card] == SPENT and not player.seen[card]
            ):
                yield f"player[{p}].seen[{card}] does not fit where the card is"
        after_start = (p + s.opt.players - s.start) % s.opt.players
        if laid != (s.laid + s.opt.players - 1 - after_start) // s.opt.players:
            yield f"player[{p}] has laid {laid} cards, which is not what {s.laid} turns give"
    if sorted(moments) != list(range(len(moments))):
        yield "player.moment must number the cards in the order in which they were laid"
    if s.stage == LAYING and s.laid == c.cards * s.opt.players:
        yield "all cards have been laid, but the laying goes on"
    if s.stage == LAYING and s.turn != (s.start + s.laid) % s.opt.players:
        yield f"turn is {s.turn}, but {s.laid} cards have been laid"


def _piles(s: State, c: Components) -> Iterator[str]:
    """KP-13: at most one card per planet is face down, the last one; KP-25: none after the laying."""
    for q in range(PLANETS):
        pile = sorted(
            (s.player[p].moment[card], p, card)
            for p in range(s.opt.players)
            for card in range(c.cards)
            if s.player[p].place[card] == q
        )
        hidden = [(p, card) for _, p, card in pile if not s.player[p].seen[card]]
        top = (s.planet[q].top_owner, s.planet[q].top_card)
        if hidden != ([] if top == (NOBODY, NOBODY) else [top]) or (hidden and hidden[0] != pile[-1][1:]):
            yield f"planet[{q}] must have its last card face down and no other"
        if hidden and s.stage != LAYING:
            yield f"planet[{q}] has a card face down after the laying"


def _strengths(s: State, c: Components) -> Iterator[str]:
    """KP-26 to KP-28: what lies face up counts."""
    for p in range(s.opt.players):
        for q in range(PLANETS):
            player = s.player[p]
            up = [card for card in range(c.cards) if player.place[card] == q and player.seen[card]]
            strength = sum(c.value[card] for card in up)
            pirates = sum(not c.teleport[card] for card in up)
            if pirates < len(up) and s.stage == LAYING:
                yield f"player[{p}] has a teleport face up on planet {q} that did not go off"
            present = len(up) if s.opt.teleport_counts_as_presence else pirates
            if (player.strength[q], player.present[q]) != (strength, int(present > 0)):
                yield f"player[{p}] has strength {strength} at planet {q}, not {player.strength[q]}"


def _treasures(s: State, c: Components) -> Iterator[str]:
    """KP-2, KP-29: no treasure appears from nowhere, and none vanishes before it is taken."""
    counts = [row for q in range(PLANETS) for row in (s.planet[q].treasure, s.planet[q].boxed)]
    counts += [s.player[p].won for p in range(s.opt.players)]
    if min(min(row) for row in counts) < 0:
        yield "there are fewer than no treasures somewhere"
    box = c.treasure[: c.treasures]
    dealt = PLANETS * c.each[s.opt.players] + c.richer[s.opt.players]
    if sum(sum(row[:TRADE_SHIP]) for row in counts) != dealt:
        yield f"there must be {dealt} treasures on the table"
    for kind in range(TRADE_SHIP):
        if (there := sum(row[kind] for row in counts)) > box.count(kind):
            yield f"there are {there} treasures worth {c.worth[kind]}, the box has {box.count(kind)}"
    ships = sum(row[TRADE_SHIP] for row in counts)
    if ships != int(s.stage != LAYING):
        yield f"the trade ship is a treasure in {ships} places"
    if s.stage == LAYING and any(map(any, (*counts[1 : 2 * PLANETS : 2], *counts[2 * PLANETS :]))):
        yield "a treasure has been won or boxed before the laying ended"


def _taking(s: State) -> Iterator[str]:
    """KP-31: in stage 2 somebody has a choice at the planet being settled; at the end nothing is left."""
    if s.stage != TAKING:
        if s.at or s.waiting or s.strongest:
            yield "at, waiting and strongest must be 0 outside stage 2"
        if s.stage == DONE and any(any(planet.treasure) for planet in s.planet):
            yield "the game is over, but there is treasure left on a planet"
        return
    taking_part = rules.participants(s, s.at)
    if s.waiting & ~taking_part or s.strongest != rules.next_in_rank(s, s.at, taking_part):
        yield f"waiting and strongest do not fit who takes part at planet {s.at}"
    elif s.turn != rules.next_in_rank(s, s.at, s.waiting) or taking_part == 1 << s.turn:
        yield f"turn is {s.turn}, who has nothing to choose at planet {s.at}"
    elif rules.kinds_left(s.planet[s.at]) < 2:
        yield f"there is nothing to choose from at planet {s.at}"


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    players = s.opt.players
    if not 0 <= d.start < players or s.opt.start_seat not in (NOBODY, d.start):
        yield f"start is {d.start}, which is not a seat that may begin"
    if sorted(d.order) != list(range(PLANETS)):
        yield "order must have each planet once"
        return
    if s.opt.planet_order[0] != NOBODY and s.opt.planet_order != d.order:
        yield "order must be the one of the option planet_order"
    if sorted(d.lot[:players]) != list(range(players)) or sorted(d.lot) != list(range(len(d.lot))):
        yield "lot must have each seat once"
    richer = [q for q in range(PLANETS) if d.richer[q]]
    if not set(d.richer) <= {0, 1} or any(d.order[q] < 2 for q in richer) or len(richer) != c.richer[players]:
        yield f"richer must be 1 for {c.richer[players]} planets without a ship and 0 for the others"
    if sorted(d.treasure[: c.treasures]) != c.treasure[: c.treasures]:
        yield "treasure must begin with every treasure of the box"
    if any(kind != NOBODY for kind in d.treasure[c.treasures :]):
        yield "treasure must end with -1 where the box has no more"
