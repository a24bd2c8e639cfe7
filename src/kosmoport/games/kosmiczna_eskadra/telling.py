"""Kosmiczna Eskadra: what happened as each seat learns it, and the table in sentences."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

import msgspec

from kosmoport.core.contract import NOBODY
from kosmoport.core.layout import Event
from kosmoport.core.messages import Message
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import messages, schema
from kosmoport.games.kosmiczna_eskadra.geometry import on_table, turned
from kosmoport.games.kosmiczna_eskadra.schema import (
    ASTEROID_NR,
    MAX_LASERS,
    SCALE,
    SHIELD_OF,
    SPACE,
    Components,
    Laser,
    State,
)

if TYPE_CHECKING:
    from kosmoport.games.kosmiczna_eskadra.view import AsteroidView, ShipView, View


def name_of(c: Components, card: int) -> str:
    """The name printed on a card."""
    return _spelt(tuple(c.type[card].name))


@lru_cache(maxsize=256)
def _spelt(letters: tuple[int, ...]) -> str:
    return "".join(chr(letter) for letter in letters if letter)


class OfCard(TypedDict):
    """A card on the table: whose, which ship, and its number in order of placement."""

    seat: int
    ship: str
    number: int


class ToCard(TypedDict):
    """The card that something was done to."""

    to_seat: int
    to_ship: str
    to_number: int


def tell(s: State, c: Components, event: Event, seat: int) -> Told | None:
    """One event as this seat learns it; None where it learns nothing."""
    code, who, *_ = event
    return None if code == schema.HELD and who != seat else _message(s, c, event, seat).told()


def _message(s: State, c: Components, event: Event, seat: int) -> Message:
    code = event[0]
    if code in (schema.DRAWN, schema.HELD, schema.KEPT):
        return _of_hand(c, event, seat)
    if code in (schema.RELEASED, schema.DROPPED):
        ship, laid = s.ship[event[1]], messages.Released if code == schema.RELEASED else messages.Dropped
        return laid(**_card(s, c, event[1]), x=ship.x, y=ship.y, rot=ship.rot)
    if code == schema.FIRED:
        return _fired(s, c, event)
    if code in TABLE_EVENTS:
        return TABLE_EVENTS[code](s, c, event)
    if code == schema.STOP_CALLED and event[1] == NOBODY:
        return messages.StopFull() if s.opt.mode == schema.TURNS else messages.StopClock()
    return _of_score(event)


def _card(s: State, c: Components, i: int) -> OfCard:
    ship = s.ship[i]
    return {"seat": ship.owner, "ship": name_of(c, ship.card), "number": i}


def _to_card(s: State, c: Components, i: int) -> ToCard:
    ship = s.ship[i]
    return {"to_seat": ship.owner, "to_ship": name_of(c, ship.card), "to_number": i}


def _of_hand(c: Components, event: Event, seat: int) -> Message:
    """KE-B38: only its holder sees a card in hand, and where it is held."""
    code, who, a, y, rot = event
    if code == schema.HELD:
        return messages.Held(seat=who, x=a, y=y, rot=rot)
    if who != seat:
        return messages.Drawn(seat=who) if code == schema.DRAWN else messages.Kept(seat=who)
    return (messages.DrawnOwn if code == schema.DRAWN else messages.KeptOwn)(seat=who, ship=name_of(c, a))


def ship_and_laser(gun: int) -> tuple[int, int]:
    """Which ship fired, and with which of its lasers: an event has one number for both."""
    return divmod(gun, MAX_LASERS)


def _fired(s: State, c: Components, event: Event) -> Message:
    """A laser: from which ship, how strong, and where it ended."""
    _, gun, target, n, d = event
    i, j = ship_and_laser(gun)
    laser, card = c.type[s.ship[i].card].laser[j], _card(s, c, i)
    if target == SPACE:
        return messages.FiredSpace(**card, laser=j, power=laser.power)
    x, y = struck_point(s, c, i, laser, n, d)
    if target >= ASTEROID_NR:
        rock = target - ASTEROID_NR
        return messages.FiredAsteroid(**card, laser=j, power=laser.power, x=x, y=y, asteroid=rock)
    if target >= SHIELD_OF:
        struck = _to_card(s, c, target - SHIELD_OF)
        return messages.FiredShield(**card, laser=j, power=laser.power, x=x, y=y, **struck)
    return messages.FiredShip(**card, laser=j, power=laser.power, x=x, y=y, **_to_card(s, c, target))


def struck_point(s: State, c: Components, i: int, laser: Laser, n: int, d: int) -> tuple[int, int]:
    """The point n/d along the laser, to the nearest tenth of a millimetre, for drawing."""
    ship = s.ship[i]
    px, py = on_table(c, ship.x, ship.y, ship.rot, laser.x, laser.y)
    dx, dy = turned(c, ship.rot, laser.dx, laser.dy)
    return _rounded(px * d + dx * n, d * SCALE), _rounded(py * d + dy * n, d * SCALE)


def _rounded(n: int, d: int) -> int:
    """The whole number nearest to n/d, for d > 0; from the middle to the even one."""
    whole, rest = divmod(n, d)
    return whole + int(2 * rest + whole % 2 > d)


def _illegal(s: State, c: Components, event: Event) -> Message:
    _, i, struck, _, _ = event
    if struck == SPACE:
        return messages.IllegalOff(**_card(s, c, i))
    if struck >= ASTEROID_NR:
        return messages.IllegalAsteroid(**_card(s, c, i), asteroid=struck - ASTEROID_NR)
    return messages.IllegalShip(**_card(s, c, i), **_to_card(s, c, struck))


def _mined(s: State, c: Components, event: Event) -> Message:
    _, gun, k, n, _ = event
    i, j = ship_and_laser(gun)
    return messages.Mined(**_card(s, c, i), laser=j, asteroid=k, n=n)


def _exploded(s: State, c: Components, event: Event) -> Message:
    _, i, fate, taker, _ = event
    if fate == schema.TROPHY:
        return messages.ExplodedTrophy(**_card(s, c, i), taker=taker)
    return (messages.ExplodedLoss if fate == schema.LOSS else messages.ExplodedRemoved)(**_card(s, c, i))


def _seized(s: State, c: Components, event: Event) -> Message:
    _, i, wreck, n, _ = event
    of = _card(s, c, wreck)
    return messages.Seized(
        **_card(s, c, i), from_seat=of["seat"], from_ship=of["ship"], from_number=wreck, n=n
    )


def _lost(s: State, c: Components, event: Event) -> Message:
    _, target, n, _, _ = event
    if target >= ASTEROID_NR:
        return messages.OreLostAsteroid(asteroid=target - ASTEROID_NR, n=n)
    return messages.OreLostShip(**_card(s, c, target), n=n)


TABLE_EVENTS = {
    schema.ILLEGAL: _illegal,
    schema.MINED: _mined,
    schema.EXPLODED: _exploded,
    schema.SEIZED: _seized,
    schema.ORE_LOST: _lost,
}


def _of_score(event: Event) -> Message:
    code, a, b, _, _ = event
    if code == schema.STOP_CALLED:
        return messages.Stop(seat=a)
    if code == schema.HELD_BACK:
        return messages.HeldBack(seat=a)
    if code == schema.CREDITED:
        return messages.Credited(seat=a, ms=b)
    if code == schema.SPEED_STEP:
        return messages.SpeedStep(speed=a)
    if code == schema.ASTEROID_GONE:
        return messages.AsteroidGone(asteroid=a)
    if code == schema.SCORED:
        return messages.Scored(seat=a, n=b)
    if code == schema.ROUND_WON:
        return messages.RoundTied() if a == NOBODY else messages.RoundWon(seat=a, n=b)
    if code == schema.MATCH_WON:
        return messages.MatchWon(seat=a)
    return {schema.ROUND_BEGUN: messages.RoundBegun}[code](round=a + 1)


# ---------------------------------------------------------------- the table in sentences


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    width, height = known.table_size
    table = {"width": width, "height": height}
    lines = [Told("round", {"round": known.round + 1, "stage": known.stage, **table})]
    lines += [_asteroid_line(k, rock) for k, rock in enumerate(known.asteroids)]
    lines += [_ship_line(known, i, ship) for i, ship in enumerate(known.table)]
    for p, other in enumerate(known.everybody):
        args = {"seat": p, "n": len(other.unplayed), "points": other.points, "wins": other.wins}
        lines.append(Told("player_holds" if other.holds else "player", args))
    if known.held is not None:
        kind = known.squadron[known.held]
        lines.append(Told("hand", {"ship": kind.name, "speed": kind.speed, "hull": kind.hull}))
        lines += [Told("hand_laser", msgspec.structs.asdict(laser)) for laser in kind.lasers]
        lines += [Told("hand_shield", msgspec.structs.asdict(shield)) for shield in kind.shields]
    if known.held_at is not None:
        lines.append(Told("holds", {"x": known.held_at.x, "y": known.held_at.y, "rot": known.held_at.rot}))
    return lines


def _asteroid_line(k: int, rock: AsteroidView) -> Told:
    args = {"asteroid": k, "x": rock.pose.x, "y": rock.pose.y, "ore": rock.ore}
    return Told("asteroid" if rock.there else "asteroid_off", args)


def _ship_line(known: View, i: int, ship: ShipView) -> Told:
    args = {"number": i, "seat": ship.owner, "ship": known.squadron[ship.card].name, "fate": ship.fate}
    pose = {"x": ship.pose.x, "y": ship.pose.y, "rot": ship.pose.rot}
    return Told("ship", {**args, **pose, "ore": ship.ore, "damage": sum(ship.damage)})
