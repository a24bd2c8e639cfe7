"""Leaving a game: bots that play on, votes about those who are gone, and coming back."""

from __future__ import annotations

from kosmoport.table import entries as log
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import Answer, AskBot, Chat, ComeBack, Leave, TakeBack
from tests.table.desk import Desk, messages, playing, some_act

GONE = Policy().absence_grace


def is_gone(desk: Desk, *seats: int) -> None:
    """These people are away for so long that the others may vote."""
    for seat in seats:
        desk.go_away(seat)
    desk.now += GONE


# ---------------------------------------------------------------- leaving and coming back


def test_whoever_leaves_a_game_has_a_bot_play_on_and_can_come_back() -> None:
    desk = playing("kosmiczni_piraci", 3, start=0, timeout_level="strong")
    desk.send(0, Leave("1"))
    assert desk.table.seats[0].level == "strong"
    assert desk.table.people() == [1, 2]
    told = messages(desk.told[0])[-1]
    assert (told["cause"], told["position"]["legal"]) == ("given", [])
    assert told["seats"][0] == {"name": "A", "colour": "green", "bot": "strong", "person": True} | {
        "ready": True,
        "reserved": None,
        "aided": False,
        "promise": desk.table.seats[0].promise,
        "revealed": True,
        "host": False,
        "took_over": None,
    }
    for command in (Leave("2"), TakeBack("3"), some_act(desk, 0)):
        assert desk.refused(0, command).id == "bot_plays"
    desk.send(0, Chat("4", "I can still talk"))
    desk.send(0, ComeBack("5"))
    assert desk.table.seats[0].level is None
    told = messages(desk.told[0])[-1]
    assert told["cause"] == "returned"
    assert told["position"]["legal"]
    assert desk.refused(0, ComeBack("6")).id == "not_given"


def test_the_bot_continues_from_what_the_seat_knows_and_the_move_says_so() -> None:
    desk = playing("kosmiczni_piraci", 3, start=0)
    desk.send(0, Leave("1"))
    desk.settle()
    moved = messages(desk.told[1])[-1]
    assert (moved["type"], moved["by"], moved["cause"], moved["level"]) == ("moved", 0, "bot", "casual")


# ---------------------------------------------------------------- voting for a bot


def test_before_the_grace_time_is_over_there_is_no_vote() -> None:
    desk = playing("piraci", 3)
    assert desk.refused(0, AskBot("1", 1)).id == "not_gone"
    desk.go_away(1)
    desk.now += GONE - 1
    assert desk.refused(0, AskBot("2", 1)).id == "not_gone"
    desk.now += 1
    assert desk.table.gone(desk.now) == [1]
    desk.send(0, AskBot("3", 1))


def test_a_vote_is_about_another_persons_seat() -> None:
    desk = playing("piraci", 2, bots=["casual"])
    assert desk.refused(0, AskBot("1", 0)).id == "no_such_seat"
    assert desk.refused(0, AskBot("2", 4)).id == "no_such_seat"
    assert desk.refused(0, AskBot("3", 2)).id == "not_gone"


def test_more_than_half_of_those_here_decide() -> None:
    desk = playing("piraci", 5)
    is_gone(desk, 4)
    desk.send(0, AskBot("1", 4, "expert"))
    (number,) = desk.table.proposals
    told = messages(desk.told[3])[-1]["proposal"]
    assert (told["absent"], told["level"], told["yes"], told["waiting"]) == (4, "expert", [0], [1, 2, 3])
    desk.send(1, Answer("2", number, yes=True))
    assert desk.table.seats[4].given is None  # two of four are not more than half
    assert desk.refused(1, Answer("3", number, yes=False)).id == "answered_already"
    assert desk.refused(0, AskBot("4", 4)).id == "already_asked"
    desk.send(2, Answer("5", number, yes=True))
    assert desk.table.seats[4].given == "expert"
    assert desk.table.proposals == {}
    assert desk.refused(3, Answer("6", number, yes=True)).id == "no_such_proposal"


def test_half_of_those_here_can_refuse() -> None:
    desk = playing("piraci", 5)
    is_gone(desk, 4)
    desk.send(0, AskBot("1", 4))
    (number,) = desk.table.proposals
    desk.send(1, Answer("2", number, yes=False))
    assert number in desk.table.proposals
    desk.send(2, Answer("3", number, yes=False))
    assert desk.table.proposals == {}
    assert desk.table.seats[4].given is None
    assert messages(desk.told[0])[-1]["open"] is False
    desk.send(0, AskBot("4", 4))  # and it may be asked again


