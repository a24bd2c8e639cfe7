"""The file of results: whole lines in order, and a run that goes on where it was stopped."""

from __future__ import annotations

import errno
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.lab.results import Results, default_name

HEADER = {"kosmoport": "test", "seed": 1, "deals": 4, "pair": (1, 2)}
TASKS = [{"deal": deal, "seats": ["ą", "b"]} for deal in range(4)]
RESULT = {"points": 1.5}


class FullDisk(io.BytesIO):
    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def numbers(path: Path) -> list[int]:
    return [line["number"] for line in read(path)[1:]]


def add_all(results: Results, order: list[int]) -> Results:
    with results.writing():
        for number in order:
            results.add(number, RESULT)
    return results


def write(path: Path, order: list[int], resume: bool = False) -> Results:
    return add_all(Results(HEADER, TASKS, path, resume), order)


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    write(tmp_path / "whole.jsonl", [0, 1, 2, 3])
    return (tmp_path / "whole.jsonl").read_bytes()


def test_a_line_is_written_when_all_before_it_are_there(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    results = Results(HEADER, TASKS, path)
    seen = []
    with results.writing():
        for number in (1, 0, 3, 2):
            results.add(number, RESULT)
            seen.append(numbers(path))
    assert seen == [[], [0, 1], [0, 1], [0, 1, 2, 3]]
    assert read(path)[0] == {**HEADER, "pair": [1, 2]}
    assert read(path)[1] == {"number": 0, **TASKS[0], **RESULT}


def test_an_interrupted_run_keeps_what_is_finished_and_goes_on_to_the_same_bytes(
    tmp_path: Path, whole: bytes
) -> None:
    path = tmp_path / "out.jsonl"
    write(path, [3, 0])
    assert numbers(path) == [0, 3]
    assert [n for n, _ in write(path, [2], resume=True).missing()] == [1]
    assert numbers(path) == [0, 2, 3]
    write(path, [1], resume=True)
    assert path.read_bytes() == whole


def test_even_an_error_in_the_middle_keeps_what_is_finished(tmp_path: Path) -> None:
    results = Results(HEADER, TASKS, tmp_path / "out.jsonl")
    with pytest.raises(IndexError):
        add_all(results, [2, 99])
    assert numbers(tmp_path / "out.jsonl") == [2]


def test_a_file_cut_off_anywhere_can_be_continued(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "out.jsonl"
    head = whole.index(b"\n") + 1
    cuts = range(head, len(whole) + 1)
    assert len(cuts) > 100
    for cut in cuts:
        path.write_bytes(whole[:cut])
        results = Results(HEADER, TASKS, path, resume=True)
        add_all(results, [number for number, _ in results.missing()])
        assert path.read_bytes() == whole
        assert results.missing() == []


def test_more_deals_of_the_same_run_are_added(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "out.jsonl"
    add_all(Results({**HEADER, "deals": 2}, TASKS[:2], path), [0, 1])
    write(path, [2, 3], resume=True)
    assert path.read_bytes() == whole
    with pytest.raises(BadInput, match="more results than this run asks for"):
        Results({**HEADER, "deals": 2}, TASKS[:2], path, resume=True)


def test_nothing_is_overwritten_unasked(tmp_path: Path, whole: bytes) -> None:
    with pytest.raises(BadInput, match="exists already"):
        Results(HEADER, TASKS, tmp_path / "whole.jsonl")
    assert (tmp_path / "whole.jsonl").read_bytes() == whole


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, whole: bytes) -> None:
    rows = whole.decode().splitlines(keepends=True)
    other = rows[0].replace('"seed": 1', '"seed": 2')
    moved = rows[2].replace('"deal": 1', '"deal": 3')
    files = {
        other + rows[1]: "holds another run: its seed differs",
        rows[0] + moved: "line 2 is not of this run",
        rows[0] + "{]\n" + rows[1]: "line 2 is not a result",
        rows[0] + "7\n": "line 2 is not a result",
        rows[0] + '{"number": true}\n': "more results than this run asks for, such as line 2",
        "": "line 1 is not a result",
        "[]\n": "line 1 is not a result",
        "\udcff\n": "is not UTF-8 text",
    }
    path = tmp_path / "out.jsonl"
    for text, sentence in files.items():
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        before = path.read_bytes()
        with pytest.raises(BadInput, match=sentence):
            Results(HEADER, TASKS, path, resume=True)
        assert path.read_bytes() == before


def test_a_folder_that_is_not_there_is_found_out_early(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no folder"):
        Results(HEADER, TASKS, tmp_path / "no" / "out.jsonl")
    with pytest.raises(BadInput, match="cannot read"):
        Results(HEADER, TASKS, tmp_path, resume=True)


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    results = Results(HEADER, TASKS, tmp_path / "out.jsonl")
    results._file = FullDisk()
    with pytest.raises(BadInput, match=r"cannot write .*out\.jsonl: No space left on device"):
        results.add(0, RESULT)


def test_any_words_make_a_file_name() -> None:
    assert default_name("piraci-match-search:500,explore=0.5") == "piraci-match-search-500-explore-0.5.jsonl"
    assert len(default_name("x/" * 500)) < 130
    assert "/" not in default_name("../../etc/passwd")
