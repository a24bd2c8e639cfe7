"""Kosmiczni Piraci: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from functools import lru_cache

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.games.kosmiczni_piraci.messages import ACTIONS, Lay, Take
from kosmoport.games.kosmiczni_piraci.schema import LAYS, PLANETS, TRADE_SHIP, laid_card, laid_on, lay_action
from kosmoport.games.kosmiczni_piraci.view import Card, View

# The last one is for words only: no action number has such a planet.
REASONS = ("card", "treasure", "planet")

# The rules behind each reason, the common ones included.
RULES: dict[str, tuple[str, ...]] = {
    "over": ("KP-38",),
    "turn": ("KP-9", "KP-31"),
    "unknown": ("KP-10", "KP-31"),
    "card": ("KP-10",),
    "treasure": ("KP-31",),
    "planet": ("KP-1", "KP-10"),
}
LONGEST = 16  # letters; no name of a card has more


def describe(view: View, action: int) -> Told:
    """Lay a card on a planet, or take a treasure; planets are counted from 0."""
    if action < LAYS:
        return _lay(view.deck, action)
    kind = action - LAYS
    return Take(treasure="trade_ship" if kind == TRADE_SHIP else view.worth[kind]).told()


@lru_cache(maxsize=4096)
def _lay(deck: tuple[Card, ...], action: int) -> Told:
    return Lay(card=card_names(deck)[laid_card(action)], planet=laid_on(action)).told()


@lru_cache(maxsize=256)
def card_names(deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """Each card by its value; a deck with equal cards has letters for the later ones: 3, 3b, 3c."""
    earlier = [deck[:i].count(card) for i, card in enumerate(deck)]
    return tuple(f"{card}{chr(ord('a') + n)}" if n else card for card, n in zip(deck, earlier, strict=True))


def encode(view: View, act: Told) -> int:
    """The number of an action; Refused where the parameters name nothing."""
    meant = ACTIONS.read(act)
    return _taking(view, meant) if isinstance(meant, Take) else _laying(view, meant)


def _taking(view: View, take: Take) -> int:
    if take.treasure == "trade_ship":
        return LAYS + TRADE_SHIP
    if take.treasure not in view.worth[: view.kinds]:
        raise Refused("treasure")
    return LAYS + view.worth.index(take.treasure)


def _laying(view: View, lay: Lay) -> int:
    slots, planet = _slots_of(view.deck, str(lay.card)[:LONGEST].lower()), lay.planet
    in_hand = [i for i in slots if i in view.hand]
    is_planet = type(planet) is int and 0 <= planet < PLANETS
    if not slots or not (in_hand or is_planet):
        raise Refused("card")
    if not is_planet:
        raise Refused("planet")
    return int(lay_action((in_hand or slots)[0], int(planet)))


@lru_cache(maxsize=1024)
def _slots_of(deck: tuple[Card, ...], wanted: str) -> tuple[int, ...]:
    """Where the deck has this card: the slot of that name first, then the others of that value."""
    named = [i for i, name in enumerate(card_names(deck)) if str(name).lower() == wanted]
    same = [i for i, value in enumerate(deck) if str(value).lower() == wanted and i not in named]
    return (*named, *same)
