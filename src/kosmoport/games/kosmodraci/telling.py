"""Kosmodraci: what happened as each seat learns it, and the table in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kosmoport.core.layout import Event
from kosmoport.core.messages import Message
from kosmoport.core.words import Told
from kosmoport.games.kosmodraci import messages, schema
from kosmoport.games.kosmodraci.options import KIND_NAMES, Symbol
from kosmoport.games.kosmodraci.schema import Components, State

if TYPE_CHECKING:
    from kosmoport.games.kosmodraci.view import Crew, PlayerView, Seen, View

ON_SHIP: dict[int, type[messages.OnShip]] = {
    schema.SHIELDS_GAINED: messages.ShieldsGained,
    schema.SHIELDS_LOST: messages.ShieldsLost,
    schema.DAMAGE_TAKEN: messages.Damaged,
    schema.REPAIRED: messages.Repaired,
}


def tell(s: State, c: Components, event: Event, seat: int) -> Told | None:
    """One event as this seat learns it; the last card of the draft is told to its owner alone."""
    code, owner, *_ = event
    return None if code == schema.LAST_CARD and owner != seat else _message(c, event, seat).told()


def _message(c: Components, event: Event, seat: int) -> Message:
    code, a, b, x, _ = event
    if code == schema.PICKED:
        return messages.PickedOwn(seat=a, card=_value(c, b)) if a == seat else messages.Picked(seat=a)
    if code == schema.LAST_CARD:
        return messages.LastCard(card=_value(c, b))
    if code == schema.PLAYED:
        return messages.Played(seat=a, card=_value(c, b))
    if code == schema.TRICK_WON:
        return messages.TrickWon(seat=a, card=_value(c, b), hits=x)
    if code == schema.CAPTURED:
        symbols = tuple(_symbol_words(c.dragon[b].symbols))
        return messages.Captured(seat=a, points=c.dragon[b].points, symbols=symbols)
    if code == schema.TURNED_UP:
        symbols = tuple(_symbol_words(c.dragon[a].symbols))
        return messages.TurnedUp(points=c.dragon[a].points, symbols=symbols)
    if code in ON_SHIP:
        return ON_SHIP[code](seat=a, n=b, now=x)
    if code == schema.PILE_RENEWED:
        return messages.Renewed(n=a)
    if code == schema.HUNT_BEGAN:
        return messages.HuntBegan(seat=a)
    return {schema.PASSED: messages.Passed, schema.HUNT_ENDED: messages.HuntEnded}[code]()


def _value(c: Components, card: int) -> int:
    return int(c.crew[card].value)


def _dragon_words(points: int, symbols: list[int]) -> dict[str, Any]:
    return {"points": points, "symbols": _symbol_words(symbols)}


def _symbol_words(symbols: list[int]) -> list[Symbol]:
    return [kind for kind, n in zip(KIND_NAMES, symbols, strict=True) for _ in range(n)]


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    lines = [Told("sides", dict(known.sides)), Told("piles", {"draw": known.draw, "discard": known.discard})]
    if known.markers:
        lines.append(Told("markers", {"n": known.markers}))
    if known.open_dragon is not None:
        face = known.dragons[known.open_dragon]
        words = _dragon_words(face.p, [face.R, face.M, face.C])
        lines.append(Told("open_dragon", {"trick": known.trick + 1, "tricks": known.tricks, **words}))
    for p, other in enumerate(known.everybody):
        lines.append(_account_player(p, other))
        if known.stage == "hunt" and p in known.acted:
            lines.append(Told("on_table", {"seat": p, "card": known.crew[other.played[-1]].v}))
    if known.stage == "hunt":
        lines.append(Told("lead", {"seat": known.lead}))
    return lines + list(_account_own(known))


def _account_player(p: int, other: PlayerView) -> Told:
    ship = {"shields": other.shields, "damage": other.damage}
    sums = {"dragons": len(other.dragons), **other.symbols, "own": other.own}
    args = {"seat": p, "n": other.hand_size, "picks": other.picks, **ship, **sums}
    if not other.awards:
        return Told("player", args)
    return Told("player_awarded", {**args, "awards": sum(other.awards.values()), "total": other.total})


def _account_own(known: View) -> Iterator[Told]:
    """What only this seat knows: hand, picks, and the cards it has passed on."""
    if known.stage == "draft" and known.picks:
        yield Told("picks", {"cards": [known.crew[card].v for card in known.picks]})
    if known.hand:
        yield Told("hand", {"cards": [known.crew[card].v for card in known.hand]})
    for card in known.hand:
        yield _account_card(known.crew[card])
    played = {card for other in known.everybody for card in other.played}
    for seen in known.seen:
        cards = [known.crew[card].v for card in seen.cards if card not in played]
        if cards:
            yield Told("seen", {"cards": cards, "seats": _who_may_have(known, seen)})


def _account_card(face: Crew) -> Told:
    symbols = _symbol_words([face.R, face.M, face.C])
    return Told("card", {"card": face.v, "effects": list(face.fx), "symbols": symbols, "points": face.p})


def _who_may_have(known: View, seen: Seen) -> list[int]:
    """The seats that took one of these cards, less those who have played theirs."""
    seats = {(seen.packet + min(t, known.passed)) % known.players for t in range(seen.first, seen.last + 1)}
    if known.stage == "draft" or known.options["family_variant"]:
        return sorted(seats)
    return sorted(p for p in seats if not set(seen.cards) & set(known.everybody[p].played))
