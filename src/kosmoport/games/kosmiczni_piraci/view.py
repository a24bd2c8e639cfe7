"""Kosmiczni Piraci: what a seat may know, built field by field from nothing (KP-40 to KP-43)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from kosmoport.core import views as drawn
from kosmoport.core.contract import NOBODY, SPECTATOR
from kosmoport.core.layout import Event
from kosmoport.core.messages import Message
from kosmoport.core.options import fetch_options
from kosmoport.core.views import Drawn, OfSeat, SeatView, Unshown
from kosmoport.core.words import Told
from kosmoport.games.kosmiczni_piraci import messages, rules, schema
from kosmoport.games.kosmiczni_piraci.options import OPTIONS
from kosmoport.games.kosmiczni_piraci.schema import (
    HAND,
    KINDS,
    LOST,
    PLANETS,
    SPENT,
    TRADE_SHIP,
    Components,
    State,
)
from kosmoport.games.kosmiczni_piraci.scoring import points

Card = int | str  # a value, or "T"
Slot = Annotated[int, Drawn(of="deck")]
Treasure = Annotated[int, Drawn(of="worth")]  # a kind
Pile = list[tuple[int, int, int, bool]]  # moment, owner, slot and whether face up, of each card

ENDS = (None, *messages.HOW)
Stage: TypeAlias = Literal["laying", "taking", "done"]
STAGES: tuple[Stage, ...] = ("laying", "taking", "done")


class PileCard(msgspec.Struct, frozen=True):
    """A card on a planet; `card` is null where the seat does not know it."""

    owner: OfSeat[int]
    slot: Unshown[int | None]  # which card of the owner's deck
    card: drawn.Card[Card | None]
    face_up: drawn.FaceUp
    moment: Unshown[int]  # how many cards were laid before it, anywhere


class PlanetView(msgspec.Struct, frozen=True):
    """A place on the ring."""

    printed: Unshown[int]  # which of the six planets lies here
    pile: drawn.Cards[PileCard]  # in order of placement
    treasures: drawn.Cards[Treasure]  # kinds to be had
    boxed: drawn.Cards[Treasure]  # kinds nobody gets


class PlayerView(msgspec.Struct, frozen=True):
    """What is known of a player."""

    hand_size: drawn.FaceDown
    spent: drawn.Cards[Slot]  # slots of teleports that went off, with their moments below
    spent_moments: Unshown[tuple[int, ...]]
    lost: drawn.Cards[Slot | None]  # slots of cards lost to teleports; null where unknown
    lost_moments: Unshown[tuple[int, ...]]
    seen: Unshown[tuple[int, ...]]  # slots everybody has seen
    strength: Unshown[tuple[int, ...]]  # at each planet, of the cards face up
    present: Unshown[tuple[bool, ...]]  # at each planet, takes part there
    won: drawn.Cards[Treasure]  # kinds, ascending
    score: drawn.Score
    tie: Unshown[int]  # how many go before this seat in a complete tie


class View(SeatView, frozen=True):
    """The table as one seat knows it."""

    deck: Unshown[tuple[Card, ...]]  # what every hand was made of
    worth: Unshown[tuple[int, ...]]  # of each kind of treasure; the trade ship last
    kinds: Unshown[int]  # how many kinds of treasures there are, besides the trade ship
    stage: Stage
    to_act: tuple[int, ...]
    start: Unshown[int]  # the seat that began
    laid: Unshown[int]  # cards so far
    ended: messages.End | None  # how the laying ended
    trade: int  # the planet where the trade ship is now ...
    pirate: int  # ... and the pirate ship
    trade_home: int  # ... and where they began
    pirate_home: int
    settling: int | None  # stage 2: the planet being settled
    waiting: tuple[OfSeat[int], ...]  # who has still to pick there, in this order
    strongest: OfSeat[int | None]  # who gets what is left there
    hand: drawn.Hand[Slot]  # slots in the seat's own hand
    planets: Annotated[tuple[PlanetView, ...], Drawn(names=tuple(map(str, range(PLANETS))))]  # clockwise
    everybody: drawn.BySeat[PlayerView]  # every player, by seat


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return views(s, c, (seat,))[0]


def views(s: State, c: Components, seats: Sequence[int]) -> list[View]:
    """What each of these seats knows: what is public, built once, and what it alone knows besides."""
    piles = _piles(s, c)
    public = _public(s, c, piles)
    return [_own(s, c, seat, public, piles) if seat >= 0 else public for seat in seats]


def _public(s: State, c: Components, piles: list[Pile]) -> View:
    """What everybody knows, as a spectator sees it."""
    taking = s.stage == schema.TAKING
    deck = tuple(["T" if c.teleport[i] else c.value[i] for i in range(c.cards)])
    return View(
        seat=SPECTATOR,
        players=s.opt.players,
        options=fetch_options(OPTIONS, s.opt),
        deck=deck,
        worth=tuple(c.worth),
        kinds=c.kinds,
        stage=STAGES[s.stage],
        to_act=() if s.turn == NOBODY else (s.turn,),
        start=s.start,
        laid=s.laid,
        ended=ENDS[s.ended],
        trade=s.trade,
        pirate=s.pirate,
        trade_home=s.trade_home,
        pirate_home=s.pirate_home,
        settling=s.at if taking else None,
        waiting=ranking(s, s.at, s.waiting),
        strongest=s.strongest if taking else None,
        hand=(),
        planets=_planets(s, deck, piles),
        everybody=tuple([_player(player, c) for player in s.player[: s.opt.players]]),
    )


def _own(s: State, c: Components, seat: int, public: View, piles: list[Pile]) -> View:
    """What is public, with the seat's own hand, face-down cards and lost cards."""
    player = s.player[seat]
    places, planets, everybody = player.place[: c.cards], public.planets, public.everybody
    for slot, q in enumerate(places):
        if q >= 0 and not player.seen[slot]:
            planet = replace(planets[q], pile=_cards(public.deck, piles[q], seat))
            planets = (*planets[:q], planet, *planets[q + 1 :])
    if everybody[seat].lost:
        own = replace(everybody[seat], lost=_lost(player, places))
        everybody = (*everybody[:seat], own, *everybody[seat + 1 :])
    return replace(public, seat=seat, hand=_slots(places, HAND), planets=planets, everybody=everybody)


