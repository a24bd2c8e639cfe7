"""A log has a bound: whoever fills it ends talk and going back, never the game; and going back is cheap."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.core.chance import next_word
from kosmoport.core.play import Play, PlayOf, generator, start_play
from kosmoport.table import entries as log
from kosmoport.table.bounds import lines_besides_the_game
from kosmoport.table.declined import Declined
from kosmoport.table.milestones import EVERY, MOST, Milestones
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import (
    Aid,
    Answer,
    AskBack,
    AskBot,
    Begin,
    Chat,
    Close,
    ComeBack,
    Leave,
    Ready,
    Remove,
    TakeBack,
)
from kosmoport.table.settings import MoveClock
from kosmoport.table.takeback import whole
from tests.table.desk import Desk, playing, seated
from tests.table.test_continuing import continued, source_of

HOUSE = Policy(max_log=100)


def fill(desk: Desk, lines: int) -> Desk:
    """The log has so many lines besides moves that stand."""
    missing = lines - lines_besides_the_game(desk.table)
    desk.write([log.Chatted(0, "filled")] * missing)
    assert lines_besides_the_game(desk.table) == lines
    return desk


def pirates(**asked: Any) -> Desk:
    return playing("kosmiczni_piraci", 3, HOUSE, start=0, **asked)


# ---------------------------------------------------------------- what counts


def test_moves_that_stand_do_not_count_and_those_that_were_taken_back_do() -> None:
    desk = pirates()
    before = lines_besides_the_game(desk.table)
    desk.act(0)
    assert lines_besides_the_game(desk.table) == before
    desk.send(0, TakeBack("1"))
    assert lines_besides_the_game(desk.table) == before + 2
    desk.act(0)
    desk.act(1, choice=-1)
    desk.send(2, Chat("2", "well"))
    assert lines_besides_the_game(desk.table) == before + 3


# ---------------------------------------------------------------- half full: nothing is gone back on


def test_at_half_of_the_bound_nothing_is_taken_back_any_more() -> None:
    desk = pirates()
    desk.act(0)
    fill(desk, HOUSE.max_log // 2 - 1)
    desk.send(0, TakeBack("1"))
    desk.act(0)
    assert desk.refused(0, TakeBack("2")).id == "log_full"
    assert desk.refused(0, AskBack("3", 0)).id == "log_full"


def test_bots_do_not_wait_for_what_cannot_be_taken_back() -> None:
    desk = playing("kosmiczni_piraci", 1, HOUSE, bots=["casual"] * 2, start=0)
    fill(desk, HOUSE.max_log // 2)
    desk.act(0)
    desk.settle()
    assert len(desk.play.moves) == 3


def test_a_question_that_was_put_in_time_is_still_answered() -> None:
    desk = pirates()
    desk.act(0)
    desk.send(0, AskBack("1", 0))
    number = desk.table.n
    fill(desk, 2 * HOUSE.max_log)
    desk.send(1, Answer("2", number, yes=True))
    desk.send(2, Answer("3", number, yes=True))
    assert len(desk.play.moves) == 0


# ---------------------------------------------------------------- full: the game goes on


def test_a_full_log_takes_no_talk_and_nobody_leaves() -> None:
    desk = pirates()
    fill(desk, HOUSE.max_log - 1)
    desk.send(0, Chat("1", "the last word"))
    assert desk.refused(0, Chat("2", "or not")).id == "log_full"
    assert desk.refused(1, Leave("3")).id == "log_full"


def test_in_a_full_log_people_bots_and_clocks_play_to_the_end() -> None:
    desk = playing("kosmiczni_piraci", 2, HOUSE, bots=["casual"], start=0, clock=MoveClock(10))
    fill(desk, 2 * HOUSE.max_log)
    rng = generator(3)
    for k in range(200):
        desk.settle()
        if desk.table.over:
            break
        seat = desk.table.to_act()[0]
        if k % 2:
            action = desk.random_action(seat, rng)
            desk.act_as(seat, desk.play.game.describe(desk.play.view(seat), action))
        else:
            desk.pass_time(11_000)
    assert desk.table.over
    assert {line.entry.cause for line in desk.lines if isinstance(line.entry, log.Acted)} == {
        "person",
        "bot",
        "clock",
    }


def test_whoever_left_before_the_log_was_full_comes_back() -> None:
    desk = pirates()
    desk.send(1, Leave("1"))
    fill(desk, 2 * HOUSE.max_log)
    desk.send(1, ComeBack("2"))
    assert desk.table.people() == [0, 1, 2]
    assert desk.refused(1, Leave("3")).id == "log_full"


def test_nobody_holds_a_table_up_by_filling_its_log_and_going_away() -> None:
    desk = pirates()
    fill(desk, HOUSE.max_log)
    desk.go_away(0)
    desk.now += HOUSE.absence_grace
    desk.send(1, AskBot("1", 0))
    desk.send(2, Answer("2", desk.table.n, yes=True))
    assert desk.table.seats[0].level == "casual"


def test_votes_have_a_bound_too() -> None:
    desk = pirates()
    fill(desk, HOUSE.max_log * 11 // 10)
    desk.go_away(0)
    desk.now += HOUSE.absence_grace
    assert desk.refused(1, AskBot("1", 0)).id == "log_full"


def test_before_the_start_a_full_log_still_begins_and_closes() -> None:
    desk = seated("kosmiczna_eskadra", 2, HOUSE)
    desk.send(0, Ready("1"))
    fill(desk, 2 * HOUSE.max_log)
    assert desk.refused(0, Ready("2", ready=False)).id == "log_full"
    assert desk.refused(1, Aid("3")).id == "log_full"
    desk.send(1, Ready("4"))
    again = desk.again()
    kept = list(desk.lines)
    desk.send("host", Begin("5"))
    desk.deal()  # revealing is never refused
    assert desk.table.phase == "playing"
    desk.table, desk.lines = again, kept
    desk.send("host", Remove("6", 1))
    desk.send(0, Leave("7"))
    desk.send("host", Close("8"))
    assert desk.table.phase == "closed"


def test_promises_are_talk_and_rounds_that_fail_have_a_bound_too() -> None:
    desk = seated("piraci", 3, HOUSE)
    fill(desk, HOUSE.max_log)
    with pytest.raises(Declined, match="log_full"):
        desk.promise(0, "another device")
    again = seated("piraci", 3, HOUSE)
    for _ in range(HOUSE.max_log // 10):
        again.fail_a_round()
    for p in again.table.people():
        again.send(p, Ready(again.new_id()))
    assert again.refused("host", Begin("1")).id == "log_full"


def test_saying_again_that_one_is_ready_adds_nothing() -> None:
    desk = seated("piraci", 3)
    desk.send(0, Ready("1"))
    lines = len(desk.lines)
    desk.send(0, Ready("2"))
    desk.send(1, Ready("3", ready=False))
    assert len(desk.lines) == lines
    desk.send(0, Ready("4", ready=False))
    assert len(desk.lines) == lines + 1


# ---------------------------------------------------------------- going back is cheap


def long_game(game: str, moves: int, **asked: Any) -> Desk:
    desk = playing(game, 2, take_back=False, unhurried=True, **asked)
    rng = generator(5)
    while len(desk.play.moves) < moves and not desk.table.over:
        desk.settle()
        if seats := desk.table.to_act():
            action = desk.random_action(seats[0], rng)
            desk.act_as(seats[0], desk.play.game.describe(desk.play.view(seats[0]), action))
        else:
            desk.pass_time(86_400_000)
    return desk


def replayed(play: Play, moves: int) -> Play:
    """The game after so many moves, from its beginning."""
    again = start_play(play.game, play.options, play.d, play.components, play.c)
    for move in play.moves[:moves]:
        again.act(move.seat, move.action, move.at)
    return again


@pytest.mark.parametrize("game", ["kosmiczna_misja", "kosmiczna_eskadra"])
def test_wherever_it_goes_back_to_the_game_is_as_it_was(game: str) -> None:
    full = long_game(game, 150).play
    milestones, rng = Milestones(), generator(1)
    play = replayed(full, len(full.moves))
    for _ in range(60):
        moves = next_word(rng) % (len(play.moves) + 1)
        play = whole(milestones.going_back(play, moves, lambda: replayed(full, 0)))
        assert play == replayed(full, moves)
        for move in full.moves[moves : moves + 40]:  # and it goes on without touching what is kept
            play.act(move.seat, move.action, move.at)
        assert len(milestones._kept) <= MOST


def test_many_agreed_undos_of_a_long_game_replay_few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = long_game("kosmiczna_eskadra", 200)
    moves = list(desk.play.moves)
    for k in range(100):
        desk.write([log.Undone(0, len(desk.play.moves) - 1 - k % 3, agreed=True)])
        for move in moves[len(desk.play.moves) :]:
            desk.write(
                [log.Acted(move.seat, move.action, "person") if move.seat >= 0 else log.Rolled(move.action)]
            )
    acted = count_acts(monkeypatch)
    assert desk.again().play == desk.play
    lines = len(desk.lines)
    assert len(acted) <= lines + len(moves) + 100 * 4 * EVERY  # it would be 20,000 and more


def test_many_moves_can_be_gone_back_in_small_steps_before_it_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = long_game("kosmiczna_eskadra", 60)
    moves = len(desk.play.moves) - 3
    before, undone = replayed(desk.play, moves), log.Undone(0, moves, agreed=True)
    assert len(list(desk.table.preparing(undone))) == moves
    acted = count_acts(monkeypatch)
    desk.write([undone])
    assert acted == []
    assert desk.play == before


def test_going_back_in_a_continued_game_replays_nothing_of_its_past(monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of("kosmiczna_misja").table
    desk = continued(source, 20, bots=[None] * source.settings.players, take_back=False)
    before = desk.again().play
    desk.settle()
    for _ in range(3):
        desk.act(desk.table.to_act()[0])
        desk.settle()
    own = len(desk.play.moves) - 20
    acted = count_acts(monkeypatch)
    desk.write([log.Undone(0, len(desk.play.moves) - 1, agreed=True)])
    assert len(acted) == own - 1
    desk.write([log.Undone(0, 20, agreed=True)])
    assert len(acted) == own - 1
    assert desk.play == before


def count_acts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats of all moves that are made from now on."""
    acted: list[int] = []
    act = Play.act

    def counting(play: Play, seat: int, *what: Any) -> Any:
        acted.append(seat)
        return act(play, seat, *what)

    monkeypatch.setattr(PlayOf, "act", counting)
    return acted
