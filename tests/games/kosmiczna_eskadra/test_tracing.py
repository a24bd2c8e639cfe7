"""Lines of fire of a card in hand: as the shoot-out fires them, to the tenth, from a view alone."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from kosmoport.core import layout
from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczna_eskadra import GAME, rules, schema, tracing
from kosmoport.games.kosmiczna_eskadra.geometry import on_table, turned
from kosmoport.games.kosmiczna_eskadra.shootout import check_placements, fire
from kosmoport.games.kosmiczna_eskadra.tracing import lines_of_fire, trace
from kosmoport.games.kosmiczna_eskadra.view import Pose, View, view
from tests.games.kosmiczna_eskadra.layouts import blank, place

C = GAME.component_record()
WAZKA, GROM, DUCH, STRAZNIK, NISZCZYCIEL = 0, 2, 3, 6, 9
CARD = [(-300, -450), (300, -450), (300, 450), (-300, 450)]
NAMES = ["Ala", "Ola", "Ela", "Iga"]


def seen(s: Any, seat: int = 0, held: int = NOBODY) -> View:
    """What a seat knows of a table, with this card in its hand."""
    s.player[seat].held = held
    known: View = view(s, C, seat)
    return known


def said(known: View, card: int, pose: Pose, language: str = "en") -> list[str]:
    words, (lines, problem) = GAME.words(language), lines_of_fire(C, known, card, pose)
    told = lines if problem is None else [*lines, problem]
    return [words.say("aim", one, NAMES) for one in told]


def test_each_laser_says_what_it_meets_first() -> None:
    s = blank()
    place(s, 1, DUCH, -1000, 2000, 180)  # its top, with a shield, looks down at the card below it
    place(s, 0, WAZKA, 1500, -1000, 90)
    assert said(seen(s), NISZCZYCIEL, Pose(-1000, -1000, 0)) == [
        "Laser 1 (power 3) fires at Duch of Ola, 210 mm, shield.",
        "Laser 2 (power 2) fires at your own Ważka, 175 mm, hull.",
        "Laser 3 (power 2) fires into space.",
        "Laser 4 (power 2) fires into space.",
    ]


def test_the_asteroid_stops_a_laser_and_own_shields_stop_it_too() -> None:
    s = blank()
    place(s, 0, STRAZNIK, 2000, 0, 0)
    lines = said(seen(s), STRAZNIK, Pose(-2000, 0, 0))
    assert lines[0] == "Laser 1 (power 2) fires at an asteroid, 110 mm."
    assert said(seen(s), STRAZNIK, Pose(2000, 2000, 90))[1] == (
        "Laser 2 (power 2) fires at your own Strażnik, 125 mm, hull."
    )
    assert said(seen(s), STRAZNIK, Pose(3500, 0, 0))[1] == (
        "Laser 2 (power 2) fires at your own Strażnik, 90 mm, shield."
    )


@pytest.mark.parametrize(
    ("pose", "id", "cites"),
    [
        (Pose(4501, 0, 0), "off_table", ("KE-33",)),
        (Pose(4500, 0, 0), None, ()),
        (Pose(0, 500, 0), "overlaps_asteroid", ("KE-9", "KE-B5")),
        (Pose(2600, 100, 0), "overlaps_ship", ("KE-9", "KE-B3")),
        (Pose(-2600, 100, 0), "overlaps_own", ("KE-9", "KE-B3")),
        (Pose(2000, 3000, 0), None, ()),
    ],
)
def test_a_place_that_is_not_allowed_is_named_with_its_rule(
    pose: Pose, id: str | None, cites: tuple[str, ...]
) -> None:
    s = blank()
    place(s, 0, DUCH, -2000, 0, 0)
    place(s, 1, DUCH, 2000, 0, 0)
    _, problem = lines_of_fire(C, seen(s), GROM, pose)
    assert (None if problem is None else problem.id) == id
    assert id is None or tracing.RULES[id] == cites
    assert trace(C, seen(s), GROM, pose).free == (id is None)


def test_touching_is_as_the_table_agreed() -> None:
    for touch, free in ((True, False), (False, True)):
        s = blank(touch_is_illegal=touch)
        place(s, 1, DUCH, 2000, 0, 0)
        assert trace(C, seen(s), GROM, Pose(2600, 0, 0)).free == free


def test_a_card_that_the_check_takes_off_stops_no_laser() -> None:
    s = blank()
    place(s, 1, DUCH, 0, 3000, 0)
    place(s, 2, GROM, 100, 3000, 0)  # overlaps the Duch and will be in the hangar before anybody fires
    (line,) = trace(C, seen(s), 1, Pose(2000, 3000, 90)).lines
    assert (line.what, line.number, line.entry) == ("ship", 0, (300, 3000))


def test_every_language_says_every_line() -> None:
    s = blank()
    place(s, 1, DUCH, -1000, 2000, 180)
    for language in ("pl", "cs"):
        assert "210 mm" in said(seen(s), NISZCZYCIEL, Pose(-1000, -1000, 0), language)[0]
    ids = {"space", "asteroid", "ship", "shield", "own_ship", "own_shield", *tracing.RULES}
    assert set(GAME.words("en").messages["aim"]) == ids


def test_nothing_of_what_others_hold_changes_a_word() -> None:
    s = blank()
    place(s, 1, DUCH, -1000, 2000, 180)
    pose, told = Pose(-1000, -1000, 20), []
    for card in (WAZKA, NISZCZYCIEL):
        other = layout.clone(s)
        rules.hold(other, 1, 500, 500, 30)
        other.player[1].held = card
        told.append(lines_of_fire(C, seen(other, held=GROM), GROM, pose))
    assert told[0] == told[1]


# ---------------------------------------------------------------- against the shoot-out and against fractions


def random_table(chance: random.Random) -> tuple[Any, int, Pose]:
    """Cards as they fall, some on top of each other, and a card to be held over them."""
    s = blank(asteroids=chance.choice(("one", "two")), touch_is_illegal=chance.random() < 0.5)

    def pose() -> tuple[int, int, int]:
        x, y = (chance.randint(-4500, 4500) for _ in range(2))
        return x, y, chance.choice((0, 90, chance.randrange(360)))

    for i in range(chance.randint(0, 12)):
        place(s, i % 4, chance.randrange(10), *pose())
    return s, chance.randrange(10), Pose(*pose())


def told_by_the_shoot_out(s: Any, card: int, pose: Pose) -> list[tuple[Any, ...]]:
    """Lay the card for good and let it fire: the events as everybody is told them."""
    place(s, 0, card, pose.x, pose.y, pose.rot)
    check_placements(s, C)
    s.ship[s.lying - 1].fate = schema.AFLOAT
    layout.collect(s)
    fire(s, C, s.lying - 1)
    found = []
    for event in layout.collect(s):
        told = GAME.view.tell(s, C, event, 0)
        assert told is not None
        number = told.args.get("to_number", told.args.get("asteroid", 0))
        point = (told.args["x"], told.args["y"]) if "x" in told.args else None
        found.append((told.args["laser"], told.args["power"], told.id.removeprefix("fired_"), number, point))
    return found


def test_a_traced_line_is_the_shot_that_is_fired() -> None:
    met: set[str] = set()
    for seed in range(300):
        s, card, pose = random_table(random.Random(seed))
        lines = trace(C, seen(s), card, pose).lines
        traced = [(line.laser, line.power, line.what, line.number, line.entry) for line in lines]
        assert traced == told_by_the_shoot_out(s, card, pose), seed
        met |= {line.what for line in lines}
    assert met == {"space", "asteroid", "ship", "shield"}


def test_distances_are_those_of_exact_fractions() -> None:
    looked = 0
    for seed in range(300):
        s, card, pose = random_table(random.Random(1000 + seed))
        known = seen(s)
        for line in trace(C, known, card, pose).lines:
            if line.what == "space":
                continue
            asteroid = known.asteroids[line.number] if line.what == "asteroid" else None
            struck = asteroid.pose if asteroid else known.table[line.number].pose
            outline = asteroid.outline if asteroid else CARD
            corners = [on_table(C, struck.x, struck.y, struck.rot, u, v) for u, v in outline]
            laser = C.type[card].laser[line.laser]
            start = on_table(C, pose.x, pose.y, pose.rot, laser.x, laser.y)
            assert line.distance == distance(corners, start, turned(C, pose.rot, laser.dx, laser.dy))
            looked += 1
    assert looked > 100


def distance(corners: list[tuple[int, int]], start: tuple[int, int], way: tuple[int, int]) -> int:
    """How far the outline is along the way, in whole tenths: what every edge leaves of t >= 0 is kept."""
    t = Fraction(0)
    for k in range(len(corners)):
        (ax, ay), (bx, by) = corners[k - 1], corners[k]
        depth = (ay - by) * (start[0] - ax) + (bx - ax) * (start[1] - ay)
        change = (ay - by) * way[0] + (bx - ax) * way[1]
        if change > 0:
            t = max(t, Fraction(-depth, change))
    square = t * t * (way[0] ** 2 + way[1] ** 2) / schema.SCALE**2
    low = math.isqrt(math.floor(square))
    return low if square < (low + Fraction(1, 2)) ** 2 else low + 1
