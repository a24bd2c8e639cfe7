"""Piraci: what is true of every position, for tests and for positions read from files."""

from __future__ import annotations

from collections.abc import Iterator

from kosmoport.core.contract import NOBODY
from kosmoport.games.piraci import rules, schema
from kosmoport.games.piraci.schema import (
    ACTING,
    ASKING,
    DISCS,
    DONE,
    FACE_UP,
    KINDS,
    MAX_STACK,
    PIRATES,
    Components,
    Deal,
    State,
)


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    if not 3 <= s.opt.players <= 5:
        yield f"opt.players is {s.opt.players}, not 3 to 5"
        return
    for part in (_ships, _discs, _turn, _loot, _money):  # each relies on those before it
        found = list(part(s, c))
        yield from found
        if found:
            return


def _ships(s: State, c: Components) -> Iterator[str]:
    """PI-6, PI-21: every card once, three of them face up at most, from the last batch."""
    if not _is_deck(s.deck, c):
        yield "deck must have every ship once"
        return
    if not 0 < s.turned <= c.ships or (s.turned % FACE_UP and s.turned != c.ships):
        yield f"turned is {s.turned}, but {c.ships} ships are turned up in threes"
        return
    latest = s.deck[(s.turned - 1) // FACE_UP * FACE_UP : s.turned] + [NOBODY] * FACE_UP
    for i in range(FACE_UP):
        if s.place[i] not in (NOBODY, latest[i]):
            yield f"place[{i}] is {s.place[i]}, which is not the ship turned up there last"
            return
    seen = [card for card in s.place if card != NOBODY]
    if s.in_sight != len(seen):
        yield f"in_sight is {s.in_sight}, but {len(seen)} ships are face up"
    crews = [c.ship[card].crew for card in seen]
    if s.least_crew != min(crews, default=schema.NO_SHIP):
        yield f"least_crew is {s.least_crew}, but the face-up ships need {crews}"
    gone = set(s.deck[: s.turned]) - set(seen)
    for card, captor in enumerate(s.captor):
        somebody = 0 <= captor < s.opt.players
        discarded = captor == NOBODY and s.opt.deadlock == schema.REFRESH
        if not (somebody or discarded) if card in gone else captor != NOBODY:
            yield f"captor[{card}] is {captor}, which does not fit where the ship is"


def _discs(s: State, c: Components) -> Iterator[str]:
    """PI-11, PI-13: every disc of the players in just one unit, none of a colour that does not play."""
    placed: list[int] = []
    for top in range(DISCS):
        if s.size[top] == 0:
            if s.bottom[top] != NOBODY or s.crew[top] != 0:
                yield f"bottom[{top}] and crew[{top}] must be empty: the disc is no top disc"
            continue
        unit = _walk(s, top)
        if unit is None or set(unit) & set(placed):
            yield f"the unit of disc {top} has no bottom or shares discs with another"
            return
        placed += unit
        yield from _unit(s, unit)
    if sorted(placed) != list(range(PIRATES * s.opt.players)):
        yield "every disc of the players must be in one unit, and no other disc"
    for disc in range(PIRATES * s.opt.players, DISCS):
        if s.under[disc] != NOBODY:
            yield f"under[{disc}] must be {NOBODY}: the disc is not in the game"


def _walk(s: State, top: int) -> list[int] | None:
    """The discs of a unit from top to bottom; None if they do not end."""
    unit = [top]
    while s.under[unit[-1]] != NOBODY:
        lower = s.under[unit[-1]]
        if not 0 <= lower < DISCS or lower in unit or s.size[lower] != 0:
            return None
        unit.append(lower)
    return unit


def _unit(s: State, unit: list[int]) -> Iterator[str]:
    top = unit[0]
    if s.size[top] != len(unit) or len(unit) > MAX_STACK:
        yield f"size[{top}] is {s.size[top]}, but the unit has {len(unit)} discs"
    if s.bottom[top] != unit[-1]:
        yield f"bottom[{top}] is {s.bottom[top]}, but the lowest disc is {unit[-1]}"
    if s.crew[top] != sum(1 << schema.SEAT_BITS * (disc // PIRATES) for disc in unit):
        yield f"crew[{top}] does not count the discs of the unit"
    if len(unit) > 1 and top // PIRATES == unit[1] // PIRATES:
        yield f"disc {top} lies on a disc of its own colour"


def _turn(s: State, c: Components) -> Iterator[str]:
    """PI-9, PI-23, PI-28: somebody who can act is to act, or nobody can."""
    if s.stage not in (ACTING, ASKING, DONE):
        yield f"stage is {s.stage}, not 0, 1 or 2"
    elif s.stage == DONE:
        yield from _end(s)
    elif s.in_sight == 0:
        yield "the game must be over: no ship is left"
    elif s.ended != schema.STILL_ON or not 0 <= s.turn < s.opt.players or not rules.can_act(s, s.turn):
        yield f"turn is {s.turn}, which must be a seat that can act in a game that goes on"
    else:
        yield from _mutiny(s)


def _end(s: State) -> Iterator[str]:
    if (s.turn, s.asked, s.about, s.mutiny) != (NOBODY, NOBODY, NOBODY, 0):
        yield "nobody can have a turn after the end"
    stuck = not any(rules.can_act(s, seat) for seat in range(s.opt.players))
    if s.ended != (schema.ALL_SHIPS if s.in_sight == 0 else schema.DEADLOCK):
        yield f"ended is {s.ended}, which does not fit the ships"
    elif s.ended == schema.DEADLOCK and not stuck:
        yield "the game has not ended: somebody can still act"


def _mutiny(s: State) -> Iterator[str]:
    if not 0 <= s.mutiny < 1 << PIRATES:
        yield f"mutiny is {s.mutiny}, which is no set of units"
        return
    if s.stage == ACTING and (s.asked, s.about) != (NOBODY, NOBODY):
        yield "nobody is asked about a mutiny now"
    if s.stage == ASKING:
        asked = 0 <= s.asked < s.opt.players and s.asked != s.turn
        if not asked or s.about == NOBODY or rules.claimed_unit(s, s.asked) != s.about:
            yield f"seat {s.asked} has no claim on unit {s.about}"
    for slot in range(PIRATES):
        unit = PIRATES * s.turn + slot
        rebels = rules.claims(s, unit) & ~(schema.COUNT_BITS << schema.SEAT_BITS * s.turn)
        if s.mutiny >> slot & 1 and (s.size[unit] < s.least_crew or rebels == 0):
            yield f"nobody can have called a mutiny on unit {unit}"


def _loot(s: State, c: Components) -> Iterator[str]:
    """PI-3: no token appears or vanishes."""
    for kind in range(KINDS):
        held = [player.loot[kind] for player in s.player]
        if min(s.supply[kind], *held) < 0 or s.supply[kind] + sum(held[: s.opt.players]) != c.tokens:
            yield f"there must be {c.tokens} tokens of kind {kind} with the players and in the supply"


def _money(s: State, c: Components) -> Iterator[str]:
    """PI-17, PI-19: money comes from ships and from wages that the supply pays."""
    if s.covered < 0 or min(player.money for player in s.player) < 0:
        yield "money must not be negative"
    captured = sum(c.ship[card].gold for card in range(c.ships) if s.captor[card] != NOBODY)
    there = sum(player.money for player in s.player)
    if there != s.opt.players * c.start_money + captured + s.covered:
        yield f"the players have {there} ducats, which is not what they began with, captured and were given"


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    if not 0 <= d.start < s.opt.players:
        yield f"start is {d.start}, which is not a seat"
    if not _is_deck(d.deck, c):
        yield "deck must have every ship once"


def _is_deck(deck: list[int], c: Components) -> bool:
    """PI-6: every ship once, and nothing behind them."""
    rest = [NOBODY] * (len(deck) - c.ships)
    return sorted(deck[: c.ships]) == list(range(c.ships)) and deck[c.ships :] == rest
