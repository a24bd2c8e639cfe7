"""The deal: promised, frozen, revealed; rounds that fail; and who could have chosen it, which is nobody."""

from __future__ import annotations

import json
import statistics
from typing import Any

import msgspec
import pytest

from kosmoport.core import layout
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.files import REPOSITORY
from kosmoport.games import GAMES
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.automatic import next_step, wake_at
from kosmoport.table.dealing import began, deal_of, freeze, missing
from kosmoport.table.deciding import decide
from kosmoport.table.declined import Declined
from kosmoport.table.device import Device
from kosmoport.table.entries import Created, Logged
from kosmoport.table.fair import FIRST, Fair, chance_key, commitment, digest, promise
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import Begin, Close, Leave, Promise, Ready, Remove, Reveal
from kosmoport.table.settings import NewTable, read_settings
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot
from kosmoport.table.verify import verify_record
from tests.server.shelf import finished
from tests.table.desk import SECRET, Desk, frozen, messages, observable, seated

HOUSE = Policy()
KINDS = [pytest.param(game.id, id=game.id) for game in GAMES]


def said(desk: Desk) -> dict[str, Any]:
    """What was frozen."""
    assert desk.table.frozen is not None
    found: dict[str, Any] = json.loads(desk.table.frozen)
    return found


# ---------------------------------------------------------------- promising


def test_everybody_sees_who_takes_part_and_nobody_what_was_promised() -> None:
    desk = Desk(NewTable(game="piraci", bots=[None, None, "casual"]))
    desk.sit("A")
    desk.sit("B", promises=False)
    told = messages(desk.told[1])[-2]
    assert (told["type"], told["cause"], told["seat"]) == ("deal", "promised", 0)
    shown = snapshot(desk.table, SPECTATOR, desk.now).seats
    assert [seat.promise is not None for seat in shown] == [True, False, False]
    assert desk.values[0].encode() not in protocol.encode(snapshot(desk.table, 0, desk.now))


def test_a_seat_opened_on_another_device_commits_anew() -> None:
    desk = seated("piraci", 3)
    before = desk.table.seats[1].promise
    desk.promise(1, "another device")
    assert desk.table.seats[1].promise not in (None, before)
    desk.begin()
    assert desk.table.phase == "playing"
    assert desk.table.seats[1].value == desk.values[1]


def test_who_leaves_takes_the_promise_along() -> None:
    desk = seated("piraci", 3)
    desk.send(1, Leave("1"))
    assert desk.table.seats[1].promise is None
    assert desk.sit("D", promises=False) == 1
    desk.begin()
    assert [seat.value is not None for seat in desk.table.seats] == [True, False, True]


@pytest.mark.parametrize("text", ["", "0f" * 31, "0F" * 32, "0g" * 32])
def test_a_promise_and_a_value_are_64_hexadecimal_digits(text: str) -> None:
    for message in ({"type": "promise", "promise": text}, {"type": "reveal", "value": text}):
        with pytest.raises(msgspec.ValidationError):
            protocol.decode_client(json.dumps({"id": "1", "round": 0, **message}))


def test_what_is_said_of_another_round_or_too_late_is_refused() -> None:
    desk = frozen()
    value = desk.values[0]
    assert desk.refused(0, Reveal("1", 1, value)) == protocol.Problem("other_round", {"round": 0})
    assert desk.refused(0, Reveal("2", 0, "0f" * 32)).id == "not_promised"
    assert desk.refused(1, Reveal("3", 0, value)).id == "not_promised"  # a promise is for one seat
    assert desk.refused(0, Promise("4", 0, "0f" * 32)).id == "begun"
    assert desk.refused("host", Reveal("5", 0, value)).id == "not_seated"
    desk.deal()
    assert desk.refused(0, Reveal("6", 0, value)).id == "nothing_to_reveal"
    assert desk.refused(0, Promise("7", 0, "0f" * 32)).id == "begun"
    gathering = seated("piraci", 3)
    assert gathering.refused(0, Reveal("1", 0, gathering.values[0])).id == "nothing_to_reveal"
    assert gathering.refused(0, Promise("2", 1, "0f" * 32)).id == "other_round"


# ---------------------------------------------------------------- freezing


