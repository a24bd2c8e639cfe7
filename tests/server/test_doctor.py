"""A database in order is told so; whatever is spoilt in it is found, with its table and line."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kosmoport.bots.levels import LEVELS
from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES
from kosmoport.server import doctor
from kosmoport.server.bots.host import BotHost
from kosmoport.server.doctor import Problem, examine, problems_of
from kosmoport.server.harbour import Harbour
from kosmoport.server.metrics import Metrics
from kosmoport.server.rooms import Room
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store import Line, Row
from kosmoport.server.store.migrating import migrate_sqlite
from kosmoport.server.store.migrations import newest
from kosmoport.server.store.opening import open_store
from kosmoport.server.summaries import summary_of
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.entries import AnyEntry, encode_entry
from kosmoport.table.settings import NewTable
from tests.server.shelf import NAMES, Shelf, begun, gathered, go_on, line_of_kind, played, say_something
from tests.table.desk import Desk

PAGE = 4096  # bytes of a page of SQLite's


def found(shelf: Shelf) -> list[str]:
    """What doctor says, the last line apart, which must agree with its exit code."""
    said: list[str] = []
    code = examine(shelf.settings, said.append)
    *problems, summary = said
    assert summary.endswith(f"{len(problems)} problem{'' if len(problems) == 1 else 's'}")
    assert code == (1 if problems else 0)
    return problems


def changed(entry: AnyEntry, **fields: Any) -> AnyEntry:
    return msgspec.structs.replace(entry, **fields)


# ---------------------------------------------------------------- in order


def test_tables_of_every_game_and_phase_are_in_order(shelf: Shelf) -> None:
    desks = [played(game.id, f"{game.id}-is-played") for game in GAMES]
    closed = begun(table="closed-in-the-middle")
    closed.write([log.Closed("abandoned")])
    shelf.put(*desks, gathered(), begun("kosmodraci"), closed)
    said: list[str] = []
    assert examine(shelf.settings, said.append) == 0
    lines = sum(desk.table.n for desk in (*desks, gathered(), begun("kosmodraci"), closed))
    assert said == [f"{len(GAMES) + 3} tables, {lines} lines, 0 problems"]


def test_an_empty_database_is_in_order(shelf: Shelf) -> None:
    shelf.put()
    assert found(shelf) == []


def eventful() -> Desk:
    """A game in which everything happens that can stand in a log."""
    bots = [None, None, "casual"]
    desk = gathered("piraci", "everything-happens", bots=bots, start="rulebook", unhurried=False)
    desk.send(1, protocol.Leave(desk.new_id()))
    desk.table.depart(1, desk.now)
    desk.sit(NAMES[1], age=9, colour=desk.table.seats[1].colour)
    say_something(desk)
    desk.begin()
    desk.settle()
    go_on(desk, 3)
    desk.send(0, protocol.AskBack(desk.new_id(), 1))
    desk.send(1, protocol.Answer(desk.new_id(), desk.table.n, yes=True))
    go_on(desk, 2)
    desk.send(1, protocol.AskBack(desk.new_id(), 0))
    desk.send(0, protocol.Answer(desk.new_id(), desk.table.n, yes=False))
    desk.table.depart(1, desk.now)
    desk.now += 1
    desk.send(0, protocol.AskBot(desk.new_id(), 1))
    desk.settle()
    desk.send(1, protocol.ComeBack(desk.new_id()))
    desk.write([log.Resumed()])
    go_on(desk)
    desk.write([log.Erased(1)])
    desk.write([log.Rematched("another-table")])
    return desk


def test_a_game_in_which_everything_happens_is_in_order(shelf: Shelf) -> None:
    desk = eventful()
    happened = {type(line.entry) for line in desk.lines}
    missing = {log.Rolled, log.Closed}  # neither can be in a game of this kind that ended
    assert happened == set(log.AnyEntry.__args__) - missing
    shelf.put(desk)
    assert found(shelf) == []


def test_what_the_server_itself_writes_is_in_order(shelf: Shelf) -> None:
    asyncio.run(_serve_a_game(shelf))
    assert found(shelf) == []


async def _serve_a_game(shelf: Shelf) -> None:
    settings = ServerSettings(
        data=shelf.folder, database=shelf.where, take_back_grace=0, bot_pause=0, warm_up="none"
    )
    store = await open_store(shelf.where, backup=None)
    harbour = Harbour(settings, store, BotHost(workers=1), bytes(32), Metrics(LEVELS))
    await harbour.start()
    try:
        table, token = await harbour.create(NewTable(game="kosmiczna_misja", players=2, public=True), "here")
        room = await harbour.room(table)
        assert room is not None
        for name in NAMES[:2]:
            await harbour.sit(room, requests.SitDown(name=name), harbour.tokens.read(token))
            token = ""
        await _play_out(room)
        await harbour.set_webhook(table, 1, "https://example.org/turn")
        await room.forget(room.table.seats[0].key or "")
    finally:
        await harbour.close()
        await store.close()


async def _play_out(room: Room) -> None:
    for seat in "01":
        await room.command(seat, protocol.Ready("ready"))
    await room.command("host", protocol.Begin("begin"))
    for k in range(2000):
        if room.table.over:
            break
        play = room.table.play
        assert play is not None
        for seat in room.table.to_act()[:1]:
            told = play.game.describe(play.view(seat), play.legal(seat)[k % len(play.legal(seat))])
            await room.command(str(seat), protocol.Act(f"a{k}", room.table.n, told.id, told.args))
        await asyncio.sleep(0)
    assert room.table.phase == "over"
    await room.command("0", protocol.Rematch("again"))


# ---------------------------------------------------------------- spoilt


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
    assert found(shelf) == [
        "no-row: there are lines of a table that does not exist",
        "nobody: there are webhooks of a table that does not exist",
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
    shelf.change_entry(desk, n, changed(desk.lines[n - 1].entry, seat=(desk.lines[n - 1].entry.seat + 1) % 3))  # type: ignore[union-attr]
    assert found(shelf) == [f"Played line {n}: the move is not legal (turn)"]


def test_a_deal_that_somebody_chose(shelf: Shelf) -> None:
    mine, other = played("kosmodraci"), played("kosmodraci", "another", bots=[None, None, "casual"])
    n = line_of_kind(mine, log.Began)
    shelf.put(mine)
    entry: Any = other.lines[line_of_kind(other, log.Began) - 1].entry
    shelf.change_entry(mine, n, changed(mine.lines[n - 1].entry, deal=entry.deal))
    first, *_ = found(shelf)
    assert first == f"Played line {n}: the deal is not the one that the secret and everybody's luck give"


@pytest.mark.parametrize("fields", [{"luck": "of another"}, {"secret": "77" * 32}])
def test_randomness_that_was_exchanged_afterwards(shelf: Shelf, fields: dict[str, Any]) -> None:
    desk = played("kosmiczna_misja")
    shelf.put(desk)
    n = line_of_kind(desk, log.Sat if "luck" in fields else log.Created)
    shelf.change_entry(desk, n, changed(desk.lines[n - 1].entry, **fields))
    began = line_of_kind(desk, log.Began)
    assert found(shelf) == [
        f"Played line {began}: the deal is not the one that the secret and everybody's luck give"
    ]


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
    outcome: int = desk.lines[n - 1].entry.outcome  # type: ignore[union-attr]
    shelf.change_entry(desk, n, log.Rolled(outcome - 1 if outcome > 1 else outcome + 1))
    first, *_ = found(shelf)
    assert first == f"Played line {n}: roll 4 is not the one that the secret and everybody's luck give"


def test_a_message_that_was_done_twice(shelf: Shelf) -> None:
    desk = gathered()
    for _ in range(2):
        say_something(desk)
    shelf.put(desk)
    shelf.change("DROP INDEX log_messages")
    shelf.change("UPDATE log SET message = 'm1' WHERE n = ?", desk.table.n)
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
    assert found(shelf) == ["BegunB: it has a webhook of a seat 5"]


# ---------------------------------------------------------------- what cannot happen at a table


def row_and_lines(desk: Desk) -> tuple[Row, list[Line]]:
    lines = [Line(x.n, x.at, encode_entry(x.entry), x.sender, x.message) for x in desk.lines]
    return Row(desk.table.id, len(lines), 1, lines[0].at, lines[-1].at, summary_of(desk.table, "")), lines


def with_entry(desk: Desk, entry: AnyEntry) -> list[Problem]:
    """What is said of a line that is added to a log in order."""
    row, lines = row_and_lines(desk)
    return list(problems_of(row, [*lines, Line(desk.table.n + 1, desk.now, encode_entry(entry))]))


@pytest.mark.parametrize(
    "make, entry, what",
    [
        (gathered, log.Acted(0, 0, "person"), "acted cannot be while the table is gathering"),
        (gathered, log.Sat(0, "x", "y", "z"), "seat 0 is taken already"),
        (gathered, log.Readied(7, True), "there is no seat 7"),
        (gathered, log.Readied(-1, True), "there is no seat -1"),
        (begun, log.Sat(0, "x", "y", "z"), "sat cannot be while the table is playing"),
        (begun, log.Undone(0, 0, True), "there are not so many moves to take back"),
        (begun, log.Undone(0, -1, True), "there are not so many moves to take back"),
        (begun, log.Answered(0, 5, True), "it cannot be replayed (KeyError)"),
        (begun, log.Rematched("x"), "rematched cannot be while the table is playing"),
        (begun, log.Created(gathered().table.settings, "", ""), "created can only be the first line"),
        (played, log.Acted(0, 0, "person"), "acted cannot be while the table is over"),
        (played, log.Undone(0, 0, True), "undone cannot be while the table is over"),
    ],
)
def test_what_cannot_happen_at_this_moment(make: Callable[[], Desk], entry: AnyEntry, what: str) -> None:
    desk = make()
    assert with_entry(desk, entry) == [Problem(desk.table.n + 1, what)]


def test_a_game_cannot_begin_without_everybody() -> None:
    desk = Desk(NewTable(game="piraci", players=3))
    began = next(line.entry for line in begun("piraci").lines if isinstance(line.entry, log.Began))
    assert with_entry(desk, began) == [Problem(2, "not every seat is taken")]


def test_bots_do_not_talk() -> None:
    desk = begun("piraci", bots=[None, None, "casual"])
    assert with_entry(desk, log.Chatted(2, "hello")) == [Problem(desk.table.n + 1, "seat 2 is no person's")]


@pytest.mark.parametrize(
    "fields, what",
    [
        ({"secret": "77"}, "the secret has not 32 bytes"),
        ({"secret": "Quentin"}, "it cannot be replayed (ValueError)"),
        ({"rules": 99}, "rules 99 are played here, and these are rules 1"),
        ({"game": "chess"}, "it cannot be replayed (BadInput)"),
        ({"colours": ()}, "it cannot be replayed (ValueError)"),
    ],
)
def test_a_beginning_that_cannot_be(fields: dict[str, Any], what: str) -> None:
    row, lines = row_and_lines(begun())
    entry: Any = begun().lines[0].entry
    own = {name: value for name, value in fields.items() if name == "secret"}
    settings = {name: value for name, value in fields.items() if name != "secret"}
    spoilt = changed(entry, settings=msgspec.structs.replace(entry.settings, **settings), **own)
    first = Line(1, lines[0].at, encode_entry(spoilt))
    assert list(problems_of(row, [first, *lines[1:]])) == [Problem(1, what)]
    other = Line(1, lines[0].at, lines[1].entry)
    assert list(problems_of(row, [other, *lines[1:]])) == [Problem(1, "a log does not begin like this")]


# ---------------------------------------------------------------- nothing is too broken to be told


def test_whatever_is_done_to_a_line_never_stops_the_doctor() -> None:
    """Random changes of single lines: each is told of that line or a later one, or changes nothing."""
    row, lines = row_and_lines(eventful())
    rng = random.Random(4)
    told = 0
    for _ in range(400):
        n = rng.randrange(len(lines))
        text = bytearray(lines[n].entry)
        for _ in range(rng.choice((1, 1, 1, 5))):
            text[rng.randrange(len(text))] = rng.choice(b'0123456789"{}[],:-aeiou\xff')
        spoilt = [*lines[:n], Line(n + 1, lines[n].at, bytes(text), None, None), *lines[n + 1 :]]
        problems = list(problems_of(row, spoilt))
        assert all(problem.n is None or problem.n > n for problem in problems)
        told += bool(problems)
    assert told > 200


def test_values_of_a_wrong_kind_are_told(file: Shelf) -> None:
    blob, number, row = played(table="blobby"), played(table="number"), played(table="rowrow")
    file.put(blob, number, row)
    file.change("UPDATE log SET entry = x'ff00' WHERE table_id = 'blobby' AND n = 4")
    file.change("UPDATE log SET entry = CAST(x'ff' AS TEXT) WHERE table_id = 'number' AND n = 5")
    file.change("UPDATE tables SET n = 'Quentin' WHERE id = 'rowrow'")
    assert found(file) == [
        "blobby line 4: it holds a value of a wrong kind",
        "number line 5: it holds a value of a wrong kind",
        "rowrow: its row holds a value of a wrong kind",
    ]


def test_damage_of_the_file_itself_is_told(file: Shelf) -> None:
    """Each page in turn is overwritten: the doctor finds it, and goes through as many tables as it can."""
    file.put(*(played("piraci", f"table-{k:02}") for k in range(6)))
    path = Path(file.where)
    whole = path.read_bytes()
    went_on = 0
    for page in range(PAGE, len(whole), PAGE):
        path.write_bytes(whole[:page] + b"\xa5" * PAGE + whole[page + PAGE :])
        try:
            problems = found(file)
        except BadInput:  # the page that says of which version it is
            continue
        assert problems[0].startswith("the database is damaged: ")
        went_on += sum("cannot be read from the database" in problem for problem in problems)
    assert went_on > 10
    path.write_bytes(whole)
    assert found(file) == []


def test_names_cards_and_words_are_not_repeated(shelf: Shelf) -> None:
    desk = eventful()
    shelf.put(desk)
    secrets = [*NAMES, "teleport", "Quentin", desk.table.id]
    for line in desk.lines[1:]:
        for text in (encode_entry(line.entry).decode().replace(":", ";"), '{"type":"Quentin"}'):
            shelf.change_entry(desk, line.n, text)
            problems = found(shelf)
            assert problems
            assert not any(secret in problem for secret in secrets for problem in problems)
        shelf.change_entry(desk, line.n, line.entry)
        if line.n > 12:
            break


# ---------------------------------------------------------------- what cannot be examined


def test_a_database_that_a_server_uses_is_left_alone(shelf: Shelf) -> None:
    shelf.put(played())

    async def beside_a_server() -> None:
        store = await open_store(shelf.where, backup=None)
        try:
            with pytest.raises(BadInput, match=r"another|a running Kosmoport"):
                await asyncio.to_thread(examine, shelf.settings, print)
        finally:
            await store.close()

    asyncio.run(beside_a_server())
    assert found(shelf) == []


def test_no_server_can_begin_while_the_doctor_is_there(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.put(played())
    tried = []

    async def try_to_serve() -> None:
        with pytest.raises(BadInput, match="another Kosmoport"):
            await open_store(shelf.where, backup=None, patience=0.0)
        tried.append(True)

    whole = doctor._Visit.whole

    async def slow_whole(visit: Any) -> None:
        await try_to_serve()
        await whole(visit)

    monkeypatch.setattr(doctor._Visit, "whole", slow_whole)
    assert found(shelf) == []
    assert tried


def test_a_file_that_is_not_there_is_not_made(file: Shelf) -> None:
    with pytest.raises(BadInput, match=r"There is no database at .*tables\.sqlite3\."):
        examine(file.settings, print)
    assert list(file.folder.iterdir()) == []


def test_an_empty_postgres_database_is_not_filled(postgres_url: str, tmp_path: Path) -> None:
    shelf = Shelf(postgres_url, tmp_path)
    for _ in range(2):
        with pytest.raises(BadInput, match="holds no tables of Kosmoport"):
            examine(shelf.settings, print)


def test_an_old_database_is_not_upgraded(file: Shelf) -> None:
    file.put(played())
    migrate_sqlite(Path(file.where), newest(), "0001")
    for _ in range(2):
        with pytest.raises(BadInput, match=r"version 0001, and this .* kosmoport serve upgrades it"):
            examine(file.settings, print)


def test_something_else_is_not_taken_for_a_database(file: Shelf) -> None:
    Path(file.where).write_bytes(b"a letter to Quentin")
    with pytest.raises(BadInput, match="is not a database of Kosmoport"):
        examine(file.settings, print)


def test_progress_is_told_in_a_large_database(file: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    file.put(*(gathered(table=f"table-{k}") for k in range(3)))
    monkeypatch.setattr(doctor, "PROGRESS_EVERY", 0.0)
    said: list[str] = []
    assert examine(file.settings, said.append) == 0
    assert said[:3] == [f"{k} of 3 tables examined" for k in (1, 2, 3)]
