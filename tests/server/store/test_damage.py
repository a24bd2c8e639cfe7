"""A damaged file is refused at the start, before anything is written to it."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.server.doctor import examine
from kosmoport.server.export import export
from kosmoport.server.store import sqlite_file
from kosmoport.server.store.opening import open_store
from kosmoport.table.entries import encode_entry
from tests.server.doctor.examining import found
from tests.server.shelf import Shelf, begun, gathered, played
from tests.server.store.places import SUMMARY, Place, every_table, lines
from tests.server.store.test_opening import refusal, snapshot
from tests.server.test_other_rules import new_rules

PAGE = 4096
LEAF_OF_INDEX = 10  # the first byte of such a page; logs lie in one


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Some tables of some lines each, whose pages are all in use."""
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)

    async def fill() -> None:
        async with place.store() as store:
            for k in range(12):
                await store.create(f"table {k}", lines(1, 200, message="m"), SUMMARY)

    asyncio.run(fill())
    return place


def refused(place: Place) -> str:
    """The sentence; whatever is in the folder is as it was."""
    before = snapshot(place)
    sentence = refusal(place)
    assert snapshot(place) == before
    assert "kosmoport doctor" in sentence
    assert sentence.count(". ") == 0
    return sentence


@pytest.mark.parametrize("with_what", ["zeros", "garbage"])
def test_every_page_that_was_overwritten_is_noticed(place: Place, with_what: str) -> None:
    path = Path(place.where)
    whole = path.read_bytes()
    rng = random.Random(7)
    for page in range(0, len(whole), PAGE):
        bad = bytes(PAGE) if with_what == "zeros" else rng.randbytes(PAGE)
        path.write_bytes(whole[:page] + bad + whole[page + PAGE :])
        said = "is damaged" if page else "is not a database of Kosmoport, or its first page is lost"
        assert said in refused(place)
    path.write_bytes(whole)
    asyncio.run(_open_and_close(place))


async def _open_and_close(place: Place) -> None:
    async with place.store():
        pass


@pytest.mark.parametrize("left", [0.3, 0.6, 0.95])
def test_a_file_that_was_cut_off_is_noticed(place: Place, left: float) -> None:
    path = Path(place.where)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * left)])
    assert "is damaged" in refused(place)


