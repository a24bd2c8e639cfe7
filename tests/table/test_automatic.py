"""What a table does by itself: the lightning round's clock, closing when abandoned, waking up in time."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.core.contract import CHANCE
from kosmoport.core.play import generator
from kosmoport.games import GAMES
from kosmoport.games.kosmiczna_eskadra.schema import GRACE_OVER, START, TIME_UP
from kosmoport.games.kosmiczna_eskadra.timing import BETWEEN_ROUNDS, COUNTDOWN, DROP_OR_KEEP
from kosmoport.table import entries as log
from kosmoport.table.automatic import RETURNING, abandoned_at, next_step, wake_at
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import Act, Leave, Phase
from kosmoport.table.settings import BankClock, MoveClock, NewTable, NoClock
from tests.table.desk import Desk, messages, playing, seated

HOUSE = Policy()


def do(desk: Desk, seat: int, what: str, seen: int | None = None, **args: int) -> None:
    """An action of the lightning round, and what follows at once."""
    desk.send(seat, Act(desk.new_id(), desk.table.n if seen is None else seen, what, dict(args)))
    desk.settle()


def lay(desk: Desk, seat: int, x: int, y: int) -> None:
    do(desk, seat, "draw")
    do(desk, seat, "release", x=x, y=y, rot=0)


def last_outcome(desk: Desk) -> int:
    entry = desk.lines[-1].entry
    assert isinstance(entry, log.Rolled)
    return entry.outcome


# ---------------------------------------------------------------- the lightning round


def test_in_the_lightning_round_cards_are_drawn_at_once_and_everybody_plays() -> None:
    desk = playing("kosmiczna_eskadra", 3)
    assert desk.table.lightning
    assert desk.table.to_act() == [0, 1, 2]
    do(desk, 1, "draw")
    assert [move.seat for move in desk.play.moves] == [1, CHANCE]
    assert desk.play.moves[0].at == desk.play.moves[1].at
    assert desk.table.to_act() == [0, 1, 2]


def test_a_card_that_somebody_draws_makes_nobody_elses_action_late() -> None:
    desk = playing("kosmiczna_eskadra", 3)
    do(desk, 0, "draw")
    seen = desk.table.n
    do(desk, 1, "draw")
    do(desk, 2, "draw", seen=seen)
    do(desk, 0, "release", seen=seen, x=10, y=20, rot=30)
    assert [move.seat for move in desk.play.moves if move.seat != CHANCE] == [0, 1, 2, 0]


def test_in_a_race_the_next_card_is_drawn_before_the_answer_about_the_last() -> None:
    desk = playing("kosmiczna_eskadra", 2)
    do(desk, 0, "draw")
    seen = desk.table.n
    do(desk, 0, "release", seen=seen, x=10, y=20, rot=30)
    do(desk, 0, "draw", seen=seen)
    assert desk.play.view(0).held is not None
    assert desk.refused(0, Act("x", seen, "draw")).id == "holding"


def test_what_was_meant_for_another_round_is_late() -> None:
    desk = playing("kosmiczna_eskadra", 2, options={"round_limit_s": 20})
    seen = desk.table.n
    desk.pass_time(20_000)
    desk.pass_time(BETWEEN_ROUNDS + COUNTDOWN)
    assert desk.refused(0, Act("x", seen, "draw")).id == "late"
    do(desk, 0, "draw")


def test_the_clock_calls_stop_when_the_round_has_lasted_long_enough() -> None:
    desk = playing("kosmiczna_eskadra", 2, options={"round_limit_s": 20})
    end = desk.now + 20_000
    desk.now += 15_000
    do(desk, 0, "draw")  # the limit is for the round, not for each move
    step = next_step(desk.table, desk.now)
    assert (step.entries, step.look_again) == ((), end)
    desk.now = end
    do(desk, 0, "hold", x=0, y=0, rot=0)
    assert last_outcome(desk) == TIME_UP
    assert messages(desk.told[-1])[-1]["cause"] == "chance"


def test_after_stop_there_is_a_short_time_to_drop_or_keep() -> None:
    desk = playing("kosmiczna_eskadra", 2, options={"round_limit_s": 20})
    do(desk, 0, "draw")
    do(desk, 1, "draw")
    do(desk, 0, "hold", x=2000, y=2000, rot=0)
    desk.pass_time(20_000)
    stopped = desk.now
    assert desk.table.to_act() == [0, 1]
    desk.now += 1
    assert desk.refused(0, Act("x", desk.table.n, "release", {"x": 0, "y": 0, "rot": 0})).id == "stopped"
    do(desk, 0, "drop")
    assert next_step(desk.table, desk.now).look_again == stopped + DROP_OR_KEEP
    desk.pass_time(DROP_OR_KEEP)
    assert last_outcome(desk) == GRACE_OVER
    assert desk.table.to_act() == []


def test_the_next_round_begins_when_everybody_could_look_at_the_last() -> None:
    desk = playing("kosmiczna_eskadra", 2, options={"round_limit_s": 20})
    desk.pass_time(20_000)
    assert desk.table.race.timed == (START, desk.now + BETWEEN_ROUNDS)
    desk.pass_time(BETWEEN_ROUNDS - 1)
    assert desk.table.to_act() == []
    desk.pass_time(1)
    assert last_outcome(desk) == START
    assert desk.table.to_act() == [0, 1]
    assert desk.table.race.timed == (TIME_UP, desk.now + COUNTDOWN + 20_000)


def test_what_the_clock_does_is_no_roll() -> None:
    desk = playing("kosmiczna_eskadra", 2, options={"round_limit_s": 20})
    do(desk, 0, "draw")
    desk.pass_time(20_000)
    assert last_outcome(desk) == TIME_UP
    assert desk.table.fair_rolls == [1]


def test_a_restart_gives_a_lightning_round_its_time_again() -> None:
    desk = playing("kosmiczna_eskadra", 2, options={"round_limit_s": 20})
    desk.now += 19_000
    desk.table = desk.again()
    desk.now += 3_600_000
    desk.write([log.Resumed()])
    assert next_step(desk.table, desk.now).look_again == desk.now + COUNTDOWN
    assert desk.table.race.timed == (TIME_UP, desk.now + COUNTDOWN + 20_000)


def test_a_lightning_match_of_bots_plays_itself_to_the_end() -> None:
    desk = Desk(NewTable(game="kosmiczna_eskadra", bots=["casual"] * 2, options={"wins": 1}))
    desk.begin()
    desk.pass_time(600_000)
    assert desk.table.over
    assert START in [move.action for move in desk.play.moves] or desk.table.fair_rolls


def test_in_turns_a_match_goes_to_its_end() -> None:
    desk = playing("kosmiczna_eskadra", 2, unhurried=True, options={"wins": 1}, take_back=False)
    rng = generator(5)
    assert not desk.table.lightning
    assert desk.table.race.timed is None
    for _ in range(2_000):
        if desk.table.over:
            break
        seats = desk.table.to_act()
        if not seats:
            desk.pass_time(BETWEEN_ROUNDS)
            continue
        assert len(seats) == 1
        action = desk.random_action(seats[0], rng)
        desk.act_as(seats[0], desk.play.game.describe(desk.play.view(seats[0]), action))
        desk.settle()
    assert desk.table.over
    assert messages(desk.told[-1])[-1]["position"]["result"]["returns"].count(60) == 1
    assert desk.again().play == desk.play


# ---------------------------------------------------------------- abandoned tables


def phase_of(desk: Desk) -> Phase:
    return desk.table.phase


def all_gone(desk: Desk) -> Desk:
    for seat in list(desk.table.here):
        desk.go_away(seat)
    return desk


@pytest.mark.parametrize(
    ("desk", "limit"),
    [
        (lambda: seated("piraci", 3), HOUSE.abandon_gathering),
        (lambda: playing("piraci", 3), HOUSE.abandon_live),
        (lambda: playing("piraci", 3, unhurried=True), HOUSE.abandon_unhurried),
    ],
    ids=["gathering", "live", "unhurried"],
)
def test_a_table_is_closed_when_nobody_came_and_nothing_happened_for_so_long(desk: Any, limit: int) -> None:
    left = all_gone(desk())
    assert next_step(left.table, left.now).look_again == left.now + limit == wake_at(left.table)
    left.pass_time(limit - 1)
    assert left.table.phase != "closed"
    left.pass_time(1)
    assert left.lines[-1].entry == log.Closed("abandoned")
    assert messages(left.told[-1])[-1]["type"] == "closed"
    assert next_step(left.table, left.now + 10**12).look_again is None
    assert wake_at(left.table) is None


def test_a_table_where_somebody_is_stays_open() -> None:
    desk = seated("piraci", 3)
    desk.go_away(0)
    desk.pass_time(10 * HOUSE.abandon_gathering)
    assert desk.table.phase == "gathering"


def test_a_table_is_not_closed_because_the_last_one_there_loads_the_page_again() -> None:
    desk = seated("piraci", 1, bots=["casual"] * 2)
    desk.now += 2 * HOUSE.abandon_gathering
    desk.go_away(0)
    desk.settle()
    assert desk.table.phase == "gathering"
    assert next_step(desk.table, desk.now).look_again == desk.now + HOUSE.abandon_gathering


def test_time_in_which_the_server_was_away_does_not_count() -> None:
    left = all_gone(playing("piraci", 3))
    left.pass_time(HOUSE.abandon_live - RETURNING)
    left.now += 10 * HOUSE.abandon_live
    left.table.server_was_away(10 * HOUSE.abandon_live, left.now)
    assert next_step(left.table, left.now).look_again == left.now + RETURNING == wake_at(left.table)
    left.pass_time(RETURNING - 1)
    assert phase_of(left) == "playing"
    left.pass_time(1)
    assert phase_of(left) == "closed"


def test_when_the_server_is_back_people_have_a_while_to_return() -> None:
    left = all_gone(seated("piraci", 3))
    left.pass_time(HOUSE.abandon_gathering - 1)
    left.now += 5_000
    left.table.server_was_away(5_000, left.now)
    left.pass_time(RETURNING - 1)
    assert phase_of(left) == "gathering"
    left.pass_time(1)
    assert phase_of(left) == "closed"


def test_where_tables_are_closed_soon_the_while_is_no_longer_than_that() -> None:
    left = all_gone(seated("piraci", 3, policy=Policy(abandon_gathering=60_000)))
    left.now += 5_000
    left.table.server_was_away(5_000, left.now)
    assert abandoned_at(left.table) == left.now + 60_000


def test_a_game_that_is_over_is_not_abandoned() -> None:
    desk = Desk(NewTable(game="piraci", bots=["casual"] * 3))
    desk.begin()
    desk.settle()
    assert desk.table.over
    assert abandoned_at(desk.table) is None
    assert wake_at(desk.table) is None
    assert next_step(desk.table, desk.now + 10**12).look_again is None


def test_a_clock_goes_on_where_nobody_is_and_the_game_ends_by_it() -> None:
    desk = all_gone(playing("kosmiczni_piraci", 3, clock=MoveClock(60)))
    desk.pass_time(HOUSE.abandon_live)
    assert desk.table.phase == "over"


# ---------------------------------------------------------------- waking up


def next_event(desk: Desk) -> int | None:
    """When the table, with nobody there, does something by itself: looked for by following its own word."""
    now = desk.now
    for _ in range(100):
        step = next_step(desk.table, now)
        if step.entries or step.bots:
            return now
        if step.look_again is None:
            return None
        assert step.look_again > now
        now = step.look_again
    raise AssertionError("the table looks again and again")


def test_a_lightning_round_that_everybody_has_left_wakes_up_for_its_end() -> None:
    desk = all_gone(playing("kosmiczna_eskadra", 2, options={"round_limit_s": 20}))
    assert wake_at(desk.table) == next_event(desk) == desk.now + 20_000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize(
    ("clock", "unhurried"), [(NoClock(), True), (MoveClock(30), False), (BankClock(100, 5), False)]
)
def test_a_table_asks_to_be_woken_no_later_than_something_happens(
    game: Any, clock: Any, unhurried: bool
) -> None:
    calm = {} if isinstance(clock, NoClock) else game.calm  # a race has a clock of its own
    asked = {"clock": clock, "unhurried": unhurried, "options": dict(calm)}
    desk = seated(game.id, game.players[0] - 1, bots=["casual"], **asked)
    rng = generator(11)
    desk.begin()
    all_gone(desk)
    checked = 0
    while checked < 40 and not desk.table.over:
        checked += 1
        if checked == 15:
            desk.send(0, Leave("l"))
        woken, happens = wake_at(desk.table), next_event(desk)
        assert woken is not None
        assert happens is not None
        assert woken <= happens
        person = next((p for p in desk.table.due if desk.table.seats[p].level is None), None)
        if person is None or (happens < desk.now + 600_000 and rng.a % 4 == 0):
            desk.now = happens
            desk.step(rng)
        else:
            action = desk.random_action(person, rng)
            desk.act_as(person, desk.play.game.describe(desk.play.view(person), action))
    assert checked > 15
