"""Kosmiczna Eskadra: the table of a rule case as a state and components of the real engine.

Cases give lengths in millimetres with any decimals. Geometry does not depend on the unit of length,
so the whole table of a case is laid out in the coarsest unit, a tenth of a millimetre or finer, in
which every length is a whole number. Types are made from the case's own, one for each card.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kosmoport.core.case import names_of
from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczna_eskadra import GAME, rules
from kosmoport.games.kosmiczna_eskadra.components import Laser, Shield, Ship, fill_shape, fill_ship, rectangle
from kosmoport.games.kosmiczna_eskadra.schema import (
    BOUNDLESS,
    CARD,
    HANGAR,
    MAX_ASTEROIDS,
    MAX_LASERS,
    MAX_LYING,
    MAX_PLAYERS,
    MAX_SHIELDS,
    NAME_LENGTH,
    SMALL,
    Components,
    State,
)

POWERS = {"white": 1, "red": 2, "green": 3, "green-white": 3}
TOKEN_OF_CASES = {"id": "ast", "pos": [0, 0], "size": [90, 90], "ore": 12}
STANDARD_CARD = (60, 90)
TENTHS = 10


class Tally(dict[Any, Any]):
    """Something for everybody by name; an empty map when none of those who count has anything."""

    def __init__(self, entries: Any, among: list[Any] | None = None) -> None:
        super().__init__(entries)
        self.among = list(self) if among is None else among

    def __bool__(self) -> bool:
        return any(self[name] for name in self.among)


@dataclass
class CaseTable:
    """A state and its components, and the names that the case uses."""

    s: State
    c: Components
    players: list[Any]  # names are text or numbers, as the case writes them
    ids: list[Any]  # of the cards, in order of placement
    asteroids: list[Any]
    unit: int  # of length: so many to a millimetre

    def seat(self, name: Any) -> int:
        return names_of(self.players).index(str(name))


def exact(value: Any) -> Fraction:
    """A number of the case without the rounding of binary fractions."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadInput(f"{value!r} is not a number")
    return Fraction(str(value))


def degrees(value: Any) -> int:
    """A rotation in whole degrees, 0 to 359."""
    angle = exact(value)
    if angle.denominator != 1:
        raise BadInput(f"a rotation is given in whole degrees, not {value}")
    return int(angle) % 360


def case_options(given: dict[str, Any], players: int) -> dict[str, Any]:
    """The options of a case; it may have fewer players than a game, and no table edge (set afterwards)."""
    options = dict(given.get("options") or {})
    for name in ("table", "players"):
        options.pop(name, None)
    return {**GAME.read_options({"start_seat": 0, **options}), "players": players}


def lay_out(given: dict[str, Any]) -> CaseTable:
    """The table of a case: cards, asteroids, options."""
    ships, rocks = _ships(given), _rocks(given)
    players, unit = _players(given, ships), _unit(given, ships, rocks)
    table = CaseTable(
        GAME.blank_state(case_options(given, len(players))),
        GAME.component_record(),
        players,
        [entry["id"] for entry in ships],
        [entry["id"] for entry in rocks],
        unit,
    )
    width, height = (int(exact(side) * unit) for side in _card(given))
    _clear(table, unit, given)
    fill_shape(table.c.shape[CARD], rectangle(width, height))
    for k, entry in enumerate(rocks):
        _lay_rock(table, k, entry, unit)
    for i, entry in enumerate(ships):
        fill_ship(table.c.type[i], _type(entry), width, height, unit)
        _lay_ship(table, i, entry, unit)
    return table


def _card(given: dict[str, Any]) -> Any:
    width, height = given.get("card", given.get("card_mm", STANDARD_CARD))
    return given.get("w", width), given.get("h", height)


def _edge(given: dict[str, Any]) -> Any:
    """Width and height of the table; none unless the case has them."""
    return (given.get("options") or {}).get("table")


def _ships(given: dict[str, Any]) -> list[dict[str, Any]]:
    """The cards with their types written out."""
    types = {**_product_types(), **(given.get("types") or {})}
    ships = []
    for entry in given.get("ships") or []:
        named = {"id": entry["id"]} if "type" not in entry else types[str(entry["type"])]
        ships.append({**named, **entry})
    if len(ships) > MAX_LYING:
        raise BadInput(f"a table has room for {MAX_LYING} cards, not {len(ships)}")
    return ships


def _product_types() -> dict[str, Any]:
    """The ships of the box by name, also without accents and capitals."""
    types = {}
    for ship in GAME.standard_components.tables["ships"]:
        plain = unicodedata.normalize("NFD", ship["name"].lower().replace("ł", "l"))
        types[ship["name"]] = types[plain.encode("ascii", "ignore").decode()] = ship
    return types


def _rocks(given: dict[str, Any]) -> list[dict[str, Any]]:
    rocks = given.get("asteroids")
    if rocks is None and (given.get("options") or {}).get("asteroids") == "two":
        s, c = GAME.blank_state(case_options(given, 2)), GAME.component_record()
        rules.lay_asteroids(s, c)
        size = GAME.standard_components.tables["small_asteroid_mm"]
        pairs = enumerate(s.asteroid[: s.asteroids], 1)
        rocks = [{"id": f"ast{k}", "pos": [a.x / 10, 0], "size": size, "ore": a.ore} for k, a in pairs]
    rocks = [TOKEN_OF_CASES] if rocks is None else rocks
    if len(rocks) > MAX_ASTEROIDS:
        raise BadInput(f"a table has room for {MAX_ASTEROIDS} asteroids, not {len(rocks)}")
    return [{**TOKEN_OF_CASES, **entry} for entry in rocks]


