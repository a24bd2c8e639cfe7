"""What people at a table may do, and why not: sitting down, beginning, acting, talking, playing again."""

from __future__ import annotations

from importlib import resources
from typing import Any

import pytest

from kosmoport.core.words import Told
from kosmoport.games import GAMES
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.acting import bot_acts
from kosmoport.table.declined import REFUSALS, Declined
from kosmoport.table.fair import SECOND
from kosmoport.table.gathering import sit_down
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import (
    Act,
    AskBack,
    AskBot,
    Begin,
    Chat,
    Close,
    ComeBack,
    Leave,
    Ready,
    Rematch,
    Remove,
    TakeBack,
)
from kosmoport.table.settings import NewTable
from tests.table.desk import Desk, messages, playing, seated, some_act


def why_not(desk: Desk, name: str, **more: Any) -> str:
    """Why somebody cannot sit down."""
    with pytest.raises(Declined) as declined:
        desk.sit(name, **more)
    return declined.value.problem.id


def test_every_refusal_has_words_in_every_language() -> None:
    languages = [
        file.name.removesuffix(".json") for file in (resources.files("kosmoport") / "words").iterdir()
    ]
    assert "en" in languages
    for language in languages:
        words = GAMES[0].words(language)
        args = {"colours": ["red"], "most": 3, "moves": 4, "wait": 5, "round": 2}
        for reason in REFUSALS:
            assert words.say("refusal", Told(reason, args))


# ---------------------------------------------------------------- sitting down


def test_a_guest_gets_the_first_free_seat_or_the_one_they_want() -> None:
    desk = Desk(NewTable(game="piraci", bots=[None, "casual", None, None]))
    assert desk.sit("A") == 0
    assert desk.sit("B", seat=3) == 3
    assert desk.sit("C") == 2
    assert [seat.name for seat in desk.table.seats] == ["A", None, "C", "B"]
    assert why_not(desk, "D") == "no_free_seat"


def test_a_seat_that_is_taken_or_does_not_exist_cannot_be_had() -> None:
    desk = Desk(NewTable(game="piraci", bots=[None, "casual", None]))
    desk.sit("A")
    assert why_not(desk, "B", seat=0) == "seat_taken"
    assert why_not(desk, "B", seat=1) == "seat_taken"
    assert why_not(desk, "B", seat=3) == "no_such_seat"


def test_two_people_cannot_have_the_same_name_however_it_is_written() -> None:
    desk = Desk(NewTable(game="piraci"))
    desk.sit("Zo\u00eb")
    assert why_not(desk, "zoe\u0308") == "name_taken"
    assert why_not(desk, " ZO\u00cb ") == "name_taken"
    assert desk.sit("Zo") == 1


def test_no_two_names_at_a_table_look_alike() -> None:
    desk = Desk(NewTable(game="piraci", players=5))
    desk.sit("Tom Ilski")
    doubles = (
        "\u0422om Ilski",
        "Tom llski",
        "Tom\u2800Ilski",
        "T0m Ilski",
        "\uff34om ilski",
        "\u0422OM ILSKI",
    )
    for name in doubles:
        assert why_not(desk, name) == "name_taken"
    for name in ("Łukasz", "Lukasz", "Олена"):
        desk.sit(name)
    assert why_not(desk, "Oлена") == "name_taken"
    assert [seat.name for seat in desk.table.seats[1:4]] == ["Łukasz", "Lukasz", "Олена"]


def test_nobody_is_taken_for_a_bot() -> None:
    desk = Desk(NewTable(game="piraci", bots=[None, "casual", None]))
    for name in (
        "Blue bot",
        "CZERWONOBOT",
        "Žlutobot",
        "B1ue b\u043et",
        "free seat",
    ):
        assert why_not(desk, name) == "name_of_bot"
    assert desk.sit("Bot") == 0


