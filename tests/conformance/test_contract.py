"""Everything that the contract asks for is there, and the rules of every game are in the subset."""

from __future__ import annotations

import pytest

from kosmoport.conformance import contract
from kosmoport.core.game import Game
from tests.conformance.tables import games


@pytest.mark.parametrize("game", games())
def test_everything_is_there(game: Game) -> None:
    assert contract.everything_is_there(game) > 30


@pytest.mark.parametrize("game", games())
def test_everything_is_in_the_subset(game: Game) -> None:
    assert contract.everything_is_in_the_subset(game) > 100
