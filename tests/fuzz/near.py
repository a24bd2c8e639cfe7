"""Near misses: places of valid data and values there that only the last check of a parser refuses."""

from __future__ import annotations

from random import Random
from typing import Any

Path = tuple[str | int, ...]
GONE = object()
LASER = {"from": [0, 0], "dir": [1, 0], "power": 1}

COMPONENTS: dict[str, tuple[tuple[Path, Any], ...]] = {
    "kosmiczni_piraci": (
        (("treasures",), {}),
        (("treasures",), {str(value): 30 for value in range(1, 8)}),
        (("treasures", "99"), 1),
        (("treasures", "07"), 1),
        (("treasures_per_planet", "3"), GONE),
        (("treasures_per_planet", "5"), 4),
        (("richer_planets", "4"), GONE),
    ),
    "piraci": (
        (("loot_value", "rum"), GONE),
        (("loot_value", "parrot"), 1),
        (("ships", 1, "id"), 1),
        (("ships", 0, "loot"), ["rum", "rum"]),
    ),
    "kosmiczna_misja": ((("joined",), [1]), (("tiles",), [{"id": "x"}, {"id": "x"}])),
    "kosmodraci": (
        (("crew", 1, "v"), 1),
        (("crew",), [{"v": value} for value in range(1, 30)]),
        (("dragons",), [{"id": "x"}] * 12),
        (("dragons",), [{"id": "one"}]),
        (("lair",), 9),
        (("hand",), 3),
    ),
    "kosmiczna_eskadra": (
        (("table_mm", "2"), GONE),
        (("ships",), [{"speed": 1, "name": "x", "hull": 1, "lasers": [], "shields": []}]),
        (("card_mm", 0), 60.1),
        (("ships", 0, "lasers", 0, "from"), [0.05, 0]),
        (("ships", 0, "lasers", 0, "dir"), [0, 0]),
        (("ships", 0, "shields"), [{"edge": "top", "span": [5, -5]}]),
        (("ships", 0, "shields"), [{"edge": "left", "span": [-5, 5]}]),
        (("ships",), [{"speed": 1, "name": "\u202e", "hull": 1, "lasers": [LASER] * 8, "shields": []}] * 5),
    ),
}
RECORDS: tuple[tuple[Path, Any], ...] = (
    (("kosmoport",), "position"),
    (("game",), 5),
    (("rules",), 10**4000),
    (("components",), 5),
    (("options",), []),
    (("fair",), []),
    (("fair",), GONE),
    (("fair", "table"), ""),
    (("fair", "secret"), "x"),
    (("fair", "luck"), ["x"]),
    (("fair", "values"), ["x"]),
    (("fair", "values"), [[]] * 5),
    (("fair", "void"), [[0, [9]]]),
    (("fair", "frozen"), '{"seats":[[[[]]]]}'),
    (("fair", "frozen"), "[" * 9000),
    (("fair", "key"), "0f" * 32),
    (("fair", "round"), 10**30),
    (("table", "more"), ["y" * 60] * 200),
    (("table", "more"), [[[[[]]]]]),
    (("table", "more"), 0.5),
    (("table", "names"), ["x"]),
    (("table", "bots"), [1]),
    (("table", "started"), -1),
    (("moves",), {}),
    (("moves",), [5]),
    (("moves",), [{"seat": 0}]),
    (("moves",), [{"chance": 5}]),
    (("moves",), [{"seat": 0, "do": "take", "at": -1}]),
    (("moves",), [{"seat": 0, "do": "release", "x": 10**6, "y": 0, "rot": 0}]),
    (("moves",), [{"chance": "late", "seat": 0, "x": 1, "y": 2, "rot": 3, "ms": 4}]),
    (("moves",), [{"chance": "late", "seat": 9, "x": 1, "y": 2, "rot": 3, "ms": 4}]),
    (("moves",), [{"chance": "late"}]),
    (("moves",), [{"chance": "time_up"}]),
    (("moves",), [{"chance": "card", "number": 10**4000}]),
    (("result",), {}),
)
OPTIONS: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        "true",
        "no",
        0,
        1,
        2,
        99,
        "2",
        "02",
        "x",
        1.5,
        10**30,
        "9" * 5000,
        "",
        [],
        {},
        [[]],
    ),
    *("random", [6, 6], [7, 6], "6,7", ["x"] * 5, "[1]", "research: B, morale: A", "research", {"x": "A"}),
    *({"research": "A"}, {"research": 5}, {"research": "x"}, "", [], {}, [[]]),
)
ARGUMENTS: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 5, 99, 10**30, 0.5, "x", "", "red", "green", "3b", "trade_ship", [], {}, [1]),
)
ACTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("take", {"treasure": "trade_ship"}),
    ("take", {"treasure": 99}),
    ("lay", {}),
    ("draw", {"x": 1}),
)
LATE = {"seat": 0, "x": 1, "y": 2, "rot": 3, "ms": 4}
CHANCES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("late", LATE),
    ("late", {**LATE, "seat": 9}),
    ("late", {**LATE, "x": "x"}),
    ("late", {}),
    ("time_up", {}),
    ("time_up", {"x": 1}),
    ("card", {"number": 3}),
    ("card", {"number": "x"}),
    ("die", {"face": 1}),
)
TABLES: tuple[tuple[Path, Any], ...] = (
    (("options", "start_seat"), "random"),
    (("options", "ore_split"), [6, 7]),
    (("options", "sides"), "research: B, morale: A"),
    (("options", "planet_order"), [0, 0, 0, 0, 0]),
    (("colours",), ["pink", "a", "b", "c", "d"]),
    (("players",), 5),
    (("bots",), [None] * 5),
    (("start",), 4),
    (("continues",), {"table": "x", "move": 1}),
)

