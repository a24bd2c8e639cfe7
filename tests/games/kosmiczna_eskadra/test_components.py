"""The component file of Kosmiczna Eskadra: what its types alone cannot say."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from kosmoport.core.components import from_tables
from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.games.kosmiczna_eskadra.components import SQUADRON_LASERS

LASER = {"from": [0, 0], "dir": [1, 0], "power": 1}


def with_lasers(*counts: int) -> dict[str, Any]:
    """The box with so many lasers on its first ships, and none on the others."""
    tables = copy.deepcopy(GAME.standard_components.tables)
    for i, ship in enumerate(tables["ships"]):
        ship["lasers"] = [LASER] * (counts[i] if i < len(counts) else 0)
    return tables


def test_a_squadron_has_so_many_lasers_that_a_table_can_judge_them_at_once() -> None:
    from_tables(with_lasers(8, 8, 8, 8), GAME.components.Data, "f")
    with pytest.raises(BadInput, match=f"^f: ships may have {SQUADRON_LASERS} lasers together at most$"):
        from_tables(with_lasers(8, 8, 8, 8, 1), GAME.components.Data, "f")
