"""Kosmiczna Eskadra: poses found by geometry do their work, and each rule of thumb prefers what it says."""

from __future__ import annotations

import math
from typing import Any

import pytest

from kosmoport.bots.greedy import GreedyBot
from kosmoport.bots.random import RandomBot
from kosmoport.conformance.tables import moments
from kosmoport.core import layout
from kosmoport.core.chance import below
from kosmoport.core.contract import NOBODY, OK, WHOLE_WIN
from kosmoport.core.play import generator
from kosmoport.engine.program import thumbs_files
from kosmoport.engine.reference import constant
from kosmoport.games.kosmiczna_eskadra import GAME, aiming, random_play, rules, schema, thumbs
from kosmoport.games.kosmiczna_eskadra.geometry import on_table, turned
from kosmoport.games.kosmiczna_eskadra.schema import ASTEROID_NR, DROP, KEEP, RELEASE, SPACE
from kosmoport.games.kosmiczna_eskadra.shootout import first_struck, is_shielded
from kosmoport.lab.arena import Terms, play_game
from tests.games.kosmiczna_eskadra.layouts import blank, place

WAZKA, SZERSZEN, GROM, ZADLO, POGROMCA, TARAN, KRAZOWNIK, NISZCZYCIEL = 0, 1, 2, 4, 5, 7, 8, 9
C = GAME.component_record()
TABLES: list[dict[str, Any]] = [
    {"players": 2, "mode": "turns", "wins": 1},
    {"players": 4, "mode": "lightning", "wins": 1},
    {"players": 3, "mode": "lightning", "asteroids": "two", "placement_check": "reject", "wins": 1},
]


def names(given: dict[str, Any]) -> str:
    return "-".join(map(str, given.values()))


def holding(card: int, **options: Any) -> Any:
    """An empty table for four; the first seat has drawn this card."""
    s = blank(**options)
    s.drawing = NOBODY
    s.player[0].held = card
    s.player[0].pack -= 1 << card
    return s


def worth(s: Any, x: int, y: int, rot: int) -> int:
    return int(thumbs.worth(s, C, 0, rules.posed_action(RELEASE, x, y, rot)))


def struck_by(s: Any, c: Any, i: int, j: int) -> tuple[int, bool]:
    """What a laser of a card on the table meets first, and whether a shield stops it."""
    ship = s.ship[i]
    laser = c.type[ship.card].laser[j]
    px, py = on_table(c, ship.x, ship.y, ship.rot, laser.x, laser.y)
    dx, dy = turned(c, ship.rot, laser.dx, laser.dy)
    target, n, d = first_struck(s, c, i, px, py, dx, dy, laser.length)
    return target, 0 <= target < schema.SHIELD_OF and is_shielded(s, c, target, px, py, dx, dy, n, d)


# ---------------------------------------------------------------- what bots rely on


def test_they_are_written_in_the_subset_of_the_rules() -> None:
    assert [path.name for path in thumbs_files(GAME)] == ["aiming.py", "thumbs.py"]


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_a_seat_judges_by_what_it_knows_alone_and_leaves_the_table_as_it_was(given: dict[str, Any]) -> None:
    """The tree has one level, so nobody is asked what others see: only worths could leak."""
    assert constant(GAME, "TREE_DEPTH") == 1
    judged = set()
    for play, rng in moments(GAME, GAME.read_options(given), seed=8, every=3):
        for seat in play.seats_to_act():
            legal = play.legal(seat)
            acts = [random_play.complete_action(play.s, C, seat, kind, rng) for kind in legal]
            before, other = layout.clone(play.s), layout.clone(play.s)
            GAME.hidden.redeal_unseen(other, play.c, seat, rng)
            here = [thumbs.worth(play.s, play.c, seat, action) for action in acts]
            assert [thumbs.worth(other, play.c, seat, action) for action in acts] == here
            layout.collect(play.s)  # trying shots out tells of them
            assert play.s == before
            judged |= set(here)
    assert len(judged) > 5


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_kinds_mean_different_things(given: dict[str, Any]) -> None:
    met = set()
    for play, _ in moments(GAME, GAME.read_options(given), seed=9):
        for seat in play.seats_to_act():
            legal = play.legal(seat)
            meanings = [thumbs.meaning(play.s, play.c, seat, kind) for kind in legal]
            assert len(set(meanings)) == len(legal)
            assert all(0 <= meaning < constant(GAME, "MEANINGS") for meaning in meanings)
            met |= set(legal)
    assert RELEASE in met


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_whatever_is_considered_or_played_out_is_legal(given: dict[str, Any]) -> None:
    posed = 0
    for play, rng in moments(GAME, GAME.read_options(given), seed=10, every=3):
        for seat in play.seats_to_act():
            out = [0] * thumbs.MAX_CANDIDATES
            count = thumbs.candidate_actions(play.s, play.c, seat, rng, out)
            assert 1 <= count <= thumbs.CANDIDATES
            legal = play.legal(seat)
            quick = thumbs.playout_action(play.s, play.c, seat, legal, len(legal), 2, rng)
            for action in (*out[:count], quick):
                assert rules.why_not(play.s, play.c, seat, action) == OK
                assert rules.kind_of(action) != schema.HOLD
            posed += count > 2
    assert posed > 3


