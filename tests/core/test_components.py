"""Component files: what is wrong is named by its path; the longest path gives the standing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
import pytest

from kosmoport.core.components import covers, flatten, from_text
from kosmoport.core.errors import BadInput


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship of the test file."""

    gold: Annotated[int, msgspec.Meta(ge=0, le=99)]
    loot: Annotated[list[str], msgspec.Meta(max_length=2)] = []


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small component file."""

    ships: list[Ship]
    worth: dict[Literal["rum", "salt"], Annotated[int, msgspec.Meta(ge=1)]] = {}

    def check(self) -> Iterator[tuple[str, str]]:
        for i, ship in enumerate(self.ships):
            if ship.gold == 13:
                yield f"ships[{i}].gold", "must not be 13"


GOOD = """
ships = [{gold = 5, loot = ["rum"]}, {gold = 7}]
[[standing]]
standing = "reconstructed"
paths = ["*"]
source = "ours"
[[standing]]
standing = "documented"
paths = ["ships[*].gold"]
source = "printed"
[[standing]]
standing = "reconstructed"
paths = ["ships[1].gold"]
source = "a guess"
"""


def test_a_good_file_is_read_with_its_standings() -> None:
    file = from_text(GOOD, Data, "good.toml")
    assert [ship.gold for ship in file.data.ships] == [5, 7]
    assert dict(flatten(file.tables)) == {"ships[0].gold": 5, "ships[0].loot[0]": "rum", "ships[1].gold": 7}
    assert file.standing_of("ships[0].gold") == "documented"
    assert file.standing_of("ships[1].gold") == "reconstructed"
    assert file.standing_of("ships[0].loot[0]") == "reconstructed"


def test_a_file_without_standings_is_custom() -> None:
    assert from_text("ships = []", Data, "own.toml").standing_of("ships[0].gold") == "custom"


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("ships", "ships[3].min", True),
        ("ships[3]", "ships[3].min", True),
        ("ships[3]", "ships[30].min", False),
        ("ships[*].min", "ships[3].min", True),
        ("ships[*].min", "ships[3].mint", False),
        ("ship", "ships[3]", False),
        ("*", "anything", True),
    ],
)
def test_paths_cover_what_is_inside_them(pattern: str, path: str, fits: bool) -> None:
    assert covers(pattern, path) is fits


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ships = [", "f.toml is not TOML"),
        ("", "object missing required field ships"),
        ("ships = [{gold = -1}]", "f.toml: ships[0].gold: expected int >= 0"),
        ("ships = [{gold = 1}, {gold = 'x'}]", "f.toml: ships[1].gold: expected int, got str"),
        (
            "ships = [{gold = 1, loot = ['a', 'b', 'c']}]",
            "f.toml: ships[0].loot: expected array of length <= 2",
        ),
        ("ships = [{gold = 1, moons = 1}]", "f.toml: ships[0]: object contains unknown field moons"),
        ("ships = []\nworth = {rum = 1, salt = 0}", "f.toml: worth.salt: expected int >= 1"),
        ("ships = []\nworth = {tea = 1}", "f.toml: worth: invalid enum value 'tea'"),
        ("ships = [{gold = 13}]", "f.toml: ships[0].gold must not be 13"),
        ("ships = []\nstanding = 1", "standing must be a list"),
        ("ships = []\n[[standing]]\npaths = 1", "standing[0].paths must be a list of paths"),
        ("ships = []\n[[standing]]\npaths = []\nstanding = 'sure'", "standing[0].standing must be one of"),
        (
            "ships = []\n[[standing]]\npaths = ['moons']\nstanding = 'documented'",
            "names moons, which the file does not",
        ),
    ],
)
def test_wrong_files_get_one_sentence_with_the_path(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_text(text, Data, "f.toml")
    assert sentence.lower() in str(caught.value).lower()
    assert "\n" not in str(caught.value)
