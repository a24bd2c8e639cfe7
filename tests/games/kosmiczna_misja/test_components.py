"""Kosmiczna Misja: component files of other people, good and bad."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.core.components import from_tables
from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczna_misja import GAME, geometry

TILE = {"id": "one", "s": 1}


def read(**tables: Any) -> Any:
    whole = {"die": [1, 2, 3], "tiles": [TILE], **tables}
    return GAME.component_record(from_tables(whole, GAME.components.Data, "mine.toml"))


@pytest.mark.rule("KM-1")
@pytest.mark.rule("KM-B7")
@pytest.mark.rule("KM-B20")
def test_the_standard_set_has_the_totals_of_its_description() -> None:
    c = GAME.component_record()
    assert (c.tiles, c.die[: c.faces]) == (45, [1, 2, 3, 4, 5, 6])
    assert (sum(c.stations), sum(c.aliens), sum(c.left), sum(c.right)) == (33, 11, 18, 18)
    assert max(c.aliens) == 1


def test_the_die_and_the_tiles_are_mostly_reconstructed() -> None:
    file = GAME.standard_components
    assert [file.standing_of(f"die[{i}]") for i in range(3)] == ["reconstructed", "documented", "documented"]
    assert file.standing_of("tiles[0].a") == "reconstructed"
    assert file.standing_of("tiles[3].s") == "documented"
    assert file.standing_of("tiles[15].s") == "reconstructed", "no tile with three stations is attested"


@pytest.mark.parametrize(
    ("tables", "where"),
    [
        ({"die": []}, "die: "),
        ({"die": [1] * 13}, "die: "),
        ({"die": [-1]}, "die[0]: "),
        ({"tiles": []}, "tiles: "),
        ({"tiles": [{"id": str(i)} for i in range(61)]}, "tiles: "),
        ({"tiles": [TILE, TILE]}, "tiles[1].id is one again, like tiles[0]"),
        ({"tiles": [{"id": "x", "s": "many"}]}, "tiles[0].s: "),
        ({"tiles": [{"id": "x", "a": 21}]}, "tiles[0].a: "),
        ({"tiles": [{"id": "x", "L": 10}]}, "tiles[0].L: "),
        ({"tiles": [{"id": "x", "R": 2}], "joined": [0, 1]}, "tiles[0].R must be below 2"),
        ({"tiles": [{"id": "x", "stations": 1}]}, "tiles[0]: "),
        ({"joined": []}, "joined: "),
        ({"dice": [1]}, "object contains unknown field dice"),
    ],
)
def test_a_bad_file_is_refused_with_the_path(tables: dict[str, Any], where: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(**tables)
    assert where.lower() in str(refused.value).lower()


@pytest.mark.rule("KM-B2")
@pytest.mark.parametrize(
    ("joined", "stations"), [({}, 5), ({"joined": [0, 1, 0]}, 3), ({"joined": [0, 1, 1]}, 4)]
)
def test_labels_may_mean_half_stations_or_something_else(joined: dict[str, Any], stations: int) -> None:
    """Two whole stations, an edge with label 2 and one with label 1."""
    rows = [{"id": "a", "s": 1, "R": 2}, {"id": "b", "L": 2, "R": 1}, {"id": "c", "L": 1, "s": 1}]
    c = read(tiles=rows, **joined)
    s = GAME.blank_state(GAME.read_options({}))
    geometry.clear_player(s.player[0])
    planet = s.player[0].planet[geometry.open_planet(s.player[0])]
    geometry.put_tile(c, s.player[0], 0, 0, 0)
    for q in (1, 2):
        assert [tile for tile in range(3) if geometry.fits(s, c, planet, tile, q)] == [q]
        geometry.put_tile(c, s.player[0], 0, q, q)
    assert planet.stations == stations
