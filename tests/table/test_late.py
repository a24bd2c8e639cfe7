"""Somebody comes while the game is on, and takes the seat of a bot."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kosmoport.core.contract import SPECTATOR
from kosmoport.house.game_records import record_text, verified
from kosmoport.house.opened_record import opened
from kosmoport.table import protocol, requests
from kosmoport.table.acting import bot_acts
from kosmoport.table.automatic import next_step
from kosmoport.table.declined import Declined
from kosmoport.table.late import take_over
from kosmoport.table.settings import BankClock
from kosmoport.table.telling import snapshot
from kosmoport.table.verify import verify_record
from tests.table.desk import Desk, playing, seated, some_act
from tests.table.test_continuing import continued, source_of


def comes_late(desk: Desk, name: str = "Ola", known: set[str] | None = None, **asked: Any) -> int:
    """Somebody takes the seat of a bot; Declined if they may not."""
    key = f"key of {name}"
    entries = take_over(desk.table, requests.SitDown(name, **asked), key, {key, *(known or ())})
    desk.write(entries)
    seat = next(p for p, seat in enumerate(desk.table.seats) if seat.key == key)
    desk.table.arrive(seat)
    return seat


def why_not(desk: Desk, **asked: Any) -> str:
    with pytest.raises(Declined) as declined:
        comes_late(desk, **asked)
    return declined.value.problem.id


def with_a_bot(game: str = "piraci", people: int = 2, **asked: Any) -> Desk:
    """A game of friends with one bot that has not acted yet, unless it begins."""
    return playing(game, people, bots=["strong"], **asked)


def test_whoever_comes_late_takes_the_seat_of_a_bot_for_all_to_see() -> None:
    desk = with_a_bot()
    moves = len(desk.play.moves)
    assert comes_late(desk) == 2
    for viewer in (SPECTATOR, 0, 1, 2):
        said = msgspec.json.decode(desk.told[viewer][-1])
        assert (said["type"], said["cause"], said["seat"]) == ("seat", "took_over", 2)
        seat = said["seats"][2]
        assert (seat["name"], seat["bot"], seat["person"]) == ("Ola", None, True)
        assert (seat["took_over"], seat["promise"]) == (moves, None), "no part in the deal"
        assert said["position"]["move"] == moves
    assert desk.again().seats == desk.table.seats


def test_only_the_one_who_came_sees_the_hand_of_the_bot() -> None:
    desk = playing("kosmodraci", 2, bots=["casual"])
    before = {p: snapshot(desk.table, p, desk.now).position for p in (SPECTATOR, 0, 1)}
    seat = comes_late(desk)
    for viewer, known in before.items():
        after = snapshot(desk.table, viewer, desk.now).position
        assert known is not None
        assert after is not None
        assert msgspec.json.encode(after.view) == msgspec.json.encode(known.view)
    own = snapshot(desk.table, seat, desk.now).position
    assert own is not None
    assert own.view.seat == seat


def test_the_person_decides_and_what_the_bot_was_thinking_is_not_heard() -> None:
    desk = playing("kosmiczna_misja", 2, bots=["casual"])
    while 2 not in desk.table.due:
        desk.act(next(iter(desk.table.due)))
    due = desk.table.due[2]
    thought = desk.play.legal(2)[0]
    comes_late(desk)
    assert bot_acts(desk.table, 2, due, thought, "bot", "casual") == []
    assert next_step(desk.table, desk.now).bots == ()
    moves = len(desk.play.moves)
    desk.send(2, some_act(desk, 2))
    assert len(desk.play.moves) == moves + 1


def test_time_that_the_bot_has_used_for_this_decision_is_not_theirs() -> None:
    desk = playing("kosmiczna_misja", 2, bots=["casual"], clock=BankClock(60))
    while 2 not in desk.table.due:
        desk.act(next(iter(desk.table.due)))
    desk.now += 20_000
    comes_late(desk)
    assert desk.table.clocks.state(desk.now).left[2] == 60_000
    desk.now += 5_000
    assert desk.table.clocks.state(desk.now).left[2] == 55_000


def test_what_the_bot_did_cannot_be_taken_back_but_all_together_go_back() -> None:
    desk = playing("kosmiczna_misja", 2, bots=["casual"])
    while len(desk.play.moves) == 0 or desk.play.moves[-1].seat != 2:
        if 2 in desk.table.due:
            wanted = next_step(desk.table, desk.now + 10_000).bots[0]
            desk.write(bot_acts(desk.table, 2, wanted.due, desk.play.legal(2)[0], "bot", "casual"))
        else:
            desk.act(next(iter(desk.table.due)))
    desk.send(0, protocol.AskBack("before", len(desk.play.moves) - 1))
    seat = comes_late(desk)
    assert not desk.table.proposals, "whoever has just come was not asked"
    assert desk.refused(seat, protocol.TakeBack("1")).id in ("nothing_done", "revealed")
    desk.send(0, protocol.AskBack("2", len(desk.play.moves) - 1))
    number, moves = desk.table.n, len(desk.play.moves)
    desk.send(1, protocol.Answer("3", number, yes=True))
    assert len(desk.play.moves) == moves, "not without the one who came late"
    desk.send(seat, protocol.Answer("4", number, yes=True))
    assert len(desk.play.moves) == moves - 1
    took = desk.table.seats[seat].took_over
    assert took is not None
    assert took.move == moves - 1


def test_whoever_has_a_seat_in_this_game_takes_no_other() -> None:
    assert why_not(with_a_bot(), known={"key of A"}) == "has_seat"
    left = with_a_bot()
    left.send(1, protocol.Leave("1"))
    assert why_not(left, known={"key of B"}) == "has_seat", "they may come back to their own"
    twice = playing("kosmiczni_piraci", 2, bots=["casual", "casual"])
    comes_late(twice, seat=2)
    assert why_not(twice, seat=3) == "has_seat"
    assert comes_late(twice, "Jan", seat=3) == 3


def test_only_where_the_table_was_made_so_and_only_the_seat_of_a_bot() -> None:
    assert why_not(with_a_bot(late=False)) == "not_late"
    assert why_not(playing("piraci", 1, bots=["casual", "casual"])) == "not_late"
    assert why_not(playing("piraci", 3)) == "no_free_seat"
    assert why_not(with_a_bot(), seat=0) == "seat_taken"
    assert why_not(with_a_bot(), seat=4) == "no_such_seat"
    assert why_not(with_a_bot(), name="a") == "name_taken"
    given = playing("piraci", 3)
    given.send(1, protocol.Leave("1"))
    assert why_not(given, seat=1) == "seat_taken", "it is that person's still"
    assert why_not(with_a_bot(), colour="no colour of that seat") == "bad_colour"


def test_not_in_the_middle_of_a_race_but_between_two_rounds() -> None:
    desk = seated("kosmiczna_eskadra", 2, bots=["casual"], options={"mode": "lightning"})
    desk.begin()
    assert why_not(desk) == "race_runs"
    while not desk.table.waits_for_all:
        desk.pass_time(60_000)
    seat = comes_late(desk)
    for other in (0, 1):
        desk.send(other, protocol.Ready(desk.new_id()))
    assert not desk.table.all_are_ready, "the one who came is waited for"
    desk.send(seat, protocol.Ready(desk.new_id()))
    assert desk.table.all_are_ready
    calm = playing("kosmiczna_eskadra", 2, bots=["casual"], options={"mode": "turns"})
    assert comes_late(calm) == 2


def test_not_in_a_game_whose_past_is_public() -> None:
    desk = continued(source_of("piraci").table, 4, bots=[None, None, "casual", "casual", "casual"], late=True)
    assert why_not(desk) == "not_late"


def test_a_finished_game_names_both_and_its_deal_can_be_checked() -> None:
    desk = playing("kosmiczna_misja", 2, bots=["strong"])
    desk.settle()
    for _ in range(4):
        if desk.table.due and 2 not in desk.table.due:
            desk.act(next(iter(desk.table.due)))
            desk.pass_time(5_000)
    comes_late(desk)
    moves = len(desk.play.moves)
    while not desk.table.over:
        desk.act(next(iter(desk.table.due)))
        desk.pass_time(5_000)
    data = msgspec.json.decode(record_text(desk.table))
    assert data["table"]["names"] == ["A", "B", "Ola"]
    assert data["table"]["bots"] == [None, None, "strong"], "as it was frozen"
    assert data["table"]["took_over"] == [{"seat": 2, "move": moves}]
    assert verify_record(data)
    assert verified(desk.table).problem is None
    shown = opened(data, SPECTATOR)
    assert (shown.seats[2].name, shown.seats[2].bot) == ("Ola", "strong")
    causes = [(frame.move <= moves, frame.cause) for frame in shown.shown.frames if frame.by == 2]
    assert {cause for before, cause in causes if before} <= {"bot"}
    assert {cause for before, cause in causes if not before} == {"person"}


def test_in_the_next_game_the_seat_is_kept_for_the_person() -> None:
    desk = with_a_bot()
    comes_late(desk)
    assert desk.table.settings.bots == (None, None, None)


def test_the_person_may_leave_and_come_back_like_everybody() -> None:
    desk = with_a_bot()
    seat = comes_late(desk)
    desk.send(seat, protocol.Leave("1"))
    assert desk.table.seats[seat].given == "casual"
    desk.send(seat, protocol.ComeBack("2"))
    assert desk.table.seats[seat].given is None
    assert desk.table.seats[seat].state().took_over is not None
