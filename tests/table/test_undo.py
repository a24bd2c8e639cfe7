"""Taking back at a table: by courtesy as long as nothing became known, later by agreement of everybody."""

from __future__ import annotations

from typing import Any

from kosmoport.core.contract import CHANCE
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.automatic import next_step
from kosmoport.table.deciding import why_not_back
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import Answer, AskBack, AskBot, Chat, ComeBack, Leave, TakeBack
from kosmoport.table.settings import BankClock, MoveClock
from tests.table.desk import Desk, messages, observable, playing, seated

GRACE = Policy().take_back_grace


def pirates(**asked: Any) -> Desk:
    """Kosmiczni Piraci, three people; the first card on a planet lies face down and can be taken back."""
    return playing("kosmiczni_piraci", 3, start=0, **asked)


def to_the_dice(desk: Desk) -> None:
    """Play on until a die was thrown after somebody's move."""
    for _ in range(100):
        desk.act(desk.table.to_act()[0], choice=-1)
        desk.pass_time(GRACE)
        if desk.play.moves[-1].seat == CHANCE:
            return
    raise AssertionError("nobody throws the die")


# ---------------------------------------------------------------- by courtesy


def test_what_nobody_learned_from_can_be_taken_back() -> None:
    desk = pirates()
    before = [desk.play.view(seat) for seat in range(3)]
    desk.act(0)
    assert desk.play.view(1) != before[1]
    desk.send(0, TakeBack("1"))
    assert [desk.play.view(seat) for seat in range(3)] == before
    assert desk.table.to_act() == [0]
    assert desk.table.undone == 1
    told = messages(desk.told[2])[-1]
    assert (told["type"], told["by"], told["agreed"], told["position"]["move"]) == ("took_back", 0, False, 0)


def test_an_action_taken_back_stays_in_the_log_and_out_of_the_game() -> None:
    desk = pirates()
    desk.act(0)
    desk.send(0, TakeBack("1"))
    desk.act(0, choice=1)
    assert [type(line.entry) for line in desk.lines[-3:]] == [log.Acted, log.Undone, log.Acted]
    assert len(desk.play.moves) == 1
    assert desk.again().play == desk.play


def test_an_answer_to_the_position_that_was_taken_back_comes_too_late() -> None:
    desk = pirates()
    desk.act(0)
    told = desk.play.game.describe(desk.play.view(1), desk.play.legal(1)[0])
    act = protocol.Act("late", desk.table.n, told.id, dict(told.args))
    desk.send(0, TakeBack("1"))
    desk.act(0)
    assert desk.refused(1, act).id == "late"


def test_somebody_who_has_done_nothing_takes_nothing_back() -> None:
    desk = pirates()
    assert desk.refused(0, TakeBack("1")).id == "nothing_done"
    desk.act(0)
    assert desk.refused(1, TakeBack("2")).id == "nothing_done"


def test_after_others_acted_it_is_too_late() -> None:
    desk = pirates()
    desk.act(0)
    desk.act(1, choice=-1)
    assert desk.refused(0, TakeBack("1")).id == "others_acted"


def test_after_something_was_revealed_it_is_too_late() -> None:
    desk = pirates()
    desk.act(0)
    planet = desk.play.moves[-1].action % 6
    desk.act(1, choice=next(i for i, a in enumerate(desk.play.legal(1)) if a % 6 == planet))
    assert desk.refused(1, TakeBack("1")).id == "revealed"


def test_after_the_dice_fell_it_is_too_late() -> None:
    desk = playing("kosmiczna_misja", 2)
    to_the_dice(desk)
    mover = next(move.seat for move in reversed(desk.play.moves) if move.seat >= 0)
    assert desk.refused(mover, TakeBack("1")).id == "chance_fell"


