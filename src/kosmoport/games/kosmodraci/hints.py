"""Kosmodraci: why an action may be good, in words; true sentences about what the seat knows."""

from __future__ import annotations

from kosmoport.core.words import Told
from kosmoport.games.kosmodraci.schema import Components, State
from kosmoport.games.kosmodraci.view import Crew, View

REASONS = (
    *("high_card", "shields_later", "symbols", "points"),  # in the draft
    *("takes", "unbeatable", "hard_to_beat", "repairs", "shields", "aims", "dodges"),  # in the hunt
)
FEW = 12  # higher cards, of which a draft has hardly more than one in every hand
WANTED = {"research": "R", "morale": "M"}  # kinds of which many are never the worst to have


def reason(s: State, c: Components, known: View, action: int) -> Told | None:
    """The best thing to be said for an action; None if nothing stands out. `s` is a world with this view."""
    card = known.crew[action]
    if known.stage == "draft":
        return _picking(known, action, card)
    return _winning(known, action) or _ship(known, card) or _losing(known, action) or _upper(card)


def _picking(known: View, action: int, card: Crew) -> Told | None:
    higher = sum(other.v > card.v for other in known.crew)
    if higher <= FEW:
        return Told("high_card", {"n": higher})
    shields = card.fx.count("shield")
    return Told("shields_later", {"n": shields}) if shields > 1 else _upper(card)


def _upper(card: Crew) -> Told | None:
    """What counts at the end (KD-20, KD-27)."""
    kind = max(WANTED, key=lambda name: int(getattr(card, WANTED[name])))
    symbols = int(getattr(card, WANTED[kind]))
    if symbols > 0:
        return Told("symbols", {"kind": kind, "n": symbols})
    return Told("points", {"n": card.p}) if card.p > 0 else None


def _on_table(known: View) -> dict[int, int]:
    """The cards of this trick by seat; who has acted has one more card before them than tricks are over."""
    return {p: known.everybody[p].played[-1] for p in known.acted}


def _highest(known: View) -> int:
    return max((known.crew[card].v for card in _on_table(known).values()), default=0)


def _winning(known: View, action: int) -> Told | None:
    """KD-17: the highest card takes the open dragon."""
    card = known.crew[action]
    if card.v < _highest(known) or known.open_dragon is None:
        return None
    dragon = known.dragons[known.open_dragon]
    if len(_on_table(known)) == known.players - 1:
        return Told("takes", {"points": dragon.p, "n": dragon.R + dragon.M + dragon.C})
    higher = _may_be_higher(known, card.v)
    if higher == 0:
        return Told("unbeatable", {"points": dragon.p})
    return Told("hard_to_beat", {"points": dragon.p, "n": higher}) if higher <= FEW else None


def _may_be_higher(known: View, value: int) -> int:
    """Higher cards that somebody else may still have in hand."""
    gone = {*known.hand, *known.revealed}
    gone |= {card for player in known.everybody for card in player.played}
    return sum(card.v > value for i, card in enumerate(known.crew) if i not in gone)


def _ship(known: View, card: Crew) -> Told | None:
    """KD-12 to KD-15: what works at once; a card that also brings damage is left to the simulations."""
    if "damage" in card.fx:
        return None
    repaired = min(card.fx.count("repair"), known.everybody[known.seat].damage)
    if repaired > 0:
        return Told("repairs", {"n": repaired})
    shields = card.fx.count("shield")
    return Told("shields", {"n": shields}) if shields > 0 else None


def _losing(known: View, action: int) -> Told | None:
    """KD-16: targets hit whoever wins, and with this card that is somebody else."""
    card = known.crew[action]
    if card.v > _highest(known):
        return None
    if targets := card.fx.count("target"):
        return Told("aims", {"n": targets})
    aimed = sum(known.crew[other].fx.count("target") for other in _on_table(known).values())
    return Told("dodges", {"n": aimed}) if aimed else None
