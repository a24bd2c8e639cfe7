"""Piraci: what a seat may know, built field by field from nothing (PI-33 to PI-35)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from kosmoport.core.contract import NOBODY, SPECTATOR
from kosmoport.core.layout import Event
from kosmoport.core.messages import Message
from kosmoport.core.options import fetch_options
from kosmoport.core.views import BySeat, Cards, Drawn, OfSeat, Places, Score, SeatView, Unshown
from kosmoport.core.words import Told
from kosmoport.games.piraci import messages, rules, schema
from kosmoport.games.piraci.components import LOOT, Kind
from kosmoport.games.piraci.messages import COLOURS, DiscName
from kosmoport.games.piraci.options import OPTIONS
from kosmoport.games.piraci.schema import (
    DISCS,
    FACE_UP,
    KINDS,
    MAX_PLAYERS,
    MAX_SHIPS,
    PAID_BY_SHIP,
    PIRATES,
    Components,
    State,
)
from kosmoport.games.piraci.scoring import bonus

ENDS = (None, *messages.HOW)
Stage: TypeAlias = Literal["acting", "asking", "done"]
STAGES: tuple[Stage, ...] = ("acting", "asking", "done")
RANKS = ("captain", "first_mate")

Disc = Annotated[int, Drawn(of="discs", each=PIRATES, covered="open_stacks")]
ShipCard = Annotated[int, Drawn(of="ships")]
OfKinds = Annotated[tuple[int, ...], Drawn(names=LOOT)]


class ShipView(msgspec.Struct, frozen=True):
    """A ship card; everybody knows them all (PI-35)."""

    id: int  # the number printed on its card
    gold: int  # ducats to be shared
    pay: int  # of a "?" pirate
    crew: int  # how many pirates it takes
    loot: tuple[Kind, ...]
    captor: OfSeat[int | None]  # who boarded it


class PlayerView(msgspec.Struct, frozen=True):
    """What lies in front of a player, besides the discs."""

    money: Score  # ducats
    loot: OfKinds  # tokens of each kind
    bonus: Unshown[tuple[int, ...]]  # what they are worth as things stand


class View(SeatView, frozen=True):
    """The table as one seat knows it: everything but the order of the ships to come.

    The wages of covered discs are known to all who watched; `options.open_stacks` says whether to show them.
    """

    stage: Stage
    to_act: tuple[int, ...]
    turn: Unshown[int | None]  # whose turn it is, also while another is asked
    ended: messages.End | None
    about: Unshown[int | None]  # the unit on which the seat to act may call a mutiny
    mutiny: Unshown[tuple[int, ...]]  # the captain's units in mutiny
    discs: Unshown[tuple[DiscName, ...]]  # name of each disc, five for each seat
    units: tuple[Cards[Disc], ...]  # discs from top to bottom
    ships: Unshown[tuple[ShipView, ...]]  # every card there is
    turned: Unshown[tuple[int, ...]]  # cards in the order in which they were turned up
    places: Places[ShipCard | None]  # cards that are face up now
    supply: OfKinds  # tokens of each kind
    values: OfKinds  # ducats for the most tokens of each kind
    covered: Unshown[int]  # wages the supply has paid
    everybody: BySeat[PlayerView]  # every player, by seat


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return views(s, c, (seat,))[0]


def views(s: State, c: Components, seats: Sequence[int]) -> list[View]:
    """What each of these seats knows: the same for all, so it is built once."""
    public = _public(s, c)
    return [replace(public, seat=seat) for seat in seats]


def _public(s: State, c: Components) -> View:
    """What everybody knows, as a spectator sees it."""
    asking = s.stage == schema.ASKING
    return View(
        seat=SPECTATOR,
        players=s.opt.players,
        options=fetch_options(OPTIONS, s.opt),
        stage=STAGES[s.stage],
        to_act=() if s.stage == schema.DONE else (s.asked if asking else s.turn,),
        turn=_known(s.turn),
        ended=ENDS[s.ended],
        about=_known(s.about),
        mutiny=tuple([PIRATES * s.turn + slot for slot in range(PIRATES) if s.mutiny >> slot & 1]),
        discs=_disc_names(tuple(c.wage)),
        units=tuple([_unit(s, disc) for disc, size in enumerate(s.size) if size > 0]),
        ships=tuple([_ship(s, c, card) for card in range(c.ships)]),
        turned=tuple(s.deck[: s.turned]),
        places=tuple(map(_known, s.place)),
        supply=tuple(s.supply),
        values=tuple(c.value),
        covered=s.covered,
        everybody=tuple([_player(s, c, p) for p in range(s.opt.players)]),
    )


def _known(number: int) -> int | None:
    return None if number == NOBODY else number


@lru_cache(maxsize=256)
def _disc_names(wages: tuple[int, ...]) -> tuple[DiscName, ...]:
    return tuple(_disc_name(wages, disc) for disc in range(DISCS))


def _disc_name(wages: tuple[int, ...], disc: int) -> DiscName:
    wage = "?" if wages[disc] == PAID_BY_SHIP else wages[disc]
    twins = wages[disc // PIRATES * PIRATES : disc].count(wages[disc])
    return wage if twins == 0 else f"{wage}{'abcde'[twins]}"


def _unit(s: State, top: int) -> tuple[int, ...]:
    discs = [top]
    while s.under[discs[-1]] != NOBODY:
        discs.append(s.under[discs[-1]])
    return tuple(discs)


def _ship(s: State, c: Components, card: int) -> ShipView:
    ship = c.ship[card]
    loot = tuple([LOOT[kind] for kind in ship.loot[: ship.pictures]])
    return ShipView(ship.id, ship.gold, ship.pay, ship.crew, loot, _known(s.captor[card]))


def _player(s: State, c: Components, p: int) -> PlayerView:
    player = s.player[p]
    ducats = tuple([bonus(s, c, kind, p) for kind in range(KINDS)])
    return PlayerView(player.money, tuple(player.loot), ducats)


# ---------------------------------------------------------------- back to a state


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; the ships to come lie in the order of the list (`s.opt` is already set)."""
    s.stage, s.ended = STAGES.index(known.stage), ENDS.index(known.ended)
    s.turn = _number(known.turn)
    s.about = _number(known.about)
    s.asked = NOBODY if known.about is None else known.to_act[0]
    s.mutiny = sum(1 << unit % PIRATES for unit in known.mutiny)
    s.covered = known.covered
    s.supply[:] = known.supply
    for p in range(MAX_PLAYERS):
        here = p < known.players
        s.player[p].money = known.everybody[p].money if here else 0
        s.player[p].loot[:] = known.everybody[p].loot if here else [0] * KINDS
    _restore_ships(s, c, known)
    for disc in range(DISCS):
        rules.put_away(s, disc)
    for unit in known.units:
        _restore_unit(s, unit)


