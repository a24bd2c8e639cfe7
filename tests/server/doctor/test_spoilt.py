"""Whatever is spoilt in a database is found, with its table and line."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.table import entries as log
from tests.server.doctor.examining import changed, found
from tests.server.shelf import Shelf, begun, gathered, line_of_kind, played, say_something


def test_a_line_that_is_missing(shelf: Shelf) -> None:
    middle, end = played(table="middle-is-missing"), played(table="endend-is-missing")
    shelf.put(middle, end)
    shelf.change("DELETE FROM log WHERE table_id = ? AND n = ?", middle.table.id, 7)
    shelf.change("DELETE FROM log WHERE table_id = ? AND n = ?", end.table.id, end.table.n)
    assert found(shelf) == [f"endend line {end.table.n}: it is missing", "middle line 7: it is missing"]


def test_a_log_that_is_gone_and_one_of_no_table(shelf: Shelf) -> None:
    gone, alone = begun(table="gone"), begun(table="no-row")
    shelf.put(gone, alone)
    shelf.change("DELETE FROM log WHERE table_id = 'gone'")
    shelf.change("DELETE FROM tables WHERE id = 'no-row'")
    shelf.change("INSERT INTO webhooks (table_id, seat, url) VALUES ('nobody', 0, 'https://example.org')")
    shelf.change("INSERT INTO pushes (table_id, seat, devices) VALUES ('nobody', 0, '[]')")
    assert found(shelf) == [
        "no-row: there are lines of a table that does not exist",
        "nobody: there are webhooks of a table that does not exist",
        "nobody: there are pushes of a table that does not exist",
        "gone line 1: it is missing",
    ]


def test_a_line_more_than_the_row_counts(shelf: Shelf) -> None:
    desk = begun()
    shelf.put(desk)
    last = desk.table.n
    shelf.change("UPDATE tables SET n = ?", last - 1)
    assert found(shelf) == [f"BegunB line {last}: it is more than the {last - 1} lines that the row counts"]


@pytest.mark.parametrize(
    "text, what",
    [
        ("garbage", "it is not JSON"),
        ('{"type":"acted"', "it is not JSON"),
        ("[1]", "it is no entry of a log"),
        ('{"type":"Quentin"}', "it is no entry of a log (look at $.type)"),
        (
            '{"type":"acted","seat":"Quentin","action":1,"cause":"person"}',
            "it is no entry of a log (look at $.seat)",
        ),
        (
            '{"type":"acted","seat":0,"action":1,"cause":"Quentin"}',
            "it is no entry of a log (look at $.cause)",
        ),
    ],
)
def test_a_line_that_is_no_entry(shelf: Shelf, text: str, what: str) -> None:
    desk = played()
    shelf.put(desk)
    shelf.change_entry(desk, 9, text)
    assert found(shelf) == [f"Played line 9: {what}"]


def test_an_action_that_was_not_legal(shelf: Shelf) -> None:
    desk = played()
    shelf.put(desk)
    n = line_of_kind(desk, log.Acted, 5)
    shelf.change_entry(desk, n, changed(desk.lines[n - 1].entry, action=100_000))
    (said,) = found(shelf)
    assert said.startswith(f"Played line {n}: the move is not legal (")


def test_a_seat_that_was_not_to_act(shelf: Shelf) -> None:
    desk = played("piraci")
    shelf.put(desk)
    n = line_of_kind(desk, log.Acted, 5)
    acted = desk.lines[n - 1].entry
    assert isinstance(acted, log.Acted)
    shelf.change_entry(desk, n, changed(acted, seat=(acted.seat + 1) % 3))
    assert found(shelf) == [f"Played line {n}: the move is not legal (turn)"]


def test_a_deal_that_somebody_chose(shelf: Shelf) -> None:
    mine, other = played("kosmodraci"), played("kosmodraci", "another", bots=[None, None, "casual"])
    n = line_of_kind(mine, log.Began)
    shelf.put(mine)
    entry: Any = other.lines[line_of_kind(other, log.Began) - 1].entry
    shelf.change_entry(mine, n, changed(mine.lines[n - 1].entry, deal=entry.deal))
    first, *_ = found(shelf)
    assert first == f"Played line {n}: the deal is not the one that the secret and what was revealed give"


@pytest.mark.parametrize(
    ("kind", "fields", "where", "what"),
    [
        (log.Created, {"secret": "77" * 32}, log.Frozen, "what was frozen is not what was agreed on"),
        (log.Promised, {"promise": "77" * 32}, log.Frozen, "what was frozen is not what was agreed on"),
        (
            log.Revealed,
            {"value": "77" * 32},
            log.Revealed,
            "seat 0 revealed something else than it had promised",
        ),
        (log.Frozen, {"text": "{}"}, log.Frozen, "what was frozen is not what was agreed on"),
    ],
)
def test_randomness_that_was_exchanged_afterwards(
    shelf: Shelf, kind: Any, fields: dict[str, Any], where: Any, what: str
) -> None:
    desk = played("kosmiczna_misja")
    shelf.put(desk)
    n = line_of_kind(desk, kind)
    shelf.change_entry(desk, n, changed(desk.lines[n - 1].entry, **fields))
    assert found(shelf)[0] == f"Played line {line_of_kind(desk, where)}: {what}"


def test_options_that_nobody_agreed_on(shelf: Shelf) -> None:
    desk = played("piraci")
    shelf.put(desk)
    n = line_of_kind(desk, log.Began)
    entry: Any = desk.lines[n - 1].entry
    start = (entry.options["start_seat"] + 1) % 3 if entry.options["start_seat"] != "random" else 1
    shelf.change_entry(desk, n, changed(entry, options=entry.options | {"start_seat": start}))
    first, *_ = found(shelf)
    assert first == f"Played line {n}: the options are not those that were agreed on"


def test_a_roll_that_somebody_chose(shelf: Shelf) -> None:
    desk = played("kosmiczna_misja")
    shelf.put(desk)
    n = line_of_kind(desk, log.Rolled, 4)
    rolled = desk.lines[n - 1].entry
    assert isinstance(rolled, log.Rolled)
    shelf.change_entry(desk, n, log.Rolled(rolled.outcome + (-1 if rolled.outcome > 1 else 1)))
    first, *_ = found(shelf)
    assert first == f"Played line {n}: roll 4 is not the one that the secret and everybody's part give"


def test_a_message_that_was_done_twice(shelf: Shelf) -> None:
    desk = gathered()
    for _ in range(2):
        say_something(desk)
    shelf.put(desk)
    shelf.change("DROP INDEX log_messages")
    twice = desk.lines[-2].message
    shelf.change("UPDATE log SET message = ? WHERE n = ?", twice, desk.table.n)
    assert found(shelf) == [
        f"Gather line {desk.table.n}: its message was done in line {desk.table.n - 1} already"
    ]


def test_a_time_that_runs_backwards(shelf: Shelf) -> None:
    shelf.put(played())
    shelf.change("UPDATE log SET at = 7 WHERE n = 8")
    assert found(shelf) == ["Played line 8: it is earlier than the line before it"]


@pytest.mark.parametrize(
    "column, value, what",
    [
        ("phase", "closed", "it is stored as closed, and its log makes it over"),
        ("phase", "Quentin", "it is stored as something that is no phase, and its log makes it over"),
        ("result", '{"scores":[1,2,3],"returns":[0,0,60]}', "the stored result is not the result of its log"),
        ("result", None, "the stored result is not the result of its log"),
        ("result", "{", "the stored result is not the result of its log"),
        ("game", "piraci", "its row has another value for game than its log"),
        ("is_public", True, "its row has another value for public than its log"),
        ("sealed", True, "its row has another value for sealed than its log"),
        ("unhurried", False, "its row has another value for unhurried than its log"),
        ("wake_at", 5, "its time of waking does not fit a table that is over"),
        ("created_at", 5, "its times are not those of its first and last line"),
        ("changed_at", 5, "its times are not those of its first and last line"),
        ("lobby", "{}", None),  # as an older program might have left it
        ("lobby", "[]", "the lobby shows something else than its log makes (all of it)"),
        (
            "lobby",
            '{"seats":[],"game":"x"}',
            "the lobby shows something else than its log makes (game, seats)",
        ),
    ],
)
def test_a_row_that_tells_something_else_than_the_log(
    shelf: Shelf, column: str, value: Any, what: str | None
) -> None:
    shelf.put(played())
    shelf.change(f"UPDATE tables SET {column} = ?", value)
    assert found(shelf) == ([] if what is None else [f"Played: {what}"])


def test_a_table_that_would_never_be_woken(shelf: Shelf) -> None:
    shelf.put(begun())
    shelf.change("UPDATE tables SET wake_at = NULL")
    assert found(shelf) == ["BegunB: its time of waking does not fit a table that is playing"]


def test_a_webhook_of_a_seat_that_is_not_there(shelf: Shelf) -> None:
    shelf.put(begun())
    shelf.change(
        "INSERT INTO webhooks (table_id, seat, url) VALUES ('BegunBegunBegun', 0, 'https://a.example')"
    )
    shelf.change(
        "INSERT INTO webhooks (table_id, seat, url) VALUES ('BegunBegunBegun', 5, 'https://a.example')"
    )
    shelf.change("INSERT INTO pushes (table_id, seat, devices) VALUES ('BegunBegunBegun', 6, '[]')")
    assert found(shelf) == ["BegunB: it has webhooks of a seat 5", "BegunB: it has pushes of a seat 6"]
