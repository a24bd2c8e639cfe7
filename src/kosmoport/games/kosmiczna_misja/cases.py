"""Kosmiczna Misja: rule cases turned into positions and actions of the real engine, and back."""

from __future__ import annotations

from typing import Any, TypeAlias

from kosmoport.core import layout
from kosmoport.core.case import Situation, Unordered, names_of
from kosmoport.core.components import from_tables
from kosmoport.core.contract import CHANCE, NOBODY
from kosmoport.core.errors import Refused
from kosmoport.core.play import PlayOf, start_play
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_misja import GAME, geometry, rules, schema
from kosmoport.games.kosmiczna_misja.messages import PLACES
from kosmoport.games.kosmiczna_misja.schema import BANK, Components, Deal, State
from kosmoport.games.kosmiczna_misja.view import ENDS

Play: TypeAlias = PlayOf[State, Components, Deal]

QUADRANT = {name: q for q, name in enumerate(PLACES)}
FIELDS = ("s", "a", "L", "R")


class Tiles:
    """The tiles of a case: named ones, and unnamed ones written where they lie (equal ones are one)."""

    def __init__(self, named: dict[Any, Any]) -> None:
        standard = {tile["id"]: tile for tile in GAME.standard_components.tables["tiles"]}
        self.known = {**standard, **named}
        self.rows: list[dict[str, int]] = []
        self.index: dict[Any, int] = {}  # by id, or by what is printed on an unnamed tile

    def number(self, tile: Any) -> int:
        """The engine's number of a tile given by its id or by what is printed on it."""
        printed = (tile if isinstance(tile, dict) else self.known[tile]) or {}
        if not set(printed) <= {"id", *FIELDS}:
            raise ValueError(f"a tile has {', '.join(FIELDS)}, not {', '.join(map(str, printed))}")
        row = {field: printed.get(field, 0) for field in FIELDS}
        key = tuple(row.values()) if isinstance(tile, dict) else tile
        if key not in self.index:
            self.index[key] = len(self.rows)
            self.rows.append(row)
        return self.index[key]

    def name(self, number: int) -> Any:
        return next(key for key, index in self.index.items() if index == number)

    def tables(self, die: list[int]) -> dict[str, Any]:
        rows = self.rows or [dict.fromkeys(FIELDS, 0)]
        return {"die": die, "tiles": [{"id": str(i), **row} for i, row in enumerate(rows)]}


def _named(given: dict[str, Any]) -> dict[Any, Any]:
    """The tiles a case names: in a list of their own, or where the bank or the stack is a map of them."""
    named = dict(given.get("tiles") or {})
    for place in ("bank", "stack"):
        if isinstance(given.get(place), dict):
            named.update(given[place])
    return named


def _seats(given: dict[str, Any]) -> tuple[list[Any], list[list[dict[Any, Any]]]]:
    """Names and planets of the players: a map of both, or a list of names and a map of planets."""
    names = list(given["players"])
    lying = given["players"] if isinstance(given["players"], dict) else given.get("planets")
    by_name = {str(name): own or [] for name, own in (lying or {}).items()}
    if unknown := sorted(set(by_name) - set(names_of(names))):
        raise ValueError(f"{unknown[0]} has planets, but is not a player")
    return names, [by_name.get(str(name), []) for name in names]


def _die(given: dict[str, Any], rolls: list[Any]) -> list[int]:
    """The die of the case, or the usual one with any further number that is rolled."""
    die = list(given.get("die") or GAME.standard_components.data.die)
    return die + sorted({roll for roll in rolls if roll is not None} - set(die))