def ranking(s: State, q: int, seats: int) -> tuple[int, ...]:
    """These seats (a bit each) in the order in which they pick at planet q (KP-31)."""
    ranked = []
    while seats:
        ranked.append(int(rules.next_in_rank(s, q, seats)))
        seats -= 1 << ranked[-1]
    return tuple(ranked)


def _slots(places: list[int], wanted: int) -> tuple[int, ...]:
    return tuple([i for i, place in enumerate(places) if place == wanted])


def _lost(player: schema.Player, places: list[int]) -> tuple[int, ...]:
    """Cards lost to teleports, in the order of their moments."""
    return tuple(sorted(_slots(places, LOST), key=player.moment.__getitem__)) if LOST in places else ()


def _value(c: Components, slot: int) -> messages.Value:
    return "T" if c.teleport[slot] else int(c.value[slot])


def _piles(s: State, c: Components) -> list[Pile]:
    """The cards on each planet, in order of placement."""
    piles: list[Pile] = [[] for _ in range(PLANETS)]
    for p, player in enumerate(s.player[: s.opt.players]):
        for slot, place in enumerate(player.place[: c.cards]):
            if place >= 0:
                piles[place].append((player.moment[slot], p, slot, player.seen[slot] == 1))
    for pile in piles:
        pile.sort()
    return piles


def _planets(s: State, deck: tuple[Card, ...], piles: list[Pile]) -> tuple[PlanetView, ...]:
    """The ring as everybody knows it."""
    return tuple(
        [
            PlanetView(
                printed=printed,
                pile=_cards(deck, pile, SPECTATOR),
                treasures=_repeated(tuple(planet.treasure)),
                boxed=_repeated(tuple(planet.boxed)),
            )
            for printed, planet, pile in zip(s.order, s.planet, piles, strict=True)
        ]
    )