def test_everything_that_bears_on_the_deal_is_frozen() -> None:
    desk = frozen(options={"deadlock": "end"}, people=2, bots=["strong"], start="rulebook")
    found = said(desk)
    assert found["table"] == "desk"
    assert (found["round"], found["commitment"]) == (0, desk.table.commitment)
    assert (found["game"], found["rules"]) == ("piraci", desk.table.game.version)
    assert found["options"] == json.loads(msgspec.json.encode(desk.table.settings.options))
    assert (found["components"], found["continues"]) == (None, None)
    assert found["start"] == [1]  # B is the oldest
    promised = [promise("desk", p, 0, desk.values[p]) for p in (0, 1)]
    people = [{"promise": promised[0], "device": 0}, {"promise": promised[1], "device": 1}]
    assert found["seats"] == [*people, {"bot": "strong"}]


def test_own_components_are_frozen_as_what_stands_for_them() -> None:
    desk = frozen("piraci")
    tables = desk.table.game.standard_components.tables
    desk.table.settings = msgspec.structs.replace(desk.table.settings, components=tables)
    sorted_text = msgspec.json.encode(tables, order="deterministic").decode()
    assert json.loads(freeze(desk.table).text)["components"] == digest(sorted_text)


def test_several_seats_on_one_device_are_one_party() -> None:
    desk = Desk(NewTable(game="piraci", players=3))
    for p in range(3):
        desk.sit("ABC"[p], promises=False)
        desk.values[p] = digest(str(p))
        device = "the tablet" if p != 1 else None
        desk.send(p, Promise(f"p{p}", 0, promise("desk", p, 0, desk.values[p]), device))
    desk.begin()
    assert [seat["device"] for seat in said(desk)["seats"]] == [0, 1, 0]
    assert any(line.startswith("2 devices promised a value") for line in verify_record(finished(desk)))


def test_nothing_changes_once_it_is_frozen() -> None:
    desk = frozen()
    desk.reveal(1)
    for seat, command in ((0, Ready("1", ready=False)), ("host", Remove("2", 1)), ("host", Begin("3"))):
        assert desk.refused(seat, command).id == "begun"
    with pytest.raises(Exception, match="begun"):
        desk.sit("D")


# ---------------------------------------------------------------- revealing


@pytest.mark.parametrize("game", KINDS)
def test_the_game_begins_with_the_last_value(game: str) -> None:
    desk = frozen(
        game,
        3,
    )
    for p in desk.table.people():
        assert desk.table.phase == "gathering"
        assert next_step(desk.table, desk.now).entries == ()
        desk.reveal(p)
    desk.write(list(next_step(desk.table, desk.now).entries))
    assert desk.table.phase == "playing"
    values = [seat.value for seat in desk.table.seats]
    assert desk.table.chance_key == chance_key(SECRET, digest(desk.table.frozen or ""), values)
    assert observable(desk.again(), desk.now)["told"] == observable(desk.table, desk.now)["told"]


def test_what_was_revealed_is_told_to_nobody_while_others_may_still_let_the_round_fail() -> None:
    desk = frozen()
    desk.reveal(0)
    for told in desk.told.values():
        assert desk.values[0].encode() not in b"".join(told)
    shown = snapshot(desk.table, 1, desk.now)
    assert [seat.revealed for seat in shown.seats] == [True, False, False]
    assert desk.values[0].encode() not in protocol.encode(shown)


def test_revealing_twice_changes_nothing() -> None:
    desk = frozen()
    desk.reveal(0)
    n = desk.table.n
    desk.reveal(0)
    assert desk.table.n == n


def test_who_promised_nothing_is_not_waited_for() -> None:
    desk = Desk(NewTable(game="piraci", bots=[None, None, "casual"]))
    desk.sit("A", promises=False)
    desk.sit("B", promises=False)
    desk.begin()
    assert desk.table.phase == "playing"
    assert "no device took part: the deal comes from the secret of the server alone" in verify_record(
        finished(desk)
    )


