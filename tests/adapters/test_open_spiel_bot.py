"""OpenSpiel's ISMCTS as a bot of this package: it gets a view, and chooses one of the legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kosmoport.adapters.open_spiel import ismcts_bot
from kosmoport.adapters.opening import open_table
from kosmoport.adapters.table import Position
from kosmoport.bots import Chair
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import BadInput
from kosmoport.core.game import C, D, Game, GameOf, S
from kosmoport.core.play import PlayOf, generator, new_play
from kosmoport.games import kosmiczna_eskadra, kosmiczni_piraci, kosmodraci
from tests.conformance.tables import games


def chair(game: Game, options: dict[str, Any], seat: int, seed: int) -> Chair:
    return Chair(game, options, game.standard_components, seat, seed)


def opening(game: GameOf[S, C, D, Any], players: int) -> PlayOf[S, C, D]:
    """The first decision of a game in plain Python."""
    rng = generator(3)
    options = game.read_options({**game.calm, "players": players})
    play = new_play(game, options, rng)
    while play.chance_due:
        play.roll(rng)
    return play


@pytest.mark.parametrize("game", games())
def test_it_chooses_a_legal_action_from_a_view_and_the_same_with_the_same_seed(game: Game) -> None:
    play = opening(game, game.players[0])
    seat = play.seats_to_act()[-1]  # where several decide at once, not the one that is asked first
    view, legal = play.view(seat), play.legal(seat)
    chosen = {ismcts_bot(4)(chair(game, play.options, seat, 5)).choose(view, legal) for _ in range(2)}
    assert len(chosen) == 1
    assert game.reason(play.s, play.c, seat, chosen.pop()) is None


def test_it_does_not_see_more_than_its_view() -> None:
    """In a world redealt for its seat everything it gets is equal, so it must choose the same."""
    play = opening(kosmodraci.GAME, 3)
    view = play.view(1)
    kosmodraci.GAME.hidden.redeal_unseen(play.s, play.c, 1, generator(9))
    assert play.view(1) == view
    bots = [ismcts_bot(20)(chair(kosmodraci.GAME, play.options, 1, 8)) for _ in range(2)]
    assert bots[0].choose(view, play.legal(1)) == bots[1].choose(play.view(1), play.legal(1))


def winning_positions(wanted: int) -> list[tuple[Position, set[int]]]:
    """Last decisions of random games in which some actions win and others do not, with those that win."""
    table, rng, found = open_table(kosmiczni_piraci.GAME, 3), np.random.default_rng(4), list[Any]()
    table.seed(4)
    while len(found) < wanted:
        position = table.deal()
        while not position.over:
            worth = {number: last_share(position, number) for number in position.legal()}
            if None not in worth.values() and len(set(worth.values())) > 1:
                best = max(worth.values(), key=lambda share: share or 0)
                found.append((position.copy(), {n for n, share in worth.items() if share == best}))
            position.act(int(rng.choice(list(worth))))
    return found[:wanted]


def last_share(position: Position, number: int) -> float | None:
    """What the seat gets if this ends the game; None if it does not."""
    after = position.copy()
    after.act(number)
    while after.seat == CHANCE:
        after.throw()
    return after.shares()[position.seat] if after.over else None


def test_it_finds_the_action_that_wins_at_once() -> None:
    for position, best in winning_positions(5):
        seat = position.seat
        bot = ismcts_bot(40)(chair(kosmiczni_piraci.GAME, position.table.options, seat, 2))
        assert bot.choose(position.view(seat), position.legal()) in best


def test_bad_settings_get_one_sentence() -> None:
    options = kosmiczni_piraci.GAME.read_options({})
    with pytest.raises(BadInput, match="a search needs at least 2 simulations, not 1"):
        ismcts_bot(1)(chair(kosmiczni_piraci.GAME, options, 0, 1))
    hasty = kosmiczna_eskadra.GAME.read_options({})
    with pytest.raises(BadInput, match="option mode must be turns"):
        ismcts_bot(10)(chair(kosmiczna_eskadra.GAME, hasty, 0, 1))
