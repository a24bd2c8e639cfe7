"""Rules of thumb of Kosmodraci: they read only what the seat knows, and prefer what they say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kosmoport.conformance.tables import moments
from kosmoport.core.play import generator, new_play, start_play
from kosmoport.engine.program import thumbs_files
from kosmoport.engine.reference import constant, plain_search
from kosmoport.games.kosmodraci import GAME, rules, thumbs
from kosmoport.games.kosmodraci.cases import Play
from kosmoport.games.kosmodraci.schema import DRAFT, HUNT
from tests.games.judging import greedy_share, judged_by_knowledge, names, told_apart, weighed_alike

SIDES_B = {"research": "B", "morale": "B", "crime": "B"}
TABLES: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 4, "sides": SIDES_B},
    {"players": 5, "damage_points": 3, "shield_points": -7},
    {"players": 3, "family_variant": True},
    {"players": 5, "family_variant": True, "sides": SIDES_B},
]


# ---------------------------------------------------------------- what bots rely on


def test_they_are_written_in_the_subset_of_the_rules() -> None:
    assert [path.name for path in thumbs_files(GAME)] == ["thumbs.py"]


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_a_seat_judges_by_what_it_knows_alone(given: dict[str, Any]) -> None:
    """In a world redealt for the seat every action keeps its meaning and its worth."""
    judged, differ = judged_by_knowledge(GAME, given, seed=21)
    assert differ > judged * 3 // 4 > 12


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_different_actions_mean_different_things(given: dict[str, Any]) -> None:
    assert len(list(told_apart(GAME, given, [22], every=5))) > 4


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_plain_and_compiled_judge_alike(given: dict[str, Any]) -> None:
    assert len(weighed_alike(GAME, given, seed=23, temper=150, every=4)) > 20


# ---------------------------------------------------------------- what others see


def after(play: Play, seat: int, action: int, viewer: int) -> bytes:
    """The viewer's view after one more action."""
    again = start_play(GAME, play.options, play.d)
    for move in play.moves:
        again.act(move.seat, move.action)
    again.act(seat, action)
    return msgspec.json.encode(again.view(viewer))


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("players", [3, 5])
def test_others_notice_nothing_of_a_pick(players: int) -> None:
    """Until the last pick of a step, which moves the hands and so shows what was left in them."""
    compared = 0
    for play, _ in moments(GAME, GAME.read_options({"players": players}), seed=24, every=2):
        if play.s.stage == DRAFT and len(play.seats_to_act()) > 1:
            seat, *viewers = play.seats_to_act()
            legal = play.legal(seat)
            for viewer in viewers:
                marks = {thumbs.seen(play.s, play.c, viewer, seat, action) for action in legal}
                assert marks == {constant(GAME, "FACE_DOWN")}
                assert len({after(play, seat, action, viewer) for action in (legal[0], legal[-1])}) == 1
                compared += 1
    assert compared > 6


@pytest.mark.rule("KD-11")
@pytest.mark.parametrize("variant", [False, True])
def test_others_see_which_card_is_played(variant: bool) -> None:
    compared = 0
    options = GAME.read_options({"players": 3, "family_variant": variant})
    for play, _ in moments(GAME, options, seed=25, every=4):
        if play.s.stage == HUNT:
            (seat,) = play.seats_to_act()
            viewer, legal = (seat + 1) % 3, play.legal(seat)
            assert len({thumbs.seen(play.s, play.c, viewer, seat, action) for action in legal}) == len(legal)
            assert len({after(play, seat, action, viewer) for action in legal}) == len(legal)
            compared += 1
    assert compared >= 4


# ---------------------------------------------------------------- what each rule prefers

ME = 0  # the seat that judges; cards are named by their values, so card v has the number v - 1


def drafting(picked: tuple[int, ...] = (), **options: Any) -> Play:
    """A draft at a table of four in which seat 0 has picked these cards."""
    play = new_play(GAME, GAME.read_options({"players": 4, **options}), generator(1))
    play.s.passed = len(picked)
    for step, value in enumerate(picked):
        play.s.packet[rules.picked_from(play.s, ME, step)][step] = value - 1
    return play


def hunting(
    table: tuple[int, ...] = (), trick: int = 0, dragon: int = 8, ships: Any = (), **options: Any
) -> Play:
    """Seat 0 is to play after those on its right have; D09 (10 points, no symbols) has the number 8."""
    play = new_play(GAME, GAME.read_options({"players": 4, **options}), generator(1))
    s = play.s
    s.stage, s.trick, s.turn = HUNT, trick, ME
    s.lair[trick] = dragon
    for i, value in enumerate(table):
        s.player[4 - len(table) + i].played[trick] = value - 1
    for seat, (shields, damage) in dict(ships).items():
        s.player[seat].shields, s.player[seat].damage = shields, damage
    return play