def test_it_is_told_beforehand_what_taking_back_would_be_answered() -> None:
    desk = pirates()
    assert told_before(desk, 0) == "nothing_done"
    desk.act(0)
    assert told_before(desk, 0) is None
    assert told_before(desk, 1) == "nothing_done"
    desk.send(0, TakeBack("1"))
    desk.act(0)
    planet = desk.play.moves[-1].action % 6
    desk.act(1, choice=next(i for i, a in enumerate(desk.play.legal(1)) if a % 6 == planet))
    assert told_before(desk, 0) == desk.refused(0, TakeBack("2")).id == "others_acted"
    assert told_before(desk, 1) == desk.refused(1, TakeBack("3")).id == "revealed"


def told_before(desk: Desk, seat: int) -> str | None:
    """The answer to whoever asks; nothing has changed."""
    before = observable(desk.table, desk.now)
    problem = why_not_back(desk.table, str(seat), desk.now)
    assert observable(desk.table, desk.now) == before
    return None if problem is None else problem.id


def test_where_it_was_agreed_on_nothing_is_taken_back_by_courtesy() -> None:
    desk = pirates(take_back=False)
    desk.act(0)
    assert desk.refused(0, TakeBack("1")).id == "take_back_off"


def test_in_the_lightning_round_what_lies_lies() -> None:
    desk = playing("kosmiczna_eskadra", 2)
    desk.act(0)
    desk.settle()
    assert desk.refused(0, TakeBack("1")).id == "take_back_off"
    assert desk.refused(0, AskBack("2", 0)).id == "take_back_off"


def test_what_a_bot_did_because_the_time_was_up_cannot_be_taken_back() -> None:
    desk = pirates(clock=MoveClock(10))
    desk.now += 10_000 + Policy().lag_credit
    desk.settle()
    assert desk.play.moves[-1].seat == 0
    assert desk.refused(0, TakeBack("1")).id == "nothing_done"


def test_what_a_bot_did_for_somebody_who_left_cannot_be_taken_back() -> None:
    desk = pirates()
    desk.send(0, Leave("1"))
    desk.settle()
    assert desk.play.moves[-1].seat == 0
    desk.send(0, ComeBack("2"))
    assert desk.refused(0, TakeBack("3")).id == "nothing_done"


def test_a_pick_in_the_draft_can_be_taken_back_until_somebody_else_picks() -> None:
    desk = playing("kosmodraci", 3)
    desk.act(1)
    desk.send(1, TakeBack("1"))
    assert desk.table.to_act() == [0, 1, 2]
    desk.act(1)
    desk.act(0)
    assert desk.refused(1, TakeBack("2")).id == "others_acted"


# ---------------------------------------------------------------- the window


def test_bots_wait_so_that_there_is_time_to_take_back() -> None:
    desk = playing("kosmiczni_piraci", 1, bots=["casual"] * 2, start=0)
    desk.act(0)
    step = next_step(desk.table, desk.now)
    assert (step.entries, step.bots, step.look_again) == ((), (), desk.now + GRACE)
    desk.now += GRACE - 1
    assert next_step(desk.table, desk.now).bots == ()
    desk.now += 1
    assert [wanted.seat for wanted in next_step(desk.table, desk.now).bots] == [1]


def test_dice_wait_so_that_there_is_time_to_take_back() -> None:
    desk = playing("kosmiczna_misja", 2, start=0)
    waited = 0
    for _ in range(40):
        if desk.play.chance_due:
            assert next_step(desk.table, desk.now).look_again == desk.table.acted_at + GRACE
            desk.now += GRACE
            assert isinstance(next_step(desk.table, desk.now).entries[0], log.Rolled)
            waited += 1
        desk.settle()
        if desk.table.over:
            break
        if not desk.play.chance_due:
            desk.act(desk.table.to_act()[0])
            desk.settle()
    assert waited > 3


def test_bots_do_not_wait_where_nothing_can_be_taken_back() -> None:
    off = playing("kosmiczni_piraci", 1, bots=["casual"] * 2, start=0, take_back=False)
    off.act(0)
    assert next_step(off.table, off.now).bots
    given = playing("kosmiczni_piraci", 1, bots=["casual"] * 2, start=0)
    given.act(0)
    assert not next_step(given.table, given.now).bots
    given.send(0, Leave("1"))
    assert next_step(given.table, given.now).bots
    timed = playing("kosmiczni_piraci", 1, bots=["casual"] * 2, start=0, clock=MoveClock(10))
    timed.now += 11_000
    timed.settle()
    assert timed.play.moves[1].at == timed.play.moves[0].at == 11_000