def test_nobody_sits_down_without_a_name_that_can_be_shown() -> None:
    desk = Desk(NewTable(game="piraci"))
    for name in ("\u2800", "\u3164", "\ufe0f", "\u0301", "\u2003"):
        assert why_not(desk, name) == "bad_name"
    assert why_not(desk, "\u202e") == "bad_name"
    assert why_not(desk, "x" * 25) == "bad_name"
    with pytest.raises(Declined, match="no_name"):
        sit_down(desk.table, requests.SitDown(), "key", None)


def test_a_guest_may_have_any_colour_that_nobody_else_chose() -> None:
    desk = Desk(NewTable(game="piraci", players=3))
    colours = [seat.colour for seat in desk.table.seats]
    desk.sit("A", colour=colours[2])
    assert [seat.colour for seat in desk.table.seats] == [colours[2], colours[1], colours[0]]
    with pytest.raises(Declined) as declined:
        desk.sit("B", colour=colours[2])
    assert declined.value.problem == protocol.Problem("bad_colour", {"colours": [colours[1], colours[0]]})
    assert why_not(desk, "B", colour="mauve") == "bad_colour"
    desk.sit("B", colour=colours[0])
    assert {seat.colour for seat in desk.table.seats} == set(colours)


def test_after_the_start_nobody_else_sits_down() -> None:
    assert why_not(playing("piraci", 3), "D") == "begun"


def test_a_closed_table_is_closed_to_everybody() -> None:
    desk = seated("piraci", 3)
    desk.send("host", Close("c"))
    assert why_not(desk, "D") == "closed"
    for command in (Ready("r"), Begin("b"), Chat("t", "hello"), Leave("l")):
        assert desk.refused(0, command).id == "closed"


# ---------------------------------------------------------------- before the start


def test_the_game_begins_when_all_seats_are_taken_and_all_are_ready() -> None:
    desk = Desk(NewTable(game="piraci", bots=[None, None, "casual"]))
    desk.sit("A")
    assert desk.refused("host", Begin("1")).id == "not_all_seated"
    desk.sit("B")
    desk.send(0, Ready("2"))
    assert desk.refused("host", Begin("3")).id == "not_all_ready"
    desk.send(1, Ready("4"))
    desk.send(0, Ready("5", ready=False))
    assert desk.refused("host", Begin("6")).id == "not_all_ready"
    desk.send(0, Ready("7"))
    desk.send("host", Begin("8"))
    assert desk.refused("host", Begin("b")).id == "begun"
    desk.deal()
    assert desk.table.phase == "playing"
    assert desk.refused("host", Begin("9")).id == "begun"


def test_a_host_who_plays_need_not_say_that_they_are_ready() -> None:
    desk = Desk(NewTable(game="piraci", bots=[None, "casual", "casual"]))
    seat = requests.SitDown(name="Host")
    desk.write(sit_down(desk.table, seat, key="host-key", was=None))
    desk.send(0, Begin("b"))
    desk.deal()
    assert desk.table.phase == "playing"


def test_bots_alone_can_play() -> None:
    desk = Desk(NewTable(game="piraci", bots=["casual"] * 3))
    desk.send("host", Begin("b"))
    desk.settle()
    assert desk.table.over


def test_only_the_host_begins_removes_and_closes() -> None:
    desk = seated("piraci", 3)
    for command in (Begin("1"), Remove("2", 1), Close("3")):
        assert desk.refused(0, command).id == "not_host"


def test_the_host_removes_a_guest_and_somebody_else_may_sit_there() -> None:
    desk = seated("piraci", 3)
    desk.send(1, Ready("r"))
    desk.send("host", Remove("1", 1))
    seat = desk.table.seats[1]
    assert (seat.person, seat.key, seat.name, seat.ready, seat.luck, seat.age) == (
        False,
        None,
        None,
        False,
        None,
        None,
    )
    assert messages(desk.told[0])[-1]["cause"] == "removed"
    assert desk.sit("D") == 1


