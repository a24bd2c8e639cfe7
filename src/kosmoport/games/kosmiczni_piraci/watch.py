"""Kosmiczni Piraci under study: traps, ships, and how treasures are shared out."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from kosmoport.core.watch import Count, LogOf, Watch, decides, equals, happened, shared_win, tie_break, times
from kosmoport.games.kosmiczni_piraci.schema import (
    ALL_CARDS,
    BOTH_HOME,
    HAND,
    LAID,
    LAYING_ENDED,
    PIRATE_HOME,
    PLUNDERED,
    SHIP_MOVED,
    SURPLUS,
    TAKEN,
    TELEPORTED,
    TRADE_HOME,
    TRADE_SHIP,
    UNCLAIMED,
    Components,
    State,
)

Log: TypeAlias = LogOf[State, Components]

TRADE = 0  # as SHIP_MOVED names the ships
PIRATES = 1


def caught_teleports(log: Log) -> int:
    """KP-17: the card that was lost is a teleport itself."""
    return sum(log.c.teleport[event[2]] for event in log.of(TELEPORTED))


def moved_together(log: Log) -> int:
    """KP-21: one card has sent both ships on their way."""
    pairs = zip(log.events, log.events[1:], strict=False)
    return sum(a[:2] == (SHIP_MOVED, TRADE) and b[:2] == (SHIP_MOVED, PIRATES) for a, b in pairs)


def cards_in_hand(log: Log) -> int:
    """KP-24: a ship came home before they could be laid."""
    hands = (log.s.player[p].place[: log.c.cards] for p in log.seats)
    return sum(hand.count(HAND) for hand in hands)


def picks(log: Log) -> Counter[int]:
    """Treasures picked at each planet that was settled."""
    return Counter(event[3] for event in log.of(TAKEN))


def takers(log: Log, q: int) -> list[int]:
    """KP-28: the seats that take part at a planet."""
    return [p for p in log.seats if log.s.player[p].present[q]]


def shared_planets(log: Log) -> int:
    """KP-31: two or more players have to share."""
    return sum(len(takers(log, q)) > 1 for q in picks(log))


def empty_handed(log: Log) -> int:
    """KP-32: they took part, but nothing was left."""
    return sum(len(takers(log, q)) - picked for q, picked in picks(log).items())


def tied_planets(log: Log) -> int:
    """KP-34: two of those taking part are equally strong."""
    return sum(_repeats([log.s.player[p].strength[q] for p in takers(log, q)]) for q in picks(log))


def fully_tied_planets(log: Log) -> int:
    """KP-35: and so they are at all six planets."""
    return sum(_repeats([tuple(log.s.player[p].strength) for p in takers(log, q)]) for q in picks(log))


def _repeats(values: list[object]) -> bool:
    return len(set(values)) < len(values)


def trade_ship_points(log: Log, seat: int) -> int:
    return int(log.s.player[seat].won[TRADE_SHIP] * log.c.worth[TRADE_SHIP])


WATCH = Watch(
    lengths=(Count("cards_laid", "cards laid", "KP-10", times(LAID)),),
    counts=(
        Count("teleports", "teleports sprung", "KP-17", times(TELEPORTED)),
        Count(
            "own_teleports",
            "teleports sprung by their own owner",
            "KP-B15",
            times(TELEPORTED, where=lambda event: event[1] == event[3]),
        ),
        Count("caught_teleports", "teleports lost to a teleport", "KP-17", caught_teleports),
        Count("trade_moves", "moves of the trade ship", "KP-21", times(SHIP_MOVED, where=equals(1, TRADE))),
        Count(
            "pirate_moves", "moves of the pirate ship", "KP-21", times(SHIP_MOVED, where=equals(1, PIRATES))
        ),
        Count("moved_together", "both ships sent off by one card", "KP-21", moved_together),
        happened(
            "trade_home", "the laying ends with the trade ship at home", "KP-24", LAYING_ENDED, TRADE_HOME
        ),
        happened(
            "pirate_home", "the laying ends with the pirate ship at home", "KP-24", LAYING_ENDED, PIRATE_HOME
        ),
        happened("both_home", "the laying ends with both ships at home", "KP-B18", LAYING_ENDED, BOTH_HOME),
        happened("all_cards", "the laying ends with all cards laid", "KP-24", LAYING_ENDED, ALL_CARDS),
        Count("cards_in_hand", "cards left in hand", "KP-24", cards_in_hand),
        Count(
            "plundered",
            "treasures plundered by the pirate ship",
            "KP-30",
            times(PLUNDERED, where=lambda event: event[1] != TRADE_SHIP),
        ),
        happened("trade_ship_plundered", "the trade ship is plundered", "KP-B5", PLUNDERED, TRADE_SHIP),
        Count("unclaimed", "treasures that nobody claims", "KP-36", times(UNCLAIMED)),
        Count("shared_planets", "planets where several players pick", "KP-31", shared_planets),
        Count("empty_handed", "players who take part and go without", "KP-32", empty_handed),
        Count("surplus", "treasures left over for the strongest", "KP-33", times(SURPLUS)),
        Count("tied_planets", "planets where a tie is broken", "KP-34", tied_planets),
        Count("fully_tied_planets", "planets with a tie all round the ring", "KP-35", fully_tied_planets),
        decides("trade_ship_decides", "the trade ship", "KP-29", trade_ship_points),
        tie_break("KP-39"),
        shared_win("KP-39"),
    ),
)
