"""Files are written whole or not at all, and what cannot be read or written is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.files import read_json, read_text, refuse_existing, write_whole


def test_a_file_is_written_and_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_whole(path, "[1]")
    write_whole(path, "[2]")
    assert read_json(path) == [2]
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    write_whole(path, "[1]")

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadInput, match=r"cannot write .*: No space left on device"):
        write_whole(path, "[2]")
    assert read_text(path) == "[1]"
    assert list(tmp_path.iterdir()) == [path]


def test_what_exists_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    refuse_existing(path)
    path.write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="exists already"):
        refuse_existing(path)
    with pytest.raises(BadInput, match="there is no folder"):
        refuse_existing(tmp_path / "b" / "a.json")


def test_deep_nonsense_is_not_json(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(BadInput, match="is not JSON"):
        read_json(path)


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, "{", ""])
def test_what_is_no_json_is_said_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"a\.json is not JSON: "):
        read_json(tmp_path / "a.json")
