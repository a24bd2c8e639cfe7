"""Kosmiczna Eskadra: what seats know, what they are told, and how positions are read and refused."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import msgspec
import pytest

from kosmoport.core import layout
from kosmoport.core.components import from_tables
from kosmoport.core.contract import CHANCE, NOBODY
from kosmoport.core.errors import BadInput
from kosmoport.core.play import generator
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import GAME, rules, schema, shootout, telling
from kosmoport.games.kosmiczna_eskadra.case_round import Play
from kosmoport.games.kosmiczna_eskadra.view import Struck
from tests.games.kosmiczna_eskadra.layouts import blank, place, scattered
from tests.games.kosmiczna_eskadra.rounds import WORDS, do, draw, everybody, hold, release, said, table
from tests.games.paths import put

C = GAME.component_record()


def knows(s: Any, c: Any, seat: int) -> bytes:
    known = GAME.view.view(s, c, seat)
    return msgspec.json.encode([known, GAME.legal(s, c, seat), GAME.observation(s, c, seat)])


@pytest.mark.rule("KE-32")
@pytest.mark.rule("KE-B38")
def test_only_its_holder_sees_a_held_card_and_where_it_is_held() -> None:
    play = table()
    events = draw(play, 1, 9) + hold(play, 1, 123, -45, 7)
    assert said(play, events, 1) == [
        "player 2 draws Niszczyciel.",
        "player 2 holds the card over the table.",
    ]
    assert said(play, events, 0) == said(play, events, -1) == ["player 2 draws a card."]
    own, other = play.view(1), play.view(0)
    assert (own.held, own.held_at.x, own.held_at.rot) == (9, 123, 7)
    assert (other.held, other.held_at, other.everybody[1].holds) == (None, None, True)
    assert other.everybody[1].unplayed == tuple(range(10))
    events = release(play, 1, 123, 2000)
    assert said(play, events, 0) == ["player 2 lays Niszczyciel."]
    assert play.view(0).everybody[1].unplayed == tuple(range(9))


@pytest.mark.rule("KE-32")
def test_what_others_hold_is_redealt_and_nothing_the_seat_knows_changes() -> None:
    rng, changed, checked = generator(8), 0, 0
    for seed in range(6):
        for step, play in enumerate(everybody(seed)):
            if step % 3:
                continue
            for seat in range(-1, play.s.opt.players):
                before = knows(play.s, play.c, seat)
                world = layout.clone(play.s)
                GAME.hidden.redeal_unseen(world, play.c, seat, rng)
                assert knows(world, play.c, seat) == before
                assert list(GAME.invariants.problems(world, play.c)) == []
                checked, changed = checked + 1, changed + (world != play.s)
                known = msgspec.json.decode(msgspec.json.encode(play.view(seat)), type=GAME.view.View)
                world = GAME.blank_state(play.options)
                GAME.view.restore(world, play.c, known)
                assert knows(world, play.c, seat) == before
                assert list(GAME.invariants.problems(world, play.c)) == []
    assert changed > checked // 10 > 50


def test_a_held_card_may_be_any_card_not_played_with_equal_chance() -> None:
    play, rng = table(), generator(2)
    draw(play, 1, 3)
    release(play, 1, 2000, 2000)
    draw(play, 1, 5)
    seen = [0] * 10
    for _ in range(2700):
        world = layout.clone(play.s)
        GAME.hidden.redeal_unseen(world, play.c, 0, rng)
        assert world.player[1].pack == 0b1111110111 - (1 << world.player[1].held)
        seen[world.player[1].held] += 1
    assert seen[3] == 0
    assert all(220 < seen[card] < 390 for card in range(10) if card != 3)


def test_the_battle_is_told_shot_by_shot_with_the_point_that_was_struck() -> None:
    s = blank()
    place(s, 0, 0, 0, -2000, 0)  # Ważka: 2 forward, 1 backward
    place(s, 1, 3, 0, -3500, 180)  # Duch, its back without a shield towards the Ważka
    shootout.resolve(s, C)
    lines = [telling.tell(s, C, event, -1) for event in layout.collect(s)]
    told = [WORDS.say("event", line) for line in lines if line is not None]
    assert told == [
        "Ships of speed 1 fire.",
        "player 1's Ważka hits an asteroid (power 2).",
        "player 1's Ważka hits player 2's Duch (power 1).",
        "player 1's Ważka takes 2 ore markers.",
        "Ships of speed 4 fire.",
        "player 2's Duch fires into space (power 2).",
        "player 2's Duch fires into space (power 1).",
        "player 1 has 2 points.",
        "player 2 has 0 points.",
        "player 3 has 0 points.",
        "player 4 has 0 points.",
    ]
    mined, hit = lines[1], lines[2]
    assert mined is not None
    assert hit is not None
    assert (mined.args["x"], mined.args["y"]) == (0, -450)
    assert (hit.args["x"], hit.args["y"]) == (0, -3050)
    assert GAME.view.view(s, C, 0).table[0].struck == (
        Struck("asteroid", 0),
        Struck("ship", 1),
    )


def test_struck_points_lie_on_what_was_struck() -> None:
    """To the nearest tenth: within a tenth of the outline of the target."""
    s = scattered(random.Random(6))
    shootout.resolve(s, C)
    checked = 0
    for event in layout.collect(s):
        told = telling.tell(s, C, event, -1)
        if told is not None and told.id == "fired_ship":
            target = s.ship[told.args["to_number"]]
            off = told.args["x"] - target.x, told.args["y"] - target.y
            u = [C.sine[target.rot + 90] * off[0] + C.sine[target.rot] * off[1]]
            v = [C.sine[target.rot + 90] * off[1] - C.sine[target.rot] * off[0]]
            edge = max(abs(u[0]) / 65536 - 300, abs(v[0]) / 65536 - 450)
            assert -1.1 < edge < 1.1
            checked += 1
    assert checked > 10


def test_everything_that_can_be_told_has_words() -> None:
    """Whatever moment the clock chooses to call Stop."""
    told, accounts = set(), set()
    for seed in range(20):
        table_of: dict[str, Any] = {"table": [400, 400]}  # crowded; or with ore that soon runs out
        if seed % 4 == 3:
            table_of = {"asteroids": "two", "ore_split": [1, 11]}
        for step, play in enumerate(everybody(seed, corsairs=seed % 2 == 0, **table_of)):
            lines = [line for seat in (-1, 0) for line in GAME.view.account(play.view(seat))]
            accounts |= {line.id for line in lines if WORDS.say("account", line)}
            if step % 8 == 0 and play.s.stage == schema.PLACING and not play.chance_due:
                told |= {line.id for line in stopped_by_the_clock(play) if WORDS.say("event", line)}
    # Drawing, laying and the like went before; other tests read them.
    before = {"drawn", "drawn_own", "held", "released", "dropped", "stop", "round_begun"}
    before |= {"ore_lost_asteroid", "asteroid_gone"}
    in_turns = {"held_back", "stop_full"}
    beside = {"illegal_off"}  # what only the referee of a real table can see
    assert told | before | in_turns | beside >= set(WORDS.messages["event"])
    assert accounts == set(WORDS.messages["account"])


def stopped_by_the_clock(play: Play) -> list[Told]:
    """What three onlookers read if the time is up now and nobody answers."""
    twin = layout.clone(play.s)
    GAME.rules.apply(twin, play.c, CHANCE, schema.TIME_UP)
    for late in [rules.late_outcome(seat, 10 * seat, 20, 30, 40) for seat in range(play.s.opt.players)]:
        if GAME.reason(twin, play.c, CHANCE, late) is None:
            GAME.rules.apply(twin, play.c, CHANCE, late)
    if twin.stage == schema.STOPPING:
        GAME.rules.apply(twin, play.c, CHANCE, schema.GRACE_OVER)
    events = layout.collect(twin)
    lines = [telling.tell(twin, play.c, event, seat) for event in events for seat in (-1, 0, 1)]
    return [line for line in lines if line is not None]


def test_ore_that_does_not_suffice_is_told_to_be_lost() -> None:
    s = blank()
    s.asteroid[0].ore = 1
    place(s, 0, 0, 0, -2000, 0)
    place(s, 1, 0, 0, 2000, 180)
    shootout.resolve(s, C)
    lines = [telling.tell(s, C, event, 0) for event in layout.collect(s)]
    told = [WORDS.say("event", line) for line in lines if line is not None]
    assert "There is not enough ore for everybody: 1 marker is lost." in told
    assert "An asteroid has no ore left and is taken off the table." in told


def test_actions_are_said_and_read_back() -> None:
    play = table()
    draw(play, 0)
    known = play.view(0)
    said_so = ["hold the card at −12.5, 1999.9 turned 0", "lay the card at 0, −0.1 turned 359", "draw a card"]
    waits = "hold the card back until your next turn"
    for text in [*said_so, "drop the card where it is", waits, "lay the card at a place you name"]:
        action = GAME.encode(known, WORDS.read_action(text))
        assert WORDS.say("action", GAME.describe(known, action)) == text
    do(play, 0, WORDS.read_action("lay the card at 200, -200 turned 45"))
    assert (play.s.ship[0].x, play.s.ship[0].y, play.s.ship[0].rot) == (2000, -2000, 45)


# ---------------------------------------------------------------- positions and components


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("stage", 4),
        ("turn", 1),
        ("drawing", 3),
        ("lying", 1),
        ("lying", 41),
        ("asteroids", 2),
        ("round", -1),
        ("first", NOBODY),
        ("player[0].pack", 0),
        ("player[0].pack", 1 << 10),
        ("player[0].held", 3),
        ("player[0].posed", 1),
        ("player[0].x", 5),
        ("player[0].wins", 3),
        ("player[3].wins", 1),
        ("ship[0].fate", 2),
        ("ship[0].target[2]", 0),
        ("ship[39].owner", 0),
        ("asteroid[0].ore", 13),
        ("asteroid[0].there", 0),
        ("asteroid[0].x", 1),
        ("asteroid[7].ore", 1),
    ],
)
def test_positions_that_cannot_occur_are_refused(path: str, value: int) -> None:
    s = table().s
    assert list(GAME.invariants.problems(s, C)) == []
    put(s, path, value)
    assert list(GAME.invariants.problems(s, C)) != []


def test_results_that_do_not_follow_from_the_table_are_refused() -> None:
    play = next(play for play in everybody(1) if play.s.stage == schema.BETWEEN and play.s.lying > 5)
    for change in ("points", "winner", "fate"):
        s = layout.clone(play.s)
        if change == "points":
            s.player[0].points += 1
        elif change == "winner":
            s.winner = NOBODY if s.winner != NOBODY else 0
        else:
            s.ship[0].fate = schema.DOOMED
        assert list(GAME.invariants.problems(s, play.c)) != []


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    tables = copy.deepcopy(GAME.standard_components.tables)
    here: Any = tables
    for key in path[:-1]:
        here = here[key]
    if value is None:
        del here[path[-1]]
    else:
        here[path[-1]] = value
    return tables


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        (("ships", 3, "hull"), 0, r"ships\[3\].hull"),
        (("ships", 3, "lasers", 1, "power"), 4, r"ships\[3\].lasers\[1\].power"),
        (("ships", 3, "lasers", 1, "dir"), [0, 0], r"ships\[3\].lasers\[1\].dir must point somewhere"),
        (("ships", 3, "lasers", 1, "dir"), [1001, 0], r"ships\[3\].lasers\[1\].dir"),
        (("ships", 3, "lasers", 1, "from"), [0.05, 0], r"ships\[3\].lasers\[1\].from must be in tenths"),
        (("ships", 2, "shields", 0, "edge"), "front", r"ships\[2\].shields\[0\].edge"),
        (("ships", 2, "shields", 0, "span"), [-31, 0], r"ships\[2\].shields\[0\].span must be"),
        (("ships", 2, "shields", 0, "span"), [10, 0], r"ships\[2\].shields\[0\].span must be"),
        (("ships", 0, "lasers"), [{"from": [0, 0], "dir": [1, 0], "power": 1}] * 9, r"ships\[0\].lasers"),
        (("ships",), [], "ships"),
        (("ships", 0, "colour"), "red", "colour"),
        (("card_mm", 0), 60.1, r"card_mm\[0\] must be a multiple of 0.2"),
        (("card_mm", 1), 201, r"card_mm"),
        (("asteroid", "polygon_vertices"), 30, "asteroid.polygon_vertices"),
        (("asteroid", "shape"), "square", "asteroid.shape"),
        (("table_mm", "3"), None, "table_mm.3 is missing"),
        (("ore",), 0, "ore"),
    ],
)
def test_component_files_are_refused_with_the_path_of_what_is_wrong(path: Any, value: Any, what: str) -> None:
    with pytest.raises(BadInput, match=what):
        from_tables(changed(path, value), GAME.components.Data, "the file")


def test_a_squadron_without_lasers_is_refused() -> None:
    tables = changed(("ships",), [{"speed": 1, "name": "Wrak", "hull": 1, "lasers": [], "shields": []}])
    with pytest.raises(BadInput, match="at least one laser"):
        from_tables(tables, GAME.components.Data, "the file")


def test_another_squadron_plays_without_a_change_to_the_rules() -> None:
    ship = {"speed": 7, "name": "Ćma", "hull": 2, "shields": [{"edge": "left", "span": [-10.5, 45]}]}
    tables = changed(("ships",), [{**ship, "lasers": [{"from": [0, 45], "dir": [3, 4], "power": 1}]}] * 3)
    file = from_tables(tables, GAME.components.Data, "the file")
    c = GAME.component_record(file)
    assert (c.cards, telling.name_of(c, 2), c.type[0].laser[0].length) == (3, "Ćma", 1280)
    shield = c.type[0].shield[0]
    assert (shield.x1, shield.y1, shield.x2, shield.y2) == (-300, 450, -300, -105)


def test_every_value_of_the_box_has_a_standing() -> None:
    from kosmoport.core.components import flatten

    file = GAME.standard_components
    standing = {path: file.standing_of(path) for path, _ in flatten(file.tables)}
    assert set(standing.values()) == {"documented", "reconstructed"}
    assert standing["ships[0].hull"] == standing["ships[9].speed"] == standing["ore"] == "documented"
    assert (
        standing["ships[9].hull"]
        == standing["card_mm[0]"]
        == standing["ships[3].lasers[0].dir[1]"]
        == "reconstructed"
    )


def test_a_start_seat_outside_the_table_is_no_deal() -> None:
    s, d = blank(), schema.Deal()
    for start in (-1, 4, 3):
        d.start = start
        assert list(GAME.invariants.deal_problems(s, C, d)) != []
    d.start = 0
    assert list(GAME.invariants.deal_problems(s, C, d)) == []


def test_views_are_plain_json() -> None:
    play = next(play for play in everybody(1) if play.s.stage == schema.BETWEEN)
    data = json.loads(msgspec.json.encode(play.view(-1)))
    assert data["seat"] == -1
    assert data["held"] is None
    assert {ship["fate"] for ship in data["table"]} <= {"afloat", "trophy", "loss", "removed", "hangar"}
