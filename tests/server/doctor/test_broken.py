"""Nothing is too broken to be told."""

from __future__ import annotations

import random
from pathlib import Path

from kosmoport.core.errors import BadInput
from kosmoport.house.store import Line
from kosmoport.server.doctor import problems_of
from kosmoport.table.entries import encode_entry
from tests.server.doctor.examining import eventful, found, row_and_lines
from tests.server.shelf import NAMES, Shelf, played

PAGE = 4096  # bytes of a page of SQLite's


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