def _table(
    given: dict[str, Any],
    planets: list[list[dict[Any, Any]]],
    tiles: Tiles,
    rolls: list[Any],
) -> Play:
    """A game in which these planets lie before the seats and these tiles in the bank and the stack."""
    numbers = [[{int(q): tiles.number(t) for q, t in planet.items()} for planet in own] for own in planets]
    slots = [tiles.number(tile) for tile in given.get("bank") or []]
    stack = [tiles.number(tile) for tile in given.get("stack") or []]
    if len(slots) > BANK:
        raise ValueError(f"the bank has at most {BANK} tiles")
    components = from_tables(tiles.tables(_die(given, rolls)), GAME.components.Data, "the case")
    options = {
        **GAME.read_options({"start_seat": 0, **(given.get("options") or {})}),
        "players": len(planets),
    }
    d = schema.Deal()
    d.stack[: len(tiles.rows)] = range(len(tiles.rows))
    game = start_play(GAME, options, d, components)
    for seat, own in enumerate(numbers):
        _lay_planets(game, seat, own)
    game.s.bank = slots + [NOBODY] * (BANK - len(slots))
    game.s.banked, game.s.left = len(slots), len(stack)
    game.s.stack = stack[::-1] + [NOBODY] * (schema.MAX_TILES - len(stack))
    return game


def _lay_planets(game: Play, seat: int, planets: list[dict[int, int]]) -> None:
    """Planets in order of founding; whoever has one has had a first turn."""
    player = game.s.player[seat]
    for planet in planets:
        if not planet or not set(planet) <= set(range(schema.QUADRANTS)):
            raise ValueError("a planet has at least one tile, in quadrants 0 to 3")
        player.begun = 1
        k = geometry.open_planet(player)
        for q, tile in planet.items():
            geometry.put_tile(game.c, player, k, tile, q)


def _roll(game: Play, number: int | None) -> None:
    """The die shows this number, if it is due; where the case names none, the lowest."""
    if game.chance_due:
        die = game.c.die[: game.c.faces]
        game.act(CHANCE, die.index(min(die) if number is None else number))


# ---------------------------------------------------------------- one planet


def planet(case: Situation) -> dict[str, Any]:
    """What is on a planet, and where a tile would fit, whatever the roll."""
    given = case.given
    tiles = Tiles(_named(given))
    tile = given.get("tile")
    number = NOBODY if tile is None else tiles.number(tile)
    game = _table(given, [[given["planet"]] if given["planet"] else [], []], tiles, [])
    here = game.s.player[0].planet[0]
    quadrants = range(schema.QUADRANTS) if tile is not None and here.size > 0 else range(0)
    return {
        "stations": here.stations,
        "aliens": here.aliens,
        "need": geometry.needed_roll(here),
        "complete": here.size == schema.QUADRANTS,
        "fits": [q for q in quadrants if geometry.fits(game.s, game.c, here, number, q)],
    }


# ---------------------------------------------------------------- one turn


def options(case: Situation) -> dict[str, Any]:
    """Everything the player may do in a turn."""
    given = case.given
    tiles = Tiles(_named(given))
    roll = None if given.get("first_round") else given.get("roll")
    game = _table(given, [given.get("planets") or [], []], tiles, [roll])
    game.s.player[0].begun = int(roll is not None)
    rules.begin_turn(game.s, 0)
    _roll(game, roll)
    found: dict[str, list[Any]] = {"new": [], "add": [], "discard": [], "skip": []}
    for action in game.legal(0):
        act = GAME.describe(game.view(0), action)
        place = [act.args["planet"], QUADRANT[act.args["quadrant"]]] if "planet" in act.args else []
        taken = [tiles.name(act.args["tile"] - 1)] if "tile" in act.args else []
        found[act.id].append(taken + place)
    return {
        "new": Unordered(sorted((tile for (tile,) in found["new"]), key=_by_id)),
        "extend": Unordered(sorted(found["add"], key=_by_id)),
        "discard": Unordered(sorted(found["discard"], key=_by_id)),
        "stuck": not found["new"] and not found["add"],
        "may_skip": bool(found["skip"]),
    }


def _by_id(use: Any) -> list[Any]:
    """Ids may be numbers or text: numbers first."""
    return [(isinstance(part, str), part) for part in (use if isinstance(use, list) else [use])]


# ---------------------------------------------------------------- a sequence of turns