def test_the_host_removes_only_people_and_only_before_the_start() -> None:
    desk = seated("piraci", 2, bots=["casual"])
    assert desk.refused("host", Remove("1", 2)).id == "no_such_seat"
    assert desk.refused("host", Remove("2", 4)).id == "no_such_seat"
    desk.begin()
    assert desk.refused("host", Remove("3", 1)).id == "begun"
    assert desk.refused("host", Close("4")).id == "begun"


def test_whoever_leaves_before_the_start_frees_the_seat() -> None:
    desk = seated("piraci", 3)
    desk.send(2, Leave("1"))
    assert not desk.table.seats[2].taken
    assert messages(desk.told[0])[-1]["cause"] == "left"
    assert desk.sit("C again") == 2


def test_a_host_without_a_seat_does_not_play_talk_or_leave() -> None:
    desk = seated("piraci", 3)
    for command in (Ready("1"), Leave("2"), Chat("3", "hello"), ComeBack("4"), Rematch("5")):
        assert desk.refused("host", command).id == "not_seated"
    desk.begin()
    for act in (Act("6", desk.table.n, "pass"), TakeBack("7"), AskBack("8", 0), AskBot("9", 1)):
        assert desk.refused("host", act).id == "not_seated"


# ---------------------------------------------------------------- acting


def test_nobody_acts_before_the_start_or_after_the_end() -> None:
    desk = seated("piraci", 3)
    assert desk.refused(0, Act("1", 1, "pass")).id == "not_begun"
    over = Desk(NewTable(game="piraci", bots=["casual"] * 3))
    over.send("host", Begin("b"))
    over.settle()
    problem = over.refused(0, Act("1", over.table.n, "pass"))
    assert (problem.id, problem.rules) == ("over", "piraci")


def test_out_of_turn_is_refused_in_the_words_of_the_game() -> None:
    desk = playing("kosmiczni_piraci", 3, start=0)
    act = some_act(desk, 0)
    problem = desk.refused(1, act)
    assert (problem.id, problem.rules) == ("turn", "kosmiczni_piraci")


def test_what_the_rules_forbid_is_refused_with_their_reason() -> None:
    desk = playing("kosmodraci", 3)
    held = set(desk.play.legal(0))
    other = next(p for p in desk.play.legal(1) if p not in held)
    told = desk.play.game.describe(desk.play.view(1), other)
    assert desk.refused(0, Act("1", desk.table.n, told.id, dict(told.args))).id == "card"
    assert desk.refused(0, Act("2", desk.table.n, "play", dict(told.args))).id == "phase"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_words_that_name_no_action_are_refused(game: Any) -> None:
    desk = playing(game.id, game.players[0])
    seat = desk.table.to_act()[0]
    nonsense: list[dict[str, Any]] = [
        {},
        {"card": "x"},
        {"card": None, "planet": {}},
        {"x": 1e9},
        {"card": True},
    ]
    for do in ("dance", some_act(desk, seat).do):
        for args in [{"nobody": "knows"}, *nonsense] if do == "dance" else nonsense[1:]:
            problem = desk.refused(seat, Act(desk.new_id(), desk.table.n, do, args))
            assert problem.id in game.reasons
            assert problem.rules == game.id


def test_an_action_decided_on_an_older_position_comes_too_late() -> None:
    desk = playing("kosmiczna_misja", 2, start=0, take_back=False)
    old = some_act(desk, desk.table.to_act()[0])
    while desk.table.to_act() != [1]:
        desk.act(desk.table.to_act()[0])
        desk.settle()
    due = desk.table.due[1]
    problem = desk.refused(1, Act("x", due - 1, old.do, old.args))
    assert problem == protocol.Problem("late", {"due": due})
    desk.send(1, some_act(desk, 1, seen=due))


def test_talking_meanwhile_does_not_make_an_action_late() -> None:
    desk = playing("kosmiczni_piraci", 3, start=0)
    act = some_act(desk, 0)
    desk.send(1, Chat("c", "hurry up"))
    desk.send(0, act)
    assert len(desk.play.moves) == 1


