"""Records of promised deals: what was tampered with is found out, also by what a device kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.core.records import dump_record
from kosmoport.core.words import Told
from kosmoport.games import game_by_id
from kosmoport.house.game_records import verified
from kosmoport.table import dealing
from kosmoport.table.fair import Fair, chance_key, digest, first_chance_key, first_commitment
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import Begin, Ready
from kosmoport.table.settings import NewTable
from kosmoport.table.verify import NOT_SHOWN, OLD_PROMISE, verify_record
from tests.server.shelf import finished
from tests.table.desk import Desk, playing, seated
from tests.table.test_verify import SECRET, live_game, live_record


def honest() -> tuple[dict[str, Any], dict[str, Any]]:
    """A record, and what the device of seat 0 kept."""
    desk = playing("piraci", 2, bots=["casual"])
    return finished(desk), kept_of(desk)


def kept_of(desk: Desk) -> dict[str, Any]:
    """What the device of seat 0 kept of the round that counted."""
    kept = {
        "seat": 0,
        "round": desk.table.round,
        "commitment": desk.table.commitment,
        "value": desk.values[0],
        "frozen": desk.table.frozen,
    }
    return {"table": "desk", "seats": [kept]}


def changed(data: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The record with another text of what was frozen, and a key that fits it."""
    fair = dict(data["fair"])
    frozen = json.loads(fair["frozen"])
    fair["frozen"] = json.dumps({**frozen, **changes}, separators=(",", ":"))
    key = chance_key(bytes.fromhex(fair["secret"]), digest(fair["frozen"]), fair["values"])
    return {**data, "fair": {**fair, "key": key.hex()}}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"deal": "x"}, "another value for deal"),
        ({"table": "x"}, "another value for table"),
        ({"round": 2}, "another value for round"),
        ({"commitment": "0f" * 32}, "another value for commitment"),
        ({"game": "x"}, "another value for game"),
        ({"rules": 99}, "another value for rules"),
        ({"components": "0f" * 32}, "another value for components"),
        ({"continues": "0f" * 32}, "this is another deal"),
        ({"options": {}}, "this is another deal"),
        ({"start": [0]}, "this is another deal"),
        ({"seats": []}, "another number of seats"),
        ({"seats": [1, 2, 3]}, "another number of seats"),
        ({"seats": [{"promise": None}] * 3}, "seat 0 revealed is not what it had promised"),
        ({"more": 1}, "is a map with the keys"),
    ],
)
def test_a_record_whose_frozen_text_was_tampered_with_is_found_out(
    changes: dict[str, Any], sentence: str
) -> None:
    data, _ = honest()
    with pytest.raises(BadInput, match=sentence):
        verify_record(changed(data, **changes))


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("key", "0f" * 32, "the key of all chance is not"),
        ("secret", "0f" * 32, "the commitment does not belong"),
        ("values", ["0f" * 32, None, None], "seat 0 revealed is not"),
        ("frozen", "x", "is not JSON"),
        ("frozen", "\ud800", "is not JSON"),
        ("frozen", "[]", "is a map with the keys"),
        ("frozen", "", "1 to 10000 characters"),
        ("frozen", 7, "1 to 10000 characters"),
        ("round", -1, "a whole number from 0"),
        ("round", "0", "a whole number from 0"),
        ("values", ["x"], "3 times 64 hexadecimal digits or null"),
        ("void", [[0, [1]]], "a list of earlier rounds"),
        ("void", [[0, []]], "a list of earlier rounds"),
        ("void", [[0, [1, 1]]], "a list of earlier rounds"),
        ("void", 7, "a list of earlier rounds"),
        ("key", 7, "fair.key must be 64"),
    ],
)
def test_a_record_that_lies_about_its_deal_is_found_out(key: str, value: Any, sentence: str) -> None:
    data, _ = honest()
    data["fair"][key] = value
    with pytest.raises(BadInput, match=sentence):
        verify_record(data)


def test_a_server_tells_what_does_not_hold_by_its_id() -> None:
    desk = playing("piraci", 2, bots=["casual"])
    finished(desk)
    assert verified(desk.table).problem is None
    desk.table.seats[1].value = "0f" * 32
    assert verified(desk.table).problem == Told("promise", {"seat": 1})
    desk.table.seats[1].value = "no digits"
    assert verified(desk.table).problem == Told("unreadable")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"commitment": "0f" * 32}, "saw another commitment"),
        ({"frozen": "{}"}, "something else was frozen"),
        ({"value": "0f" * 32}, "gave another value for seat 0"),
        ({"seat": 9}, "gave another value for seat 9"),
        ({"seat": "x"}, "what was kept: seats"),
    ],
)
def test_what_a_device_kept_shows_a_record_that_was_made_up(change: dict[str, Any], sentence: str) -> None:
    data, kept = honest()
    kept["seats"][0] |= change
    with pytest.raises(BadInput, match=sentence):
        verify_record(data, kept)


def test_what_was_kept_of_another_table_or_round_proves_nothing() -> None:
    data, kept = honest()
    with pytest.raises(BadInput, match="belongs to another table"):
        verify_record(data, {**kept, "table": "other"})
    kept["seats"][0] |= {"round": 5, "frozen": None}
    assert "took no part" in verify_record(data, kept)[-1]