def _cards(deck: tuple[Card, ...], pile: Pile, seat: int) -> tuple[PileCard, ...]:
    """A pile as this seat knows it: the cards that lie face up, and its own."""
    return tuple(
        [
            PileCard(owner, slot, deck[slot], face_up, moment)
            if face_up or owner == seat
            else PileCard(owner, None, None, face_up, moment)
            for moment, owner, slot, face_up in pile
        ]
    )


@lru_cache(maxsize=4096)
def _repeated(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Each index as often as it is counted: [2, 0, 1] makes 0, 0, 2. Views ask often, about few counts."""
    return tuple(i for i, n in enumerate(counts) for _ in range(n))


def _player(player: schema.Player, c: Components) -> PlayerView:
    """What everybody knows of a player."""
    places, moment_of = player.place[: c.cards], player.moment.__getitem__
    spent = _slots(places, SPENT) if SPENT in places else ()
    lost = _lost(player, places)
    return PlayerView(
        hand_size=places.count(HAND),
        spent=spent,
        spent_moments=tuple(map(moment_of, spent)),
        lost=(None,) * len(lost),
        lost_moments=tuple(map(moment_of, lost)),
        seen=_repeated(tuple(player.seen[: c.cards])),
        strength=tuple(player.strength),
        present=tuple(map(bool, player.present)),
        won=_repeated(tuple(player.won)),
        score=points(player, c),
        tie=player.tie,
    )


# ---------------------------------------------------------------- back to a state


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; unknown cards lie anywhere they may (options are already in `s.opt`)."""
    s.stage = STAGES.index(known.stage)
    s.turn = known.to_act[0] if known.to_act else NOBODY
    s.start, s.laid, s.ended = known.start, known.laid, ENDS.index(known.ended)
    s.trade, s.pirate = known.trade, known.pirate
    s.trade_home, s.pirate_home = known.trade_home, known.pirate_home
    s.at = 0 if known.settling is None else known.settling
    s.waiting = sum(1 << p for p in known.waiting)
    s.strongest = 0 if known.strongest is None else known.strongest
    for p, other in enumerate(known.everybody):
        _restore_player(s.player[p], other)
    for q, planet in enumerate(known.planets):
        _restore_planet(s, q, planet)
    for p in range(known.players):
        _place_unknown(s, c, known, p)


def _restore_player(player: schema.Player, other: PlayerView) -> None:
    player.place = [HAND] * schema.MAX_CARDS
    player.moment = [0] * schema.MAX_CARDS
    player.seen = [int(slot in other.seen) for slot in range(schema.MAX_CARDS)]
    for slot, moment in zip(other.spent, other.spent_moments, strict=True):
        player.place[slot], player.moment[slot] = SPENT, moment
    player.strength = list(other.strength)
    player.present = [int(here) for here in other.present]
    player.won = [other.won.count(kind) for kind in range(KINDS)]
    player.tie = other.tie


def _restore_planet(s: State, q: int, planet: PlanetView) -> None:
    s.order[q] = planet.printed
    s.planet[q].treasure = [planet.treasures.count(kind) for kind in range(KINDS)]
    s.planet[q].boxed = [planet.boxed.count(kind) for kind in range(KINDS)]
    s.planet[q].top_owner = s.planet[q].top_card = NOBODY
    for lying in planet.pile:
        if lying.slot is not None:
            s.player[lying.owner].place[lying.slot] = q
            s.player[lying.owner].moment[lying.slot] = lying.moment
        if not lying.face_up:
            s.planet[q].top_owner = lying.owner
            s.planet[q].top_card = NOBODY if lying.slot is None else lying.slot


def _place_unknown(s: State, c: Components, known: View, p: int) -> None:
    """Cards of one player whose place the seat does not know, in the first slots that fit."""
    player, other = s.player[p], known.everybody[p]
    free = [i for i in range(c.cards) if player.place[i] == HAND and not player.seen[i]]
    for slot, moment in zip(other.lost, other.lost_moments, strict=True):
        card = free.pop(0) if slot is None else slot
        player.place[card], player.moment[card] = LOST, moment
    for q, planet in enumerate(known.planets):
        for lying in planet.pile:
            if lying.owner == p and lying.slot is None:
                card = free.pop(0)
                player.place[card], player.moment[card] = q, lying.moment
                s.planet[q].top_card = card


# ---------------------------------------------------------------- what happened, what there is


def tell(s: State, c: Components, event: Event, seat: int) -> Told | None:
    """One event as this seat learns it."""
    return _message(c, event, seat).told()


def _message(c: Components, event: Event, seat: int) -> Message:
    code, a, b, x, y = event
    if code == schema.LAID:
        if a == seat:
            return messages.LaidOwn(seat=a, card=_value(c, b), planet=x)
        return messages.Laid(seat=a, planet=x)
    if code == schema.TURNED:
        return messages.Turned(owner=a, card=_value(c, b), planet=x)
    if code == schema.TELEPORTED:
        if a == seat:
            return messages.TeleportedOwn(seat=a, card=_value(c, b), owner=x, planet=y)
        return messages.Teleported(seat=a, owner=x, planet=y)
    if code == schema.SHIP_MOVED:
        return messages.ShipMoved(ship=messages.SHIPS[a], from_=b, to=x)
    if code == schema.LAYING_ENDED:
        return messages.LayingEnded(how=messages.HOW[a - 1])
    if code == schema.REVEALED:
        return messages.Revealed(owner=a, card=_value(c, b), planet=x)
    if code == schema.PLUNDERED:
        return messages.Plundered(treasure=_treasure(c, a), planet=b)
    if code == schema.UNCLAIMED:
        return messages.Unclaimed(treasure=_treasure(c, a), planet=b)
    taken = {schema.TAKEN: messages.Taken, schema.SURPLUS: messages.Surplus}[code]
    return taken(seat=a, treasure=_treasure(c, b), planet=x)


def _treasure(c: Components, kind: int) -> messages.Treasure:
    return "trade_ship" if kind == TRADE_SHIP else int(c.worth[kind])


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    ships = ("trade", "pirate", "trade_home", "pirate_home")
    lines = [Told("ships", {name: getattr(known, name) for name in ships})]
    for q, planet in enumerate(known.planets):
        lines += _account_of_planet(known, q, planet)
    for p, other in enumerate(known.everybody):
        spent = [known.deck[i] for i in other.spent]
        args = {"seat": p, "n": other.hand_size, "lost": len(other.lost), "spent": spent}
        lines.append(Told("player", {**args, "won": _treasures(known, other.won)}))
    if known.settling is not None:
        lines.append(Told("settling", {"planet": known.settling, "seats": known.waiting}))
    if known.seat >= 0:
        lost = [known.deck[i] for i in known.everybody[known.seat].lost if i is not None]
        lines += [Told("lost_own", {"cards": lost})] if lost else []
        lines.append(Told("hand", {"cards": [known.deck[i] for i in known.hand]}))
    return lines


def _account_of_planet(known: View, q: int, planet: PlanetView) -> list[Told]:
    lines = [Told("planet", {"planet": q, "treasures": _treasures(known, planet.treasures)})]
    if planet.boxed:
        lines.append(Told("boxed", {"treasures": _treasures(known, planet.boxed)}))
    for card in planet.pile:
        what = "card_up" if card.face_up else "card_down" if card.card is None else "card_down_own"
        lines.append(Told(what, {"owner": card.owner, "card": card.card}))
    return lines


def _treasures(known: View, kinds: tuple[int, ...]) -> list[int | str]:
    return ["trade_ship" if kind == TRADE_SHIP else known.worth[kind] for kind in kinds]