def test_on_a_table_without_room_the_card_goes_somewhere() -> None:
    s = holding(GROM, table=[300, 300], placement_check="reject")
    for x, y in ((-1150, 0), (1150, 0)):
        place(s, 1, ZADLO, x, y, 0)
    for x in (-1000, -300, 400, 1100):
        place(s, 1, ZADLO, x, 1000, 0)
        place(s, 1, ZADLO, x, -1000, 0)
    out = [0] * thumbs.MAX_CANDIDATES
    assert thumbs.candidate_actions(s, C, 0, generator(1), out) == 1
    assert rules.why_not(s, C, 0, out[0]) == OK


def test_the_least_promising_gives_way_when_the_list_is_full() -> None:
    out, n = [0] * thumbs.MAX_CANDIDATES, 0
    for k in range(thumbs.CANDIDATES + 10):
        n = thumbs.keep_promising(out, n, 1000 + k, k)
    assert n == thumbs.CANDIDATES
    assert sorted(out[:n]) == list(range(1010, 1010 + n))
    assert thumbs.keep_promising(out, n, 5, 3) == n
    assert 5 not in out[:n]


def test_a_round_is_settled_when_it_has_been_scored_and_a_clear_win_is_worth_most() -> None:
    s = blank()
    assert not thumbs.settled(s)
    s.stage, out = schema.BETWEEN, [0] * 4
    assert thumbs.settled(s)
    values = []
    for points, winner in (((3, 3, 0, 0), NOBODY), ((4, 3, 0, 0), 0), ((9, 3, 0, 0), 0), ((99, 0, 0, 0), 0)):
        s.winner = winner
        for p in range(4):
            s.player[p].points = points[p]
        thumbs.value_of(s, C, out)
        values.append(out[0])
        assert all(0 <= value <= WHOLE_WIN for value in out)
    assert values == sorted(set(values))
    assert values[-1] == WHOLE_WIN
    assert out[1] == 0


# ---------------------------------------------------------------- geometry


def test_a_heading_is_the_nearest_whole_degree() -> None:
    ways = [(dx, dy) for dx in range(-12, 13) for dy in range(-12, 13) if (dx, dy) != (0, 0)]
    for dx, dy in [*ways, (1000, 1), (-1, 1000), (999, -1000), (-700, -3)]:
        exact = math.degrees(math.atan2(dy, dx)) % 360
        off = abs(aiming.heading(C, dx, dy) - exact)
        assert min(off, 360 - off) < 0.51, (dx, dy)
    assert aiming.heading(C, 0, 0) == 0


@pytest.mark.parametrize("card", range(10))
def test_a_laser_points_where_it_was_aimed(card: int) -> None:
    """From any angle and distance: the beam meets the asteroid, which is all that lies on the table."""
    s, rng = holding(card), generator(card)
    for _ in range(40):
        j, rot = below(rng, C.type[card].lasers), below(rng, 360)
        away = 700 + aiming.some_distance(rng)
        x, y, turn = aiming.shot_pose(C, C.type[card].laser[j], 0, 0, rot, away)
        place(s, 0, card, x, y, turn)
        assert struck_by(s, C, s.lying - 1, j)[0] == ASTEROID_NR
        s.lying -= 1


@pytest.mark.parametrize("prey", [WAZKA, GROM, TARAN, NISZCZYCIEL])
def test_an_aimed_card_strikes_a_ship_beside_its_shields_or_an_asteroid(prey: int) -> None:
    s, rng = holding(SZERSZEN), generator(3)
    place(s, 1, prey, 2000, 1500, 33)
    struck = [0, 0]
    for _ in range(300):
        x, y, rot = aiming.draw_pose(s, C, 0, rng, aiming.AIMED)
        if aiming.lies_free(s, C, x, y, rot):
            place(s, 0, SZERSZEN, x, y, rot)
            target, shielded = struck_by(s, C, 1, 0)
            s.lying = 1
            assert not shielded
            assert target != SPACE
            struck[target == ASTEROID_NR] += 1
    assert min(struck) > 10


def test_a_turned_card_mostly_strikes_something() -> None:
    s, rng = holding(SZERSZEN), generator(4)
    place(s, 1, TARAN, 2000, 1500, 33)
    free = struck = 0
    for _ in range(300):
        x, y, rot = aiming.draw_pose(s, C, 0, rng, aiming.TURNED)
        if aiming.lies_free(s, C, x, y, rot):
            place(s, 0, SZERSZEN, x, y, rot)
            free, struck = free + 1, struck + (struck_by(s, C, 1, 0)[0] != SPACE)
            s.lying = 1
    assert struck > free * 0.95 > 100


@pytest.mark.parametrize("card", [GROM, TARAN, NISZCZYCIEL])
def test_a_blocking_card_stops_a_beam_with_its_shield(card: int) -> None:
    s, rng = holding(card), generator(5)
    place(s, 1, ZADLO, -2500, 2500, 200)
    stopped = 0
    for _ in range(60):
        x, y, rot = aiming.draw_pose(s, C, 0, rng, aiming.BLOCKING)
        if aiming.lies_free(s, C, x, y, rot):
            place(s, 0, card, x, y, rot)
            assert struck_by(s, C, 0, 0) == (1, True)
            stopped += 1
            s.lying = 1
    assert stopped > 10