def _number(value: int | None) -> int:
    return NOBODY if value is None else value


def _restore_ships(s: State, c: Components, known: View) -> None:
    coming = [card for card in range(c.ships) if card not in known.turned]
    s.deck[:] = [*known.turned, *coming] + [NOBODY] * (MAX_SHIPS - c.ships)
    s.captor[:] = [_number(ship.captor) for ship in known.ships] + [NOBODY] * (MAX_SHIPS - c.ships)
    s.turned = len(known.turned)
    s.place[:] = map(_number, known.places)
    s.in_sight = FACE_UP - known.places.count(None)
    rules.find_least_crew(s, c)


def _restore_unit(s: State, unit: tuple[int, ...]) -> None:
    """Build the stack as it grew: each disc goes on top of those below it."""
    for i in reversed(range(len(unit))):
        rules.set_free(s, unit[i])
        if i + 1 < len(unit):
            rules.move(s, unit[i], unit[i + 1])
    s.happened.clear()


# ---------------------------------------------------------------- what happened, what there is


def tell(s: State, c: Components, event: Event, seat: int) -> Told | None:
    """One event; all are public. With closed stacks no words name a disc that is or gets covered (PI-34)."""
    return _message(s, c, event).told()


def _message(s: State, c: Components, event: Event) -> Message:
    code, a, b, x, y = event
    if code == schema.MOVED:
        return _moved(s, c, a, b, x, y)
    if code == schema.BOARDED:
        return messages.Boarded(seat=a // PIRATES, unit=a, ship=c.ship[b].id, n=x)
    if code == schema.LOOTED:
        return messages.Looted(seat=a, loot=LOOT[b], rank=messages.RANKS[x])
    if code == schema.LOOT_GONE:
        return messages.LootGone(seat=a, loot=LOOT[b], rank=messages.RANKS[x])
    if code == schema.DUCATS:
        return messages.Ducats(seat=a, n=b)
    if code == schema.WAGE_PAID:
        return messages.WagePaid(seat=a, disc=b, to=b // PIRATES, n=x)
    if code == schema.SUPPLY_PAID:
        return messages.SupplyPaid(seat=a, n=b)
    if code == schema.SHIP_TURNED:
        ship = _ship(s, c, a)
        return messages.ShipTurned(
            ship=ship.id, place=b, gold=ship.gold, crew=ship.crew, pay=ship.pay, loot=ship.loot
        )
    if code == schema.SHIP_DISCARDED:
        return messages.ShipDiscarded(ship=c.ship[a].id)
    if code == schema.PASSED:
        return messages.Passed(seat=a)
    if code == schema.MUTINY_CALLED:
        return messages.MutinyCalled(seat=a, captain=b // PIRATES, unit=b, n=x)
    if code == schema.MUTINY_DECLINED:
        return messages.MutinyDeclined(seat=a, captain=b // PIRATES, unit=b, n=x)
    return {schema.ENDED: messages.Ended}[code](how=messages.HOW[a - 1])


def _moved(s: State, c: Components, unit: int, target: int, n: int, m: int) -> Message:
    seat, owner = unit // PIRATES, target // PIRATES
    if not s.opt.open_stacks:
        return messages.Moved(seat=seat, owner=owner, unit=unit, target=target, n=n, m=m)
    names = _disc_names(tuple(c.wage))
    disc, below = names[unit], names[target]
    return messages.MovedOpen(
        seat=seat, owner=owner, unit=unit, target=target, n=n, m=m, disc=disc, target_disc=below
    )


def _facts(ship: ShipView) -> dict[str, Any]:
    return {"gold": ship.gold, "crew": ship.crew, "pay": ship.pay, "loot": list(ship.loot)}


def shown(known: View) -> list[list[tuple[int, DiscName | None]]]:
    """The units as they are drawn: owner and name of each disc, no name where it is covered (PI-34)."""
    everything = known.options["open_stacks"]
    return [
        [
            (disc // PIRATES, known.discs[disc] if everything or i == 0 else None)
            for i, disc in enumerate(unit)
        ]
        for unit in known.units
    ]


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    lines = [Told("supply", dict(zip(LOOT, known.supply, strict=True)))]
    for card in known.places:
        if card is not None:
            lines.append(Told("ship", {"ship": known.ships[card].id, **_facts(known.ships[card])}))
    lines.append(Told("deck", {"n": len(known.ships) - len(known.turned)}))
    for p, player in enumerate(known.everybody):
        loot = [LOOT[kind] for kind in range(KINDS) for _ in range(player.loot[kind])]
        lines.append(Told("player", {"seat": p, "colour": COLOURS[p], "n": player.money, "loot": loot}))
        lines += [_account_unit(unit) for unit in shown(known) if unit[0][0] == p]
    return lines + _account_turn(known)


def _account_unit(unit: list[tuple[int, DiscName | None]]) -> Told:
    top, covered = unit[0], unit[1:]
    args: dict[str, Any] = {"colour": COLOURS[top[0]], "disc": top[1], "n": len(unit)}
    if not covered:
        return Told("single", args)
    args["covered"] = [COLOURS[owner] for owner, _ in covered]
    if covered[0][1] is None:
        return Told("stack", args)
    return Told("stack_open", args | {"wages": [name for _, name in covered]})


def _account_turn(known: View) -> list[Told]:
    if known.ended is not None:
        lines = [Told("ended", {"how": known.ended})]
        for p, player in enumerate(known.everybody):
            extra = sum(player.bonus)
            lines.append(
                Told("score", {"seat": p, "money": player.money, "bonus": extra, "n": player.money + extra})
            )
        return lines
    lines = [Told("in_mutiny", _named(known, unit)) for unit in known.mutiny]
    if known.about is not None:
        lines.append(Told("question", {"seat": known.to_act[0], **_named(known, known.about)}))
    return lines


def _named(known: View, unit: int) -> dict[str, Any]:
    return {"captain": unit // PIRATES, "colour": COLOURS[unit // PIRATES], "disc": known.discs[unit]}