def play(case: Situation) -> dict[str, Any]:
    """Turns with given rolls, one after another; a refused action leaves the die unrolled."""
    given = case.given
    names, planets = _seats(given)
    tiles = Tiles(_named(given))
    game = _table(given, planets, tiles, [act[1] for act in case.do])
    _start(case, game, names)
    illegal = []
    for index, (who, roll, *what) in enumerate(case.do):
        before = layout.clone(game.s)
        try:
            _take_turn(game, case.seat(names_of(names), who), roll, _told(tiles, what))
        except Refused as refused:
            game.s = before
            illegal.append([index, _word(refused.reason)])
    return {"illegal": illegal, **_table_of(game, names, tiles), **_standing(game, names)}


def _start(case: Situation, game: Play, names: list[Any]) -> None:
    """Whoever acts first is to move; without a word about it, a first turn is due while one has no planet."""
    given, s = case.given, game.s
    for player in s.player[: len(names)]:
        if "first_round" in given:
            player.begun = int(not given["first_round"])
    if "start_seat" in (given.get("options") or {}):
        s.start = game.options["start_seat"]
    else:
        first = case.do[0][0] if case.do else names[0]
        s.start = case.seat(names_of(names), given.get("turn", given.get("start", first)))
    rules.begin_turn(s, s.start)
    if s.banked == 0:
        rules.finish(s, schema.EXHAUSTED)


def _told(tiles: Tiles, what: list[Any]) -> Told:
    """The action as the engine is told; a tile that lies nowhere has number 0."""
    name, *values = what
    if name == "new":
        return Told("new", {"tile": tiles.index.get(values[0], -1) + 1})
    if name == "add":
        return Told("add", {"tile": tiles.index.get(values[0], -1) + 1, **_place(values[1], values[2])})
    if name == "discard":
        return Told("discard", _place(values[0], values[1]))
    if name != "skip":
        raise ValueError(f"{name} is not an action (there are new, add, discard and skip)")
    return Told("skip")


def _place(index: int, q: int) -> dict[str, Any]:
    return {"planet": index, "quadrant": PLACES[q] if 0 <= q < len(PLACES) else None}


def _take_turn(game: Play, seat: int, roll: int | None, act: Told) -> None:
    if game.over:
        raise Refused("over")
    if seat != game.s.turn:
        raise Refused("turn")
    _roll(game, roll)
    game.act(seat, GAME.encode(game.view(seat), act))


def _word(reason: str) -> str:
    """Cases have no word of their own for a tile that is not in the bank."""
    return "cannot add" if reason == "not_in_bank" else reason.replace("_", " ")


def _table_of(game: Play, names: list[Any], tiles: Tiles) -> dict[str, Any]:
    s = game.s
    own = {name: player.planet[: player.planets] for name, player in zip(names, s.player, strict=False)}
    return {
        "bank": [tiles.name(tile) for tile in s.bank[: s.banked]],
        "stack": s.left,
        "box": s.boxed,
        "sizes": {name: [planet.size for planet in planets] for name, planets in own.items()},
        "stations": {name: [planet.stations for planet in planets] for name, planets in own.items()},
        "aliens": {name: [planet.aliens for planet in planets] for name, planets in own.items()},
        "need": {name: [geometry.needed_roll(k) for k in planets] for name, planets in own.items()},
        "complete": {name: [k.size == schema.QUADRANTS for k in planets] for name, planets in own.items()},
        "turn": None if game.over else names[s.turn],
        "idle": s.idle,
        "over": ENDS[s.ended],
    }


# ---------------------------------------------------------------- the end


def _standing(game: Play, names: list[Any]) -> dict[str, Any]:
    shares = GAME.returns(game.s, game.c)
    return {
        "totals": dict(zip(names, GAME.scores(game.s, game.c), strict=True)),
        "winners": [name for name, share in zip(names, shares, strict=True) if share > 0],
    }


def score(case: Situation) -> dict[str, Any]:
    """Stations and winners from the planets before everybody."""
    names, planets = _seats(case.given)
    game = _table(case.given, planets, Tiles(_named(case.given)), [])
    return _standing(game, names)


OPS = {"planet": planet, "options": options, "play": play, "score": score}