def test_whoever_is_alone_decides_alone() -> None:
    desk = playing("piraci", 3)
    is_gone(desk, 1, 2)
    desk.send(0, AskBot("1", 1))
    desk.send(0, AskBot("2", 2))
    assert [seat.given for seat in desk.table.seats] == [None, "casual", "casual"]


def test_the_absent_person_who_returns_in_the_middle_of_a_vote_keeps_the_seat() -> None:
    desk = playing("piraci", 4)
    is_gone(desk, 3)
    desk.send(0, AskBot("1", 3))
    (number,) = desk.table.proposals
    assert desk.refused(3, Answer("2", number, yes=False)).id == "not_asked"
    desk.table.arrive(3)
    desk.send(1, Answer("3", number, yes=True))
    assert desk.table.seats[3].given is None
    assert desk.table.proposals == {}
    assert messages(desk.told[0])[-1]["open"] is False


def test_the_table_settles_a_vote_by_itself_when_the_absent_person_returns() -> None:
    desk = playing("piraci", 4)
    is_gone(desk, 3)
    desk.send(0, AskBot("1", 3))
    (number,) = desk.table.proposals
    desk.table.arrive(3)
    desk.settle()
    assert desk.lines[-1].entry == log.Settled(number, "overtaken")
    assert desk.table.proposals == {}


def test_nobody_waits_for_the_answer_of_somebody_who_has_gone_too() -> None:
    desk = playing("piraci", 4)
    is_gone(desk, 3)
    desk.send(0, AskBot("1", 3))
    desk.send(1, Answer("2", desk.table.n, yes=False))
    assert len(desk.table.proposals) == 1
    desk.go_away(2)
    desk.pass_time(GONE - 1)
    assert len(desk.table.proposals) == 1  # they may come back in time
    desk.pass_time(1)
    assert desk.table.proposals == {}
    assert desk.table.seats[3].given is None  # one of two against it


def test_a_voter_whose_page_is_loaded_again_is_still_asked() -> None:
    desk = playing("piraci", 3)
    is_gone(desk, 2)
    desk.go_away(1)
    desk.send(0, AskBot("1", 2))
    desk.settle()
    assert desk.table.seats[2].given is None
    desk.table.arrive(1)
    desk.send(1, Answer("2", desk.table.n, yes=False))
    assert desk.table.seats[2].given is None


def test_after_a_restart_a_vote_goes_on_and_everybody_gets_time_to_return() -> None:
    desk = playing("piraci", 4)
    is_gone(desk, 3)
    desk.send(0, AskBot("1", 3))
    desk.table = desk.again()
    desk.table.away_since = dict.fromkeys(desk.table.people(), desk.now)
    desk.settle()
    assert len(desk.table.proposals) == 1
    for seat in (0, 1, 2):
        desk.table.arrive(seat)
    desk.send(1, Answer("2", min(desk.table.proposals), yes=True))
    assert desk.table.seats[3].given is None  # may still be on the way back
    desk.pass_time(GONE)
    assert desk.table.seats[3].given == "casual"


def test_a_person_returns_after_a_vote() -> None:
    desk = playing("piraci", 3)
    is_gone(desk, 2)
    desk.send(0, AskBot("1", 2))
    desk.send(1, Answer("2", min(desk.table.proposals), yes=True))
    desk.table.arrive(2)
    assert desk.refused(2, TakeBack("3")).id == "bot_plays"
    desk.send(2, ComeBack("4"))
    assert desk.table.people() == [0, 1, 2]


def test_a_program_that_plays_without_a_connection_is_not_gone_while_it_plays() -> None:
    desk = playing("kosmiczni_piraci", 3, start=0)
    is_gone(desk, 1)
    assert desk.table.gone(desk.now) == [1]
    desk.send(1, Chat("1", "here I am"))
    assert desk.table.gone(desk.now) == []
    assert desk.table.gone(desk.now + GONE) == [1]


def test_where_nobody_hurries_only_those_are_gone_for_whom_everybody_waits() -> None:
    desk = playing("kosmiczni_piraci", 3, start=1, unhurried=True)
    is_gone(desk, 1, 2)
    assert desk.refused(0, AskBot("1", 1)).id == "not_gone"
    desk.now += Policy().absence_unhurried - GONE - 1
    assert desk.refused(0, AskBot("2", 1)).id == "not_gone"
    desk.now += 1
    assert desk.refused(0, AskBot("3", 2)).id == "not_gone"  # it is not their turn
    desk.send(0, AskBot("4", 1))
    assert desk.table.proposals[desk.table.n].entry.asked == (0, 2)
