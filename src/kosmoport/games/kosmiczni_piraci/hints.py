"""Kosmiczni Piraci: why an action may be good, in words; true sentences about what the seat knows."""

from __future__ import annotations

from kosmoport.core.words import Told
from kosmoport.games.kosmiczni_piraci.schema import (
    LAYS,
    PLANETS,
    Components,
    State,
    laid_card,
    laid_on,
)
from kosmoport.games.kosmiczni_piraci.thumbs import prize_at, teleport_risk
from kosmoport.games.kosmiczni_piraci.view import PileCard, View

REASONS = (
    *("dearest", "new_kind"),  # taking a treasure
    *("trap", "probe", "turns", "push_pirates", "trade", "richest", "overtake", "alone", "rich"),
)


def reason(s: State, c: Components, known: View, action: int) -> Told | None:
    """The best thing to be said for an action; None if nothing stands out. `s` is a world with this view."""
    if action >= LAYS:
        return _taking(known, action - LAYS)
    slot, q = laid_card(action), laid_on(action)
    if _may_go_off(s, c, known, q):
        return _at_risk(c, known, slot, q)
    if c.teleport[slot]:
        return Told("trap", {"planet": q})
    return _ships(known, q) or _strength(s, c, known, c.value[slot], q)


def _taking(known: View, kind: int) -> Told | None:
    assert known.settling is not None
    offered = [known.worth[other] for other in known.planets[known.settling].treasures]
    if known.worth[kind] == max(offered):
        return Told("dearest")
    return None if kind in known.everybody[known.seat].won else Told("new_kind")


def _face_down(known: View, q: int) -> PileCard | None:
    """The card that the next one laid here turns up (KP-13)."""
    pile = known.planets[q].pile
    return pile[-1] if pile and not pile[-1].face_up else None


def _may_go_off(s: State, c: Components, known: View, q: int) -> bool:
    """Could a teleport lie under the next card here?"""
    lying = _face_down(known, q)
    return lying is not None and (lying.card == "T" or teleport_risk(s, c, known.seat, q) > 0)


def _at_risk(c: Components, known: View, slot: int, q: int) -> Told | None:
    """A card that may be lost to a teleport: good if it is the weakest, and it shows what lay there."""
    lying = _face_down(known, q)
    assert lying is not None
    if lying.owner == known.seat:  # the own teleport
        return None
    pirates = [c.value[card] for card in known.hand if not c.teleport[card]]
    weakest = not c.teleport[slot] and c.value[slot] == min(pirates)
    return Told("probe" if weakest else "turns", {"owner": lying.owner, "planet": q})


def _ships(known: View, q: int) -> Told | None:
    """KP-21: a pirate that is turned up pushes ships on; KP-29: the trade ship is worth having."""
    lying = _face_down(known, q)
    if lying is None:
        return Told("trade", {"planet": q}) if known.trade == q != known.pirate else None
    if lying.owner == known.seat and lying.card != "T" and known.pirate == q:
        return Told("push_pirates", {"planet": q, "to": (q - 1) % PLANETS})
    return None


def _strength(s: State, c: Components, known: View, value: int, q: int) -> Told | None:
    """How strong the card would make the seat here, as far as strength is shown."""
    pile = known.planets[q].pile
    mine = sum(int(card.card) for card in pile if card.owner == known.seat and card.card != "T" and card.card)
    rival = max(other.strength[q] for p, other in enumerate(known.everybody) if p != known.seat)
    prizes = [prize_at(s, c, planet) for planet in range(PLANETS)]
    if prizes[q] == max(prizes) and mine + value > rival and known.pirate != q:
        return Told("richest", {"planet": q})
    if mine <= rival < mine + value:
        return Told("overtake", {"planet": q, "n": mine + value})
    if all(card.owner == known.seat for card in pile) and known.pirate != q:
        return Told("alone", {"planet": q})
    treasure = sum(known.worth[kind] for kind in known.planets[q].treasures)
    if known.pirate != q and PLANETS * treasure >= sum(prizes):
        return Told("rich", {"planet": q, "n": treasure})
    return None