CONTINUED: tuple[dict[str, Any], ...] = (  # what the game that goes on has settled, or has not
    {"game": "kosmodraci"},
    {"players": 3},
    {"players": 2},
    {"options": {"start_seat": 0}},
    {"start": 1},
    {"components": ""},
    {"bots": ["casual"]},
    {"colours": ["pink"]},
)


FROZEN: tuple[dict[str, Any], ...] = (  # what the text of what was frozen may say instead
    {},
    {"deal": "x"},
    {"table": "x"},
    {"components": "0f" * 32},
    {"continues": "0f" * 32},
    {"options": {}},
    {"options": 5},
    {"start": [0]},
    {"start": [9]},
    {"start": 5},
    {"seats": []},
    {"seats": 5},
    {"seats": [1, 2, 3]},
    {"seats": [{"promise": None}] * 3},
    {"seats": [{"promise": None, "device": "x"}] * 3},
    {"more": 1},
)
FAIR: tuple[dict[str, Any], ...] = (  # what a record may say instead about its deal
    {"round": 1, "void": [[0, [1]]]},
    {"void": [[0, [1]]]},
    {"void": []},
    {"secret": "0f" * 32},
    {"key": "0f" * 32},
    {"values": [None, None, None]},
    {"values": ["0f" * 32, None, None]},
    {"frozen": "x"},
    {"frozen": "[]"},
    {"frozen": "[" * 9000},
    {"commitment": "0f" * 32},
    {"table": "elsewhere"},
)
KEPT: tuple[dict[str, Any], ...] = (  # what a device may have kept instead
    {},
    {"round": 5},
    {"seat": 9},
    {"seat": "x"},
    {"commitment": "0f" * 32},
    {"frozen": "{}"},
    {"frozen": None},
    {"value": "0f" * 32},
)


def missed(rng: Random, value: dict[str, Any], misses: tuple[tuple[Path, Any], ...]) -> dict[str, Any]:
    """The data with one of these in it; where the place is not there, as it was."""
    path, odd = rng.choice(misses)
    inner: Any = value
    try:
        for step in path[:-1]:
            inner = inner[step]
        if odd is GONE:
            del inner[path[-1]]
        else:
            inner[path[-1]] = odd
    except (KeyError, IndexError, TypeError):
        pass
    return value