def test_an_unhurried_table_waits_for_devices_that_come_one_after_the_other() -> None:
    desk = frozen(unhurried=True)
    for p in range(3):
        desk.go_away(p)
    for p in (2, 0):
        desk.pass_time(HOUSE.reveal_live * 100)
        desk.reveal(p)
    assert snapshot(desk.table, 1, desk.now).deal.until == 1_000_000 + HOUSE.reveal_unhurried
    assert missing(desk.table) == [1]
    desk.pass_time(3_600_000)
    desk.reveal(1)  # the last one, while nobody else is there
    desk.settle()
    assert desk.table.phase == "playing"
    assert desk.table.void == []


def test_a_table_that_waits_for_devices_is_not_abandoned_before_their_time_is_up() -> None:
    desk = frozen(unhurried=True)
    for p in range(3):
        desk.go_away(p)
    desk.reveal(0)
    desk.pass_time(HOUSE.reveal_unhurried - 1000)  # for days nobody comes
    assert (desk.table.phase, missing(desk.table)) == ("gathering", [1, 2])
    desk.pass_time(1000)
    assert desk.table.void == [protocol.VoidRound(0, (1, 2))]
    desk.pass_time(HOUSE.abandon_gathering)
    assert desk.table.phase == "closed"


# ---------------------------------------------------------------- void rounds


def test_a_round_in_which_somebody_does_not_reveal_is_void() -> None:
    desk = frozen()
    old_commitment, old_values = desk.table.commitment, dict(desk.values)
    desk.reveal(0)
    desk.reveal(2)
    assert wake_at(desk.table) == desk.now + HOUSE.reveal_live
    desk.pass_time(HOUSE.reveal_live)
    table = desk.table
    assert (table.phase, table.round, table.frozen) == ("gathering", 1, None)
    assert table.void == [protocol.VoidRound(0, (1,))]
    assert table.commitment != old_commitment
    assert all(seat.promise is None and seat.value is None for seat in table.seats)
    told = messages(desk.told[0])[-1]
    assert (told["type"], told["cause"]) == ("deal", "void")
    assert told["deal"]["void"] == [{"round": 0, "seats": [1]}]
    for p, value in old_values.items():  # what was revealed is never used again
        assert desk.refused(p, Reveal(desk.new_id(), 1, value)).id == "nothing_to_reveal"
    for p in range(3):
        desk.promise(p, "a fresh one")
    assert [seat.ready for seat in table.seats] == [True, False, True]
    desk.begin()
    assert desk.table.phase == "playing"
    data = finished(desk)
    assert (data["fair"]["round"], data["fair"]["void"]) == (1, [[0, [1]]])
    assert not set(old_values.values()) & set(data["fair"]["values"])
    assert any("round 0 was void: the device of seat 1" in line for line in verify_record(data))


def test_no_host_begins_again_without_those_whose_devices_have_not_come_back() -> None:
    """After a round that failed a host could begin at once: from the secret alone, which the server knows."""
    desk = seated("piraci", 3, unhurried=True)
    desk.send(2, Leave("1"))
    desk.sit("D", promises=False)
    for p in range(3):
        desk.send(p, Ready(desk.new_id()))
    desk.send("host", Begin("3"))
    desk.reveal(1)
    desk.pass_time(HOUSE.reveal_unhurried)
    assert desk.table.void == [protocol.VoidRound(0, (0,))]
    desk.promise(0, "the device that let it fail is back")
    desk.send(0, Ready("4"))
    assert [seat.state().ready for seat in desk.table.seats] == [True, False, True]  # D gives nothing
    assert desk.refused("host", Begin("5")).id == "not_all_ready"
    assert [seat.ready for seat in desk.again().seats] == [True, False, True]
    desk.promise(1, "a fresh one")  # by itself, as soon as the device is there: B agreed before
    desk.send("host", Begin("6"))
    assert [seat.get("promise") is not None for seat in said(desk)["seats"]] == [True, True, False]


def test_whoever_is_asked_to_agree_anew_is_not_ready_by_promising() -> None:
    desk = seated("kosmiczna_eskadra", 2, bots=["casual"])
    desk.fail_a_round()
    assert [seat.ready for seat in desk.table.seats] == [False, False, True]
    desk = frozen("kosmiczna_eskadra", 2, bots=["casual"])
    desk.reveal(1)
    desk.pass_time(HOUSE.reveal_live)
    desk.send(0, protocol.Aid("1", wanted=True))
    desk.promise(1, "a fresh one")
    assert not desk.table.seats[1].ready