def test_a_time_out_does_not_wait_for_somebody_elses_second_thoughts() -> None:
    desk = seated("kosmodraci", 2, bots=["casual"], clock=MoveClock(10))
    desk.begin()  # the bot has not answered yet
    desk.now += 10_500
    desk.act(0)
    desk.now += 500
    step = next_step(desk.table, desk.now)
    assert [(wanted.seat, wanted.cause) for wanted in step.bots] == [(1, "clock")]


# ---------------------------------------------------------------- by agreement


def test_everybody_has_to_agree_to_go_back() -> None:
    desk = pirates()
    for seat in (0, 1, 2):
        desk.act(seat, choice=-1)
    views = [desk.play.view(seat) for seat in range(3)]
    desk.send(0, AskBack("1", 1))
    number = desk.table.n
    assert messages(desk.told[1])[-1]["proposal"]["waiting"] == [1, 2]
    desk.send(1, Answer("2", number, yes=True))
    assert len(desk.play.moves) == 3
    assert [desk.play.view(seat) for seat in range(3)] == views
    desk.send(2, Answer("3", number, yes=True))
    assert len(desk.play.moves) == 1
    assert desk.table.to_act() == [1]
    assert desk.table.proposals == {}
    told = messages(desk.told[0])[-1]
    assert (told["type"], told["by"], told["agreed"]) == ("took_back", 0, True)


def test_one_no_is_enough() -> None:
    desk = pirates()
    desk.act(0)
    desk.send(1, AskBack("1", 0))
    number = desk.table.n
    desk.send(2, Answer("2", number, yes=False))
    assert len(desk.play.moves) == 1
    assert desk.table.proposals == {}
    assert messages(desk.told[0])[-1]["open"] is False
    desk.send(1, AskBack("3", 0))  # asking again is allowed


def test_a_move_settles_the_proposal_to_go_back() -> None:
    desk = pirates()
    desk.act(0)
    desk.send(0, AskBack("1", 0))
    number = desk.table.n
    desk.act(1, choice=-1)
    assert desk.table.proposals == {}
    assert desk.refused(2, Answer("2", number, yes=True)).id == "no_such_proposal"


def test_taking_back_by_courtesy_settles_the_proposal_too() -> None:
    desk = pirates()
    desk.act(0)
    desk.send(2, AskBack("1", 0))
    desk.send(0, TakeBack("2"))
    assert desk.table.proposals == {}


def test_only_moves_that_stand_can_be_asked_back_and_one_question_at_a_time() -> None:
    desk = pirates()
    assert desk.refused(0, AskBack("1", 0)).id == "too_far_back"
    desk.act(0)
    assert desk.refused(0, AskBack("2", 1)).id == "too_far_back"
    desk.send(0, AskBack("3", 0))
    assert desk.refused(1, AskBack("4", 0)).id == "already_asked"


def test_whoever_plays_against_bots_alone_agrees_with_themselves() -> None:
    desk = playing("kosmiczni_piraci", 1, bots=["casual"] * 2, start=0)
    desk.act(0)
    desk.pass_time(GRACE)
    assert len(desk.play.moves) == 3
    desk.send(0, AskBack("1", 0))
    assert len(desk.play.moves) == 0
    assert desk.table.to_act() == [0]


def test_a_table_without_courtesy_can_still_agree() -> None:
    desk = pirates(take_back=False)
    desk.act(0)
    desk.send(0, AskBack("1", 0))
    number = desk.table.n
    for seat in (1, 2):
        desk.send(seat, Answer(desk.new_id(), number, yes=True))
    assert len(desk.play.moves) == 0


