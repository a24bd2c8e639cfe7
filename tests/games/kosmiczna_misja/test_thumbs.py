"""Kosmiczna Misja: the rules of thumb read only what a seat knows, and prefer what they say."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.core import layout
from kosmoport.core.words import Told
from kosmoport.engine.program import thumbs_files
from kosmoport.games.kosmiczna_misja import GAME, geometry, thumbs
from kosmoport.games.kosmiczna_misja.cases import Play
from kosmoport.games.kosmiczna_misja.schema import ADD, BANK, DISCARD, TAKING, Components, State
from tests.games.judging import decisions, greedy_share, judged_by_knowledge, names, told_apart, weighed_alike
from tests.games.kosmiczna_misja.tables import table

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "discard_from_complete": True},
    {"players": 4},
    {"players": 4, "allow_diagonal": True, "discard_from_complete": True},
]
Tile = dict[str, int]
EMPTY: Tile = {}


# ---------------------------------------------------------------- what bots rely on


def test_they_are_written_in_the_subset_of_the_rules() -> None:
    assert [path.name for path in thumbs_files(GAME)] == ["thumbs.py"]


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_a_seat_judges_by_what_it_knows_alone(given: dict[str, Any]) -> None:
    """However the stack lies, every action keeps its worth and its meaning."""
    judged, differ = judged_by_knowledge(GAME, given, seed=31)
    assert differ > judged // 2 > 15


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_different_actions_mean_different_things_to_everybody(given: dict[str, Any]) -> None:
    kinds = set()
    for play, seat, legal, meanings in told_apart(GAME, given, range(3)):
        for viewer in range(given["players"]):
            assert [thumbs.seen(play.s, play.c, viewer, seat, action) for action in legal] == meanings
        kinds |= {"new" if a < ADD else "add" if a < DISCARD else "blocked" for a in legal}
    assert kinds == {"new", "add", "blocked"}


def printed(c: Components, tile: int) -> tuple[int, ...]:
    """What is on a tile; nothing where none lies."""
    return () if tile < 0 else (c.stations[tile], c.aliens[tile], c.left[tile], c.right[tile])


def after(play: Play, s: State, seat: int, action: int) -> tuple[Any, ...]:
    """The table behind an action as anybody would draw it: planets by print, and the rest of the bank."""
    s = layout.clone(s)
    s.left = 0  # so that the bank is not refilled, which would be another action's doing
    GAME.rules.apply(s, play.c, seat, action)
    planets = [
        [printed(play.c, tile) for tile in planet.tile] for player in s.player for planet in player.planet
    ]
    return planets, sorted(printed(play.c, tile) for tile in s.bank)


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_the_same_meaning_and_look_in_another_world_lead_to_the_same_table(given: dict[str, Any]) -> None:
    """The tiles of the bank in other slots, and one of them changed for its double from the stack."""
    doubles = 0
    for play, _, seat, legal in decisions(GAME, given, seed=33):
        other = layout.clone(play.s)
        other.bank[: other.banked] = other.bank[: other.banked][::-1]
        doubles += change_for_double(play.c, other)
        by_meaning = {thumbs.meaning(other, play.c, seat, a): a for a in GAME.legal(other, play.c, seat)}
        assert len(by_meaning) == len(legal)
        for action in legal:
            twin = by_meaning[thumbs.meaning(play.s, play.c, seat, action)]
            assert thumbs.seen(other, play.c, 0, seat, twin) == thumbs.seen(play.s, play.c, 0, seat, action)
            assert thumbs.worth(other, play.c, seat, twin) == thumbs.worth(play.s, play.c, seat, action)
            assert after(play, other, seat, twin) == after(play, play.s, seat, action)
    assert doubles > 5


def change_for_double(c: Components, s: State) -> int:
    """Swap the first tile of the bank with a tile of the stack that has the same print, if there is one."""
    for i in range(s.left):
        if printed(c, s.stack[i]) == printed(c, s.bank[0]):
            s.stack[i], s.bank[0] = s.bank[0], s.stack[i]
            return 1
    return 0


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_plain_and_compiled_judge_alike(given: dict[str, Any]) -> None:
    assert len(weighed_alike(GAME, given, seed=34, temper=90)) > 20


# ---------------------------------------------------------------- what they say


def position(
    planets: list[list[Tile]], bank: list[Tile], roll: int = 6, stack: int = 20, **options: Any
) -> Play:
    """Seat 0 of two has rolled; its planets have these tiles from the north-west on, clockwise."""
    lying = [tile for planet in planets for tile in planet]
    play = table([*lying, *bank, *[EMPTY] * max(stack, BANK)], **options)
    s, player, number = play.s, play.s.player[0], 0
    for planet in planets:
        k = geometry.open_planet(player)
        for q in range(len(planet)):
            geometry.put_tile(play.c, player, k, number, q)
            number += 1
    player.begun, s.stage, s.roll = 1, TAKING, roll
    s.bank[:] = [number + b if b < len(bank) else -1 for b in range(BANK)]
    s.banked, s.left = len(bank), stack
    number += len(bank)
    s.stack[:] = [number + i if i < stack else -1 for i in range(len(s.stack))]
    return play


def best(play: Play) -> list[Told]:
    """What looks best to seat 0, in words; tiles by their place in the bank."""
    worths = {action: thumbs.worth(play.s, play.c, 0, action) for action in play.legal(0)}
    top = [action for action, worth in worths.items() if worth == max(worths.values())]
    return [GAME.describe(play.view(0), action) for action in top]


def taken(play: Play) -> set[int]:
    """The places in the bank of the tiles that look best."""
    numbers = [tile.number for tile in play.view(0).bank]
    return {numbers.index(told.args["tile"]) for told in best(play)}


def test_a_planet_is_finished_with_the_most_stations() -> None:
    play = position([[{"s": 1}, EMPTY, EMPTY]], [EMPTY, {"s": 2}, {"s": 3}])
    assert [(told.id, told.args["quadrant"]) for told in best(play)] == [("add", "sw")]
    assert taken(play) == {2}


def test_two_meeting_halves_finish_a_planet_better_than_nothing() -> None:
    facing = [[{"s": 2, "L": 1}, EMPTY, {"R": 1}]]
    assert taken(position(facing, [{"L": 1, "R": 1}, EMPTY, EMPTY])) == {0}


def test_a_planet_begins_with_an_alien() -> None:
    assert taken(position([], [{"s": 3}, {"s": 1}, {"a": 1}])) == {2}


def test_nobody_begins_with_so_many_stations_that_only_a_six_helps() -> None:
    assert taken(position([], [{"s": 5}, EMPTY, {"s": 6}])) == {1}


def test_a_station_is_welcome_while_a_four_will_do() -> None:
    growing = [[{"s": 1}, {"s": 1}]]
    assert taken(position(growing, [{"s": 1}, EMPTY, EMPTY])) == {0}


def test_a_planet_is_not_made_to_wait_for_a_six() -> None:
    growing = [[{"s": 2}, {"s": 1}]]
    play = position(growing, [{"s": 2}, EMPTY, EMPTY])
    assert {told.id for told in best(play)} == {"add"}
    assert taken(play) == {1, 2}


def test_an_alien_is_better_than_an_empty_tile() -> None:
    growing = [[{"s": 2}, {"s": 1}], [{"s": 3}]]
    assert taken(position(growing, [EMPTY, {"a": 1}, EMPTY])) == {1}


def test_blank_edges_around_the_last_gap_are_better() -> None:
    growing = [[{"s": 1}, EMPTY], [{"s": 6}]]
    play = position(growing, [{"R": 1}, {"R": 1}, EMPTY], roll=3)
    assert taken(play) == {2}


def test_what_can_still_be_finished_comes_first() -> None:
    """Two turns each are left, this one included: the planet with two tiles can be finished, no new one."""
    play = position([[EMPTY, {"s": 1}]], [EMPTY, {"a": 1}, EMPTY], stack=1)
    assert {(told.id, told.args.get("planet")) for told in best(play)} == {("add", 0)}
    plenty_of_time = position([[EMPTY, {"s": 1}]], [EMPTY, {"a": 1}, EMPTY], stack=20)
    assert taken(plenty_of_time) == {1}


def test_when_nothing_can_be_finished_stations_are_taken_from_the_others() -> None:
    play = position([[EMPTY]], [EMPTY, {"s": 2}, EMPTY], stack=0)
    assert taken(play) == {1}


def test_a_blocked_player_gives_away_what_no_roll_can_help() -> None:
    hopeless = position([[{"s": 6}, EMPTY], [{"s": 2}, EMPTY]], [{"L": 1, "R": 1}])
    assert [(told.id, told.args) for told in best(hopeless)] == [("discard", {"planet": 0, "quadrant": "nw"})]


def test_a_blocked_player_keeps_promising_planets() -> None:
    waiting = position([[{"s": 3}, EMPTY], [{"s": 2}, EMPTY]], [EMPTY], roll=1)
    assert [told.id for told in best(waiting)] == ["skip"]


def test_nobody_breaks_a_finished_planet() -> None:
    done = [{"s": 2}, EMPTY, EMPTY, EMPTY]
    play = position([done, [{"s": 3}], [{"s": 3}]], [EMPTY], roll=1, discard_from_complete=True)
    assert any(told.id == "discard" and told.args["planet"] == 0 for told in all_of(play))
    assert [told.id for told in best(play)] == ["skip"]


def all_of(play: Play) -> list[Told]:
    return [GAME.describe(play.view(0), action) for action in play.legal(0)]


# ---------------------------------------------------------------- what they are good for


@pytest.mark.parametrize(("players", "wanted"), [(2, 0.75), (4, 0.55)])
def test_greedy_beats_random(players: int, wanted: float) -> None:
    """Far above the fair share of the win."""
    assert greedy_share(GAME, {"players": players}, deals=12) > wanted