def test_who_leaves_after_everything_was_frozen_makes_the_round_void_and_is_named() -> None:
    desk = frozen()
    desk.reveal(1)
    desk.send(1, Leave("bye"))
    assert desk.table.void == [protocol.VoidRound(0, (1,))]
    assert not desk.table.seats[1].taken
    assert desk.sit("D") == 1
    desk.promise(0, "again")
    desk.promise(2, "again")
    desk.begin()
    assert desk.table.phase == "playing"


def test_the_host_may_remove_whose_device_does_not_reveal() -> None:
    desk = frozen(unhurried=True)
    desk.reveal(0)
    desk.reveal(2)
    assert desk.refused("host", Remove("1", 0)).id == "begun"
    desk.send("host", Remove("2", 1))
    assert (desk.table.round, desk.table.void) == (1, [protocol.VoidRound(0, (1,))])
    assert not desk.table.seats[1].taken
    assert desk.sit("D") == 1


def test_the_host_may_close_the_table_instead_of_waiting() -> None:
    desk = frozen()
    desk.send("host", Close("1"))
    assert desk.table.phase == "closed"
    assert next_step(desk.table, desk.now + 10**9).entries == ()


def test_the_time_in_which_the_server_was_away_does_not_count() -> None:
    desk = frozen()
    desk.now += 10 * HOUSE.reveal_live
    desk.write([log.Resumed()])
    assert next_step(desk.table, desk.now).entries == ()
    assert messages(desk.told[0])[-1]["deal"]["until"] == desk.now + HOUSE.reveal_live
    desk.deal()
    assert desk.table.phase == "playing"


@pytest.mark.parametrize("game", KINDS)
def test_a_server_killed_between_the_last_value_and_the_deal_deals_the_same(game: str) -> None:
    desk = frozen(game, 3)
    for p in desk.table.people():
        desk.reveal(p)
    (here,), (there,) = (next_step(table, desk.now).entries for table in (desk.table, desk.again()))
    assert here == there == began(desk.table)
    assert wake_at(desk.again()) == desk.table.changed_at


# ---------------------------------------------------------------- tables of before


def of_before(*entries: Any) -> Desk:
    """A table as an older program left it: luck in the clear, and a commitment of the first kind."""
    asked = NewTable(game="piraci", bots=[None, None, "casual"])
    created = Created(read_settings(asked), SECRET.hex(), host="host-key", deal=FIRST)
    desk = Desk(asked, created=created)
    desk.write([log.Sat(p, "AB"[p], f"key of {p}", f"luck {p}") for p in (0, 1)])
    desk.write(list(entries))
    return desk


def test_a_log_of_before_says_nothing_of_the_kind_of_its_deal() -> None:
    text = b'{"type":"created","settings":%s,"secret":"00","host":"h"}' % msgspec.json.encode(
        read_settings(NewTable(game="piraci"))
    )
    entry = log.decode_entry(text)
    assert isinstance(entry, Created)
    assert entry.deal == FIRST


def test_a_table_that_gathers_during_the_upgrade_begins_a_new_round() -> None:
    desk = of_before()
    old = desk.table.commitment
    assert wake_at(desk.table) == desk.now
    desk.settle()
    assert (desk.table.round, desk.table.void) == (1, [])
    assert desk.table.commitment != old
    assert messages(desk.told[0])[-1]["cause"] == "upgraded"
    for p in (0, 1):
        desk.promise(p, "new")
    desk.begin()
    assert "2 devices promised" in " ".join(verify_record(finished(desk)))


def test_a_table_of_before_does_not_begin_until_its_new_round_could_be_saved() -> None:
    """What it would freeze is a commitment of the first kind, to which no record of the second one fits."""
    desk = of_before(log.Readied(0, True), log.Readied(1, True))
    with pytest.raises(Declined, match="not_all_ready"):
        desk.send("host", Begin("1"))
    desk.settle()
    assert [seat.ready for seat in desk.table.seats] == [False, False, True]
    for p in (0, 1):
        desk.promise(p, "new")
    desk.send("host", Begin("2"))
    desk.deal()
    assert "2 devices promised" in " ".join(verify_record(finished(desk)))


