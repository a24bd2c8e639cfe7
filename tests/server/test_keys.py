"""The server's key is made once, kept private, and never half read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.server.keys import KEY_FILE, load_key


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    key = load_key(tmp_path)
    assert len(key) == 32
    assert load_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == [KEY_FILE]


def test_of_two_first_starts_both_use_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_key(tmp_path)
    seen = iter([False, True])
    monkeypatch.setattr(os.path, "lexists", lambda path: next(seen))  # as if the other came in between
    assert load_key(tmp_path) == first
    assert os.listdir(tmp_path) == [KEY_FILE]


def test_a_file_system_without_links_gets_its_key_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*paths: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", no_links)
    assert load_key(tmp_path) == load_key(tmp_path)
    assert os.listdir(tmp_path) == [KEY_FILE]


@pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 33, b"x" * 10_000])
def test_a_damaged_key_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / KEY_FILE).write_bytes(content)
    with pytest.raises(BadInput, match="exactly 32 bytes"):
        load_key(tmp_path)
    assert (tmp_path / KEY_FILE).read_bytes() == content


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).mkdir()
    with pytest.raises(BadInput, match="not a plain file"):
        load_key(tmp_path)


def test_a_key_that_cannot_be_read_or_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot use the key file"):
        load_key(tmp_path / "missing")
    (tmp_path / KEY_FILE).symlink_to(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="cannot use the key file"):
        load_key(tmp_path)
