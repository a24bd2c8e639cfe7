"""What a host changes while the table gathers: bots, how many seats, who sits where, the terms."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kosmoport.core.contract import SPECTATOR
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.continuing import continuing
from kosmoport.table.entries import Created, Reservation
from kosmoport.table.fair import SECOND
from kosmoport.table.gathering import sit_down
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import Begin, Change, Chat, MoveSeat, Promise, Ready, Remove, SeatBot
from kosmoport.table.settings import MoveClock, NewTable, NoClock, read_settings
from kosmoport.table.telling import snapshot
from tests.table.desk import SECRET, Desk, frozen, observable, playing, seated
from tests.table.test_continuing import asked_for, source_of

HOST = "host"


def gathering(game: str = "piraci", players: int = 3, people: int = 2, **asked: Any) -> Desk:
    """A table of friends at which some seats are still free, and everybody else is ready."""
    desk = Desk(NewTable(game=game, players=players, **asked))
    for p in range(people):
        desk.sit("ABCDE"[p], age=30 + p)
    everybody_is_ready(desk)
    return desk


def everybody_is_ready(desk: Desk) -> None:
    for p in desk.table.people():
        desk.send(p, Ready(desk.new_id()))


def told(desk: Desk, viewer: int = SPECTATOR) -> Any:
    return msgspec.json.decode(desk.told[viewer][-1])


def levels(desk: Desk) -> list[str | None]:
    return [seat.bot for seat in desk.table.seats]


def names(desk: Desk) -> list[str | None]:
    return [seat.name for seat in desk.table.seats]


# ---------------------------------------------------------------- bots


def test_a_bot_in_the_free_seat_lets_two_friends_begin() -> None:
    desk = gathering()
    assert desk.refused(HOST, Begin("b")).id == "not_all_seated"
    desk.send(HOST, SeatBot("1", 2, "strong"))
    assert levels(desk) == [None, None, "strong"]
    assert desk.refused(HOST, Begin("b")).id == "not_all_ready", "everybody agrees anew"
    desk.begin()
    desk.settle()
    assert desk.table.phase == "playing"
    assert desk.table.seats[2].state().bot == "strong"


def test_everybody_is_told_of_a_change_and_nobody_is_ready_any_more() -> None:
    desk = gathering()
    desk.send(HOST, SeatBot("1", 2, "casual"))
    for viewer in (SPECTATOR, 0, 1):
        said = told(desk, viewer)
        assert (said["type"], said["cause"], said["was"]) == ("changed", "bot", [0, 1, 2])
        assert [seat["ready"] for seat in said["seats"]] == [False, False, True]
        assert said["settings"]["bots"] == [None, None, "casual"]
    assert snapshot(desk.table, SPECTATOR, desk.now).settings == desk.table.settings


def test_a_bot_gets_another_level_or_goes_again() -> None:
    desk = gathering(bots=[None, None, "beginner"])
    desk.send(HOST, SeatBot("1", 2, "expert"))
    assert levels(desk)[2] == "expert"
    before = desk.table.n
    desk.send(HOST, SeatBot("2", 2, "expert"))
    assert desk.table.n == before, "nothing has changed, so nobody has to be ready again"
    desk.send(HOST, SeatBot("3", 2, None))
    assert levels(desk)[2] is None
    assert desk.sit("C") == 2


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SeatBot("1", 0, "casual"), "seat_taken"),
        (SeatBot("1", 4, "casual"), "no_such_seat"),
        (MoveSeat("1", 0, 4), "no_such_seat"),
        (Change("1", players=9), "cannot_agree"),
        (Change("1", options={"nonsense": 1}), "cannot_agree"),
        (Change("1", start=7), "cannot_agree"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(command: protocol.AnyCommand, reason: str) -> None:
    assert gathering().refused(HOST, command).id == reason


@pytest.mark.parametrize(
    "command", [SeatBot("1", 2, "casual"), MoveSeat("1", 0, 1), Change("1", public=True)]
)
def test_only_the_host_changes_anything_and_only_before_the_start(command: protocol.AnyCommand) -> None:
    assert gathering().refused(1, command).id == "not_host"
    assert frozen().refused(HOST, command).id == "begun"
    assert playing("piraci", 3).refused(HOST, command).id == "begun"
    closed = gathering()
    closed.send(HOST, protocol.Close("close"))
    assert closed.refused(HOST, command).id == "closed"


# ---------------------------------------------------------------- seats


def test_fewer_seats_take_free_ones_away_then_bots_and_never_people() -> None:
    desk = gathering("kosmiczni_piraci", 5, 3, bots=[None, None, None, "casual", None])
    desk.send(HOST, Change("1", players=4))
    assert (names(desk), levels(desk)) == (["A", "B", "C", None], [None, None, None, "casual"])
    desk.send(HOST, Change("2", players=3))
    assert names(desk) == ["A", "B", "C"]
    four = gathering("kosmiczni_piraci", 4, 4)
    assert four.refused(HOST, Change("3", players=3)).id == "people_stay"


def test_whoever_sits_behind_a_seat_that_goes_moves_up_and_promises_anew() -> None:
    desk = Desk(NewTable(game="kosmiczna_misja", players=3))
    desk.sit("A", seat=0)
    desk.sit("C", seat=2)
    assert desk.table.seats[2].promise is not None
    desk.send(HOST, Change("1", players=2))
    assert names(desk) == ["A", "C"]
    assert desk.table.seats[0].promise is not None, "a promise for the same seat still holds"
    assert desk.table.seats[1].promise is None
    assert told(desk)["was"] == [0, 2]
    desk.promise(1, "anew")
    desk.begin()
    assert desk.table.phase == "playing"


def test_more_seats_come_with_colours_of_their_own_and_are_free() -> None:
    desk = gathering("kosmiczni_piraci", 3, 3)
    desk.send(HOST, Change("1", players=5))
    assert names(desk) == ["A", "B", "C", None, None]
    assert len({seat.colour for seat in desk.table.seats}) == 5
    assert desk.sit("D") == 3


def test_two_seats_change_places_with_all_that_is_their_own() -> None:
    desk = gathering("kosmiczni_piraci", 4, 2)
    desk.send(1, Chat("c", "hello"))
    desk.send(HOST, SeatBot("1", 3, "strong"))
    was = [(seat.name, seat.colour, seat.age) for seat in desk.table.seats]
    desk.send(HOST, MoveSeat("2", 1, 3))
    now = [(seat.name, seat.colour, seat.age) for seat in desk.table.seats]
    assert now == [was[0], was[3], was[2], was[1]]
    assert levels(desk) == [None, "strong", None, None]
    assert desk.table.settings.bots == (None, "strong", None, None)
    assert [said.seat for said in desk.table.chat] == [3], "what was said was said by the same person"
    assert 3 in desk.table.here
    assert 1 not in desk.table.here
    desk.send(HOST, MoveSeat("3", 3, 2))  # to a free seat
    assert names(desk) == ["A", None, "B", None]
    before = desk.table.n
    desk.send(HOST, MoveSeat("4", 3, 3))
    desk.send(HOST, MoveSeat("5", 2, 2))
    assert desk.table.n == before


def test_a_promise_for_another_seat_is_none_so_nobody_begins_with_it() -> None:
    desk = gathering("piraci", 3, 3)
    desk.send(HOST, MoveSeat("1", 1, 2))
    assert [seat.promise is not None for seat in desk.table.seats] == [True, False, False]
    everybody_is_ready(desk)
    for seat in (1, 2):
        desk.promise(seat, "anew")
    desk.send(HOST, Begin("b"))
    assert desk.table.frozen is not None
    seats = msgspec.json.decode(desk.table.frozen)["seats"]
    assert [one["promise"] for one in seats] == [seat.promise for seat in desk.table.seats]
    desk.deal()
    assert desk.table.phase == "playing"


def test_a_message_that_was_done_is_not_done_again_from_another_seat() -> None:
    desk = gathering("piraci", 3, 2)
    desk.send(1, Chat("once", "hello"))
    desk.send(HOST, MoveSeat("1", 1, 2))
    before = desk.table.n
    desk.send(2, Chat("once", "hello"))
    assert desk.table.n == before
    assert desk.again().receipts == desk.table.receipts


def test_a_seat_that_is_kept_is_for_that_person_until_the_host_frees_it() -> None:
    asked = NewTable(game="piraci", players=3)
    kept = (None, Reservation("key of Ola", "Ola"), None)
    desk = Desk(asked, created=Created(read_settings(asked), SECRET.hex(), "host-key", kept, deal=SECOND))
    assert desk.table.seats[1].state().reserved == "Ola"
    assert desk.refused(HOST, SeatBot("1", 1, "casual")).id == "seat_kept"
    desk.send(HOST, MoveSeat("2", 1, 2))
    assert desk.table.seats[2].state().reserved == "Ola"
    desk.write(sit_down(desk.table, requests.SitDown(), "new key", "key of Ola"))
    assert names(desk) == [None, None, "Ola"]
    desk.send(HOST, Remove("3", 2))
    desk.send(HOST, SeatBot("4", 2, "casual"))
    assert levels(desk)[2] == "casual"
    again = Desk(asked, created=Created(read_settings(asked), SECRET.hex(), "host-key", kept, deal=SECOND))
    again.send(HOST, Remove("5", 1))
    again.send(HOST, SeatBot("6", 1, "casual"))
    assert levels(again)[1] == "casual"


def test_fewer_seats_never_take_one_that_is_kept() -> None:
    asked = NewTable(game="kosmiczna_misja", players=3)
    kept = (None, None, Reservation("key of Ola", "Ola"))
    desk = Desk(asked, created=Created(read_settings(asked), SECRET.hex(), "host-key", kept, deal=SECOND))
    desk.send(HOST, Change("1", players=2))
    assert [seat.state().reserved for seat in desk.table.seats] == [None, "Ola"]


# ---------------------------------------------------------------- terms


def test_the_host_changes_clock_courtesy_hints_and_who_may_look() -> None:
    desk = gathering()
    command = Change(
        "1",
        clock=MoveClock(60),
        take_back=False,
        hints=True,
        public=True,
        timeout_level="expert",
        late=False,
        start=1,
    )
    desk.send(HOST, command)
    now = desk.table.settings
    assert (now.clock, now.take_back, now.hints, now.public) == (MoveClock(60), False, True, True)
    assert (now.timeout_level, now.late, now.start) == ("expert", False, 1)
    assert not any(seat.ready for seat in desk.table.seats)
    before = desk.table.n
    desk.send(HOST, msgspec.structs.replace(command, id="2"))
    assert desk.table.n == before, "the same once more is no change"


def test_options_change_one_by_one_and_stand_in_what_is_frozen() -> None:
    desk = gathering("kosmodraci", 3, 3, options={"memory_aids": False})
    desk.send(HOST, Change("1", hints=True))
    assert desk.table.settings.options["memory_aids"] is False
    desk.send(HOST, Change("2", options={"memory_aids": True}))
    everybody_is_ready(desk)
    desk.send(HOST, Begin("b"))
    assert desk.table.frozen is not None
    assert msgspec.json.decode(desk.table.frozen)["options"]["memory_aids"] is True


def test_calm_and_race_change_with_the_pace_and_the_clock_goes_along() -> None:
    desk = gathering("kosmiczna_eskadra", 2, 2, unhurried=True, clock=MoveClock(60))
    assert not desk.table.lightning
    assert desk.refused(HOST, Change("1", unhurried=False)).id == "cannot_agree", "a race has its own clock"
    desk.send(HOST, Change("2", unhurried=False, clock=NoClock()))
    assert desk.table.lightning
    assert told(desk)["lightning"] is True
    desk.send(HOST, Change("3", unhurried=True))
    assert not desk.table.lightning


def test_a_chosen_first_seat_stays_that_place_or_a_lot_decides() -> None:
    desk = gathering("kosmiczna_misja", 4, 2, start=3)
    desk.send(HOST, Change("1", players=3))
    starts = [desk.table.settings.start]
    desk.send(HOST, Change("2", start=2))
    desk.send(HOST, Change("3", players=4))
    assert [*starts, desk.table.settings.start] == ["random", 2]


def test_components_of_ones_own_stay_and_are_not_written_again() -> None:
    desk = gathering()
    tables = {"kept": "as they were"}
    desk.table.settings = msgspec.structs.replace(desk.table.settings, components=tables)
    desk.send(HOST, SeatBot("1", 2, "casual"))
    assert desk.table.settings.components == tables
    entry = desk.lines[-1].entry
    assert isinstance(entry, log.Changed)
    assert entry.settings.components is None
    assert told(desk)["settings"]["components"] is None


def test_whoever_has_not_heard_of_a_change_has_not_agreed_to_it() -> None:
    desk = gathering()
    seen = desk.table.n
    desk.send(HOST, Change("1", take_back=False))
    assert desk.refused(1, Ready("2", seen=seen)).id == "changed"
    desk.send(1, Ready("3", seen=desk.table.n))
    assert desk.table.seats[1].ready
    desk.send(0, Ready("4", ready=False, seen=seen))  # who takes it back need not have heard of anything


def test_the_log_makes_the_same_table_again() -> None:
    desk = gathering("kosmiczni_piraci", 5, 3)
    commands: tuple[protocol.AnyCommand, ...] = (
        SeatBot("a", 3, "casual"),
        MoveSeat("b", 0, 4),
        Change("c", players=4, hints=True),
        MoveSeat("d", 1, 2),
        SeatBot("e", 1, None),
    )
    for n, command in enumerate(commands):
        desk.send(HOST, command)
        again = desk.again()
        again.attended_like(desk.table)
        assert observable(again, desk.now) == observable(desk.table, desk.now), n


def test_strangers_cannot_fill_the_log_with_changes() -> None:
    desk = Desk(NewTable(game="piraci", players=3), policy=Policy(max_log=10))
    for n in range(9):
        desk.send(HOST, Change(f"{n}", take_back=n % 2 == 1))
    assert desk.refused(HOST, Change("x", hints=True)).id == "log_full"
    assert desk.refused(HOST, SeatBot("x", 2, "casual")).id == "log_full"
    assert desk.refused(HOST, MoveSeat("x", 0, 1)).id == "log_full"


def test_friends_let_people_come_late_and_a_table_with_bots_does_not() -> None:
    assert seated("piraci", 3).table.settings.late
    assert not seated("piraci", 1, bots=["casual", "casual"]).table.settings.late
    assert seated("piraci", 1, bots=["casual", "casual"], late=True).table.settings.late


def test_everybody_seated_talks_and_a_promise_for_ones_new_seat_can_be_made() -> None:
    desk = gathering("piraci", 3, 2)
    desk.send(HOST, MoveSeat("1", 1, 2))
    desk.send(2, Chat("2", "here now"))
    assert told(desk)["seat"] == 2
    desk.send(2, Promise("3", 0, "0" * 64))
    assert desk.table.seats[2].promise == "0" * 64


def test_a_game_that_is_continued_keeps_its_seats_and_options_and_lets_the_rest_change() -> None:
    source = source_of("piraci").table
    given = asked_for(source, 4, bots=[None, None, "casual", "casual", "casual"])
    settings, past = continuing(source, given)
    desk = Desk(given, created=Created(settings, SECRET.hex(), host="host-key", past=past, deal=SECOND))
    desk.sit("A")
    for command in (Change("1", players=3), Change("2", start=1), Change("3", options={"start_seat": 1})):
        assert desk.refused(HOST, command).id == "keeps_its_own"
    desk.send(HOST, Change("4", clock=MoveClock(60), take_back=False))
    desk.send(HOST, SeatBot("5", 1, "strong"))
    desk.send(HOST, SeatBot("7", 2, None))
    desk.send(HOST, MoveSeat("6", 0, 2))
    desk.promise(2, "anew")
    desk.sit("B", seat=0)
    now = desk.table.settings
    assert (now.options, now.continues, now.clock) == (settings.options, 4, MoveClock(60))
    assert now.bots == (None, "strong", None, "casual", "casual")
    desk.begin()
    assert desk.table.phase == "playing"
