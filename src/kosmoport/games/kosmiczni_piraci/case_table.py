"""Kosmiczni Piraci: the table of a rule case: ships, treasures and hands put where the case says."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias

from kosmoport.core.components import from_tables
from kosmoport.core.errors import BadInput
from kosmoport.core.play import PlayOf, start_play
from kosmoport.games.kosmiczni_piraci import GAME, schema
from kosmoport.games.kosmiczni_piraci.schema import (
    HAND,
    KINDS,
    MAX_TREASURES,
    PLANETS,
    SPENT,
    TRADE_SHIP,
    Components,
    Deal,
    State,
)

Play: TypeAlias = PlayOf[State, Components, Deal]

STANDARD_HAND = [1, 2, 3, 4, 5, 6, 7, "T"]
ABSENT = SPENT - 1  # the place of a card that a case leaves out

Hands = list[list[Any]]  # by seat


class Sparse(dict[str, Any]):
    """A map by planet or player in which nobody is missing: those who have nothing have an empty list.

    A map of empty lists only is an empty map, and 0 and "0" are the same key, as cases write either.
    """

    def __init__(self, rows: dict[Any, Any]) -> None:
        super().__init__({str(key): value for key, value in rows.items() if value not in ([], {})})
        self.empty = {str(key): value for key, value in rows.items() if value in ([], {})}

    def __contains__(self, key: object) -> bool:
        return super().__contains__(str(key)) or str(key) in self.empty

    def __getitem__(self, key: Any) -> Any:
        return self.empty[str(key)] if str(key) in self.empty else super().__getitem__(str(key))


def ring(trade: int, pirate: int) -> list[int]:
    """An order of the planets in which the ships start at these places."""
    others = iter([*range(2, PLANETS), 1])
    return [0 if q == trade else 1 if q == pirate else next(others) for q in range(PLANETS)]


def by_planet(rows: Any) -> dict[int, Any]:
    """What a case gives for planets: a map by number, or a list from planet 0 on."""
    return {int(q): row for q, row in (enumerate(rows) if isinstance(rows, list) else (rows or {}).items())}


def options_of(given: dict[str, Any], players: int) -> dict[str, Any]:
    """Cases may have fewer players than a game: the count is set afterwards."""
    return {**GAME.read_options({"start_seat": 0, **product_options(given)}), "players": players}


def product_options(given: dict[str, Any]) -> dict[str, Any]:
    """The options of a case without the deck, which is no option but data (KP-B1)."""
    return {name: value for name, value in given.get("options", {}).items() if name != "deck"}


def deck_of(given: dict[str, Any]) -> list[Any]:
    """The cards of each colour, where a case says them."""
    return list(given.get("deck") or given.get("options", {}).get("deck") or STANDARD_HAND)


def hands_of(given: Any, names: list[str], deck: list[Any] = STANDARD_HAND) -> Hands:
    """Hands by name (the whole deck for whoever is not named), by seat, or the same for everybody."""
    if given is None:
        given = {}
    if isinstance(given, dict):
        named = {str(name): hand for name, hand in given.items()}
        return [list(named.get(name, deck)) for name in names]
    if any(isinstance(hand, list) for hand in given):
        return [list(hand) for hand in given]
    return [list(given) for _ in names]


def table(given: dict[str, Any], names: list[str], hands: Hands) -> Play:
    """A game before its first card, with the ships, treasures and hands of the case."""
    treasures = by_planet(given.get("treasures"))
    components = components_for([v for values in treasures.values() for v in values])
    options = options_of(given, len(names))
    d = schema.Deal()
    d.start = _start(given, names, options)
    d.lot = list(range(schema.MAX_PLAYERS))
    for place, name in enumerate(given.get("lot", [])):
        d.lot[names.index(str(name))] = place
    game = start_play(GAME, options, d, components)
    for q in range(PLANETS):
        game.s.planet[q].treasure = [0] * KINDS
        for value in treasures.get(q, []):
            game.s.planet[q].treasure[kind_of(game.c, value)] += 1
    _place_ships(game.s, given)
    _hold(game, hands)
    return game


def _start(given: dict[str, Any], names: list[str], options: dict[str, Any]) -> int:
    start = given.get("start", options["start_seat"])
    if str(start) in names:
        return names.index(str(start))
    return start if type(start) is int and 0 <= start < len(names) else 0


def _place_ships(s: State, given: dict[str, Any]) -> None:
    """The ships may share a planet, though they never start there; a case of stage 2 may do without them."""
    trade, pirate = given.get("trade"), given.get("pirate")
    if trade is None:
        trade = 0
        s.planet[trade].treasure[TRADE_SHIP] -= 1  # taken back before KP-29 makes it a treasure
    if pirate is None:
        bare = [q for q in range(PLANETS) if q != trade and not any(s.planet[q].treasure)]
        if not bare:
            raise BadInput("a case with treasures everywhere must say where the pirate ship is")
        pirate = bare[0]
    s.trade, s.trade_home = trade, _home(given, "trade", trade)
    s.pirate, s.pirate_home = pirate, _home(given, "pirate", pirate)
    s.order = ring(s.trade_home, s.pirate_home)


def _home(given: dict[str, Any], ship: str, at: int) -> int:
    """Where a ship started: where it is, unless the case says otherwise."""
    return int(given.get(f"{ship}_home", given.get(f"{ship}_start", at)))


def components_for(treasures: list[int], deck: list[Any] = STANDARD_HAND) -> Any:
    """The components of the box, or with other treasures where the case has some the box does not."""
    tables = {**GAME.standard_components.tables, "hand": deck}
    values = {value for value in treasures if value != tables["trade_ship_value"]}
    if not {str(value) for value in values} <= set(tables["treasures"]):
        tables["treasures"] = {str(value): MAX_TREASURES // len(values) for value in values}
    return from_tables(tables, GAME.components.Data, "the case")


def kind_of(c: Components, value: int) -> int:
    """The slot of a treasure by its value."""
    if value == c.worth[TRADE_SHIP]:
        return TRADE_SHIP
    if value not in c.worth[: c.kinds]:
        raise BadInput(f"there is no treasure {value!r}")
    return int(c.worth.index(value))


def _hold(game: Play, hands: Hands) -> None:
    """Everybody holds just these cards; whatever else the deck has counts as laid long ago, nowhere.

    The deck is the smallest of which every hand is a part. It may be larger than a real one: the lists of
    a plain record are simply made longer.
    """
    most: Counter[Any] = Counter()
    for hand in hands:
        most |= Counter(hand)
    deck = list(most.elements())
    game.c.cards = len(deck)
    game.c.value = [0 if card == "T" else card for card in deck]
    game.c.teleport = [int(card == "T") for card in deck]
    for seat, hand in enumerate(hands):
        player, left = game.s.player[seat], Counter(hand)
        player.place, player.moment, player.seen = [ABSENT] * len(deck), [0] * len(deck), [0] * len(deck)
        for slot, card in enumerate(deck):
            if left[card]:
                left[card] -= 1
                player.place[slot] = HAND
    game.s.laid = len(deck) * len(hands) - sum(map(len, hands))


def card_at(c: Components, slot: int) -> Any:
    """The card in a slot of the deck, as cases write it."""
    return "T" if c.teleport[slot] else c.value[slot]
