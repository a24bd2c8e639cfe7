"""One game between bots: the same deal for everybody, places, and the clock of a hurried table."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from kosmoport.bots import Chair
from kosmoport.bots.random import RandomBot
from kosmoport.games import GAMES, game_by_id
from kosmoport.lab.arena import Terms, deal_out, places, play_game


def terms_of(name: str, **options: Any) -> Terms:
    game = game_by_id(name)
    return Terms(game, game.read_options(options), game.standard_components, seed=9)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_deal_depends_on_its_number_alone(game: Any) -> None:
    terms = terms_of(game.id)
    first, again, other = (deal_out(terms, number)[0] for number in (3, 3, 4))
    assert first.s == again.s
    assert game.id == "kosmiczna_eskadra" or first.s != other.s


def test_the_same_bots_in_the_same_order_play_the_same_game() -> None:
    terms = terms_of("kosmiczna_misja", players=3)
    makers: list[Any] = [RandomBot] * 3
    assert play_game(terms, 1, 0, makers) == play_game(terms, 1, 0, makers)
    assert play_game(terms, 1, 0, makers) != play_game(terms, 2, 0, makers)


def test_equals_share_the_mean_of_their_places() -> None:
    assert places([60, 0, 0, 0], [9, 4, 4, 1]) == (1.0, 2.5, 2.5, 4.0)
    assert places([30, 30, 0], [5, 5, 2]) == (1.5, 1.5, 3.0)


def test_a_tie_break_decides_the_first_place_over_equal_points() -> None:
    assert places([0, 60, 0], [7, 7, 7]) == (2.5, 1.0, 2.5)


class Quick(RandomBot):
    """Lays cards at a given pace and counts them."""

    laid: dict[float, int] = {}  # noqa: RUF012 - shared on purpose

    def __init__(self, chair: Chair, pace: float) -> None:
        super().__init__(chair)
        self.pace = pace

    def choose(self, view: Any, legal: Any) -> int:
        self.laid[self.pace] = self.laid.get(self.pace, 0) + 1
        return super().choose(view, legal)


def test_in_the_lightning_round_the_quicker_bot_decides_more_often() -> None:
    Quick.laid.clear()
    terms = terms_of("kosmiczna_eskadra", players=2, wins=1)
    outcome = play_game(terms, 0, 0, [partial(Quick, pace=2.0), partial(Quick, pace=8.0)])
    assert not outcome.faults
    assert Quick.laid[2.0] > 2 * Quick.laid[8.0]