def spoil_index(path: Path) -> None:
    """An index with an entry less than its table, each page of it whole: as after a write that was lost."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        definition = "SELECT sql FROM sqlite_schema WHERE name = 'log_messages'"
        (sql,) = connection.execute(definition).fetchone()
        set_sql = "UPDATE sqlite_schema SET sql = ? WHERE name = 'log_messages'"
        connection.execute(set_sql, (sql + " AND message = 'nobody'",))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE log SET message = NULL WHERE table_id = 'table 3' AND n = 1")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(set_sql, (sql,))


def test_an_index_that_does_not_fit_its_table_is_noticed(place: Place) -> None:
    spoil_index(Path(place.where))
    assert "index log_messages" in refused(place)


def test_of_a_large_file_the_pages_are_checked(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "CHECKED_IN_FULL", 1000)
    path = Path(place.where)
    whole = path.read_bytes()
    for page in range(PAGE, len(whole), PAGE):
        path.write_bytes(whole[:page] + bytes(PAGE) + whole[page + PAGE :])
        assert "is damaged" in refused(place)


def test_what_waits_beside_a_damaged_file_is_not_written_into_it(place: Place) -> None:
    """A server was killed, and its disk lost a page meanwhile."""
    path = Path(place.where)
    copy = place.folder / "killed" / "tables.sqlite3"
    copy.parent.mkdir()

    async def kill() -> None:
        async with place.store() as store:
            await store.create("the last", lines(1, 3), SUMMARY)
            for end in ("", "-wal"):
                shutil.copy(f"{path}{end}", f"{copy}{end}")

    asyncio.run(kill())
    whole = copy.read_bytes()
    killed = Place(str(copy), copy.parent)
    copy.write_bytes(whole[: 9 * PAGE] + bytes(PAGE) + whole[10 * PAGE :])
    before = (copy.read_bytes(), Path(f"{copy}-wal").read_bytes())
    assert before[1]
    assert "is damaged" in refusal(killed)
    assert examine(Shelf(str(copy), copy.parent).settings, print) == 1
    assert (copy.read_bytes(), Path(f"{copy}-wal").read_bytes()) == before
    copy.write_bytes(whole)

    async def go_on() -> None:
        async with killed.store() as store:
            assert await store.read("the last") == lines(1, 3)

    asyncio.run(go_on())


LOG_HEAD, FRAME = 32, 24 + PAGE


def killed(place: Place, *, writes: int, begun_anew: bool = False) -> tuple[Place, bytes]:
    """A copy of what a server leaves that is killed after some writes, and its log of them."""
    copy = Place(str(place.folder / "killed" / "tables.sqlite3"), place.folder / "killed")
    copy.folder.mkdir()

    async def kill() -> None:
        async with place.store() as store:
            if begun_anew:
                await store.create("long ago", lines(1, 9000), SUMMARY)
                with closing(sqlite3.connect(place.where)) as connection:
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            for k in range(writes):
                await store.create(f"killed {k}", lines(1, 40), SUMMARY)
            for end in ("", "-wal"):
                shutil.copy(f"{place.where}{end}", f"{copy.where}{end}")

    asyncio.run(kill())
    return copy, Path(f"{copy.where}-wal").read_bytes()


@pytest.mark.parametrize(
    ("at", "length"), [(0, LOG_HEAD), (20, 1), (LOG_HEAD + 100, 8), (LOG_HEAD + FRAME * 3, PAGE)]
)
def test_what_was_written_last_is_not_thrown_away_in_silence(place: Place, at: int, length: int) -> None:
    """SQLite reads its log up to the first frame that is wrong, and would write over the others."""
    place, log = killed(place, writes=6)
    spoilt = log[:at] + bytes(255 - byte for byte in log[at : at + length]) + log[at + length :]
    Path(f"{place.where}-wal").write_bytes(spoilt)
    before = Path(place.where).read_bytes()
    assert "tables.sqlite3-wal beside it, with what was written last, breaks off" in refusal(place)
    assert examine(Shelf(place.where, place.folder).settings, print) == 1
    assert (Path(place.where).read_bytes(), Path(f"{place.where}-wal").read_bytes()) == (before, spoilt)


@pytest.mark.parametrize("begun_anew", [False, True])
def test_a_write_that_a_power_cut_broke_off_is_no_damage(place: Place, begun_anew: bool) -> None:
    place, log = killed(place, writes=6, begun_anew=begun_anew)
    whole = Path(place.where).read_bytes()
    used = [at for at in range(LOG_HEAD, len(log), FRAME) if log[at + 8 : at + 16] == log[16:24]]
    ends = [at for at in used if any(log[at + 4 : at + 8])]
    assert len(ends) >= 6
    assert (len(used) * FRAME + LOG_HEAD < len(log)) == begun_anew
    last_write = [at for at in used if at > ends[-2]]
    left = [log[:at] + bytes(PAGE) + log[at + PAGE :] for at in last_write]
    left += [log[:at] for at in (0, 10, LOG_HEAD, LOG_HEAD + 5, *used, *(at + 100 for at in used))]
    for rest in left:
        Path(place.where).write_bytes(whole)
        Path(f"{place.where}-wal").write_bytes(rest)
        asyncio.run(_open_and_close(place))


@pytest.mark.parametrize("end", ["-wal", "-journal"])
@pytest.mark.parametrize("empty", [False, True])
def test_no_new_database_is_made_beside_what_was_written_to_a_lost_one(
    place: Place, empty: bool, end: str
) -> None:
    """SQLite would take it for what was written to the new one."""
    path = Path(place.where)
    Path(f"{path}{end}").write_bytes(b"moves")
    whole = path.read_bytes()
    path.unlink()
    if empty:
        path.touch()
    assert f"is gone or empty, but {path.name}{end} beside it holds" in refused(place)
    Path(f"{path}{end}").unlink()
    path.write_bytes(whole)
    asyncio.run(_open_and_close(place))


def test_an_upgrade_of_a_damaged_file_is_not_begun(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(place.where)
    whole = path.read_bytes()
    monkeypatch.setattr(sqlite_file, "newest", lambda: "9999")
    path.write_bytes(whole[: 9 * PAGE] + bytes(PAGE) + whole[10 * PAGE :])
    assert "is damaged" in refused(place)
    assert not (place.folder / "backups").exists()


def test_a_change_of_shape_that_was_cut_short_is_undone_first(place: Place) -> None:
    """The journal of a plain transaction, which has to be rolled back before anything can be read."""
    path = Path(place.where)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        connection.execute("PRAGMA cache_size = 2").fetchall()
        before = connection.execute("SELECT count(*) FROM log").fetchall()
        connection.execute("BEGIN")
        connection.execute("DELETE FROM log")
        half = path.read_bytes()
        journal = Path(f"{path}-journal").read_bytes()
        connection.execute("ROLLBACK")
    path.write_bytes(half)
    Path(f"{path}-journal").write_bytes(journal)
    asyncio.run(_open_and_close(place))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchall() == before


# ---------------------------------------------------------------- what doctor says of it


def zeroed(at: int) -> Callable[[bytes], bytes]:
    return lambda whole: whole[: at * PAGE] + bytes(PAGE) + whole[(at + 1) * PAGE :]


def test_doctor_never_breaks_on_a_damaged_file(file: Shelf) -> None:
    file.put(*(gathered("piraci", f"table-{k:02}") for k in range(30)))
    path = Path(file.where)
    whole = path.read_bytes()
    rng = random.Random(3)
    spoilt = [zeroed(page)(whole) for page in range(len(whole) // PAGE)]
    spoilt += [whole[: rng.randrange(100, len(whole))] for _ in range(10)]
    for _ in range(60):
        at = rng.randrange(len(whole))
        spoilt.append(whole[:at] + rng.randbytes(rng.choice((1, 8, 600))) + whole[at + 600 :])
    refused = told = 0
    for content in spoilt:
        path.write_bytes(content)
        try:
            told += examine(file.settings, lambda line: None)
        except BadInput:
            refused += 1
        assert path.read_bytes() == content
    assert told > 30
    assert refused > 1


def test_doctor_says_what_can_be_saved_and_export_saves_it(file: Shelf) -> None:
    desks = [played("piraci", f"table-{k:02}") for k in range(6)]
    file.put(*desks)
    path = Path(file.where)
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_schema").fetchall())
    leaves = [k for k in range(1, len(whole) // PAGE) if whole[k * PAGE] == LEAF_OF_INDEX]
    of_a_log = next(k for k in leaves if b'"acted"' in whole[k * PAGE : (k + 1) * PAGE])
    path.write_bytes(zeroed(of_a_log)(whole))
    said: list[str] = []
    assert examine(file.settings, said.append) == 1
    assert said[0].startswith("the database is damaged: ")
    note = next(line for line in said if line.startswith("note: "))
    assert "tables can be read whole; --save FILE writes them to a new database" in note
    assert 1 <= int(note.split()[1]) <= 5
    assert export_count(file) == int(note.split()[1])
    # Without its index the order is lost, and nothing else.
    path.write_bytes(zeroed(roots["tables_made"] - 1)(whole))
    assert any("note: 6 tables can be read whole" in line for line in told_of(file))
    assert export_count(file) == 6


def test_doctor_writes_the_tables_that_are_whole_to_a_new_database(file: Shelf) -> None:
    whole, live = played("piraci", "whole-game"), begun("piraci", "live-game")
    file.put(whole, played("piraci", "spoilt"), live, gathered("piraci", "gathering"))
    file.change("DELETE FROM log WHERE table_id = 'spoilt' AND n = 9")
    saved = file.folder / "saved.sqlite3"
    said: list[str] = []
    assert examine(file.settings, said.append, saved) == 1
    assert f"note: 3 tables written to {saved}" in said
    again = Shelf(str(saved), file.folder)
    assert found(again) == []

    async def compare() -> None:
        store = await open_store(str(saved), backup=None)
        assert sorted([row.table for row in await every_table(store)]) == [
            "gathering",
            "live-game",
            "whole-game",
        ]
        for desk in (whole, live):
            assert [line.entry for line in await store.read(desk.table.id)] == [
                encode_entry(line.entry) for line in desk.lines
            ]
        await store.close()

    asyncio.run(compare())


def test_a_table_that_sleeps_is_saved_if_its_lines_are_all_there(file: Shelf) -> None:
    file.put(played("piraci", "asleep"), played("piraci", "spoilt"))
    file.change("DELETE FROM log WHERE table_id = 'spoilt' AND n = 9")
    said: list[str] = []
    with new_rules():
        assert examine(file.settings, said.append, file.folder / "saved.sqlite3") == 1
    assert "spoilt: it cannot be written to another database" in said
    assert any(line.startswith("note: 1 table written") for line in said)


def told_of(file: Shelf) -> list[str]:
    said: list[str] = []
    assert examine(file.settings, said.append) == 1
    return said


def export_count(file: Shelf) -> int:
    path = file.folder / "saved.jsonl"
    path.unlink(missing_ok=True)
    return export(file.settings, path)
