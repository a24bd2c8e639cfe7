"""Component files: what is wrong is named by its path; the longest path gives the standing."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from typing import Annotated, Any, Literal

import msgspec
import pytest

from kosmoport.core.components import MOST_PATHS, covers, flatten, from_tables, from_text
from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES


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
        (
            "ships = []\n[[standing]]\npaths = ['*']\nstanding = 'documented'\nsource = 1",
            "source must be a text",
        ),
        (f"ships = []\nworth = {{{'x' * 500} = 'a'}}", "f.toml: worth"),
        (f"ships = []\n{'x' * 500} = 1", "object contains unknown field x"),
    ],
)
def test_wrong_files_get_one_sentence_with_the_path(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_text(text, Data, "f.toml")
    assert sentence.lower() in str(caught.value).lower()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def with_paths(paths: list[str]) -> str:
    return f"ships = [{{gold = 1}}]\n[[standing]]\nstanding = 'documented'\npaths = {paths}"


def test_standings_have_a_bounded_number_of_short_paths() -> None:
    assert len(from_text(with_paths(["ships"] * MOST_PATHS), Data, "f").standings[0].paths) == MOST_PATHS
    for paths in (["ships"] * (MOST_PATHS + 1), ["ships" + "[*]" * 50]):
        with pytest.raises(BadInput, match=f"standing may have {MOST_PATHS} paths at most"):
            from_text(with_paths(paths), Data, "f")
    many = "ships = []\n" + "[[standing]]\nstanding = 'documented'\npaths = []\n" * (MOST_PATHS + 1)
    with pytest.raises(BadInput, match=f"a list of tables, {MOST_PATHS} at most"):
        from_text(many, Data, "f")


def test_a_path_that_is_there_twice_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def covers(pattern: str, path: str) -> bool:
        looked.append(pattern)
        return True

    monkeypatch.setattr("kosmoport.core.components.covers", covers)
    from_text(with_paths(["ships", "*"] * 20), Data, "f")
    assert looked == ["ships", "*"]


def test_a_wrong_value_of_a_large_map_is_found_by_reading_each_value_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not the whole file once for each value, which for 60 kB took seconds."""
    read: list[int] = []
    convert = msgspec.convert

    def counting(tables: dict[str, Any], *more: Any, **how: Any) -> Any:
        read.append(sum(1 for _ in flatten(tables)))
        return convert(tables, *more, **how)

    monkeypatch.setattr(msgspec, "convert", counting)
    tables = {"ships": [{"gold": 1}] * 1000, "named": dict.fromkeys(map(str, range(1000)), 1) | {"last": "x"}}
    with pytest.raises(BadInput, match=r"f: named\.last: expected int, got str"):
        from_tables(tables, Named, "f")
    assert sum(read) <= 2 * sum(1 for _ in flatten(tables))


class Named(Data, frozen=True, forbid_unknown_fields=True):
    """A file with a map of any names."""

    named: dict[str, int] = {}


# ---------------------------------------------------------------- odd values


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


ODD: list[Any] = [
    *(float("nan"), float("inf"), -float("inf"), 1e308, 0.1, -1, 0, 2**70, -(2**70), 16**200_000),
    *("", "x" * 100_000, "9" * 5000, True, [], {}, [[]] * 10, deep(5000), {"9" * 5000: 1}, {"x" * 9999: 1}),
    *(datetime(2024, 2, 29), date(2024, 2, 29), time(12)),
]


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to every value of the tables; of lists the first two."""
    inside = list(value.items()) if isinstance(value, dict) else list(enumerate(value[:2]))
    for key, inner in inside:
        yield (*way, key)
        if isinstance(inner, dict | list):
            yield from places(inner, (*way, key))


def changed(tables: dict[str, Any], way: tuple[Any, ...], value: Any) -> dict[str, Any]:
    tables = copy.deepcopy(tables)
    inner: Any = tables
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    return tables


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_whatever_stands_anywhere_is_taken_or_refused_with_a_short_sentence(game: Any) -> None:
    box, tried = game.standard_components.tables, 0
    standings: list[Callable[[Any], Any]] = [
        lambda odd: odd,
        lambda odd: [odd],
        lambda odd: [{"paths": odd, "standing": "documented"}],
        lambda odd: [{"paths": [odd], "standing": "documented"}],
        lambda odd: [{"paths": ["*"], "standing": odd}],
        lambda odd: [{"paths": ["*"], "standing": "documented", "source": odd}],
    ]
    files = [changed(box, way, odd) for way in places(box) for odd in ODD]
    files += [{**box, "standing": standing(odd)} for standing in standings for odd in ODD]
    for tables in files:
        try:
            from_tables(tables, game.components.Data, "f")
        except BadInput as error:
            assert len(str(error)) < 250
            assert "\n" not in str(error)
            tried += 1
    assert tried > 200
