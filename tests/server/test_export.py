"""All finished games leave the database as records that load and verify; sealed ones stay."""

from __future__ import annotations

import asyncio
import json
import stat
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.core.records import load_record
from kosmoport.games import GAMES, game_by_id
from kosmoport.server.export import export
from kosmoport.server.store.opening import open_store
from kosmoport.table import entries as log
from kosmoport.table.settings import NewTable
from kosmoport.table.verify import verify_record
from tests.command_line import Run
from tests.server.shelf import NAMES, Shelf, begun, gathered, go_on, played
from tests.table.desk import Desk


def closed(table: str, **asked: Any) -> Desk:
    """A game that was abandoned in the middle."""
    desk = begun(table=table, **asked)
    go_on(desk, 3)
    desk.write([log.Closed("abandoned")])
    return desk


def exported(shelf: Shelf) -> list[dict[str, Any]]:
    """The records of an export into a file, each from a line of its own."""
    path = shelf.folder / "all.jsonl"
    count = export(shelf.settings, path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == count
    path.unlink()
    return [json.loads(line) for line in lines]


def test_every_game_loads_and_verifies(shelf: Shelf) -> None:
    desks = [
        played(game.id, f"table of {game.id}", bots=[None, "casual", "casual"][: game.players[1]])
        for game in GAMES
    ]
    shelf.put(*desks)
    records = exported(shelf)
    assert sorted(record["game"] for record in records) == sorted(game.id for game in GAMES)
    for record in records:
        play = load_record(game_by_id(record["game"]), record)
        assert play.over
        assert verify_record(record)
        assert record["table"]["names"][0] == NAMES[0]


def test_tables_are_in_the_order_of_their_creation(shelf: Shelf) -> None:
    desks = [played(table=name) for name in ("late", "early", "middle")]
    shelf.put(*desks)
    for at, name in enumerate(("early", "middle", "late")):
        shelf.change("UPDATE tables SET created_at = ? WHERE id = ?", at, name)
    for _ in range(2):
        assert [record["fair"]["table"] for record in exported(shelf)] == ["early", "middle", "late"]


def test_what_is_not_over_or_sealed_stays(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    never_begun = gathered(table="closed before the start", sealed=True)
    never_begun.write([log.Closed("host")])
    sealed = [played(table="sealed", sealed=True), closed("closed and sealed", sealed=True)]
    open_ = [played(table="over"), closed("closed")]
    shelf.put(never_begun, gathered(), begun(), begun(table="sealed and on", sealed=True), *sealed, *open_)
    assert {record["fair"]["table"] for record in exported(shelf)} == {"over", "closed"}
    assert capsys.readouterr() == ("", "2 tables left out: sealed\n")


def test_an_abandoned_game_is_a_record_without_a_result(file: Shelf) -> None:
    file.put(closed("closed"))
    (record,) = exported(file)
    assert record["result"] is None
    assert any(line.endswith("the game has not ended") for line in verify_record(record))


def test_an_erased_name_is_in_no_record(file: Shelf) -> None:
    desk = played()
    desk.write([log.Erased(1)])
    file.put(desk)
    (record,) = exported(file)
    assert record["table"]["names"] == [NAMES[0], None, *NAMES[2:5]][: len(desk.table.seats)]
    assert verify_record(record)


def test_a_line_leaves_the_terminal_alone(file: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(NewTable(game="kosmiczni_piraci", players=3, unhurried=True), table="odd")
    for name in NAMES[:3]:
        desk.sit(name)
    desk.begin()
    desk.write([log.Closed("abandoned")])
    file.put(desk)
    assert export(file.settings, None) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.isprintable()
    assert NAMES[0] in line
    assert json.loads(line)["fair"]["values"][0] == desk.values[0]


def test_a_damaged_table_is_left_out_and_counted(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    broken, short, whole = played(table="broken"), played(table="short"), played(table="whole")
    shelf.put(broken, short, whole)
    shelf.change_entry(broken, 6, "garbage")
    shelf.change("DELETE FROM log WHERE table_id = 'short' AND n = ?", short.table.n)
    assert [record["fair"]["table"] for record in exported(shelf)] == ["whole"]
    assert capsys.readouterr().err == "2 tables left out: damaged; kosmoport doctor says how\n"


def test_a_server_may_be_at_work(shelf: Shelf) -> None:
    shelf.put(played())

    async def beside_a_server() -> list[dict[str, Any]]:
        store = await open_store(shelf.where, backup=None)
        try:
            await store.claim("PlayedPlayed2222")
            records = await asyncio.to_thread(exported, shelf)
            await store.check()
        finally:
            await store.close()
        return records

    assert len(asyncio.run(beside_a_server())) == 1


def test_without_a_file_records_are_printed(file: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    file.put(played(), closed("closed"))
    assert export(file.settings, None) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len([verify_record(json.loads(line)) for line in lines]) == 2


def test_an_empty_database_gives_an_empty_file(file: Shelf) -> None:
    file.put()
    assert exported(file) == []


def test_a_file_is_there_whole_or_not_at_all(file: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    file.put(*(played(table=f"table-{k}") for k in range(3)))
    before = sorted(file.folder.iterdir())
    made = []

    def out_of_room(table: Any) -> str:
        made.append(table)
        if len(made) == 3:
            raise KeyboardInterrupt
        return "{}"

    monkeypatch.setattr("kosmoport.server.export.record_text", out_of_room)
    with pytest.raises(KeyboardInterrupt):
        export(file.settings, file.folder / "all.jsonl")
    assert sorted(file.folder.iterdir()) == before


def test_only_its_owner_may_read_the_file(file: Shelf) -> None:
    file.put(played())
    export(file.settings, file.folder / "all.jsonl")
    assert stat.S_IMODE((file.folder / "all.jsonl").stat().st_mode) == 0o600


def test_what_cannot_be_read_or_written_is_refused(file: Shelf) -> None:
    with pytest.raises(BadInput, match="There is no database at"):
        export(file.settings, file.folder / "all.jsonl")
    assert list(file.folder.iterdir()) == []
    file.put(played())
    with pytest.raises(BadInput, match="cannot write"):
        export(file.settings, file.folder / "no folder" / "all.jsonl")


def test_the_commands(file: Shelf, run: Run) -> None:
    """From the command line: export, verify, doctor."""
    desk, sealed = played(), played(table="sealed", sealed=True)
    file.put(desk, sealed)

    where = ["--data", str(file.folder), "--database", file.where]
    record = file.folder / "all.jsonl"
    wanted = "1 table left out: sealed\n1 record written\n"
    assert run("export", *where, "-o", str(record)) == (0, "", wanted)
    assert run("verify", str(record))[0] == 0
    lines = desk.table.n + sealed.table.n
    assert run("doctor", *where) == (0, f"2 tables, {lines} lines, 0 problems\n", "")
    file.change("UPDATE tables SET phase = 'playing' WHERE id = 'sealed'")
    said = "sealed: it is stored as playing, and its log makes it over\n"
    assert run("doctor", *where) == (1, f"{said}2 tables, {lines} lines, 1 problem\n", "")
    missing = str(file.folder / "missing.sqlite3")
    assert run("doctor", "--database", missing) == (2, "", f"There is no database at {missing}.\n")