def test_a_record_that_passes_for_one_of_before_is_found_out_by_what_was_kept() -> None:
    """Whoever knows the secret could choose such a deal, and say that nobody promised anything yet."""
    _, kept = honest()
    table = kept["table"]
    luck = live_record("piraci")["fair"]["luck"]
    fair = {"table": table, "secret": SECRET.hex(), "commitment": first_commitment(SECRET, table)}
    play = live_game(game_by_id("piraci"), Fair(first_chance_key(SECRET, table, luck)))
    data = json.loads(dump_record(play, {"fair": fair | {"luck": luck}}))
    assert OLD_PROMISE in verify_record(data)
    with pytest.raises(BadInput, match="kept tells of promises at this table, the record of a deal without"):
        verify_record(data, kept)


def test_a_record_says_what_only_the_server_says() -> None:
    """Names, times and other legal moves could be written in without anything else being wrong."""
    data, kept = honest()
    data["table"]["names"], data["table"]["undone"] = ["B", "A", None], 7
    assert NOT_SHOWN in verify_record(data, kept)
    assert NOT_SHOWN in verify_record(live_record("piraci"))


def test_a_promise_whose_place_another_one_took_accuses_nobody() -> None:
    """Whoever stands up and sits down elsewhere, or opens the seat on another device, keeps such promises."""
    data, kept = honest()
    left = {**kept["seats"][0], "value": "0f" * 32, "frozen": None}
    assert "took no part" in verify_record(data, {**kept, "seats": [left]})[-1]
    both = verify_record(data, {**kept, "seats": [{**left, "seat": 1}, *kept["seats"]]})
    assert both[-1].startswith("what the device of seat 0 kept is what the record tells")


def test_a_device_that_promised_nothing_took_no_part_whatever_was_frozen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server may write any number of devices into the text; only promises count."""
    odd = [{"promise": None, "device": 0}, {"promise": None, "device": [1]}, {"bot": "casual", "device": 2}]
    monkeypatch.setattr(dealing, "_seats", lambda table: odd)
    desk = Desk(NewTable(game="piraci", bots=[None, None, "casual"]))
    for name in "AB":
        desk.sit(name, promises=False)
    desk.begin()
    told = verify_record(finished(desk))
    assert "no device took part: the deal comes from the secret of the server alone" in told


# ---------------------------------------------------------------- rounds that failed


def after(rounds: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A record of a table at which so many rounds failed, and what the device of seat 0 kept of all."""
    desk = seated("piraci", 2, bots=["casual"])
    seats = []
    for n in range(rounds + 1):
        for p in (0, 1):
            desk.promise(p, f"in round {n}")
            desk.send(p, Ready(desk.new_id()))
        desk.send("host", Begin(desk.new_id()))
        kept = {"seat": 0, "round": n, "value": desk.values[0], "frozen": desk.table.frozen}
        seats.append({**kept, "commitment": desk.table.commitment})
        desk.reveal(0)
        if n < rounds:
            desk.pass_time(Policy().reveal_live)
    desk.reveal(1)
    desk.settle()
    return finished(desk), {"table": "desk", "seats": seats}


def test_a_deal_after_rounds_that_failed_is_not_called_unchosen() -> None:
    data, kept = after(2)
    assert [number for number, _ in data["fair"]["void"]] == [0, 1]
    told = verify_record(data, kept)[-1]
    assert told.endswith("nobody chose this deal but by letting rounds fail, a new try each time")


@pytest.mark.parametrize("void", [[], [[0, [1]]], [[1, [1]], [0, [1]]], [[0, [1]], [0, [1]]]])
def test_a_record_whose_rounds_were_left_out_or_reordered_is_refused(void: list[Any]) -> None:
    data, _ = after(2)
    data["fair"]["void"] = void
    with pytest.raises(BadInput, match="must name every round before this one, in their order"):
        verify_record(data)


def test_a_round_that_the_record_does_not_tell_of_is_found_out_by_what_was_kept() -> None:
    """A server that looks and then says that another round is on, or that an earlier one counted."""
    data, kept = after(1)
    data["fair"]["void"] = []  # as at a table whose round 0 was of an older program
    assert any("round 0 is not told of" in line for line in verify_record(data))
    with pytest.raises(BadInput, match="took part in round 0, of which the record does not tell"):
        verify_record(data, kept)
    data, kept = honest()
    kept["seats"].append({**kept["seats"][0], "round": 1})
    with pytest.raises(BadInput, match="took part in round 1, of which the record does not tell"):
        verify_record(data, kept)


def test_a_roll_or_the_order_of_seats_cannot_be_exchanged_together_with_the_key() -> None:
    data, kept = honest()
    fair = json.loads(data["fair"]["frozen"])
    swapped = [fair["seats"][1], fair["seats"][0], fair["seats"][2]]
    values = data["fair"]["values"]
    other = changed({**data, "fair": {**data["fair"], "values": [values[1], values[0], None]}}, seats=swapped)
    with pytest.raises(BadInput, match="is not what it had promised"):
        verify_record(other, kept)