def test_a_ship_without_lasers_or_shields_is_laid_anywhere() -> None:
    s, c = holding(ZADLO), GAME.component_record()
    place(s, 1, ZADLO, -2500, 2500, 200)
    c.type[ZADLO].lasers = c.type[ZADLO].shields = 0
    for way in (aiming.AIMED, aiming.BLOCKING, aiming.TURNED):
        x, y, rot = aiming.draw_pose(s, c, 0, generator(6), way)
        assert max(abs(x), abs(y)) <= 4500
        assert 0 <= rot < 360


# ---------------------------------------------------------------- what the thumbs say


def test_ore_is_better_than_empty_space() -> None:
    s = holding(SZERSZEN)
    assert worth(s, 0, -2000, 0) == worth(s, 0, -2000, 180) + 2 * thumbs.POINT


def test_others_ships_are_shot_at_and_own_ones_are_not() -> None:
    theirs, own = holding(SZERSZEN), holding(SZERSZEN)
    place(theirs, 1, WAZKA, 2000, 2000, 90)
    place(own, 0, WAZKA, 2000, 2000, 90)
    assert worth(theirs, 2000, 0, 0) == worth(theirs, 2000, 0, 180) + thumbs.POINT
    assert worth(own, 2000, 0, 0) == worth(own, 2000, 0, 180) - thumbs.POINT


def test_a_marker_on_a_ship_that_survives_is_worth_something_but_not_one_on_a_shield() -> None:
    s = holding(SZERSZEN)
    place(s, 1, KRAZOWNIK, 2000, 2000, 0)  # with shields above and below
    place(s, 2, KRAZOWNIK, 2000, -2000, 90)  # and so left and right
    open_side, shield = [thumbs.gain_with(s, C, 0, 500, y, 270) for y in (2000, -2000)]
    assert open_side > shield == 0


def test_a_shield_is_turned_to_the_enemy() -> None:
    s = holding(GROM)
    place(s, 1, ZADLO, 2000, 3000, 180)
    assert worth(s, 2000, 1500, 0) > worth(s, 2000, 1500, 90) + thumbs.POINT


def test_an_enemy_beam_to_an_own_ship_is_blocked() -> None:
    s = holding(POGROMCA)
    place(s, 1, ZADLO, 2000, 3000, 180)
    place(s, 0, SZERSZEN, 2000, -3000, 90)
    in_between, aside = worth(s, 2000, 500, 0), worth(s, 3200, 500, 0)
    assert in_between > aside + thumbs.POINT


def test_a_card_on_the_asteroid_gains_nothing() -> None:
    s = holding(SZERSZEN)
    assert thumbs.gain_with(s, C, 0, 0, 0, 0) == 0
    assert worth(s, 0, -2000, 0) > worth(s, 0, 0, 0)


def test_open_sides_cost_more_in_the_middle_and_for_a_strong_hull_and_nothing_at_the_end() -> None:
    strong, weak = holding(NISZCZYCIEL), holding(SZERSZEN)
    middle, corner = (2200, 2200, 0), (4190, 4040, 0)
    assert thumbs.danger_at(weak, C, 0, *middle) > thumbs.danger_at(weak, C, 0, *corner) > 0
    per_side = [
        thumbs.danger_at(s, C, 0, *middle) / aiming.open_sides(s, C, s.player[0].held, *middle)
        for s in (strong, weak)
    ]
    assert per_side[0] > per_side[1]
    for p in range(1, 4):
        weak.player[p].pack = 0
    assert thumbs.danger_at(weak, C, 0, *middle) == 0


@pytest.mark.parametrize(("pose", "dropped"), [((0, -2000, 0), True), ((2000, 0, 0), False)])
def test_at_stop_a_card_is_dropped_where_it_gains(pose: tuple[int, int, int], dropped: bool) -> None:
    """Over the ore, or pointing at an own ship."""
    s = holding(SZERSZEN, mode="lightning")
    place(s, 0, WAZKA, 2000, 2000, 90)
    s.stage, player = schema.STOPPING, s.player[0]
    player.posed, (player.x, player.y, player.rot) = 1, pose
    assert (thumbs.worth(s, C, 0, DROP) > thumbs.worth(s, C, 0, KEEP)) == dropped


@pytest.mark.parametrize("given", [TABLES[0], {"players": 2, "mode": "lightning", "wins": 1}], ids=names)
def test_the_greedy_bot_beats_the_random_one(given: dict[str, Any]) -> None:
    terms = Terms(GAME, GAME.read_options(given), GAME.standard_components, 12)
    wins = 0
    for deal in range(2):
        for order, makers in enumerate(([GreedyBot, RandomBot], [RandomBot, GreedyBot])):
            outcome = play_game(terms, deal, order, makers)
            assert outcome.faults == ()
            wins += outcome.shares[order] == WHOLE_WIN
    assert wins >= 3