def value(play: Play, card: int) -> int:
    return int(plain_search(GAME).worth(play.s, play.c, ME, card - 1))


def test_morale_before_research_before_crime() -> None:
    for sides in ("A", "B"):
        play = drafting(sides=dict.fromkeys(SIDES_B, sides))
        assert value(play, 44) > value(play, 43) > value(play, 66)  # two symbols each


def test_research_calls_for_more_research_with_side_a_only() -> None:
    for side, more in (("A", True), ("B", False)):
        sides = {**SIDES_B, "research": side}
        alone, with_more = value(drafting(sides=sides), 33), value(drafting((15, 23), sides=sides), 33)
        assert (with_more > alone) is more


def test_strong_cards_first_but_not_only_strong_cards() -> None:
    assert value(drafting(), 77) > value(drafting(), 33)  # in spite of its damage
    many = drafting((80, 79, 78, 76, 75, 74))
    assert value(many, 77) < value(many, 33)


def test_strong_cards_are_worth_more_at_a_small_table() -> None:
    assert value(drafting(players=3), 70) > value(drafting(players=4), 70) > value(drafting(players=5), 70)


def test_shields_are_the_best_effect() -> None:
    play = drafting()
    assert value(play, 1) > value(play, 3) > value(play, 2)  # three shields, targets, repairs


def test_the_last_player_wins_as_cheaply_as_possible() -> None:
    play = hunting((30, 47, 58))
    assert value(play, 60) > value(play, 62) > value(play, 77)  # one research symbol each


def test_a_card_that_cannot_win_is_a_weak_one() -> None:
    """Card 79 is on the table: two targets hit its owner, while card 70 would be wasted."""
    play = hunting((30, 79))
    assert value(play, 14) > value(play, 70)


def test_the_more_follow_the_surer_a_card_must_be() -> None:
    margins = [value(hunting(table), 60) - value(hunting(table), 46) for table in ((), (30,), (30, 31, 47))]
    assert margins == sorted(margins)
    assert margins[0] < margins[-1] - 100


def test_targets_on_the_table_spoil_a_dragon_unless_shields_stop_them() -> None:
    """Three targets on the table, and card 50: should the last player take the dragon with card 52?"""
    open_ship, safe_ship = hunting((3, 30, 50), trick=5), hunting((3, 30, 50), trick=5, ships={ME: (3, 0)})
    assert value(open_ship, 52) < value(open_ship, 46)
    assert value(safe_ship, 52) > value(safe_ship, 46)


def test_targets_are_nothing_where_damage_costs_nothing() -> None:
    play = hunting((3, 30, 50), trick=5, damage_points=0)
    assert value(play, 52) > value(play, 46)


def test_repairs_mend_what_is_broken() -> None:
    """Cards 5 and 46 have one research symbol; card 5 repairs twice."""
    broken, whole = hunting((30, 79), ships={ME: (0, 2)}), hunting((30, 79))
    assert value(broken, 5) > value(broken, 46) + 100
    assert value(whole, 5) < value(whole, 46)


def test_shields_early_rather_than_late() -> None:
    first, last = hunting((79,), trick=0), hunting((79,), trick=6)
    assert thumbs.shield_worth(first.s, first.c) > thumbs.shield_worth(last.s, last.c) > 0


def test_targets_at_a_winner_without_shields() -> None:
    open_ship, safe_ship = hunting((30, 79)), hunting((30, 79), ships={3: (2, 0)})
    assert value(open_ship, 14) > value(safe_ship, 14)


def test_strong_cards_are_kept_but_not_in_the_last_trick_and_not_for_the_neighbour() -> None:
    first, last = hunting((30, 79), trick=0), hunting((30, 79), trick=6)
    assert value(first, 70) < value(last, 70)
    moving = hunting((30, 79), trick=0, family_variant=True)
    assert value(moving, 70) == value(last, 70)


def test_of_two_dragons_the_better_one_calls_for_the_strong_card() -> None:
    poor, rich = hunting((30, 41), dragon=17), hunting((30, 41), dragon=10)  # D18: two crimes; D11: morale
    assert value(rich, 70) > value(poor, 70)
    assert value(rich, 27) == value(poor, 27)  # it wins neither


# ---------------------------------------------------------------- how well they play


@pytest.mark.parametrize(
    ("players", "variant"), [(3, False), (4, False), (5, False), (4, True)], ids=["3", "4", "5", "4-variant"]
)
def test_greedy_beats_random(players: int, variant: bool) -> None:
    """Alone among random players, four games in each of four seats or less."""
    given = {"players": players, "family_variant": variant}
    assert greedy_share(GAME, given, deals=4, seed=31, most_seats=4) > 2 / 3
