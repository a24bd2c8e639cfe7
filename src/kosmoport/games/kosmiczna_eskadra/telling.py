"""Kosmiczna Eskadra: what happened as each seat learns it, and the table in sentences."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from kosmoport.core.contract import NOBODY
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import schema
from kosmoport.games.kosmiczna_eskadra.geometry import on_table, turned
from kosmoport.games.kosmiczna_eskadra.schema import (
    ASTEROID_NR,
    MAX_LASERS,
    SCALE,
    SHIELD_OF,
    SPACE,
    Components,
    State,
)

if TYPE_CHECKING:
    from kosmoport.games.kosmiczna_eskadra.view import AsteroidView, ShipView, View

Event = tuple[int, int, int, int, int]


def name_of(c: Components, card: int) -> str:
    """The name printed on a card."""
    return _spelt(tuple(c.type[card].name))


@lru_cache(maxsize=256)
def _spelt(letters: tuple[int, ...]) -> str:
    return "".join(chr(letter) for letter in letters if letter)


def tell(s: State, c: Components, event: Event, seat: int) -> Told | None:
    """One event as this seat learns it; None where it learns nothing."""
    code = event[0]
    if code in (schema.DRAWN, schema.HELD, schema.KEPT):
        return _tell_hand(c, event, seat)
    if code in (schema.RELEASED, schema.DROPPED):
        ship = s.ship[event[1]]
        name = "released" if code == schema.RELEASED else "dropped"
        return Told(name, {**_card(s, c, event[1]), "x": ship.x, "y": ship.y, "rot": ship.rot})
    if code == schema.FIRED:
        return _tell_shot(s, c, event)
    if code in TABLE_EVENTS:
        return TABLE_EVENTS[code](s, c, event)
    if code == schema.STOP_CALLED and event[1] == NOBODY:
        return Told("stop_full" if s.opt.mode == schema.TURNS else "stop_clock")
    return _tell_score(event)


def _card(s: State, c: Components, i: int, prefix: str = "") -> dict[str, Any]:
    """A card on the table: whose, which ship, and its number in order of placement."""
    ship = s.ship[i]
    return {f"{prefix}seat": ship.owner, f"{prefix}ship": name_of(c, ship.card), f"{prefix}number": i}


def _tell_hand(c: Components, event: Event, seat: int) -> Told | None:
    """KE-B38: only its holder sees a card in hand, and where it is held."""
    code, who, a, y, rot = event
    if code == schema.HELD:
        return Told("held", {"seat": who, "x": a, "y": y, "rot": rot}) if who == seat else None
    name = "drawn" if code == schema.DRAWN else "kept"
    if who == seat:
        return Told(f"{name}_own", {"seat": who, "ship": name_of(c, a)})
    return Told(name, {"seat": who})


def _tell_shot(s: State, c: Components, event: Event) -> Told:
    """A laser: from which ship, how strong, and where it ended."""
    _, gun, target, n, d = event
    i, j = divmod(gun, MAX_LASERS)
    laser = c.type[s.ship[i].card].laser[j]
    args = {**_card(s, c, i), "laser": j, "power": laser.power}
    if target == SPACE:
        return Told("fired_space", args)
    args["x"], args["y"] = struck_point(s, c, i, laser, n, d)
    if target >= ASTEROID_NR:
        return Told("fired_asteroid", {**args, "asteroid": target - ASTEROID_NR})
    if target >= SHIELD_OF:
        return Told("fired_shield", {**args, **_card(s, c, target - SHIELD_OF, "to_")})
    return Told("fired_ship", {**args, **_card(s, c, target, "to_")})


def struck_point(s: State, c: Components, i: int, laser: Any, n: int, d: int) -> tuple[int, int]:
    """The point n/d along the laser, to the nearest tenth of a millimetre, for drawing."""
    ship = s.ship[i]
    px, py = on_table(c, ship.x, ship.y, ship.rot, laser.x, laser.y)
    dx, dy = turned(c, ship.rot, laser.dx, laser.dy)
    return _rounded(px * d + dx * n, d * SCALE), _rounded(py * d + dy * n, d * SCALE)


def _rounded(n: int, d: int) -> int:
    """The whole number nearest to n/d, for d > 0; from the middle to the even one."""
    whole, rest = divmod(n, d)
    return whole + int(2 * rest + whole % 2 > d)


def _tell_illegal(s: State, c: Components, event: Event) -> Told:
    _, i, struck, _, _ = event
    if struck == SPACE:
        return Told("illegal_off", _card(s, c, i))
    if struck >= ASTEROID_NR:
        return Told("illegal_asteroid", {**_card(s, c, i), "asteroid": struck - ASTEROID_NR})
    return Told("illegal_ship", {**_card(s, c, i), **_card(s, c, struck, "to_")})


def _tell_mined(s: State, c: Components, event: Event) -> Told:
    _, gun, k, n, _ = event
    i, j = divmod(gun, MAX_LASERS)
    return Told("mined", {**_card(s, c, i), "laser": j, "asteroid": k, "n": n})


def _tell_exploded(s: State, c: Components, event: Event) -> Told:
    _, i, fate, taker, _ = event
    if fate == schema.TROPHY:
        return Told("exploded_trophy", {**_card(s, c, i), "taker": taker})
    return Told("exploded_loss" if fate == schema.LOSS else "exploded_removed", _card(s, c, i))


def _tell_seized(s: State, c: Components, event: Event) -> Told:
    _, i, wreck, n, _ = event
    return Told("seized", {**_card(s, c, i), **_card(s, c, wreck, "from_"), "n": n})


def _tell_lost(s: State, c: Components, event: Event) -> Told:
    _, target, n, _, _ = event
    if target >= ASTEROID_NR:
        return Told("ore_lost_asteroid", {"asteroid": target - ASTEROID_NR, "n": n})
    return Told("ore_lost_ship", {**_card(s, c, target), "n": n})


TABLE_EVENTS = {
    schema.ILLEGAL: _tell_illegal,
    schema.MINED: _tell_mined,
    schema.EXPLODED: _tell_exploded,
    schema.SEIZED: _tell_seized,
    schema.ORE_LOST: _tell_lost,
}


def _tell_score(event: Event) -> Told:
    code, a, b, _, _ = event
    if code == schema.STOP_CALLED:
        return Told("stop", {"seat": a})
    if code == schema.HELD_BACK:
        return Told("held_back", {"seat": a})
    if code == schema.CREDITED:
        return Told("credited", {"seat": a, "ms": b})
    if code == schema.SPEED_STEP:
        return Told("speed_step", {"speed": a})
    if code == schema.ASTEROID_GONE:
        return Told("asteroid_gone", {"asteroid": a})
    if code == schema.SCORED:
        return Told("scored", {"seat": a, "n": b})
    if code == schema.ROUND_WON:
        return Told("round_tied") if a == NOBODY else Told("round_won", {"seat": a, "n": b})
    if code == schema.MATCH_WON:
        return Told("match_won", {"seat": a})
    return Told("round_begun", {"round": a + 1})


# ---------------------------------------------------------------- the table in sentences


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    width, height = known.table_size
    table = {"width": width, "height": height}
    lines = [Told("round", {"round": known.round + 1, "stage": known.stage, **table})]
    lines += [_asteroid_line(k, rock) for k, rock in enumerate(known.asteroids)]
    lines += [_ship_line(known, i, ship) for i, ship in enumerate(known.table)]
    for p, other in enumerate(known.others):
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