def _players(given: dict[str, Any], ships: list[dict[str, Any]]) -> list[Any]:
    """Everybody who is named, in the order of the first mention."""
    names = [*given.get("players", [])]
    names += [entry["owner"] for entry in ships]
    names += [name for entry in ships for name in entry.get("damage") or {}]
    players = list({str(name): name for name in names}.values())
    if len(players) > MAX_PLAYERS:
        raise BadInput(f"there are {MAX_PLAYERS} squadrons, not {len(players)}")
    return players


def _unit(given: dict[str, Any], ships: list[dict[str, Any]], rocks: list[dict[str, Any]]) -> int:
    """The coarsest unit in which all lengths of the case and half of all sides are whole numbers."""
    lengths = [exact(length) for length in _lengths(ships, rocks)]
    sides = [exact(side) / 2 for entry in rocks for side in entry["size"]]
    sides += [exact(side) / 2 for side in _card(given)]
    sides += [exact(side) / 10 for side in _edge(given) or ()]
    return math.lcm(TENTHS, *(length.denominator for length in lengths + sides))


def _lengths(ships: list[dict[str, Any]], rocks: list[dict[str, Any]]) -> Iterator[Any]:
    for entry in [*ships, *rocks]:
        yield from entry["pos"]
    for entry in ships:
        for laser in entry.get("lasers") or []:
            yield from laser.get("from", ())
        for shield in entry.get("shields") or []:
            yield from () if isinstance(shield, str) else shield.get("span") or ()


def _clear(table: CaseTable, unit: int, given: dict[str, Any]) -> None:
    """Nothing on the table yet; its edge only if the case has one."""
    s, c = table.s, table.c
    for ship in s.ship:
        rules.clear_ship(ship)
    s.opt.table = [int(exact(side) * unit / 10) for side in _edge(given) or (BOUNDLESS, BOUNDLESS)]
    c.cards = 0


def _lay_rock(table: CaseTable, k: int, entry: dict[str, Any], unit: int) -> None:
    width, height = (int(exact(side) * unit) for side in entry["size"])
    fill_shape(table.c.shape[SMALL + 1 + k], rectangle(width, height))
    rock = table.s.asteroid[k]
    rules.lay_asteroid(rock, SMALL + 1 + k, int(exact(entry["pos"][0]) * unit), entry["ore"])
    rock.y, rock.rot = int(exact(entry["pos"][1]) * unit), degrees(entry.get("rot", 0))
    table.s.asteroids = k + 1


def _lay_ship(table: CaseTable, i: int, entry: dict[str, Any], unit: int) -> None:
    ship = table.s.ship[i]
    ship.owner, ship.card = table.seat(entry["owner"]), i
    ship.x, ship.y = (int(exact(v) * unit) for v in entry["pos"])
    ship.rot, ship.ore = degrees(entry.get("rot", 0)), entry.get("ore", 0)
    for name, markers in (entry.get("damage") or {}).items():
        ship.damage[table.seat(name)] = markers
    if entry.get("face_down") or entry.get("face") == "down":
        ship.fate = HANGAR  # KE-B29: nobody can release a card that way, so the check knows nothing of it
    table.s.lying = i + 1


def _type(entry: dict[str, Any]) -> Ship:
    """What is printed on a card of a case; not checked, for a case may go beyond the box."""
    lasers, shields = entry.get("lasers") or [], entry.get("shields") or []
    if len(lasers) > MAX_LASERS or len(shields) > MAX_SHIELDS:
        raise BadInput(f"{entry['id']}: a ship has at most {MAX_LASERS} lasers and {MAX_SHIELDS} shields")
    return Ship(
        speed=entry.get("speed", 1),
        name=str(entry["id"])[:NAME_LENGTH],
        hull=entry.get("hull", 1),
        lasers=[_laser(laser) for laser in lasers],
        shields=[_shield(shield) for shield in shields],
    )


def _laser(given: dict[str, Any]) -> Laser:
    dx, dy = (exact(v) for v in given.get("dir", (0, 1)))
    whole = math.lcm(dx.denominator, dy.denominator)
    if not dx and not dy:
        raise BadInput("a laser must point somewhere")
    x, y = (exact(v) for v in given.get("from", (0, 0)))
    return Laser((x, y), (int(dx * whole), int(dy * whole)), power_of(given.get("power", 1)))  # type: ignore[arg-type]


def power_of(laser: Any) -> int:
    """1 to 3, given as a number or as a colour."""
    power = POWERS.get(str(laser), laser)
    if power not in (1, 2, 3):
        raise BadInput(f"a laser is white, red or green (1, 2 or 3), not {laser!r}")
    return int(power)


def _shield(given: Any) -> Shield:
    given = {"edge": given} if isinstance(given, str) else given
    if given["edge"] not in ("top", "right", "bottom", "left"):
        raise BadInput(f"a shield lies on the top, right, bottom or left edge, not {given['edge']!r}")
    low, high = sorted(exact(v) for v in given["span"]) if given.get("span") else (None, None)
    return Shield(given["edge"], None if low is None else (low, high))  # type: ignore[arg-type]