def test_whoever_lost_their_line_is_asked_and_answers_when_they_are_back() -> None:
    desk = pirates()
    desk.act(0)
    desk.go_away(2)
    desk.send(0, AskBack("1", 0))
    number = desk.table.n
    desk.send(1, Answer("2", number, yes=True))
    desk.pass_time(10 * Policy().absence_grace)
    assert len(desk.play.moves) == 1
    assert messages(desk.told[0])[-1]["proposal"]["waiting"] == [2]
    desk.table.arrive(2)
    desk.send(2, Answer("3", number, yes=True))
    assert len(desk.play.moves) == 0


def test_a_question_that_somebody_who_leaves_can_not_answer_is_refused() -> None:
    desk = pirates()
    desk.act(0)
    desk.send(0, AskBack("1", 0))
    number = desk.table.n
    desk.send(1, Answer("2", number, yes=True))
    desk.send(2, Leave("3"))
    desk.settle()
    assert len(desk.play.moves) == 1
    assert desk.lines[-1].entry == log.Settled(number, "refused")
    assert desk.table.proposals == {}
    assert messages(desk.told[0])[-1]["open"] is False


def test_an_answer_that_comes_in_the_moment_of_leaving_does_not_undo_anything() -> None:
    desk = pirates()
    desk.act(0)
    desk.send(0, AskBack("1", 0))
    number = desk.table.n
    desk.send(2, Leave("2"))
    desk.send(1, Answer("3", number, yes=True))  # before the table came to settle it
    assert len(desk.play.moves) == 1
    assert desk.table.proposals == {}


def test_who_is_left_alone_can_not_play_the_game_again_knowing_the_cards() -> None:
    desk = pirates()
    for seat in (0, 1, 2):
        desk.act(seat, choice=-1)
    for seat in (1, 2):
        desk.go_away(seat)
    desk.now += Policy().absence_grace
    for seat in (1, 2):
        desk.send(0, AskBot(desk.new_id(), seat))
    assert desk.table.people() == [0]
    assert desk.refused(0, AskBack("1", 0)).id == "given_away"
    desk.send(1, ComeBack("2"))
    assert desk.refused(0, AskBack("3", 0)).id == "given_away"  # one of them is still not here
    desk.send(2, ComeBack("4"))
    desk.send(0, AskBack("5", 0))
    assert messages(desk.told[0])[-1]["proposal"]["waiting"] == [1, 2]


def test_others_play_on_and_take_back_by_courtesy_when_somebody_has_left_for_good() -> None:
    desk = pirates()
    desk.send(2, Leave("1"))
    desk.act(0)
    assert desk.refused(1, AskBack("2", 0)).id == "given_away"
    desk.send(0, TakeBack("3"))
    assert len(desk.play.moves) == 0
    desk.act(0)
    desk.act(1, choice=-1)
    desk.pass_time(GRACE)
    assert [move.seat for move in desk.play.moves[:3]] == [0, 1, 2]


def test_what_a_bot_did_for_somebody_is_gone_back_on_with_their_yes() -> None:
    desk = pirates()
    desk.send(0, Leave("1"))
    desk.settle()
    assert len(desk.play.moves) == 1
    desk.send(0, ComeBack("2"))
    desk.send(1, AskBack("3", 0))
    number = desk.table.n
    desk.send(2, Answer("4", number, yes=True))
    assert len(desk.play.moves) == 1
    desk.send(0, Answer("5", number, yes=True))
    assert len(desk.play.moves) == 0


def test_a_question_of_before_that_was_open_while_a_seat_was_given_away_is_settled() -> None:
    desk = pirates()
    desk.act(0)
    proposed = log.Proposed(0, "back", moves=0)
    desk.write([log.Given(2, "casual", "vote"), proposed])  # as older programs allowed it
    number = desk.table.n
    desk.table = desk.again()
    desk.settle()
    assert [line.entry for line in desk.lines if isinstance(line.entry, log.Settled | log.Undone)] == [
        log.Settled(number, "refused")
    ]