def test_a_message_that_comes_twice_is_done_once() -> None:
    desk = playing("kosmiczni_piraci", 3, start=0)
    act = some_act(desk, 0)
    desk.send(0, act)
    n = desk.table.n
    desk.send(0, act)
    assert desk.table.n == n
    assert desk.table.receipts["0", act.id] == n
    assert desk.again().receipts == desk.table.receipts


def test_two_people_may_choose_the_same_id() -> None:
    desk = playing("piraci", 3)
    desk.send(0, Chat("same", "one"))
    desk.send(1, Chat("same", "two"))
    assert [said.text for said in desk.table.chat] == ["one", "two"]


def test_in_the_draft_everybody_decides_on_the_same_position_and_all_count() -> None:
    desk = playing("kosmodraci", 4)
    assert desk.table.to_act() == [0, 1, 2, 3]
    seen = desk.table.n
    acts = {seat: some_act(desk, seat, seen=seen) for seat in (2, 0, 3, 1)}
    for seat, act in acts.items():
        desk.send(seat, act)
    assert sorted(move.seat for move in desk.play.moves) == [0, 1, 2, 3]
    assert desk.table.to_act() == [0, 1, 2, 3]
    assert desk.refused(1, some_act(desk, 1, seen=seen)).id == "late"


def test_whoever_has_picked_in_the_draft_waits_for_the_others() -> None:
    desk = playing("kosmodraci", 3)
    desk.act(0)
    assert desk.refused(0, Act("x", desk.table.n, "pick", {"card": 1})).id == "turn"


# ---------------------------------------------------------------- bots' answers


def test_a_bots_answer_counts_only_for_the_decision_it_was_asked_about() -> None:
    desk = playing("kosmiczni_piraci", 2, bots=["casual"], start=0, policy=Policy(take_back_grace=0))
    assert desk.table.to_act() == [0]
    due, action = desk.table.due[0], desk.play.legal(0)[0]
    assert bot_acts(desk.table, 0, due, action, "bot", "casual") == []  # a person decides here
    assert bot_acts(desk.table, 0, due + 1, action, "clock", "casual") == []
    assert bot_acts(desk.table, 1, due, action, "bot", "casual") == []
    assert bot_acts(desk.table, 0, due, 10**6, "clock", "casual") == []  # not legal
    entries = bot_acts(desk.table, 0, due, action, "clock", "casual")
    assert entries == [log.Acted(0, action, "clock", "casual")]
    desk.act(0)
    assert bot_acts(desk.table, 0, due, action, "clock", "casual") == []


def test_a_bot_that_thinks_when_the_person_comes_back_is_not_asked_any_more() -> None:
    desk = playing("kosmiczni_piraci", 3, start=0)
    desk.send(0, Leave("l"))
    due, action = desk.table.due[0], desk.play.legal(0)[0]
    assert bot_acts(desk.table, 0, due, action, "bot", "casual")
    desk.send(0, ComeBack("b"))
    assert bot_acts(desk.table, 0, due, action, "bot", "casual") == []


# ---------------------------------------------------------------- company


def test_chat_is_one_line_of_at_most_so_many_characters() -> None:
    desk = seated("piraci", 3, policy=Policy(max_chat=20))
    desk.send(0, Chat("1", "  hello \n there "))
    desk.send(0, Chat("2", "x" * 20))
    assert [said.text for said in desk.table.chat] == ["hello there", "x" * 20]
    for text in ("x" * 21, " \n "):
        assert desk.refused(0, Chat("3", text)) == protocol.Problem("chat_too_long", {"most": 20})


def test_chat_cannot_disturb_the_screens_of_others() -> None:
    desk = seated("piraci", 3, policy=Policy(max_chat=20))
    desk.send(0, Chat("1", "\u202eabc\u2066 \x1b[2J z" + "\u0338" * 40))
    desk.send(0, Chat("2", "👨\u200d👩\u200d👧 ❤\ufe0f"))
    first, second = (said.text for said in desk.table.chat)
    assert first == "abc [2J z" + "\u0338" * 4
    assert second == "👨\u200d👩\u200d👧 ❤\ufe0f"
    for text in ("\u202e\u200b", "\u2800\u3164", "\u0301" * 5, "\ufe0f"):
        assert desk.refused(0, Chat("3", text)) == protocol.Problem("chat_too_long", {"most": 20})


