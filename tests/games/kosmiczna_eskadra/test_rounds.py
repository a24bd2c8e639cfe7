"""Kosmiczna Eskadra: rounds in lightning and in turns, Stop, the next round, the end of a match."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kosmoport.conformance.machine import replay_compiled
from kosmoport.core import layout
from kosmoport.core.contract import CHANCE, NOBODY
from kosmoport.core.errors import Refused
from kosmoport.core.play import generator
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import GAME, random_play, rules, schema
from kosmoport.games.kosmiczna_eskadra.schema import BETWEEN, DONE, DROP, KEEP, PLACING, STOPPING
from kosmoport.games.kosmiczna_eskadra.shootout import check_placements, obstacle, table_size
from tests.games.kosmiczna_eskadra.rounds import do, draw, everybody, hold, play_out, release, said, table

C = GAME.component_record()


@pytest.mark.rule("KE-1")
@pytest.mark.rule("KE-2")
@pytest.mark.rule("KE-B1")
def test_two_to_four_players_have_a_squadron_of_ten_cards_each() -> None:
    assert GAME.players == (2, 4)
    assert len(GAME.colours) == 4
    for players in (2, 3, 4):
        play = table(players)
        assert [player.pack for player in play.s.player] == [0b1111111111] * players + [0] * (4 - players)
        assert play.seats_to_act() == list(range(players))


@pytest.mark.rule("KE-3")
@pytest.mark.rule("KE-B28")
def test_the_asteroid_with_all_the_ore_is_alone_in_the_middle_of_the_table() -> None:
    known = table().view(0)
    assert [(rock.pose.x, rock.pose.y, rock.ore) for rock in known.asteroids] == [(0, 0, 12)]
    assert known.table == ()
    assert [other.wins for other in known.everybody] == [0, 0, 0]


@pytest.mark.rule("KE-29")
@pytest.mark.rule("KE-B18")
def test_two_small_asteroids_lie_side_by_side_with_the_gap_between_their_edges() -> None:
    known = table(asteroids="two", asteroid_gap=150, ore_split=[5, 7]).view(0)
    left, right = known.asteroids
    inner = [max(x for x, _ in left.outline) + left.pose.x, min(x for x, _ in right.outline) + right.pose.x]
    assert inner == [-750, 750]
    assert (left.ore, right.ore) == (5, 7)


@pytest.mark.rule("KE-B20")
def test_the_squadron_is_what_is_known_of_the_box() -> None:
    squadron = {kind.name: kind for kind in table().view(0).squadron}
    assert [kind.speed for kind in squadron.values()] == list(range(1, 11))
    assert (squadron["Ważka"].speed, squadron["Ważka"].hull) == (1, 1)
    assert (squadron["Szerszeń"].speed, squadron["Szerszeń"].hull) == (2, 2)
    assert squadron["Żądło"].hull == 3
    assert 3 in [laser.power for laser in squadron["Niszczyciel"].lasers]
    assert {len(squadron[name].lasers) for name in ("Grom", "Duch")} == {2}
    assert all(squadron[name].shields for name in ("Grom", "Duch"))
    order = [squadron[name].speed for name in ("Ważka", "Szerszeń", "Grom", "Duch", "Pogromca")]
    assert order == sorted(order)


@pytest.mark.rule("KE-4")
@pytest.mark.rule("KE-32")
def test_every_card_left_in_the_pack_is_equally_likely_to_be_drawn() -> None:
    play, rng = table(), generator(5)
    play.act(0, schema.DRAW)
    play.s.player[0].pack = 0b1000010110
    drawn = Counter(rules.roll(play.s, play.c, rng) for _ in range(4000))
    assert set(drawn) == {1, 2, 4, 9}
    assert all(880 < count < 1120 for count in drawn.values())


def test_nothing_else_happens_while_a_card_is_being_drawn() -> None:
    play = table()
    play.act(1, schema.DRAW)
    assert play.seats_to_act() == []
    for seat in range(3):
        with pytest.raises(Refused, match="turn"):
            play.act(seat, schema.DRAW)
    for outcome in (schema.TIME_UP, schema.GRACE_OVER, schema.START):
        with pytest.raises(Refused, match="not_allowed"):
            play.act(CHANCE, outcome)
    play.act(CHANCE, 7)
    with pytest.raises(Refused, match="holding"):
        play.act(1, schema.DRAW)
    play.act(0, schema.DRAW)
    play.act(CHANCE, 7)  # every squadron has its own card 7
    assert [player.held for player in play.s.player] == [7, 7, NOBODY, NOBODY]


def test_a_card_that_has_left_the_pack_cannot_be_drawn_again() -> None:
    play = table()
    draw(play, 0, 3)
    release(play, 0, 2000, 2000)
    play.act(0, schema.DRAW)
    with pytest.raises(Refused, match="not_allowed"):
        play.act(CHANCE, 3)


@pytest.mark.rule("KE-10")
@pytest.mark.rule("KE-34")
def test_the_last_card_stops_the_round_and_held_cards_are_dropped_or_kept() -> None:
    play = table()
    draw(play, 1, 4)
    hold(play, 1, 0, -3000, 90)
    draw(play, 2, 5)
    events = play_out(play, 0, 10)
    assert play.s.stage == STOPPING
    assert said(play, events, 1)[-1] == "Stop! player 1 has played the last card."
    assert play.seats_to_act() == [1, 2]
    assert play.legal(1) == [DROP, KEEP]
    assert play.legal(2) == [KEEP]
    assert play.legal(0) == []
    events = play.act(1, DROP)
    assert said(play, events, 2) == ["player 2 drops Żądło."]
    events = play.act(2, KEEP)
    assert said(play, events, 2)[0] == "player 3 keeps Pogromca."
    assert said(play, events, 1)[0] == "player 3 keeps the card in hand."
    assert play.s.stage == BETWEEN
    assert (play.s.ship[10].owner, play.s.ship[10].card, play.s.ship[10].rot) == (1, 4, 90)
    assert play.s.player[2].pack == 0b1111111111


@pytest.mark.rule("KE-B23")
def test_the_clock_stops_a_round_in_which_everybody_waits() -> None:
    play = table()
    draw(play, 0)
    hold(play, 0, 3000, 3000)
    draw(play, 1)
    events = play.act(CHANCE, schema.TIME_UP)
    assert said(play, events, -1) == ["Stop! The time is up."]
    assert (play.s.stage, play.s.stopped_by) == (STOPPING, NOBODY)
    with pytest.raises(Refused, match="not_allowed"):
        play.act(CHANCE, schema.TIME_UP)
    play.act(CHANCE, schema.GRACE_OVER)
    assert (play.s.stage, play.s.lying) == (BETWEEN, 0)


def test_the_clock_stops_a_round_in_which_nobody_has_done_anything() -> None:
    play = table()
    events = play.act(CHANCE, schema.TIME_UP)
    assert said(play, events, 0)[-1] == "The round is tied; nobody wins it."
    assert play.s.stage == BETWEEN


@pytest.mark.rule("KE-28")
@pytest.mark.rule("KE-B17")
@pytest.mark.rule("KE-B39")
def test_a_scored_round_lies_open_until_the_next_one_starts_afresh() -> None:
    play = table()
    play_out(play, 0, 10)
    assert play.s.stage == BETWEEN
    assert len(play.view(2).table) == 10
    assert play.chance_due
    assert play.seats_to_act() == []
    with pytest.raises(Refused, match="stopped"):
        play.act(1, schema.DRAW)
    before = [player.wins for player in play.s.player]
    events = play.roll(generator(1))
    assert said(play, events, 0) == ["Round 2 begins."]
    fresh = table()
    for p in range(3):
        fresh.s.player[p].wins, fresh.s.player[p].points = before[p], play.s.player[p].points
    fresh.s.round, fresh.s.first, fresh.s.winner = 1, 1, play.s.winner
    assert play.s == fresh.s


@pytest.mark.rule("KE-27")
def test_the_match_ends_with_the_last_round_that_was_needed() -> None:
    play = table(2, wins=1)
    play_out(play, 0, 9)
    draw(play, 0)
    release(play, 0, 0, -1500)
    assert (play.s.stage, play.over) == (DONE, True)
    assert sorted(GAME.returns(play.s, play.c)) == [0, 60]
    assert GAME.scores(play.s, play.c)[play.s.winner] == 1
    with pytest.raises(Refused, match="over"):
        play.act(CHANCE, schema.START)


@pytest.mark.rule("KE-7")
@pytest.mark.rule("KE-33")
@pytest.mark.parametrize("mode", ["lightning", "turns"])
@pytest.mark.parametrize("check", ["accept", "reject"])
def test_a_card_cannot_be_let_go_beside_the_table_and_stays_in_hand(mode: str, check: str) -> None:
    play = table(2, mode=mode, placement_check=check)
    if mode == "turns":
        play.roll(generator(1))
    else:
        draw(play, 0)
    before = layout.to_data(play.s)
    for x, y in ((3001, 0), (-3001, 0), (0, 3001), (0, -3001), (20_000, -20_000)):
        with pytest.raises(Refused, match="off_table"):
            release(play, 0, x, y, 359)
    assert layout.to_data(play.s) == before
    release(play, 0, 3000, -3000, 45)  # the very corner is still the table, and the card may jut out
    assert play.s.lying == 1


@pytest.mark.rule("KE-33")
@pytest.mark.rule("KE-34")
@pytest.mark.parametrize("check", ["accept", "reject"])
def test_a_card_frozen_beside_the_table_can_only_be_kept(check: str) -> None:
    play = table(3, placement_check=check)
    for seat, x in ((1, 4001), (2, 4000)):
        draw(play, seat)
        hold(play, seat, x, 0)  # hands may be anywhere
    play_out(play, 0, 10)
    assert play.legal(1) == [KEEP]
    with pytest.raises(Refused, match="off_table"):
        play.act(1, DROP)
    assert play.legal(2) == [DROP, KEEP]


@pytest.mark.rule("KE-B29")
@pytest.mark.rule("KE-33")
def test_a_card_that_juts_over_the_edge_takes_part() -> None:
    play = table(2, mode="turns", wins=1)
    play.roll(generator(1))
    release(play, 0, 3000, 3000, 45)
    check_placements(play.s, play.c)
    assert play.s.ship[0].fate == schema.AFLOAT


@pytest.mark.rule("KE-36")
def test_a_rejected_release_leaves_the_card_in_hand() -> None:
    play = table(2, placement_check="reject")
    draw(play, 0)
    with pytest.raises(Refused, match="overlap"):
        release(play, 0, 0, 0)
    assert play.s.player[0].held == 0
    hold(play, 0, 0, 0)  # holding it there is fine
    release(play, 0, 2000, 0)


@pytest.mark.rule("KE-40")
@pytest.mark.rule("KE-B50")
def test_the_table_goes_by_the_players_by_name_or_by_its_sides() -> None:
    sizes = [table(players).view(0).table_size for players in (2, 3, 4)]
    assert sizes == [(6000, 6000), (8000, 8000), (9000, 9000)]
    for name, size in (("small", (600, 600)), ("large", (1200, 1200)), ("pool_table", (2240, 1120))):
        for given in (name, list(size)):
            known = table(3, table=given).view(0)
            assert known.table_size == (10 * size[0], 10 * size[1])
            assert known.options["table"] == name, "a size that has a name is called by it"
    assert table(3, table=[700, 300]).view(0).options["table"] == (700, 300)


# ---------------------------------------------------------------- turns


@pytest.mark.rule("KE-39")
@pytest.mark.rule("KE-B40")
def test_in_turns_all_place_equally_many_and_the_first_seat_rotates() -> None:
    play, rng = table(3, mode="turns", start_seat=1, wins=9), generator(3)
    for first in (1, 2, 0, 1):
        placed = []
        while play.s.stage == PLACING:
            assert play.chance_due
            play.roll(rng)
            (seat,) = play.seats_to_act()
            assert play.legal(seat) == [schema.RELEASE]
            placed.append(seat)
            play.act(seat, random_play.complete_action(play.s, play.c, seat, schema.RELEASE, rng))
        assert placed == [(first + k) % 3 for k in range(30)]
        assert play.s.stopped_by == first
        play.roll(rng)


def test_in_turns_nobody_else_may_act_and_the_clock_has_no_say() -> None:
    play = table(3, mode="turns")
    play.roll(generator(1))
    with pytest.raises(Refused, match="turn"):
        release(play, 1, 0, 0)
    with pytest.raises(Refused, match="not_allowed"):
        hold(play, 0, 0, 0)
    with pytest.raises(Refused, match="holding"):
        play.act(0, schema.DRAW)
    with pytest.raises(Refused, match="not_allowed"):
        play.act(CHANCE, schema.TIME_UP)
    with pytest.raises(Refused, match="not_allowed"):
        play.act(0, KEEP)  # where cards may overlap there is always room


@pytest.mark.rule("KE-B49")
def test_where_overlapping_is_refused_a_card_may_be_held_back_until_the_next_turn() -> None:
    play, rng = table(2, mode="turns", placement_check="reject"), generator(1)
    play.roll(rng)
    held = play.s.player[0].held
    assert play.legal(0) == [KEEP, schema.RELEASE]
    assert said(play, do(play, 0, Told("hold_back")), 1) == ["player 1 holds the card back."]
    play.roll(rng)
    release(play, 1, 2000, 0)
    assert not play.chance_due, "the seat has its card already"
    assert (play.seats_to_act(), play.s.player[0].held) == ([0], held)
    assert list(GAME.invariants.problems(play.s, play.c)) == []
    release(play, 0, -2000, 0)
    assert play.chance_due


@pytest.mark.rule("KE-B49")
def test_when_everybody_holds_a_card_back_stop_is_called_and_nothing_more_is_laid() -> None:
    play, rng = table(3, mode="turns", placement_check="reject", start_seat=2), generator(1)
    for seat in (2, 0, 1):
        play.roll(rng)
        events = do(play, seat, Told("hold_back"))
    assert "Stop! Everybody has held a card back." in said(play, events, 0)
    assert play.s.stage == BETWEEN
    assert [len(player.unplayed) for player in play.view(0).everybody] == [10, 10, 10]
    assert replay_compiled(play) == play.s


@pytest.mark.rule("KE-B49")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_on_tables_that_fill_up_come_to_their_end(players: int) -> None:
    for seed in range(3):
        play, rng = (
            table(players, seed, mode="turns", placement_check="reject", table=[300, 300]),
            generator(seed),
        )
        for _ in range(5000):
            if play.over:
                break
            assert list(GAME.invariants.problems(play.s, play.c)) == []
            if play.chance_due:
                play.roll(rng)
                continue
            (seat,) = play.seats_to_act()
            kind = play.legal(seat)[-1]
            play.act(seat, random_play.complete_action(play.s, play.c, seat, kind, rng))
        assert play.over or play.s.round > 10


# ---------------------------------------------------------------- everybody at once


@pytest.mark.rule("KE-6")
@pytest.mark.rule("KE-38")
def test_lightning_games_of_everybody_hold_together() -> None:
    stages: Counter[int] = Counter()
    for seed in range(12):
        options = {"placement_check": random.Random(seed).choice(("accept", "reject"))}
        for play in everybody(seed, **options):
            stages[play.s.stage] += 1
            assert list(GAME.invariants.problems(play.s, play.c)) == []
            assert play.over == (not play.seats_to_act() and not play.chance_due)
            for seat in range(play.s.opt.players):
                assert bool(play.legal(seat)) == (seat in play.seats_to_act())
    assert min(stages[stage] for stage in (PLACING, STOPPING, BETWEEN, DONE)) >= 10


def test_poses_are_accepted_just_when_the_card_can_be_held_and_has_room() -> None:
    chance, tried = random.Random(4), Counter[bool]()
    for play in everybody(3, placement_check="reject"):
        for seat in play.seats_to_act():
            x, y, rot = chance.randint(-5000, 5000), chance.randint(-5000, 5000), chance.randrange(360)
            action = rules.posed_action(schema.RELEASE, x, y, rot)
            reason = GAME.reason(play.s, play.c, seat, action)
            holds = play.s.player[seat].held != NOBODY and play.s.stage == PLACING
            room = obstacle(play.s, play.c, x, y, rot, play.s.lying) == schema.SPACE
            width, height = table_size(play.s, play.c)
            on_table = abs(x) <= 5 * width and abs(y) <= 5 * height
            assert (reason is None) == (holds and room and on_table)
            tried[reason is None] += 1
    assert min(tried[True], tried[False]) > 15


@pytest.mark.parametrize("action", [schema.HOLD, schema.RELEASE])
def test_a_kind_without_a_pose_is_no_complete_action(action: int) -> None:
    play = table()
    draw(play, 0)
    assert play.legal(0) == [schema.HOLD, schema.RELEASE]
    assert GAME.reason(play.s, play.c, 0, action) == "no_position"


def test_action_numbers_name_every_pose_once() -> None:
    corners = [(x, y, rot) for x in (-20_000, 0, 20_000) for y in (-20_000, 7, 20_000) for rot in (0, 1, 359)]
    numbers = {rules.posed_action(kind, *pose) for kind in (schema.HOLD, schema.RELEASE) for pose in corners}
    assert len(numbers) == 2 * len(corners)
    assert min(numbers) == schema.POSES
    assert max(numbers) == schema.ACTIONS - 1
    known = table().view(0)
    for number in numbers:
        assert GAME.encode(known, GAME.describe(known, number)) == number


@pytest.mark.parametrize(
    "told",
    [
        Told("release", {"x": 20_001, "y": 0, "rot": 0}),
        Told("hold", {"x": 0, "y": -20_001, "rot": 0}),
        Told("release", {"x": 0, "y": 0, "rot": 360}),
        Told("release", {"x": 0, "y": 0, "rot": -1}),
    ],
)
def test_poses_out_of_range_name_nothing(told: Told) -> None:
    with pytest.raises(Refused, match="pose"):
        GAME.encode(table().view(0), told)


@pytest.mark.parametrize(
    "told",
    [
        Told("release", {"x": 0.5, "y": 0, "rot": 0}),
        Told("release", {"x": 0, "y": 0}),
        Told("draw", {"card": 1}),
    ],
)
def test_malformed_actions_are_no_actions(told: Told) -> None:
    with pytest.raises(Refused, match="unknown"):
        GAME.encode(table().view(0), told)


@pytest.mark.slow
def test_lightning_games_of_everybody_replay_compiled_to_the_same_bits() -> None:
    for seed in range(20):
        *_, play = everybody(seed, corsairs=seed % 2 == 0, asteroids=("one", "two")[seed % 3 == 0])
        assert replay_compiled(play) == play.s


@pytest.mark.slow
def test_the_largest_numbers_that_are_let_in_do_not_overflow_in_machine_code() -> None:
    """Cards of 200 mm, directions of 1000, poses at the edge: only machine code could overflow."""
    from kosmoport.core.components import from_tables
    from kosmoport.core.play import new_play

    chance = random.Random(1)
    tables = {**GAME.standard_components.tables, "card_mm": [200, 200], "small_asteroid_mm": [200, 200]}
    ways = [[1000, 999], [-1000, 997], [1000, -1], [-999, -1000]]
    lasers = [{"from": [100, -100], "dir": way, "power": 3} for way in ways]
    shields = [{"edge": "top"}, {"edge": "left", "span": [-100, -0.1]}]
    tables["ships"] = [  # a squadron has 32 lasers at most
        {"speed": 1 + i, "name": "x", "hull": 9, "lasers": lasers if i < 8 else [], "shields": shields}
        for i in range(10)
    ]
    file = from_tables(tables, GAME.components.Data, "the test")
    for seed in range(20):
        options = GAME.read_options({"mode": "turns", "wins": 1, "table": [2000, 2000], "asteroids": "two"})
        play, rng = new_play(GAME, options, generator(seed), file), generator(seed)
        while not play.over and len(play.moves) < 400:
            if play.chance_due:
                play.roll(rng)
                continue
            (seat,) = play.seats_to_act()
            far = chance.choice((6000, 10_000))
            x, y = (chance.choice((-far, far, chance.randint(-far, far))) for _ in range(2))
            release(play, seat, x, y, chance.randrange(360))
        assert replay_compiled(play) == play.s


@pytest.mark.rule("KE-B47")
def test_what_a_slow_line_brought_after_stop_is_the_referees_word_on_both_backends() -> None:
    play = table()
    late = rules.late_outcome(1, -1500, -3000, 200, 120)
    with pytest.raises(Refused, match="not_allowed"):
        play.act(CHANCE, late)  # nobody has called Stop
    draw(play, 1, 4)
    draw(play, 2, 5)
    play_out(play, 0, 10)
    with pytest.raises(Refused, match="not_allowed"):
        play.act(CHANCE, rules.late_outcome(0, 0, 0, 0, 0))  # holds nothing
    with pytest.raises(Refused, match="unknown"):
        play.act(CHANCE, schema.OUTCOMES)
    events = play.act(CHANCE, late)
    assert said(play, events, 2) == [
        "player 2's connection is slow: a move made before Stop arrived 120 ms after it, and counts."
    ]
    assert play.legal(1) == [DROP, KEEP]
    play.act(1, DROP)
    play.act(2, KEEP)
    assert (play.s.ship[10].x, play.s.ship[10].y, play.s.ship[10].rot) == (-1500, -3000, 200)
    assert replay_compiled(play) == play.s