def test_a_log_of_before_in_which_one_went_back_alone_still_replays() -> None:
    desk = pirates()
    desk.act(0)
    desk.write(
        [log.Given(1, "casual", "vote"), log.Given(2, "casual", "vote"), log.Proposed(0, "back", moves=0)]
    )
    desk.write([log.Undone(0, 0, agreed=True)])
    assert len(desk.play.moves) == 0
    assert desk.again().play == desk.play


def test_whoever_comes_back_is_asked_anew() -> None:
    desk = pirates()
    desk.act(0)
    desk.send(0, AskBack("1", 0))
    desk.send(2, Leave("2"))
    desk.send(2, ComeBack("3"))
    assert desk.table.proposals == {}
    desk.send(0, AskBack("4", 0))
    assert messages(desk.told[2])[-1]["proposal"]["waiting"] == [1, 2]


def test_going_back_behind_the_dice_brings_the_same_dice_again() -> None:
    desk = playing("kosmiczna_misja", 2)
    to_the_dice(desk)
    rolls = [move.action for move in desk.play.moves if move.seat == CHANCE]
    moves = list(desk.play.moves)
    desk.send(0, AskBack("1", 0))
    desk.send(1, Answer("2", desk.table.n, yes=True))
    assert desk.play.moves == []
    for move in moves:
        desk.pass_time(GRACE)
        if move.seat >= 0:
            told = desk.play.game.describe(desk.play.view(move.seat), move.action)
            desk.act_as(move.seat, told)
    desk.pass_time(GRACE)
    again = [move.action for move in desk.play.moves if move.seat == CHANCE]
    assert again[: len(rolls)] == rolls
    assert [(m.seat, m.action) for m in desk.play.moves[: len(moves)]] == [(m.seat, m.action) for m in moves]


def test_talk_and_votes_do_not_settle_a_proposal_to_go_back() -> None:
    desk = playing("piraci", 4)
    desk.act(desk.table.to_act()[0])
    desk.go_away(3)
    desk.now += Policy().absence_grace
    desk.send(0, AskBack("1", 0))
    desk.send(1, Chat("2", "why?"))
    desk.send(1, AskBot("3", 3))
    assert [open_.entry.what for open_ in desk.table.proposals.values()] == ["back", "bot"]


# ---------------------------------------------------------------- no time is won


def test_taking_back_wins_no_time_of_a_bank() -> None:
    desk = pirates(clock=BankClock(60, 10))
    for _ in range(3):
        desk.now += 5_000
        desk.act(0)
        desk.now += 1_000
        desk.send(0, TakeBack(desk.new_id()))
    assert desk.table.clocks.state(desk.now).left == (60_000 - 3 * 6_000, 60_000, 60_000)
    desk.act(0)
    assert desk.table.clocks.state(desk.now).left == (52_000, 60_000, 60_000)


def test_taking_back_wins_no_time_for_a_move() -> None:
    desk = pirates(clock=MoveClock(30))
    desk.now += 25_000
    desk.act(0)
    desk.now += 2_000
    desk.send(0, TakeBack("1"))
    assert desk.table.clocks.state(desk.now).left[0] == 3_000
    assert desk.table.clocks.deadlines() == {0: desk.now + 3_000}


def test_what_all_agreed_to_play_again_is_decided_anew_from_then() -> None:
    desk = pirates(clock=BankClock(60, 0))
    desk.now += 5_000
    desk.act(0)
    desk.now += 7_000
    desk.act(1, choice=-1)
    desk.now += 9_000
    desk.send(2, AskBack("1", 1))
    for seat in (0, 1):
        desk.send(seat, Answer(desk.new_id(), desk.table.n - seat, yes=True))
    assert desk.table.clocks.state(desk.now).left == (55_000, 60_000, 60_000)
    assert desk.table.clocks.deadlines() == {1: desk.now + 60_000}


def test_time_that_was_given_back_after_a_restart_stays_given_back() -> None:
    desk = pirates(clock=MoveClock(30))
    desk.now += 5_000
    desk.act(0)
    desk.now += 3_600_000
    desk.write([log.Resumed()])
    desk.now += 1_000
    desk.send(0, TakeBack("1"))
    assert desk.table.clocks.state(desk.now).left[0] == 29_000