def test_people_talk_before_during_and_after_the_game() -> None:
    desk = seated("kosmiczni_piraci", 1, bots=["casual"] * 2)
    desk.send(0, Chat("1", "before"))
    desk.begin()
    desk.send(0, Chat("2", "during"))
    desk.send(0, Leave("3"))
    desk.pass_time(3_600_000)
    assert desk.table.over
    desk.send(0, Chat("4", "after"))
    assert [said.text for said in desk.table.chat] == ["before", "during", "after"]


def test_a_name_is_erased_with_everything_that_was_said_under_it() -> None:
    desk = seated("piraci", 3)
    desk.send(0, Chat("1", "mine"))
    desk.send(1, Chat("2", "yours"))
    desk.write([log.Erased(0)])
    assert (desk.table.seats[0].name, desk.table.seats[0].age) == ("", None)
    assert [said.text for said in desk.table.chat] == ["yours"]
    assert desk.table.seats[0].person
    assert messages(desk.told[2])[-1]["cause"] == "erased"


def test_a_rematch_is_for_a_game_that_is_over() -> None:
    desk = playing("piraci", 3)
    assert desk.refused(0, Rematch("1")).id == "not_over"


# ---------------------------------------------------------------- seats of a rematch


def rematch_of(desk: Desk) -> Desk:
    """The next table of the same people, everybody one seat further."""
    from kosmoport.table.next_game import rotated

    old = desk.table
    next_ = Desk(NewTable(game=old.settings.game, bots=list(rotated(old.settings.bots))), table="next")
    kept = tuple(log.Reservation(seat.key, seat.name or "") if seat.key else None for seat in old.seats)
    created: Any = next_.lines[0].entry
    next_.lines.clear()
    next_.table = type(next_.table)("next", next_.policy)
    next_.write(
        [log.Created(created.settings, created.secret, created.host, rotated(kept), "desk", deal=SECOND)]
    )
    return next_


def test_in_a_rematch_everybody_sits_one_seat_further_and_bots_do_too() -> None:
    desk = rematch_of(playing("piraci", 2, bots=["strong"]))
    assert desk.table.settings.bots == ("strong", None, None)
    assert [seat.state().reserved for seat in desk.table.seats] == [None, "A", "B"]
    assert desk.again().rematch_of == "desk"


def test_a_seat_of_a_rematch_is_kept_for_whoever_has_the_old_token() -> None:
    desk = rematch_of(playing("piraci", 3))
    assert why_not(desk, "Stranger") == "no_free_seat"
    assert why_not(desk, "Stranger", seat=1) == "seat_taken"
    desk.write(sit_down(desk.table, requests.SitDown(), "key of A", "key of A"))
    assert desk.table.seats[1].name == "A"
    assert desk.table.seats[1].state().reserved is None
    with pytest.raises(Declined, match="no_free_seat"):  # it was kept once
        sit_down(desk.table, requests.SitDown(name="A2"), "key", "key of A")
    assert desk.refused("host", Begin("1")).id == "not_all_seated"


def test_nobody_takes_the_name_of_somebody_whose_seat_is_kept() -> None:
    desk = rematch_of(playing("piraci", 3))
    desk.send("host", Remove("1", 0))
    freed = [seat.reserved for seat in desk.table.seats].index(None)
    assert freed == 0
    assert why_not(desk, "b") == "name_taken"
    desk.write(sit_down(desk.table, requests.SitDown(name="Bea"), "key of B", "key of B"))
    assert desk.sit("B") == 0


def test_the_host_frees_a_seat_that_is_kept_for_somebody_who_does_not_come() -> None:
    desk = rematch_of(playing("piraci", 3))
    desk.send("host", Remove("1", 0))
    assert desk.sit("Stranger") == 0
