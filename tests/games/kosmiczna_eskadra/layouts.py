"""Tables of cards for the tests of the shoot-out: random ones and ones full of coincidences."""

from __future__ import annotations

import random
from typing import Any

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczna_eskadra import GAME, rules, schema
from kosmoport.games.kosmiczna_eskadra.components import Laser, Point, Shield, Ship, fill_ship
from tests.games.kosmiczna_eskadra.pieces import EDGES

WIDTH, HEIGHT = 600, 900  # of a card, in tenths


def blank(**options: Any) -> Any:
    """An empty table for four with the token in the middle."""
    s = GAME.blank_state(GAME.read_options({"players": 4, "mode": "turns", "start_seat": 0, **options}))
    rules.setup(s, GAME.component_record(), schema.Deal())
    return s


def place(s: Any, owner: int, card: int, x: int, y: int, rot: int) -> None:
    """One more card on the table."""
    ship = s.ship[s.lying]
    ship.owner, ship.card, ship.x, ship.y, ship.rot, ship.taker = owner, card, x, y, rot, NOBODY
    s.lying += 1


def coincident_types(chance: random.Random) -> list[Ship]:
    """Ships whose lasers leave from corners and edges in simple directions; shields end at corners."""
    xs, ys = (-30, -15, 0, 15, 30), (-45, -30, 0, 30, 45)
    ways = [(dx, dy) for dx in (-2, -1, 0, 1, 2) for dy in (-3, -1, 0, 1, 2) if (dx, dy) != (0, 0)]
    types = []
    for i in range(schema.MAX_TYPES):
        lasers = [
            Laser((chance.choice(xs), chance.choice(ys)), chance.choice(ways), chance.randint(1, 3))
            for _ in range(chance.randint(0, 4))
        ]
        shields = [_shield(chance) for _ in range(chance.randint(0, 4))]
        types.append(Ship(chance.randint(1, 4), f"t{i}", chance.randint(1, 4), lasers, shields))
    return types


def _shield(chance: random.Random) -> Shield:
    edge = chance.choice(EDGES)
    half = 30 if edge in ("top", "bottom") else 45
    low, high = sorted((chance.choice((-half, -15, 0, 15, half)), chance.choice((-half, -15, 0, 15, half))))
    spans: tuple[Point | None, ...] = (None, (low, high))
    return Shield(edge, chance.choice(spans))


def coincident(chance: random.Random) -> tuple[Any, Any]:
    """Cards on a coarse grid at right angles and a few others: corners meet, edges touch and line up."""
    c = GAME.component_record()
    for i, ship in enumerate(coincident_types(chance)):
        fill_ship(c.type[i], ship, WIDTH, HEIGHT, 10)
    s = blank(
        touch_is_illegal=chance.random() < 0.5,
        corsairs=chance.random() < 0.5,
        corsair_capacity=chance.choice(("all", "laser")),
        asteroids=chance.choice(("one", "two")),
        asteroid_gap=chance.choice((30, 60, 100)),
        table=[2000, 2000],
    )
    for rock in s.asteroid[: s.asteroids]:
        rock.ore = chance.randint(1, 6)  # so that it runs short
    grid, turns = (
        chance.choice((150, 300, 450)),
        chance.choice(((0, 90, 180, 270), (0, 45, 90), tuple(range(360)))),
    )
    reach = chance.choice((3, 6, 12))
    for i in range(chance.randint(2, 12)):
        x, y = (grid * chance.randint(-reach, reach) for _ in range(2))
        place(s, chance.randrange(4), i, x, y, chance.choice(turns))
        s.ship[i].ore = chance.choice((0, 0, 3))
        s.ship[i].damage[chance.randrange(4)] = chance.choice((0, 0, 1))
    return s, c


def scattered(chance: random.Random, cards: int = 40, half: int = 4500) -> Any:
    """The four squadrons of the box anywhere on the table, none of them illegal if `half` leaves room."""
    from kosmoport.games.kosmiczna_eskadra.shootout import obstacle

    s, c = blank(corsairs=chance.random() < 0.5), GAME.component_record()
    deck = [(p, card) for p in range(4) for card in range(10)]
    chance.shuffle(deck)
    for owner, card in deck[:cards]:
        x, y, rot = chance.randint(-half, half), chance.randint(-half, half), chance.randrange(360)
        while obstacle(s, c, x, y, rot, s.lying) != schema.SPACE:
            x, y, rot = chance.randint(-half, half), chance.randint(-half, half), chance.randrange(360)
        place(s, owner, card, x, y, rot)
    return s
