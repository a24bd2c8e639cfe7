"""Rivals of the lab: the search that sees everything, and OpenSpiel's own."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.bots import Chair
from kosmoport.bots.random import RandomBot
from kosmoport.core.errors import BadInput
from kosmoport.games import game_by_id
from kosmoport.lab.arena import Terms, play_game
from kosmoport.lab.match import play_match
from kosmoport.lab.rivals import Cheat, rival_maker

GAME = game_by_id("kosmiczni_piraci")
TERMS = Terms(GAME, GAME.read_options({"players": 3}), GAME.standard_components, seed=6)


def test_the_cheating_search_sees_what_no_seat_may_know() -> None:
    """Others' hands are its world: it thinks about the very cards that are there."""
    seen: list[Any] = []

    class Watching(Cheat):
        def at(self, play: Any) -> Any:
            seen.append(play)
            return super().at(play)

    cheat = rival_maker("cheating:30", GAME)
    assert isinstance(cheat, Cheat)
    outcome = play_game(TERMS, 0, 0, [Watching(cheat.settings), RandomBot, RandomBot])
    assert len(seen) == 1
    assert outcome.faults == ()
    assert sum(outcome.shares) == 60


def test_nobody_but_the_lab_can_seat_it() -> None:
    chair = Chair(GAME, TERMS.options, TERMS.components, 0, 1)
    with pytest.raises(BadInput, match="only be seated by the lab"):
        rival_maker("cheating:30", GAME)(chair)


def test_openspiels_search_plays_a_whole_match() -> None:
    result = play_match(GAME, ["openspiel:3", "random", "random"], 1, seed=3)
    assert result.tally.games == 3
    assert not result.tally.faults


@pytest.mark.parametrize("name", ["openspiel", "openspiel:0", "openspiel:many", "cheating", "cheating:x=1"])
def test_a_rival_without_a_budget_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        rival_maker(name, GAME)