def test_a_game_that_was_going_on_keeps_its_chance_and_verifies_under_the_old_promise() -> None:
    desk = of_before()
    options = desk.table.settings.options
    desk.write([log.Began(options, deal_of(desk.table, options, desk.table.fair))])
    desk.settle()
    data = finished(desk)
    assert set(data["fair"]) == {"table", "secret", "commitment", "luck"}
    assert any("made in the first way" in line for line in verify_record(data))


# ---------------------------------------------------------------- who could have chosen it


def hand_value(table: Table, key: bytes) -> int:
    """How good the hand of seat 0 would be: its highest cards in Kosmodraci."""
    deal = deal_of(table, table.settings.options, Fair(key))
    crew: list[int] = deal["crew"]
    return sum(crew[:9])


def test_a_host_with_the_database_open_and_a_seat_cannot_grind_the_deal() -> None:
    """They know the secret and may choose their own value as long as they like, but not after the others.

    With every value they try they see a deal that will not be: somebody else's is missing in it.
    """
    gains = []
    for n in range(10):
        desk = Desk(NewTable(game="kosmodraci", players=3), table=f"table-{n}")
        for name in "BC":
            desk.sit(name, seat="ABC".index(name))
        desk.sit("A", promises=False)
        best = (0, "")
        for k in range(30):
            value = digest(f"{n} {k}")
            guessed = [value, "00" * 32, "00" * 32]  # nobody told them the others' values
            best = max(best, (hand_value(desk.table, chance_key(SECRET, digest("?"), guessed)), value))
        desk.values[0] = best[1]
        desk.send(0, Promise("p", 0, promise(desk.table.id, 0, 0, best[1])))
        desk.begin()
        dealt = hand_value(desk.table, desk.table.chance_key)
        gains.append(best[0] - dealt)
        data = layout.to_data(desk.table.deal)
        assert sum(data["crew"][:9]) == dealt
    # What they hoped for was the best of 30; what they got is what anybody gets.
    assert statistics.mean(gains) > 60


def test_nobody_can_reveal_another_value_after_having_seen_the_others() -> None:
    desk = frozen()
    desk.reveal(1)
    desk.reveal(2)
    for k in range(100):
        assert desk.refused(0, Reveal(desk.new_id(), 0, digest(str(k)))).id == "not_promised"


def test_all_that_the_host_might_change_after_the_promises_changes_the_text_that_devices_check() -> None:
    texts = set()
    for desk in (
        frozen(),
        frozen(options={"deadlock": "end"}),
        frozen(people=2, bots=["casual"]),
        frozen(start=1),
    ):
        texts.add(desk.table.frozen)
    desk = seated("piraci", 3)
    desk.send(2, Leave("l"))
    desk.sit("other")
    for p in desk.table.people():
        desk.send(p, Ready(desk.new_id()))
    desk.send("host", Begin("b"))
    assert len({*texts, desk.table.frozen}) == 5


# ---------------------------------------------------------------- the device


def dealt(device: Device, desk: Desk, seat: int) -> protocol.DealState:
    return snapshot(desk.table, seat, desk.now).deal


def test_a_device_reveals_only_to_a_table_that_keeps_its_word() -> None:
    desk = seated("piraci", 2, bots=["casual"])
    device = Device("desk")
    deal = dealt(device, desk, 0)
    promised = device.promise(0, deal)
    desk.send(0, Promise("p", 0, promised, device.name))
    with pytest.raises(BadInput, match="nothing that could be revealed"):
        device.reveal(0, deal)
    for p in (0, 1):
        desk.send(p, Ready(desk.new_id()))
    desk.send("host", Begin("b"))
    deal = dealt(device, desk, 0)
    frozen = json.loads(deal.frozen or "")
    for change, sentence in (
        ({"table": "other"}, "another table or round"),
        ({"round": 1}, "another table or round"),
        ({"commitment": "0f" * 32}, "another secret"),
        ({"seats": [{"promise": "0f" * 32}]}, "not among those"),
        ({"seats": []}, "not among those"),
        ({"seats": [7]}, "not among those"),
        ({"seats": None}, "not among those"),
    ):
        lie = msgspec.structs.replace(deal, frozen=json.dumps({**frozen, **change}))
        with pytest.raises(BadInput, match=sentence):
            device.reveal(0, lie)
    for text in ("[]", "x", "\ud800", '{"seats":' * 100_000):
        with pytest.raises(BadInput, match="not JSON"):
            device.reveal(0, msgspec.structs.replace(deal, frozen=text))
    with pytest.raises(BadInput, match="nothing that could be revealed"):
        device.reveal(1, deal)
    value = device.reveal(0, deal)
    desk.send(0, Reveal("r", 0, value))
    other = json.dumps({**frozen, "options": {}})
    with pytest.raises(BadInput, match="something else was frozen before"):
        device.reveal(0, msgspec.structs.replace(deal, frozen=other))
    desk.reveal(1)
    desk.settle()
    data = finished(desk)
    lines = verify_record(data, msgspec.to_builtins(device.kept()))
    assert lines[-1] == "what the device of seat 0 kept is what the record tells: nobody chose this deal"
    assert "agrees with itself" in verify_record(data)[-1]


def test_a_device_promises_nothing_more_in_a_round_in_which_it_has_revealed() -> None:
    """Else a server that looked could ask for another value for the same secret, and nobody would know."""
    desk = seated("piraci", 2, bots=["casual"])
    device = Device("desk")
    before = dealt(device, desk, 0)
    for p in (0, 1):
        desk.send(p, Promise(f"p{p}", 0, device.promise(p, before), device.name))
        desk.send(p, Ready(desk.new_id()))
    desk.send("host", Begin("b"))
    deal = dealt(device, desk, 0)
    value = device.reveal(0, deal)
    for seat in (0, 1, 2):
        with pytest.raises(BadInput, match="has revealed in this round"):
            device.promise(seat, before)
    other = json.dumps({**json.loads(deal.frozen or ""), "options": {}})
    with pytest.raises(BadInput, match="something else was frozen before"):
        device.reveal(1, msgspec.structs.replace(deal, frozen=other))
    assert device.reveal(0, deal) == value
    assert device.promise(0, msgspec.structs.replace(before, round=1))


def test_a_device_that_saw_another_commitment_first_reveals_nothing() -> None:
    desk = seated("piraci", 2, bots=["casual"])
    device = Device("desk")
    deal = dealt(device, desk, 0)
    device.saw(msgspec.structs.replace(deal, commitment="0f" * 32))
    desk.send(0, Promise("p", 0, device.promise(0, deal)))
    for p in (0, 1):
        desk.send(p, Ready(desk.new_id()))
    desk.send("host", Begin("b"))
    with pytest.raises(BadInput, match="another secret than it was at first"):
        device.reveal(0, dealt(device, desk, 0))


def test_a_command_of_the_deal_is_done_once() -> None:
    desk = frozen()
    command = Reveal("again", 0, desk.values[0])
    desk.send(0, command)
    n = desk.table.n
    desk.send(0, command)
    assert desk.table.n == n
    assert decide(desk.table, "0", Reveal("new id", 0, desk.values[0]), desk.now) == []
    assert isinstance(desk.lines[-1], Logged)


# ---------------------------------------------------------------- the browser's sums


def test_the_browser_is_tried_with_the_sums_of_the_server() -> None:
    """web/src/deal/vectors.json, which its own tests read."""
    path = REPOSITORY / "web" / "src" / "deal" / "vectors.json"
    vectors = json.loads(path.read_text(encoding="utf-8"))
    secret, table, round = bytes.fromhex(vectors["secret"]), vectors["table"], vectors["round"]
    values = vectors["values"]
    assert vectors["commitment"] == commitment(secret, table, round)
    assert vectors["promise"] == promise(table, vectors["seat"], round, values[vectors["seat"]])
    assert vectors["digest"] == digest(vectors["frozen"])
    assert vectors["key"] == chance_key(secret, digest(vectors["frozen"]), values).hex()
    frozen = json.loads(vectors["frozen"])
    assert any(not letter.isascii() for letter in vectors["frozen"])
    assert frozen["seats"][vectors["seat"]]["promise"] == vectors["promise"]
